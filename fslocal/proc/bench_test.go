package proc_test

import (
	"os"
	"os/exec"
	"testing"

	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/fslocal/proc"
)

func BenchmarkTrue(b *testing.B) {
	ws, err := fslocal.Open(fslocal.Options{Root: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	r := proc.New(proc.Options{Workspace: ws, Environ: os.Environ()})
	c := fsapi.Command{Text: "true"}
	v := fsapi.Verdict{Decision: fsapi.Allow, Subject: c.Subject()}
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			if err := exec.Command("bash", "--noprofile", "--norc", "-c", "true").Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("runner", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := r.Run(b.Context(), c, v, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
