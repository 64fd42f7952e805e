package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"eidolon/actors/journal"
	"eidolon/internal/private"
)

// Names under the base directory.
const (
	projectsName  = "projects"
	workspaceName = "workspace"
	sessionsName  = "sessions"
	eventsName    = "events.jsonl"
	historyName   = "history.xnl"
	todosName     = "todos.json"
	stateName     = "state.json"
	appLogName    = "app.log"
	outName       = "out"
	imagesName    = "images"
)

// Options says which session is meant.
type Options struct {
	Base      string // the program's own directory; it is made when it is missing
	Workspace string // absolute and clean path that the session belongs to
	// ID is the session to open, whole or by a beginning that only one session of the workspace has.
	// For a new session it is the id to take, or "" to draw one.
	ID     string
	Tasks  bool             // a list names the sessions too that do the work of calls of others
	Random io.Reader        // source of ids and keys; nil means the system's
	Now    func() time.Time // nil means the system's clock

	wrap func(name string, f file) file // puts a failing file in the place of f, in tests
}

// complete fills in what was left out.
func (o *Options) complete() {
	if o.Random == nil {
		o.Random = rand.Reader
	}
	if o.Now == nil {
		o.Now = time.Now //nolint:forbidigo // for people only: since when a session is in use
	}
	if o.wrap == nil {
		o.wrap = func(_ string, f file) file { return f }
	}
}

// places checks the paths: a relative one would lead elsewhere after a change of directory.
func (o *Options) places() error {
	for name, path := range map[string]string{"base directory": o.Base, "workspace": o.Workspace} {
		if !filepath.IsAbs(path) {
			return fmt.Errorf("the %s %q is not an absolute path", name, path)
		}
	}
	return nil
}

// pickID gives the id for a new session.
func (o *Options) pickID() (string, error) {
	if o.ID == "" {
		return newID(o.Random)
	}
	if !isID(o.ID) {
		return "", &IDError{ID: o.ID}
	}
	return o.ID, nil
}

// Memory makes a session that leaves nothing behind: its events are in memory, and the directory for
// output is a private one that Close removes.
func Memory(o Options) (*Log, error) {
	o.complete()
	id, err := o.pickID()
	if err != nil {
		return nil, err
	}
	key, err := newKey(o.Random)
	if err != nil {
		return nil, err
	}
	out, err := os.MkdirTemp("", "eidolon-out-*")
	if err == nil {
		err = os.Chmod(out, private.DirMode)
	}
	if err != nil {
		return nil, fmt.Errorf("make a place for output: %w", err)
	}
	return &Log{
		facts: journal.Facts{ID: id, OutDir: out, Key: key}, path: "memory", now: o.Now, events: o.wrap(eventsName, &memoryFile{}),
	}, nil
}

// Create makes a new session on disk, without any event.
func Create(o Options) (*Log, error) {
	o.complete()
	if err := o.places(); err != nil {
		return nil, err
	}
	id, err := o.pickID()
	if err != nil {
		return nil, err
	}
	key, err := newKey(o.Random)
	if err != nil {
		return nil, err
	}
	project, changed, err := claimProject(o.Base, o.Workspace)
	if err != nil {
		return nil, err
	}
	sessions := filepath.Join(project, sessionsName)
	more, err := private.MakeDir(sessions)
	if err != nil {
		return nil, fmt.Errorf("make a session: %w", err)
	}
	dir := filepath.Join(sessions, id)
	if err := os.Mkdir(dir, private.DirMode); err != nil {
		return nil, fmt.Errorf("make a session: %w", err)
	}
	l, err := fill(o, id, dir, key)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make a session: %w", err), os.RemoveAll(dir))
	}
	l.fresh = append(append(changed, more...), sessions, dir)
	return l, nil
}

// fill makes the files in the new directory of a session.
func fill(o Options, id, dir string, key []byte) (*Log, error) {
	if err := os.Chmod(dir, private.DirMode); err != nil {
		return nil, err
	}
	lock, err := acquire(dir, o.Now())
	if err != nil {
		return nil, err
	}
	l, err := fillLocked(o, id, dir, key)
	if err != nil {
		return nil, errors.Join(err, lock.release())
	}
	l.lock = lock
	return l, nil
}

func fillLocked(o Options, id, dir string, key []byte) (*Log, error) {
	out, err := outDir(dir)
	if err != nil {
		return nil, err
	}
	d := &derived{dir: dir}
	d.setKey(key)
	if err := d.writeState(); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, eventsName)
	events, err := openFile(path, true)
	if err != nil {
		return nil, err
	}
	history, err := openFile(filepath.Join(dir, historyName), true)
	if err != nil {
		return nil, errors.Join(err, events.Close())
	}
	d.history = o.wrap(historyName, history)
	return &Log{
		facts: journal.Facts{ID: id, Dir: dir, OutDir: out, Key: key}, path: path, now: o.Now,
		events: o.wrap(eventsName, events), derived: d,
	}, nil
}

func outDir(dir string) (string, error) {
	out := filepath.Join(dir, outName)
	_, err := private.MakeDir(out)
	return out, err
}

// Open goes on with a session, after mending what a sudden end left behind. [Log.Facts] tells what
// was found. A session that is open already, here or in another process, is refused with a
// [*LockedError].
func Open(o Options) (*Log, error) {
	o.complete()
	if err := o.places(); err != nil {
		return nil, err
	}
	dir, err := findSession(o)
	if err != nil {
		return nil, err
	}
	lock, err := acquire(dir, o.Now())
	if err != nil {
		return nil, err
	}
	l, err := openLocked(o, dir)
	if err != nil {
		return nil, errors.Join(err, lock.release())
	}
	l.lock = lock
	return l, nil
}

func openLocked(o Options, dir string) (*Log, error) {
	path := filepath.Join(dir, eventsName)
	events, err := openFile(path, false)
	if err != nil {
		return nil, fmt.Errorf("open the session: %w", err)
	}
	l := &Log{
		facts: journal.Facts{ID: filepath.Base(dir), Dir: dir}, path: path, now: o.Now, events: o.wrap(eventsName, events), fresh: []string{dir},
	}
	if err := l.restore(o); err != nil {
		return nil, errors.Join(fmt.Errorf("open the session: %w", err), events.Close())
	}
	return l, nil
}

// AppLog opens the program's own log of the session, for appending. A session in memory has none, so
// what is written goes nowhere.
func (l *Log) AppLog() (io.WriteCloser, error) {
	if l.derived == nil {
		return nowhere{io.Discard}, nil
	}
	path := l.AppLogPath()
	_, err := os.Lstat(path)
	f, err := openFile(path, errors.Is(err, fs.ErrNotExist))
	if err != nil {
		return nil, err
	}
	return f.File, nil
}

// AppLogPath is where the program's own log of the session is.
func (l *Log) AppLogPath() string { return filepath.Join(l.facts.Dir, appLogName) }

// EventsPath is where the session's events are, or "" when they are not kept.
func (l *Log) EventsPath() string {
	if l.facts.Dir == "" {
		return ""
	}
	return filepath.Join(l.facts.Dir, eventsName)
}

type nowhere struct{ io.Writer }

func (nowhere) Close() error { return nil }
