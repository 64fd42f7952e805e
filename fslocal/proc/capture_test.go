package proc

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzCapture adds any bytes in any pieces: what is kept does not depend on the pieces, is valid, has
// no NUL byte and never more than its size.
func FuzzCapture(f *testing.F) {
	f.Add([]byte("plain\n"), uint16(1), uint16(3))
	f.Add([]byte("a€😀\xff\x00"), uint16(9000), uint16(777))
	f.Add([]byte("\xf0\x9f\x98"), uint16(20000), uint16(4096))
	f.Add(bytes.Repeat([]byte{0}, 40), uint16(600), uint16(5))
	f.Fuzz(func(t *testing.T, seed []byte, times, size uint16) {
		if len(seed) > 64 {
			return
		}
		raw := bytes.Repeat(seed, int(times)%(200_000/(len(seed)+1)))
		whole, pieces := newCapture("", ""), newCapture("", "")
		whole.add(raw)
		for rest := raw; len(rest) > 0; {
			n := min(len(rest), int(size)%9000+1)
			pieces.add(rest[:n])
			rest = rest[n:]
		}
		got, want := pieces.captured(), whole.captured()
		if got != want {
			t.Fatalf("in pieces of %d: cut %v, %d bytes of text; at once: cut %v, %d bytes",
				size, got.Cut, len(got.Text), want.Cut, len(want.Text))
		}
		switch {
		case !utf8.ValidString(got.Text) || strings.Contains(got.Text, "\x00"):
			t.Error("not text")
		case got.Total != int64(len(raw)):
			t.Errorf("total %d, want %d", got.Total, len(raw))
		case len(got.Text) > headMax+tailMax+200:
			t.Errorf("text of %d bytes", len(got.Text))
		case got.Cut != (textSize(raw) > headMax+tailMax):
			t.Errorf("cut %v with a text of %d bytes", got.Cut, textSize(raw))
		case !got.Cut && utf8.Valid(raw) && !bytes.Contains(raw, []byte{0}) && got.Text != string(raw):
			t.Error("short output was changed")
		}
	})
}

func TestCaptureMemory(t *testing.T) {
	c := newCapture("", "")
	piece := bytes.Repeat([]byte("0123456789abcde\n"), 4096)
	for range 1000 {
		c.add(piece)
	}
	if held := cap(c.head) + cap(c.tail); held > 4*(headMax+tailMax) {
		t.Errorf("%d bytes are held for %d printed", held, c.total)
	}
}

func TestSpoolLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b")
	s := spool{path: path, left: 10}
	for range 5 {
		s.write([]byte("1234"))
	}
	s.close()
	data, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(data), "1234123412\n[the output went on;") || strings.Count(string(data), "\n") != 2 {
		t.Errorf("holds %q, %v", data, err)
	}
	if where := s.where(); !s.kept() || !strings.Contains(where, "the first 64 MiB") {
		t.Errorf("tells %q", where)
	}
}

func TestSpoolFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := newCapture(filepath.Join(file, "below"), ".out")
	c.add(bytes.Repeat([]byte("line\n"), 50_000))
	got := c.captured()
	if got.Spool != "" || !got.Cut || !strings.Contains(got.Text, "could not be kept") {
		t.Errorf("spool %q, cut %v", got.Spool, got.Cut)
	}
}

// TestSpoolReplaces puts links and a readable file where the spool goes: it is a new private file.
func TestSpoolReplaces(t *testing.T) {
	dir := t.TempDir()
	victim := filepath.Join(dir, "victim")
	if err := os.WriteFile(victim, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	for i, plant := range []func(string) error{
		func(path string) error { return os.Symlink(victim, path) },
		func(path string) error { return os.Link(victim, path) },
		func(path string) error { return os.WriteFile(path, []byte("old"), 0o666) },
	} {
		path := filepath.Join(dir, fmt.Sprint(i))
		if err := plant(path); err != nil {
			t.Skipf("cannot be arranged: %v", err)
		}
		s := spool{path: path, left: spoolMax}
		s.write([]byte("new"))
		s.close()
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() || info.Size() != 3 {
			t.Errorf("%d: %v, %v", i, info, err)
		}
		if data, _ := os.ReadFile(victim); string(data) != "mine" {
			t.Errorf("%d: the other file holds %q", i, data)
		}
	}
}
