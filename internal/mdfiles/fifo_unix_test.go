//go:build unix

package mdfiles_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/mdfiles"
)

// Reading a FIFO would wait for somebody who writes to it.
func TestFindPassesOverFIFOs(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "x.md"), 0o600); err != nil {
		t.Skip(err)
	}
	files, notices := mdfiles.Find(t.Context(), []mdfiles.Folder{{Tree: mdfiles.Local(dir), Dir: ".", Shown: "~"}})
	if diff := cmp.Diff([]string{"~/x.md: not a regular file"}, notices); diff != "" || len(files) > 0 {
		t.Errorf("%d files, notices (-want +got):\n%s", len(files), diff)
	}
}
