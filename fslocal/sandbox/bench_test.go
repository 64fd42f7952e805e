package sandbox_test

import (
	"os"
	"testing"

	"eidolon/fslocal/sandbox"
)

// BenchmarkPlan makes the confinement of a command: what it costs before anything is started.
func BenchmarkPlan(b *testing.B) {
	home := b.TempDir()
	if err := os.WriteFile(home+"/.env", nil, 0o600); err != nil {
		b.Fatal(err)
	}
	for name, hidden := range map[string][]string{"nothing hidden": nil, "a file hidden": {"~/.env"}} {
		box := sandbox.New(sandbox.Options{
			Level: sandbox.Auto, Workspace: b.TempDir(), Home: home, Environ: os.Environ(), ForbidRead: hidden, Network: true,
		})
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p, err := box.Plan(false)
				if err != nil {
					b.Fatal(err)
				}
				p.Close()
			}
		})
		if err := box.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
