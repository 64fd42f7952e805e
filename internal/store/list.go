package store

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Listing is what a list of sessions found.
type Listing struct {
	Sessions []Summary // the one with the youngest event first
	Total    int       // how many there are, shown or not
	Broken   []error   // an [*UnreadableError] for each that could not be read
}

// listStep is how many summaries are read at a time, at least, when only the first few are wanted.
const listStep = 64

// List gives the sessions of the workspace, or of all when none is given: at most limit of them, or
// all when it is 0. A session that nothing ever happened in is left out, and so is, unless the options
// say otherwise, one that does the work of a call of another. One that cannot be read does not hide the
// others.
//
// No event is younger than the file that holds it. So when the files are gone through from the
// youngest on, the rest need not be read once the sessions found are younger than the next file.
func List(o Options, limit int) (Listing, error) {
	all, err := Sessions(o)
	if err != nil {
		return Listing{}, err
	}
	rest := touched(all)
	l := Listing{Total: len(rest)}
	for len(rest) > 0 {
		n := len(rest)
		if limit > 0 {
			if len(l.Sessions) >= limit && !l.Sessions[limit-1].Active.Before(rest[0].at) {
				break
			}
			n = min(n, max(limit, listStep))
		}
		l.read(rest[:n], o.Tasks)
		rest = rest[n:]
	}
	if limit > 0 && len(l.Sessions) > limit {
		l.Sessions = l.Sessions[:limit]
	}
	return l, nil
}

// touch is a session and when its log was written to.
type touch struct {
	session Stored
	at      time.Time
	failed  error
}

// touched gives the sessions that have events, the one that was written to last first.
func touched(all []Stored) []touch {
	list := make([]touch, len(all))
	statLogs(all, func(i int, size int64, modified time.Time, err error) {
		switch {
		case err == nil && size > 0:
			list[i] = touch{session: all[i], at: modified}
		case err != nil && !errors.Is(err, fs.ErrNotExist): // else it was just made, or just deleted
			list[i] = touch{session: all[i], failed: err}
		}
	})
	list = slices.DeleteFunc(list, func(t touch) bool { return t.session.ID == "" })
	slices.SortStableFunc(list, func(a, b touch) int { return b.at.Compare(a.at) })
	return list
}

// read adds the summaries of sessions, those that do the work of others on demand.
func (l *Listing) read(list []touch, tasks bool) {
	sums := make([]Summary, len(list))
	inParallel(len(list), func(i int) {
		if list[i].failed == nil {
			sums[i], list[i].failed = list[i].session.Summary()
		}
	})
	for i, t := range list {
		switch {
		case t.failed == nil && sums[i].Task != nil && !tasks:
			l.Total--
		case t.failed == nil:
			l.Sessions = append(l.Sessions, sums[i])
		case !errors.Is(t.failed, fs.ErrNotExist):
			l.Broken = append(l.Broken, &UnreadableError{ID: t.session.ID, Err: t.failed})
		}
	}
	slices.SortFunc(l.Sessions, func(a, b Summary) int {
		return cmp.Or(b.Active.Compare(a.Active), cmp.Compare(a.ID, b.ID))
	})
}

// inParallel calls fn for each number below n, on all processors: the files are small, so the time
// goes into calls of the system.
func inParallel(n int, fn func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			for i := next.Add(1) - 1; int(i) < n; i = next.Add(1) - 1 {
				fn(int(i))
			}
		})
	}
	workers.Wait()
}

// UnreadableError is a session that a list cannot tell about.
type UnreadableError struct {
	ID  string
	Err error
}

// Error says what to do.
func (e *UnreadableError) Error() string {
	return "session " + e.ID + " cannot be read: " + e.Err.Error() + "; `eidolon threads check " + e.ID + "` looks closer"
}

// Unwrap gives the cause.
func (e *UnreadableError) Unwrap() error { return e.Err }

// Sessions gives the sessions of the workspace, or of all when none is given, in the order of their
// directories. Unlike [List] it opens none of them.
func Sessions(o Options) ([]Stored, error) {
	var projects []string
	if o.Workspace != "" {
		project, err := findProject(o.Base, o.Workspace)
		if err != nil || project == "" {
			return nil, err
		}
		projects = []string{project}
	} else {
		entries, err := os.ReadDir(filepath.Join(o.Base, projectsName))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries {
			if e.IsDir() {
				projects = append(projects, filepath.Join(o.Base, projectsName, e.Name()))
			}
		}
	}
	var all []Stored
	for _, project := range projects {
		owner, err := projectOwner(project)
		if err != nil {
			return nil, err
		}
		ids, err := sessionIDs(project)
		if err != nil {
			return nil, err
		}
		sessions := filepath.Join(project, sessionsName) + string(filepath.Separator)
		all = slices.Grow(all, len(ids))
		for _, id := range ids {
			all = append(all, Stored{ID: id, Dir: sessions + id, Workspace: owner})
		}
	}
	return all, nil
}

// Latest gives the id of the session of the workspace with the youngest event, of those that do not do
// the work of another. Without one it fails with a [*NotFoundError]. It reads only the beginnings and
// the ends of logs, however long they are.
func Latest(ctx context.Context, o Options) (string, error) {
	all, err := Sessions(o)
	if err != nil {
		return "", err
	}
	var latest touch
	for _, t := range touched(all) {
		if latest.session.ID != "" && t.at.Before(latest.at) { // no event is younger than its file
			break
		}
		if t.failed != nil || t.session.doesTask(ctx) {
			continue
		}
		if at, err := t.session.youngest(ctx); err != nil {
			continue // a list tells what is wrong with it
		} else if !at.IsZero() {
			t.at = at
		}
		if latest.session.ID == "" || t.at.After(latest.at) {
			latest = t
		}
	}
	if latest.session.ID == "" {
		return "", &NotFoundError{Workspace: o.Workspace}
	}
	return latest.session.ID, nil
}
