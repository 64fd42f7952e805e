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
	if !fits(id) {
		return "", &IDError{ID: s}
	}
	return id, nil
}

// fits tells whether a text has the form of an id as far as it goes.
func fits(id string) bool {
	for i := range len(id) {
		c, ok := id[i], false
		switch idForm[i] {
		case 'x':
			ok = c >= '0' && c <= '9' || c >= 'a' && c <= 'f'
		case 'y':
			ok = c == '8' || c == '9' || c == 'a' || c == 'b'
		default:
			ok = c == idForm[i]
		}
		if !ok {
			return false
		}
	}
	return true
}

// isID tells whether a name is the whole id of a session, as it is spelled on disk.
func isID(name string) bool { return len(name) == len(idForm) && fits(name) }
