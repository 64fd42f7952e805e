package fence_test

import (
	"os"
	"path/filepath"
	"testing"

	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/internal/tools/fence"
)

// BenchmarkRead reads a file some levels down, with and without a fence.
func BenchmarkRead(b *testing.B) {
	root := b.TempDir()
	name := "a/b/c/d/file"
	if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o700); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, name), nil, 0o600); err != nil {
		b.Fatal(err)
	}
	files, err := fslocal.Open(fslocal.Options{Root: root})
	if err != nil {
		b.Fatal(err)
	}
	defer files.Close()
	for _, bb := range []struct {
		name      string
		forbidden []string
	}{
		{"none", nil},
		{"outside", []string{"~/.eidolon/.env"}},
		{"inside", []string{"secrets", "private/*.key", "~/.eidolon/.env"}},
	} {
		fenced := fence.New(files, bb.forbidden, "/home/nobody")
		b.Run(bb.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := fenced.Read(b.Context(), name, fsapi.ReadOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
