package proc

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// spoolMax is the largest spool file in bytes, without the closing note.
const spoolMax = 64 << 20

// spool is a file that takes a whole stream. It is made at the first write, since most commands need
// none. An error ends it and is told in the mark; the command goes on.
type spool struct {
	path string // "" when the rest is to be dropped
	file *os.File
	left int64 // bytes that may still be written
	full bool
	err  error
}

func (s *spool) write(p []byte) {
	if s.path == "" || s.err != nil || s.full {
		return
	}
	if s.file == nil {
		if s.file, s.err = createSpool(s.path); s.err != nil {
			return
		}
	}
	if int64(len(p)) > s.left {
		p, s.full = p[:s.left], true
	}
	n, err := s.file.Write(p)
	s.left -= int64(n)
	if err == nil && s.full {
		_, err = fmt.Fprintf(s.file, "\n[the output went on; only its first %d MiB are kept]\n", spoolMax>>20)
	}
	s.err = err
}

func (s *spool) close() {
	if s.file != nil {
		s.err = errors.Join(s.err, s.file.Close())
	}
}

func (s *spool) kept() bool { return s.file != nil }

// where tells in a few words what became of the whole output.
func (s *spool) where() string {
	switch {
	case s.path == "":
		return "they were not kept"
	case s.err != nil && s.file == nil:
		return fmt.Sprintf("they could not be kept: %v", s.err)
	case s.err != nil:
		return fmt.Sprintf("the beginning of the whole output is in %s (%v)", s.path, s.err)
	case s.full:
		return fmt.Sprintf("the first %d MiB of the whole output are in %s", spoolMax>>20, s.path)
	}
	return "the whole output is in " + s.path
}

// Keep writes a text to a new private file, as the output of a command is kept. What stood there before is
// removed. A text that is too long loses its end.
func Keep(path string, text []byte) error {
	s := spool{path: path, left: spoolMax}
	s.write(text)
	s.close()
	return s.err
}

// createSpool makes a private file that was not there before: one of an earlier try is removed, not
// written into, whatever its mode and wherever it links to.
func createSpool(path string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}
