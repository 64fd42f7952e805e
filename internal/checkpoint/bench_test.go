package checkpoint

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// project makes a workspace of source-like files, 20 to a directory, three directories deep.
func project(b *testing.B, files int) Options {
	b.Helper()
	top := b.TempDir()
	random := rand.New(rand.NewPCG(1, 2))
	for i := range files {
		name := filepath.Join(top, "workspace", fmt.Sprintf("pkg%02d/part%d/f%d.go", i/200, i/20, i))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			b.Fatal(err)
		}
		var text strings.Builder
		for text.Len() < 4000 {
			fmt.Fprintf(&text, "func f%d(x int) int { return x + %d }\n", random.IntN(1000), random.IntN(100000))
		}
		if err := os.WriteFile(name, []byte(text.String()), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return Options{
		Root: filepath.Join(top, "workspace"), Dir: filepath.Join(top, "session"), Base: filepath.Join(top, "base"),
		Now: func() time.Time { return time.Now().Add(time.Hour) },
	}
}

func openBench(b *testing.B, o Options) *Store {
	b.Helper()
	s, err := Open(o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	return s
}

func takeBench(b *testing.B, s *Store) Point {
	b.Helper()
	p, err := s.Take(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	return p
}

func BenchmarkTake(b *testing.B) {
	for _, files := range []int{20, 5000} {
		b.Run(fmt.Sprintf("first without base/files=%d", files), func(b *testing.B) {
			o := project(b, files)
			for i := 0; b.Loop(); i++ {
				o.Dir, o.Base = filepath.Join(o.Root, "..", fmt.Sprint("s", i)), filepath.Join(o.Root, "..", fmt.Sprint("b", i))
				takeBench(b, openBench(b, o))
			}
		})
		b.Run(fmt.Sprintf("first with base/files=%d", files), func(b *testing.B) {
			o := project(b, files)
			takeBench(b, openBench(b, o))
			for i := 0; b.Loop(); i++ {
				o.Dir = filepath.Join(o.Root, "..", fmt.Sprint("s", i))
				takeBench(b, openBench(b, o))
			}
		})
		b.Run(fmt.Sprintf("unchanged/files=%d", files), func(b *testing.B) {
			s := openBench(b, project(b, files))
			takeBench(b, s)
			for b.Loop() {
				takeBench(b, s)
			}
		})
		b.Run(fmt.Sprintf("10 changed/files=%d", files), func(b *testing.B) {
			o := project(b, files)
			s := openBench(b, o)
			takeBench(b, s)
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				change(b, o.Root, i)
				b.StartTimer()
				takeBench(b, s)
			}
		})
	}
}

// change writes ten files anew.
func change(b *testing.B, root string, round int) {
	b.Helper()
	for i := range 10 {
		name := filepath.Join(root, "pkg00/part0", fmt.Sprintf("f%d.go", i))
		if err := os.WriteFile(name, fmt.Appendf(nil, "package x // %d %d", round, i), 0o644); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRestore(b *testing.B) {
	o := project(b, 5000)
	s := openBench(b, o)
	p := takeBench(b, s)
	restore := func(b *testing.B) {
		b.Helper()
		if r, err := s.Restore(b.Context(), p.Name); err != nil || len(r.Failed) > 0 {
			b.Fatal(r.Failed, err)
		}
	}
	b.Run("10 of 5000", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			b.StopTimer()
			change(b, o.Root, i)
			takeBench(b, s)
			b.StartTimer()
			restore(b)
		}
	})
	b.Run("all of 5000", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			if err := os.RemoveAll(filepath.Join(o.Root)); err != nil {
				b.Fatal(err)
			}
			if err := os.Mkdir(o.Root, 0o755); err != nil {
				b.Fatal(err)
			}
			s.Close()
			s = openBench(b, o)
			b.StartTimer()
			restore(b)
		}
	})
}
