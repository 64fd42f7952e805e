package proc_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"eidolon/fsapi"
	"eidolon/fsapi/fsapitest"
	"eidolon/fslocal"
	"eidolon/fslocal/proc"
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
