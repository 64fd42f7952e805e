//go:build unix

package checkpoint

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestSpecialFiles has what blocks or acts when it is opened: it is left out, and stays where a file
// was.
func TestSpecialFiles(t *testing.T) {
	w := newWorld(t)
	s := w.open()
	w.write("f", "file")
	w.write("d/x", "x")
	w.must(syscall.Mkfifo(w.path("fifo"), 0o644))
	p := w.take(s)
	if d := cmp.Diff(Omissions{Count: 1, Examples: []LeftOut{{"fifo", Special}}}, p.LeftOut); d != "" {
		t.Error(d)
	}
	w.remove("f")
	w.must(syscall.Mkfifo(w.path("f"), 0o644))
	w.remove("d")
	w.must(syscall.Mkfifo(w.path("d"), 0o644))
	now := w.state(w.root)
	r := w.back(s, p.Name)
	if d := cmp.Diff(Report{Kept: Omissions{Count: 2, Examples: []LeftOut{{"d", Special}, {"f", Special}}}}, r); d != "" {
		t.Error(d)
	}
	w.is("after going back", now)
}

// TestSwappedForFIFO lets a directory and a file be FIFOs in turn: opening one would never return.
func TestSwappedForFIFO(t *testing.T) {
	w := newWorld(t)
	w.opts.Now = time.Now
	s := w.open()
	w.write("d/f", "x")
	w.must(syscall.Mkfifo(w.path("fifo"), 0o644))
	stop := meanwhile(func(int) {
		for _, name := range []string{"d/f", "d"} {
			_ = os.Rename(w.path(name), w.path("aside"))
			_ = os.Link(w.path("fifo"), w.path(name))
			_ = os.Remove(w.path(name))
			_ = os.Rename(w.path("aside"), w.path(name))
		}
	})
	defer stop()
	info, err := os.Lstat(w.root)
	w.must(err)
	// A blocked call is told by name, not by the time limit of the whole test run.
	hangs := func() { panic("an operation hangs on a FIFO") }
	watchdog := time.AfterFunc(time.Minute, hangs) //nolint:forbidigo // for a call that must not block
	defer watchdog.Stop()
	if sub, err := openSub(s.root, "fifo", info); err == nil { // as if it had been swapped in just now
		sub.Close()
		t.Error("a FIFO is a directory")
	}
	for range 300 {
		w.take(s)
	}
}

// TestUmasks gives files exactly their modes and keeps ours private, whatever the umask. It is
// about the process, so nothing else may run meanwhile.
func TestUmasks(t *testing.T) {
	for _, umask := range []int{0, 0o077, 0o777} {
		t.Run(fmt.Sprintf("%03o", umask), func(t *testing.T) {
			w := newWorld(t)
			w.write("d/open", "x")
			w.chmod("d/open", 0o666)
			w.mkdir("d/wide")
			w.chmod("d/wide", 0o777)
			old := w.state(w.root)
			defer syscall.Umask(syscall.Umask(umask))
			s := w.open()
			p := w.take(s)
			w.remove("d")
			w.back(s, p.Name)
			w.is("after going back", old)
			w.must(fs.WalkDir(os.DirFS(w.opts.Dir), ".", func(path string, d fs.DirEntry, err error) error {
				if err != nil {
					return err
				}
				info, err := d.Info()
				if mode := info.Mode().Perm(); mode != 0o600 && mode != 0o700 {
					t.Errorf("%s is %v", path, mode)
				}
				return err
			}))
		})
	}
}

// TestSpecialBits keeps the bits of directories that a checkpoint does not know.
func TestSpecialBits(t *testing.T) {
	w := newWorld(t)
	s := w.open()
	w.mkdir("d")
	w.chmod("d", 0o775|fs.ModeSetgid|fs.ModeSticky)
	p := w.take(s)
	w.chmod("d", 0o700|fs.ModeSetgid|fs.ModeSticky)
	w.back(s, p.Name)
	w.is("after going back", map[string]string{"d": (0o775 | fs.ModeDir | fs.ModeSetgid | fs.ModeSticky).String()})
}

// TestNoPermission has what the system keeps from us. The superuser may do anything.
func TestNoPermission(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser is not refused")
	}
	w := newWorld(t)
	s := w.open()
	w.write("hidden", "x")
	w.chmod("hidden", 0)
	w.write("shut/f", "x")
	w.chmod("shut", 0)
	w.write("later/in/f", "old")
	w.chmod("later/in/f", 0o400)
	w.write("file", "old")
	p := w.take(s)
	want := Omissions{Count: 2, Examples: []LeftOut{{"hidden", Unreadable}, {"shut", Unreadable}}}
	if d := cmp.Diff(want, p.LeftOut); d != "" {
		t.Error(d)
	}
	w.chmod("hidden", 0o644)
	w.chmod("shut", 0o755)
	w.write("shut/since", "stays")
	old := w.state(w.root)
	w.write("later/since", "no checkpoint can have seen it")
	w.remove("later/in/f")
	w.chmod("later/in", 0)
	w.chmod("later", 0)
	w.write("file", "new")
	w.chmod("file", 0)
	r := w.back(s, p.Name)
	want = Omissions{Count: 2, Examples: []LeftOut{{"file", Unreadable}, {"later/since", Unkept}}}
	if d := cmp.Diff(want, r.Kept); d != "" {
		t.Error(d)
	}
	w.chmod("file", 0o644)
	old["file"], old["later/since"] = `-rw-r--r-- "new"`, `-rw-r--r-- "no checkpoint can have seen it"`
	w.is("after going back", old)
	w.chmod("later", 0o555)
	w.chmod("later/in", 0o555)
	p = w.take(s)
	w.chmod("later/in", 0o755)
	w.remove("later/in/f")
	w.chmod("later/in", 0o400)
	old["later"], old["later/in"] = "dr-xr-xr-x", "dr-xr-xr-x"
	w.back(s, p.Name)
	w.is("after going back to read-only directories", old)
}
