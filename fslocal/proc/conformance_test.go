package proc_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"eidolon/fsapi"
	"eidolon/fsapi/fsapitest"
	"eidolon/fslocal"
	"eidolon/fslocal/proc"
	"eidolon/fslocal/sandbox"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(t *testing.T) (fsapi.Runner, string) {
	t.Helper()
	return openWith(t, os.Environ())
}

func openWith(t *testing.T, environ []string) (*proc.Runner, string) {
	t.Helper()
	root := t.TempDir()
	ws, err := fslocal.Open(fslocal.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	return proc.New(proc.Options{Workspace: ws, Environ: environ}), root
}

// Covers: E5, E6, Z19, Z20, Z21, Z22
func TestCommands(t *testing.T) { fsapitest.RunCommands(t, open) }

// TestCommandsConfined runs the same in a sandbox, which must not make a difference to commands that
// stay where they are.
func TestCommandsConfined(t *testing.T) {
	fsapitest.RunCommands(t, func(t *testing.T) (fsapi.Runner, string) {
		t.Helper()
		root := t.TempDir()
		ws, err := fslocal.Open(fslocal.Options{Root: root})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { ws.Close() })
		box := sandbox.New(sandbox.Options{Level: sandbox.Auto, Workspace: ws.Root(), Environ: []string{"TMPDIR=" + t.TempDir()}, Network: true})
		if box.Reach().Name == "" {
			t.Skip(box.Reach().Lacks)
		}
		t.Cleanup(func() {
			if err := box.Close(); err != nil {
				t.Error(err)
			}
		})
		return proc.New(proc.Options{Workspace: ws, Environ: os.Environ(), Sandbox: box}), root
	})
}
