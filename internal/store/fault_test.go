package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
)

// faulty fails once: in operation number at, counted from 0. What it does then depends on mode.
type faulty struct {
	file
	at, n int
	mode  string
	limit *int64 // bytes that the disk takes in all, or nil
}

const (
	modeError     = "error"     // nothing is written
	modeShort     = "short"     // a part is written, and an error tells of it
	modeSilent    = "silent"    // a part is written, and no error tells of it
	modeStuck     = "stuck"     // a part is written, and it cannot be taken back either
	modeForgetful = "forgetful" // all is written, and an error tells otherwise
)

func (f *faulty) due() bool {
	f.n++
	return f.n-1 == f.at
}

func (f *faulty) Write(p []byte) (int, error) {
	if f.limit != nil {
		return f.writeLimited(p)
	}
	if !f.due() {
		return f.file.Write(p)
	}
	switch f.mode {
	case modeShort, modeSilent, modeStuck:
		n, err := f.file.Write(p[:len(p)/2])
		if f.mode != modeSilent {
			err = errors.Join(err, syscall.EIO)
		}
		return n, err
	case modeForgetful:
		n, err := f.file.Write(p)
		return n, errors.Join(err, syscall.EIO)
	}
	return 0, syscall.EIO
}

func (f *faulty) writeLimited(p []byte) (int, error) {
	n, err := f.file.Write(p[:min(int64(len(p)), *f.limit)])
	*f.limit -= int64(n)
	if n < len(p) {
		err = errors.Join(err, syscall.ENOSPC)
	}
	return n, err
}

func (f *faulty) Sync() error {
	if f.due() {
		return syscall.EIO
	}
	return f.file.Sync()
}

func (f *faulty) Truncate(size int64) error {
	if f.mode == modeStuck {
		return syscall.EROFS
	}
	return f.file.Truncate(size)
}

// Whatever operation fails in whatever way: what was acknowledged is there afterwards, nothing is
// acknowledged after a failure, and the session can be opened and gone on with.
func TestEveryFault(t *testing.T) {
	all := conversation(24)
	for _, mode := range []string{modeError, modeShort, modeSilent, modeStuck, modeForgetful} {
		for at := range 24 {
			t.Run(fmt.Sprintf("%s %d", mode, at), func(t *testing.T) {
				o := options(t)
				o.wrap = func(name string, f file) file {
					if name == eventsName {
						return &faulty{file: f, at: at, mode: mode}
					}
					return f
				}
				l := create(t, o)
				acknowledged, failure := appendUntilFailure(l, all)
				if failure == nil && at < 16 {
					t.Fatal("nothing failed")
				}
				if failure != nil {
					requireBroken(t, l, all, acknowledged, failure)
				}
				_ = l.Close()

				o.wrap = nil
				raw := content(t, l.Facts().Dir, eventsName)
				if whole := raw == "" || strings.HasSuffix(raw, "\n"); !whole && mode != modeStuck {
					t.Errorf("a part of a line was left behind: %q", raw[strings.LastIndex(raw, "\n")+1:])
				}
				l = reopen(t, o)
				next := int(l.Next())
				if next < acknowledged {
					t.Fatalf("%d events were acknowledged, %d are there", acknowledged, next)
				}
				appendAll(t, l, all[next:])
				if diff := cmp.Diff(all, readAll(t, l, 0)); diff != "" {
					t.Errorf("differs (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// appendUntilFailure appends one, two or three events at a time, every other time with a sync.
func appendUntilFailure(l *Log, all []event.Envelope) (acknowledged int, err error) {
	for i := 0; acknowledged < len(all); i++ {
		end := min(acknowledged+i%3+1, len(all))
		if err := l.Append(all[acknowledged:end], i%2 == 1); err != nil {
			return acknowledged, err
		}
		acknowledged = end
	}
	return acknowledged, l.Sync()
}

func requireBroken(t *testing.T, l *Log, all []event.Envelope, acknowledged int, failure error) {
	t.Helper()
	var write *WriteError
	if !errors.As(failure, &write) || write.Next != int64(acknowledged) {
		t.Errorf("after %d events the failure is %#v", acknowledged, failure)
	}
	rest := all[acknowledged:]
	for _, again := range []error{l.Append(rest, false), l.Append(nil, true), l.Append(rest, true), l.Sync()} {
		if again != failure { //nolint:errorlint // the very same value is promised
			t.Errorf("then it is %v, not %v", again, failure)
		}
	}
	if got := readAll(t, l, 0); len(got) != acknowledged || l.Next() != int64(acknowledged) {
		t.Errorf("%d events are handed out, next is %d, %d were acknowledged", len(got), l.Next(), acknowledged)
	}
}

func TestFullDisk(t *testing.T) {
	all := conversation(24)
	size := int64(len(written(t, all)))
	for limit := int64(0); limit < size; limit += 97 {
		left := limit
		o := options(t)
		o.wrap = func(_ string, f file) file { return &faulty{file: f, at: -1, limit: &left} } // events and history share it
		l := create(t, o)
		acknowledged, err := appendUntilFailure(l, all)
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("with %d bytes: %v", limit, err)
		}
		_ = l.Close()
		o.wrap = nil
		l = reopen(t, o)
		if diff := cmp.Diff(all[:acknowledged], append([]event.Envelope{}, readAll(t, l, 0)...)); diff != "" {
			t.Fatalf("with %d bytes it differs (-want +got):\n%s", limit, diff)
		}
		closed(t, l)
		if l = reopen(t, o); kinds(l) != "" {
			t.Errorf("with %d bytes there are problems %q for good", limit, kinds(l))
		}
	}
}

// A history that cannot be written costs no event, and is whole again after the next opening.
func TestFaultInHistory(t *testing.T) {
	all := conversation(24)
	o := options(t)
	whole := create(t, o)
	appendAll(t, whole, all)
	want := content(t, whole.Facts().Dir, historyName)
	for _, mode := range []string{modeError, modeShort, modeForgetful} {
		for at := range strings.Count(want, "}>\n") {
			o := options(t)
			o.wrap = func(name string, f file) file {
				if name == historyName {
					return &faulty{file: f, at: at, mode: mode}
				}
				return f
			}
			l := create(t, o)
			appendAll(t, l, all)
			if err := l.Close(); !errors.Is(err, syscall.EIO) {
				t.Errorf("%s %d: at the end %v", mode, at, err)
			}
			o.wrap = nil
			l = reopen(t, o)
			if diff := cmp.Diff(want, content(t, l.Facts().Dir, historyName)); diff != "" {
				t.Fatalf("%s %d: differs (-want +got):\n%s", mode, at, diff)
			}
		}
	}
}

func TestNoPlaceForSessions(t *testing.T) {
	inTheWay := func(path string) func(o Options) error {
		return func(o Options) error {
			full := filepath.Join(o.Base, path)
			return errors.Join(os.MkdirAll(filepath.Dir(full), 0o700), os.WriteFile(full, nil, 0o600))
		}
	}
	for name, spoil := range map[string]func(o Options) error{
		"base":     inTheWay("."),
		"projects": inTheWay(projectsName),
		"project":  inTheWay("projects/home-me-my_project"),
		"sessions": func(o Options) error {
			l, err := Create(Options{Base: o.Base, Workspace: o.Workspace})
			if err != nil {
				return err
			}
			sessions := filepath.Dir(l.Facts().Dir)
			return errors.Join(l.Close(), os.RemoveAll(sessions), os.WriteFile(sessions, nil, 0o600))
		},
		"session": func(o Options) error {
			l, err := Create(o)
			if err != nil {
				return err
			}
			return l.Close()
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			if err := spoil(o); err != nil {
				t.Fatal(err)
			}
			if l, err := Create(o); err == nil {
				t.Fatalf("made %s", l.Facts().Dir)
			} else if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error takes several lines: %v", err)
			}
		})
	}
}
