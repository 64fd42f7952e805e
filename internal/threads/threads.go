// Package threads shows and tends the sessions on disk: what `eidolon threads` does. Each exported
// function is one of its commands. It writes to the streams it is given, makes all text that comes
// from models, tools and users harmless for a terminal, and leaves flags and exit codes to the
// caller.
//
// It reads sessions through package store, needs no lock to do so, and changes one only in [Rename],
// [Delete], [Prune] and the repair of [Check].
package threads

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/store"
)

// Options says whose sessions are meant and where to write.
type Options struct {
	Base string // the program's own directory
	Root string // absolute path of the workspace
	All  bool   // every workspace, not only Root
	Out  io.Writer
	Err  io.Writer  // for what is not the result
	Lang lang.Table // of what is to change, where a person is to decide about it
	Now  func() time.Time
}

// Workspace gives the path under which the sessions of the root are kept: that without links.
func (o Options) Workspace() string {
	if resolved, err := filepath.EvalSymlinks(o.Root); err == nil {
		return resolved
	}
	return o.Root // removed by now; its sessions are still there
}

// place is what the store is asked for.
func (o Options) place() store.Options {
	p := store.Options{Base: o.Base, Workspace: o.Workspace(), Now: o.Now}
	if o.All {
		p.Workspace = ""
	}
	return p
}

// Latest gives the id of the workspace's session with the youngest event.
func Latest(ctx context.Context, o Options) (string, error) {
	o.All = false
	return store.Latest(ctx, o.place())
}

// Locate gives the session that a command means by an id, for commands that are not of this package.
func Locate(ctx context.Context, o Options, id string) (store.Stored, error) {
	return o.locate(ctx, id)
}

// locate gives the session of an id or of its beginning, of this workspace if it has one and else
// of any. Without an id it is the latest of the workspace.
func (o Options) locate(ctx context.Context, id string) (store.Stored, error) {
	o.All = false
	p := o.place()
	var err error
	if p.ID = id; id == "" {
		if p.ID, err = store.Latest(ctx, p); err != nil {
			return store.Stored{}, err
		}
	}
	here, err := store.Find(p)
	if _, ok := errors.AsType[*store.NotFoundError](err); !ok {
		return here, err
	}
	p.Workspace = ""
	return store.Find(p)
}

// open gives what it takes to write to a session.
func (o Options) open(s store.Stored) (store.Options, error) {
	if s.Workspace == "" {
		return store.Options{}, fmt.Errorf("nobody knows the workspace of session %s: the file `workspace` is missing in %s",
			s.ID, filepath.Dir(filepath.Dir(s.Dir)))
	}
	return store.Options{Base: o.Base, Workspace: s.Workspace, ID: s.ID, Now: o.Now}, nil
}

// list gives the summaries of the sessions that are wanted, and how many there are of that time. It
// tells of the sessions that have none.
func (o Options) list(want ListOptions) ([]store.Summary, int, error) {
	limit := want.Limit
	if want.Span != (Span{}) {
		limit = 0 // only the summaries tell which are of that time
	}
	p := o.place()
	p.Tasks = want.Tasks
	l, err := store.List(p, limit)
	for _, b := range l.Broken {
		o.note("%v", b)
	}
	if want.Span == (Span{}) {
		return l.Sessions, l.Total, err
	}
	list := slices.DeleteFunc(l.Sessions, func(s store.Summary) bool { return !want.has(s) })
	total := len(list)
	if want.Limit > 0 {
		list = list[:min(want.Limit, total)]
	}
	return list, total, err
}

// note tells something beside the result.
func (o Options) note(format string, args ...any) {
	fmt.Fprintf(o.Err, "notice: %s\n", clean.Line(fmt.Sprintf(format, args...)))
}

// printJSON writes a value for scripts.
func (o Options) printJSON(v any) error {
	text, err := clean.Document(v)
	if err == nil {
		_, err = o.Out.Write(text)
	}
	return err
}

// each runs fn for the events of a session.
func each(ctx context.Context, s store.Stored, fn func(event.Envelope)) error {
	return s.Read(ctx, func(e event.Envelope, _ []byte) error {
		fn(e)
		return nil
	})
}

// shortID is as much of an id as a list shows.
func shortID(id string) string { return id[:min(8, len(id))] }
