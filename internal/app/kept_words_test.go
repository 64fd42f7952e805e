package app_test

import (
	"os"
	"path/filepath"
	"testing"

	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/policy"
)

// What other projects' sessions hold needs leave, and a command is no way around it.
func TestKeptSessionsAreNoPlainReading(t *testing.T) {
	root, base := t.TempDir(), t.TempDir()
	o := app.Options{Config: config.Default(), Base: base, Root: root, Home: filepath.Dir(root), Environ: os.Environ()}
	p, err := app.OpenPermissions(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	for command, want := range map[string]bool{
		"cat " + base + "/projects/other/sessions/1b4e/events.jsonl": false,
		"grep -r word " + base:             false,
		"cat " + base + "/archive/x.jsonl": false,
		"cat " + base + "/config.yaml":     true,
	} {
		j, err := p.Judge(o, policy.Plan, "bash", command)
		if err != nil || j.Ruling.Allow != want {
			t.Errorf("%s: %+v, %v", command, j.Ruling, err)
		}
	}
}
