package threads

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/figure"
	"eidolon/internal/store"
)

// maxTitle is how many characters a title may have.
const maxTitle = 200

// ErrTitle is a title that cannot be one.
var ErrTitle = fmt.Errorf("a title needs at least one character and has at most %d", maxTitle)

// Rename gives a session a title.
func Rename(o Options, id, title string) error {
	title = strings.Join(strings.Fields(title), " ")
	if n := len([]rune(title)); n == 0 || n > maxTitle {
		return ErrTitle
	}
	s, err := o.locate(context.Background(), id)
	if err != nil {
		return err
	}
	p, err := o.open(s)
	if err != nil {
		return err
	}
	if err := store.Rename(p, title); err != nil {
		return err
	}
	fmt.Fprintf(o.Out, "%s is named %s now\n", shortID(s.ID), clean.Line(title))
	return nil
}

// Delete moves sessions to the trash, or removes them for good. All ids must be those of sessions, or
// nothing happens. One that is in use stays, and does not keep the others.
func Delete(o Options, ids []string, purge bool) error {
	var all []store.Stored
	for _, id := range ids {
		if id == "" {
			return &store.IDError{ID: id}
		}
		s, err := o.locate(context.Background(), id)
		if err != nil {
			return err
		}
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	var failed error
	for _, s := range all {
		failed = errors.Join(failed, o.remove(s, purge))
	}
	return failed
}

// remove takes one session away and says where it is.
func (o Options) remove(s store.Stored, purge bool) error {
	if purge {
		if err := s.Purge(o.place()); err != nil {
			return err
		}
		fmt.Fprintf(o.Out, "%s is removed for good\n", s.ID)
		return nil
	}
	place, err := s.Trash(o.place())
	if err != nil {
		return err
	}
	fmt.Fprintf(o.Out, "%s is in %s now\n", s.ID, clean.Line(place))
	return nil
}

// PruneOptions says which sessions go.
type PruneOptions struct {
	OlderThan time.Duration // since the last event
	DryRun    bool          // only say which
	Purge     bool          // for good
}

// Prune deletes the sessions in which nothing happened for a time. Those in use stay.
func Prune(o Options, p PruneOptions) error {
	list, _, err := o.list(ListOptions{})
	if err != nil {
		return err
	}
	now, gone := o.Now(), 0
	var failed error
	for _, s := range list {
		if now.Sub(s.Active) <= p.OlderThan {
			continue
		}
		if s.Holder != nil {
			o.note("%s is in use and stays", s.ID)
			continue
		}
		gone++
		if p.DryRun {
			fmt.Fprintf(o.Out, "%s  %s  %s\n", s.ID, figure.Age(now.Sub(s.Active)), label(s))
			continue
		}
		failed = errors.Join(failed, o.remove(store.Stored{ID: s.ID, Dir: s.Dir, Workspace: s.Workspace}, p.Purge))
	}
	switch {
	case gone == 0:
		o.note("no session is that old")
	case p.DryRun:
		o.note("%d sessions would go; leave --dry-run out to do it", gone)
	}
	return failed
}
