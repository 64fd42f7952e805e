package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"eidolon/actors/event"
	"eidolon/internal/private"
)

// Stored is a session as it lies on disk, to be read. Reading needs no lock: it goes on while
// another process writes, and sees the events up to the moment it began.
type Stored struct {
	ID        string
	Dir       string
	Workspace string // that it belongs to, or "" when nobody knows
}

// Find gives the session that [Options.ID] is, or begins, the id of. Without a workspace all are
// searched. It fails like [Open] does.
func Find(o Options) (Stored, error) {
	if o.Workspace == "" {
		return findAnywhere(o)
	}
	dir, err := findSession(o)
	if err != nil {
		return Stored{}, err
	}
	return Stored{ID: filepath.Base(dir), Dir: dir, Workspace: o.Workspace}, nil
}

// AtPath gives the session in a directory, or that of a log in it, wherever that is. It says whether the
// path is one: an id is not.
func AtPath(path string) (Stored, bool, error) {
	if path == "" {
		return Stored{}, false, nil
	}
	dir := path
	if filepath.Base(path) == eventsName {
		dir = filepath.Dir(path)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Stored{}, false, err
	}
	_, err = lstatRegular(filepath.Join(dir, eventsName))
	switch {
	case err == nil:
		return Stored{ID: filepath.Base(dir), Dir: dir}, true, nil
	case filepath.Base(path) != path && errors.Is(err, fs.ErrNotExist):
		return Stored{}, false, fmt.Errorf("there is no %s in %s", eventsName, dir)
	}
	return Stored{}, false, nil // an id
}

func findAnywhere(o Options) (Stored, error) {
	prefix, err := parsePrefix(o.ID)
	if err != nil {
		return Stored{}, err
	}
	all, err := Sessions(o)
	if err != nil {
		return Stored{}, err
	}
	var found []Stored
	var ids []string
	for _, s := range all {
		if len(s.ID) >= len(prefix) && s.ID[:len(prefix)] == prefix {
			found, ids = append(found, s), append(ids, s.ID)
		}
	}
	switch len(found) {
	case 0:
		return Stored{}, &NotFoundError{ID: prefix}
	case 1:
		return found[0], nil
	}
	return Stored{}, &AmbiguousError{Prefix: prefix, IDs: ids}
}

// Checkpoints is the directory for the checkpoints of the workspace that the session makes.
func (s Stored) Checkpoints() string { return filepath.Join(s.Dir, "checkpoints") }

// CheckpointBase is a directory in which the sessions of the project share what their checkpoints
// have in common.
func (s Stored) CheckpointBase() string {
	return filepath.Join(filepath.Dir(filepath.Dir(s.Dir)), "checkpoint-base")
}

// path is that of the log. Lists ask for it ten thousand times, so it is not cleaned once more.
func (s Stored) path() string { return s.Dir + string(filepath.Separator) + eventsName }

// Key gives the secret of the session, or nil when it is lost.
func (s Stored) Key() []byte {
	content, err := readRegular(filepath.Join(s.Dir, stateName))
	if err != nil {
		return nil
	}
	return keyOf(content)
}

// Read calls fn for every event that counts, in order, with its line as it is on disk. The line is
// valid until fn returns. Reading ends early with the error of fn or of ctx.
func (s Stored) Read(ctx context.Context, fn func(e event.Envelope, line []byte) error) error {
	f, err := openForReading(s.path())
	if err != nil {
		return fmt.Errorf("read the session: %w", err)
	}
	info, err := f.Stat()
	if err == nil {
		err = readLines(ctx, io.NewSectionReader(f, 0, info.Size()), mark{}, func(e event.Envelope, l line) error {
			if !l.whole { // it is being written, or was never finished
				return nil
			}
			return fn(e, l.text)
		})
	}
	return errors.Join(err, f.Close())
}

// Lineage reads which events of the session still count after its rewinds.
func (s Stored) Lineage(ctx context.Context) (*event.Lineage, error) {
	f, err := openForReading(s.path())
	if err != nil {
		return nil, fmt.Errorf("read the session: %w", err)
	}
	var lineage event.Lineage
	last := int64(-1)
	lines := newLineReader(f, 0)
	for err == nil {
		var l line
		if l, err = lines.next(); err != nil || !l.whole || !bytes.Contains(l.text[:min(len(l.text), headLength)], rewindMark) {
			err = cmp.Or(err, ctx.Err())
			continue
		}
		if e, bad := event.Decode(l.text); bad == nil && e.Seq > last { // of two with one number the first counts
			lineage.Add(e)
			last = e.Seq
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return &lineage, errors.Join(err, f.Close())
}

// A line of a rewind has its type among its first bytes, as every line that [event.Encode] wrote. So
// the others need not be decoded.
const headLength = 160

var rewindMark = []byte(`"type":"` + event.Rewind{}.Type() + `"`)

// Rename gives a session a title, as an event of its own.
func Rename(o Options, title string) error {
	l, err := Open(o)
	if err != nil {
		return err
	}
	_, err = l.Add(event.Title{Title: title})
	return errors.Join(err, l.Close())
}

// trashName is where deleted sessions are kept, under the base directory.
const trashName = "trash"

// Trash takes a session out of the list and gives the place where it is kept from then on. A session
// that is in use is refused with a [*LockedError].
func (s Stored) Trash(o Options) (place string, err error) {
	project := filepath.Base(filepath.Dir(filepath.Dir(s.Dir)))
	bin := filepath.Join(o.Base, trashName, project)
	if _, err := private.MakeDir(bin); err != nil {
		return "", fmt.Errorf("delete the session: %w", err)
	}
	o.complete()
	lock, err := acquire(s.Dir, o.Now())
	if err != nil {
		return "", err
	}
	place = filepath.Join(bin, s.ID)
	for n := 2; ; n++ { // a copy of a session that was deleted before
		if _, err := os.Lstat(place); err != nil {
			break
		}
		place = filepath.Join(bin, fmt.Sprintf("%s.%d", s.ID, n))
	}
	if err := lock.moveLocked(func() error { return os.Rename(s.Dir, place) }); err != nil {
		return "", fmt.Errorf("delete the session: %w", err)
	}
	return place, nil
}

// Purge removes a session for good. It goes through the trash, so that a removal that is cut short
// leaves no half session in the list.
func (s Stored) Purge(o Options) error {
	place, err := s.Trash(o)
	if err != nil {
		return err
	}
	if err := errors.Join(os.RemoveAll(place), removeArchives(o.Base, s.ID)); err != nil {
		return fmt.Errorf("remove what is left of the session: %w", err)
	}
	return nil
}
