package store

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// asNobody runs one test again in a process without the rights of root, which no directory is
// read-only for.
func asNobody(t *testing.T, name string) {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "eidolon-nobody-*") //nolint:usetesting // nobody has to reach it
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Skip(err)
	}
	path := filepath.Join(dir, "store.test")
	if err := os.WriteFile(path, program, 0o755); err != nil {
		t.Skip(err)
	}
	const nobody = 65534
	if err := os.Chown(dir, nobody, nobody); err != nil {
		t.Skip(err)
	}
	cmd := exec.CommandContext(t.Context(), path, "-test.run=^"+name+"$", "-test.v")
	cmd.Dir, cmd.Env = dir, []string{"TMPDIR=" + dir}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("as nobody: %v\n%s", err, out)
	}
}
