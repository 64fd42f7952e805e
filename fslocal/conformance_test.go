package fslocal_test

import (
	"testing"

	"eidolon/fsapi"
	"eidolon/fsapi/fsapitest"
	"eidolon/fslocal"
)

func open(t *testing.T) (fsapi.Files, string) {
	t.Helper()
	root := t.TempDir()
	return openAt(t, fslocal.Options{Root: root}), root
}

func openAt(t *testing.T, opts fslocal.Options) *fslocal.Workspace {
	t.Helper()
	ws, err := fslocal.Open(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	return ws
}

// Covers: E1, E2, E3, E4, E50, Y28, Z12, Z15, Z17, Z24
func TestFiles(t *testing.T) { fsapitest.Run(t, open) }
