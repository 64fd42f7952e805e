package sandbox

import (
	"os"
	"runtime"
	"testing"
)

// BenchmarkEnter restricts a thread, beside one that only begins and ends.
func BenchmarkEnter(b *testing.B) {
	box := New(Options{Level: Auto, Workspace: b.TempDir(), Network: true, Environ: []string{"TMPDIR=" + os.TempDir()}})
	plan, err := box.Plan(false)
	if err != nil {
		b.Fatal(err)
	}
	for name, enter := range map[string]func() error{"thread": func() error { return nil }, "restricted thread": plan.Enter} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				entered := make(chan error)
				go func() {
					runtime.LockOSThread() // and never unlocked: the thread ends here
					entered <- enter()
				}()
				if err := <-entered; err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	plan.Close()
	if err := box.Close(); err != nil {
		b.Fatal(err)
	}
}
