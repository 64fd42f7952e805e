//go:build unix

package config

import (
	"path/filepath"
	"syscall"
	"testing"
)

// Opening a pipe would wait for its other end for ever.
func TestPipeInPlaceOfAFile(t *testing.T) {
	for _, file := range []string{userYAML, userEnv, projYAML, projLegacy} {
		w := newWorld(t)
		if err := syscall.Mkfifo(filepath.Join(w.dir, file), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := w.fails(); got != file+": cannot be read: it is not a regular file" {
			t.Error(got)
		}
	}
}
