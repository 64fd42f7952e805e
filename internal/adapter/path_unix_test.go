//go:build unix

package adapter_test

import (
	"path/filepath"
	"syscall"
	"testing"
)

// What is no file is denied, and opening it waits for nobody.
func TestSpecialFiles(t *testing.T) {
	root := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(root, "fifo"), 0o666); err != nil {
		t.Skip(err)
	}
	for _, op := range []string{"read", "write", "edit"} {
		a := answers(t, object{"kind": "path", "root": root, "op": op, "path": "fifo", "data": "x"})[0]
		if a["verdict"] != "deny" || a["error"] != "NotRegular" {
			t.Errorf("%s: %v", op, a)
		}
	}
}
