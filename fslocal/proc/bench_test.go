package proc_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/fslocal/proc"
	"eidolon/fslocal/sandbox"
)

// BenchmarkTrue runs a command that does nothing: by itself, with the runner, and in a sandbox that
// hides nothing or a file in the home of a person who has many.
func BenchmarkTrue(b *testing.B) {
	ws, err := fslocal.Open(fslocal.Options{Root: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	home := b.TempDir()
	for n := range 100 {
		if err := os.Mkdir(filepath.Join(home, "directory"+string(rune('a'+n/26))+string(rune('a'+n%26))), 0o700); err != nil {
			b.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(home, ".env"), nil, 0o600); err != nil {
		b.Fatal(err)
	}
	environ := proc.Environ(os.Environ(), nil)
	open := sandbox.Options{Level: sandbox.Auto, Workspace: ws.Root(), Home: home, Environ: environ, Network: true}
	hiding := open
	hiding.ForbidRead = []string{"~/.env"}
	c := fsapi.Command{Text: "true"}
	v := fsapi.Verdict{Decision: fsapi.Allow, Subject: c.Subject()}
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			if err := exec.Command("bash", "--noprofile", "--norc", "-c", "true").Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, box := range map[string]*sandbox.Box{"runner": nil, "sandbox": sandbox.New(open), "sandbox that hides": sandbox.New(hiding)} {
		r := proc.New(proc.Options{Workspace: ws, Environ: os.Environ(), Sandbox: box})
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.Run(b.Context(), c, v, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
		if err := box.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
