package store

import (
	"fmt"
	"io"
	"strings"

	"github.com/google/uuid"
)

const (
	idForm = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx" // x: any digit; y: 8, 9, a or b
	// minPrefix is how much of an id must be given at least.
	minPrefix = 4
)

// newID draws the id of a session: a UUID of version 4, in lower case.
func newID(random io.Reader) (string, error) {
	id, err := uuid.NewRandomFromReader(random)
	if err != nil {
		return "", fmt.Errorf("draw a session id: %w", err)
	}
	return id.String(), nil
}

// parsePrefix gives the lower-case form of an id or of the beginning of one. Whatever it lets through
// is harmless in a path.
func parsePrefix(s string) (string, error) {
	id := strings.ToLower(s)
	if len(id) < minPrefix || len(id) > len(idForm) {
		return "", &IDError{ID: s}
	}
	for i := range len(id) {
		allowed := string(idForm[i])
		switch idForm[i] {
		case 'x':
			allowed = "0123456789abcdef"
		case 'y':
			allowed = "89ab"
		}
		if strings.IndexByte(allowed, id[i]) < 0 {
			return "", &IDError{ID: s}
		}
	}
	return id, nil
}

// isID tells whether a name is the whole id of a session, as it is spelled on disk.
func isID(name string) bool {
	id, err := parsePrefix(name)
	return err == nil && id == name && len(id) == len(idForm)
}
