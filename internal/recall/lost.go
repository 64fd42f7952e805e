package recall

import (
	"context"
	"errors"
	"fmt"

	"eidolon/actors/event"
	"eidolon/internal/index"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/store"
)

// errEnough ends a search that has as much as is shown.
var errEnough = errors.New("there is enough")

// lost finds what was taken back in sessions that have been deleted since: only the archive has it. Each
// passage is a line, the youngest first.
func (s search) lost(ctx context.Context, q index.Query, limit int) ([]string, error) {
	if s.Base == "" {
		return nil, nil
	}
	find := q.Finder()
	var lines []string
	err := store.Archives(ctx, s.Base, func(a store.Archived) error {
		h, ok := find(event.Message{Role: a.Role, Text: a.Text})
		if ok {
			lines = append(lines, fmt.Sprintf("%s%s, %s, %s: %s\n", margin, oneLine(clip.Chars(a.Session, maxTitle)), day(a.Time), h.Role, h.Snippet))
		}
		if len(lines) == limit {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return lines, err
}
