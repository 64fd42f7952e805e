package checkpoint

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// meanwhile runs do again and again until the function that it gives is called.
func meanwhile(do func(round int)) (stop func()) {
	end := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-end:
				return
			default:
				do(i)
			}
		}
	})
	return func() { close(end); running.Wait() }
}

// TestSwappedForLink lets a directory be itself and a link that leads outside in turn, while
// checkpoints are taken and restored. Nothing outside is read, made, changed or deleted.
func TestSwappedForLink(t *testing.T) {
	w := newWorld(t)
	w.opts.Now = time.Now
	outside := filepath.Join(w.top, "outside")
	w.must(os.MkdirAll(filepath.Join(outside, "sub"), 0o755))
	for _, name := range []string{"f", "sub/f", "only-outside"} {
		w.must(os.WriteFile(filepath.Join(outside, name), []byte("secret"), 0o644))
	}
	was := w.files(outside)
	s := w.open()
	w.write("d/f", "inside")
	w.write("d/sub/f", "inside")
	w.write("d/gone", "inside")
	p := w.take(s)
	ours, err := os.OpenRoot(w.root) // what the test changes must not go through the link either
	w.must(err)
	defer ours.Close()
	stop := meanwhile(func(int) {
		_ = os.Rename(w.path("d"), w.path("aside"))
		_ = os.Symlink(outside, w.path("d"))
		_ = os.Remove(w.path("d"))
		_ = os.Rename(w.path("aside"), w.path("d"))
		_ = os.RemoveAll(w.path("aside"))
	})
	for i := range 300 {
		_ = ours.WriteFile("d/f", fmt.Append(nil, i), 0o644)
		_ = ours.Remove("d/gone")
		_ = ours.WriteFile("d/sub/since", nil, 0o644)
		_, err := s.Take(t.Context()) // what it does not have is not changed
		w.must(err)
		_, _, err = s.Changes(t.Context(), p.Name)
		w.must(err)
		_, err = s.Restore(t.Context(), p.Name) // single paths may well fail
		w.must(err)
	}
	stop()
	if d := cmp.Diff(was, w.files(outside)); d != "" {
		t.Errorf("outside was touched:\n%s", d)
	}
	if s.has(sha256.Sum256([]byte("secret"))) {
		t.Error("a file outside was read")
	}
}

// TestOpenSub swaps a directory, right after it was looked at, for a link to another one inside the
// workspace, which the system would follow.
func TestOpenSub(t *testing.T) {
	w := newWorld(t)
	s := w.open()
	w.write("other/f", "x")
	w.mkdir("d")
	info, err := os.Lstat(w.path("d"))
	w.must(err)
	w.remove("d")
	w.link("other", "d")
	if _, err := openSub(s.root, "d", info); !errors.Is(err, errSwapped) {
		t.Errorf("%v", err)
	}
	if _, err := openDir(s.root, "d"); !errors.Is(err, errNotDirectory) {
		t.Errorf("by its path: %v", err)
	}
	if _, err := openDir(s.root, "other/f"); !errors.Is(err, errNotDirectory) {
		t.Errorf("a file: %v", err)
	}
}

// TestWrittenMeanwhile takes checkpoints while files change, come and go, with the real clock. The
// last one, when all is quiet, must be exactly what is there.
func TestWrittenMeanwhile(t *testing.T) {
	w := newWorld(t)
	w.opts.Now = time.Now
	s := w.open()
	for i := range 20 {
		w.write(fmt.Sprintf("d%d/f", i), "start")
	}
	stop := meanwhile(func(i int) {
		name := w.path(fmt.Sprintf("d%d/f", i%20))
		_ = os.WriteFile(name, fmt.Appendf(nil, "%05d", i%100_000), 0o644)
		if i%7 == 0 {
			_ = os.Remove(name)
		}
	})
	for range 50 {
		w.take(s)
	}
	stop()
	p := w.take(s)
	old := w.state(w.root)
	for i := range 20 {
		w.write(fmt.Sprintf("d%d/f", i), "later")
	}
	w.back(s, p.Name)
	w.is("after going back", old)
}

// TestWhileReading changes a file between the look at it and the end of reading.
func TestWhileReading(t *testing.T) {
	w := newWorld(t)
	s := w.open()
	w.write("f", "x")
	f, info, err := openRegular(s.root, "f")
	w.must(err)
	defer f.Close()
	w.write("f", "longer")
	if data, stable, err := readOpen(f, info, 10); err != nil || stable || string(data) != "longer" {
		t.Errorf("%q, stable: %v, %v", data, stable, err)
	}
	if data, _, stable, err := readStable(s.root, "f", 10); err != nil || !stable || string(data) != "longer" {
		t.Errorf("at rest: %q, stable: %v, %v", data, stable, err)
	}
	if _, _, _, err := readStable(s.root, "f", 5); !errors.Is(err, errTooLarge) {
		t.Errorf("a file that has grown: %v", err)
	}
	if _, _, _, err := readStable(s.root, "none", 10); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that has vanished: %v", err)
	}
}
