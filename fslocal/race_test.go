package fslocal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"eidolon/fsapi"
	"eidolon/fslocal"
)

// TestSwappedDirectory makes, deletes, writes and moves below a name that is a directory and a link to
// the outside in turn, many times a millisecond. Nothing outside may come, go or change. The other
// operations under such swaps are part of the contract, see package fsapitest.
//
// Covers: E3, E4
func TestSwappedDirectory(t *testing.T) {
	const rounds = 3000
	root, away := t.TempDir(), t.TempDir()
	in := func(name string) string { return filepath.Join(root, name) }
	out := func(name string) string { return filepath.Join(away, name) }
	for _, err := range []error{
		os.Mkdir(in("dir"), 0o755), os.Symlink(away, in("trap")),
		os.Mkdir(out("empty"), 0o755), os.WriteFile(out("file"), []byte("theirs"), 0o644),
	} {
		if err != nil {
			t.Skip(err)
		}
	}
	ws := openAt(t, fslocal.Options{Root: root})
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			// While "dir" means nothing, an operation may make a new one; so each round begins afresh.
			_ = os.RemoveAll(in("kept"))
			if info, err := os.Lstat(in("dir")); err != nil || !info.IsDir() {
				_ = os.Remove(in("dir"))
				_ = os.Mkdir(in("dir"), 0o755)
			}
			_ = os.Symlink(away, in("trap"))
			_ = os.Rename(in("dir"), in("kept"))
			_ = os.Rename(in("trap"), in("dir"))
			for range i % 40 { // so that the change comes at every step of an operation
				_, _ = os.Lstat(root)
			}
			_ = os.Remove(in("dir"))
			_ = os.Rename(in("kept"), in("dir"))
			for range i % 40 {
				_, _ = os.Lstat(root)
			}
		}
	}()
	ctx := t.Context()
	worked := 0
	for i := range rounds {
		made := fmt.Sprintf("dir/made%d/deep", i)
		errs := []error{ws.MakeDir(ctx, made), ws.Remove(ctx, made), ws.Remove(ctx, filepath.Dir(made))}
		for _, name := range []string{"dir/empty", "dir/file"} {
			errs = append(errs, ws.Remove(ctx, name))
		}
		_, err := ws.Write(ctx, "dir/file", []byte("ours"), fsapi.WriteOptions{})
		errs = append(errs, err, ws.Move(ctx, "dir/file", "dir/moved"), ws.Move(ctx, "dir/moved", "dir/sub/file"))
		for _, err := range errs {
			if err == nil {
				worked++
			}
		}
	}
	close(stop)
	<-done
	if worked == 0 {
		t.Error("nothing worked, so nothing was tried")
	}
	entries, err := os.ReadDir(away)
	if err != nil || len(entries) != 2 {
		t.Errorf("outside there are %v, %v", entries, err)
	}
	if data, err := os.ReadFile(out("file")); string(data) != "theirs" {
		t.Errorf("the file outside holds %q, %v", data, err)
	}
}

func TestMakeDirAndRemove(t *testing.T) {
	root := t.TempDir()
	ws := openAt(t, fslocal.Options{Root: root})
	ctx := t.Context()
	if err := ws.MakeDir(ctx, "a/b/c"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a", filepath.Join(root, "link")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if err := os.Symlink("..", filepath.Join(root, "up")); err != nil {
		t.Fatal(err)
	}
	steps := []struct {
		name string
		err  error
		code fsapi.Code
	}{
		{"made again", ws.MakeDir(ctx, "a/b/c"), fsapi.AlreadyExists},
		{"below a file's name", ws.MakeDir(ctx, "a/b/c/d"), ""},
		{"outside", ws.MakeDir(ctx, "../x"), fsapi.OutsideWorkspace},
		{"through a link outside", ws.MakeDir(ctx, "up/x"), fsapi.OutsideWorkspace},
		{"the root", ws.MakeDir(ctx, "a/.."), fsapi.InvalidPath},
		{"delete what is full", ws.Remove(ctx, "a"), fsapi.NotEmpty},
		{"delete the root", ws.Remove(ctx, "."), fsapi.InvalidPath},
		{"delete the root by way of a directory", ws.Remove(ctx, "a/.."), fsapi.InvalidPath},
		{"delete the absolute root", ws.Remove(ctx, root), fsapi.InvalidPath},
		{"delete outside", ws.Remove(ctx, "up/x"), fsapi.OutsideWorkspace},
		{"delete what is missing", ws.Remove(ctx, "none"), fsapi.NotFound},
		{"delete through a link", ws.Remove(ctx, "link/b/c/d"), ""},
		{"delete a link, not what it leads to", ws.Remove(ctx, "up"), ""},
	}
	for _, s := range steps {
		if fsapi.CodeOf(s.err) != s.code {
			t.Errorf("%s: %v, want %q", s.name, s.err, s.code)
		}
	}
	if entries, err := os.ReadDir(filepath.Join(root, "a/b/c")); err != nil || len(entries) != 0 {
		t.Errorf("%v, %v", entries, err)
	}
}
