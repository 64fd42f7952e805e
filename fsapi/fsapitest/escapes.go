package fsapitest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"eidolon/fsapi"
)

func testEscapes(t *testing.T, open Open) {
	away := outside(t)
	files, root := open(t)
	up, err := filepath.Rel(files.Root(), away)
	if err != nil {
		t.Fatal(err)
	}
	put(t, root, "inside/real.txt", "inside")
	link(t, root, "file-abs", filepath.Join(away, "secret.txt"))
	link(t, root, "file-rel", filepath.Join(up, "secret.txt"))
	link(t, root, "dir-abs", away)
	link(t, root, "dir-rel", up)
	link(t, root, "dangling", filepath.Join(up, "new.txt"))
	link(t, root, "chain1", "chain2")
	link(t, root, "chain2", "inside/chain3")
	link(t, root, "inside/chain3", "../dir-rel")
	link(t, root, "up", "..")
	link(t, root, "inside/up", "../..")
	link(t, root, "abs-and-out", files.Root()+"/inside/../../"+filepath.Base(away))
	link(t, root, "cwd", "/proc/self/cwd")
	link(t, root, "proc-root", "/proc/self/root")
	link(t, root, "out-and-in", "../"+filepath.Base(files.Root())+"/inside/real.txt")

	for _, name := range []string{
		"file-abs", "file-rel", "dangling", "dir-abs/secret.txt", "dir-rel/secret.txt", "dir-rel/new/deep.txt",
		"chain1/secret.txt", "chain1/sub/deep.txt", "up/x", "inside/up/x", "abs-and-out/secret.txt", "cwd/x", "proc-root/etc/passwd", "out-and-in",
	} {
		t.Run(name, func(t *testing.T) {
			for op, err := range through(t, files, name) {
				wantCode(t, op, err, fsapi.OutsideWorkspace)
			}
		})
	}
	for _, name := range []string{"dir-abs", "dir-rel", "chain1", "up", "cwd"} {
		t.Run("under "+name, func(t *testing.T) {
			ctx := t.Context()
			_, err := files.List(ctx, name)
			wantCode(t, "list", err, fsapi.OutsideWorkspace)
			_, err = files.Stat(ctx, name+"/secret.txt")
			wantCode(t, "stat", err, fsapi.OutsideWorkspace)
			wantCode(t, "move from", files.Move(ctx, name+"/secret.txt", "mine"), fsapi.OutsideWorkspace)
			wantCode(t, "move to", files.Move(ctx, "inside/real.txt", name+"/theirs"), fsapi.OutsideWorkspace)
		})
	}
	t.Run("hard link is replaced", func(t *testing.T) {
		if err := os.Link(filepath.Join(away, "secret.txt"), filepath.Join(root, "hard")); err != nil {
			t.Skipf("no hard links here: %v", err)
		}
		for _, opts := range []fsapi.WriteOptions{{}, {Append: true}} {
			if _, err := files.Write(t.Context(), "hard", []byte("mine"), opts); err != nil {
				t.Error(err)
			}
		}
		if got := content(t, root, "hard"); got != "minemine" {
			t.Errorf("content %q", got)
		}
	})
	t.Run("links inside are followed", func(t *testing.T) {
		link(t, root, "good", "inside/good2")
		link(t, root, "inside/good2", "./../inside/real.txt")
		change, err := files.Write(t.Context(), "good", []byte("new"), fsapi.WriteOptions{})
		if err != nil || change.Path != "good" || string(change.Old) != "inside" {
			t.Errorf("change %+v, %v", change, err)
		}
		if got := content(t, root, "inside/real.txt"); got != "new" {
			t.Errorf("behind the link is %q", got)
		}
		if target, err := os.Readlink(filepath.Join(root, "good")); err != nil || target != "inside/good2" {
			t.Errorf("the link is %q, %v", target, err)
		}
	})
	t.Run("absolute links inside are followed", func(t *testing.T) {
		put(t, root, "abs/real.txt", "before")
		link(t, root, "abs-file", filepath.Join(root, "abs", "real.txt"))
		link(t, root, "abs-dir", filepath.Join(files.Root(), "abs"))
		link(t, root, "abs-chain", filepath.Join(files.Root(), "abs-dir"))
		for _, name := range []string{"abs-file", "abs-dir/real.txt", "abs-chain/real.txt"} {
			got, err := files.Read(t.Context(), name, fsapi.ReadOptions{})
			if err != nil || string(got.Data) != "before" || got.Path != name {
				t.Errorf("read %s: %+v, %v", name, got, err)
			}
		}
		entries, err := files.List(t.Context(), "abs-chain")
		if err != nil || len(entries) != 1 || entries[0].Path != "abs-chain/real.txt" || entries[0].Size != 6 {
			t.Errorf("list: %+v, %v", entries, err)
		}
		if _, err := files.Stat(t.Context(), "abs-dir/real.txt"); err != nil {
			t.Error(err)
		}
		if _, err := files.Write(t.Context(), "abs-chain/new.txt", []byte("new"), fsapi.WriteOptions{}); err != nil {
			t.Error(err)
		}
		if err := files.Move(t.Context(), "abs-dir/new.txt", "abs-chain/moved.txt"); err != nil {
			t.Error(err)
		}
		if got := content(t, root, "abs/moved.txt"); got != "new" {
			t.Errorf("behind the link is %q", got)
		}
	})
	t.Run("links in a circle", func(t *testing.T) {
		link(t, root, "ring1", "ring2")
		link(t, root, "ring2", "ring1")
		for op, err := range through(t, files, "ring1") {
			wantCode(t, op, err, fsapi.InvalidPath)
		}
	})
}

// testSwaps uses files below two names while both come to mean other places: one is a directory and
// a link to the outside in turn, the other a link to the inside and one to the outside. Any outcome
// is fine but one that reaches outside.
func testSwaps(t *testing.T, open Open) {
	const rounds = 150
	away := outside(t)
	files, root := open(t)
	put(t, root, "dir/secret.txt", "harmless")
	put(t, root, "dir/sub/deep.txt", "harmless")
	put(t, root, "inside/sub/deep.txt", "harmless")
	link(t, root, "trap", away)
	link(t, root, "link", "inside")
	stop := swap(root, away)
	defer stop()
	for i := range rounds {
		for _, top := range []string{"dir", "link"} {
			useFiles(t, files, top, i)
		}
	}
}

// useFiles does a bit of everything below top.
func useFiles(t *testing.T, files fsapi.Files, top string, round int) {
	t.Helper()
	ctx := t.Context()
	got, err := files.Read(ctx, top+"/secret.txt", fsapi.ReadOptions{})
	if err == nil && bytes.Contains(got.Data, []byte(secret)) {
		t.Fatal("read a file outside")
	}
	_, _ = files.Write(ctx, top+"/secret.txt", []byte("harmless"), fsapi.WriteOptions{})
	_, _ = files.Write(ctx, fmt.Sprintf("%s/made%d/new.txt", top, round%5), []byte("x"), fsapi.WriteOptions{})
	_, _ = files.Edit(ctx, top+"/sub/deep.txt", func([]byte) ([]byte, error) { return []byte("harmless"), nil })
	_ = files.Move(ctx, top+"/made0/new.txt", top+"/moved.txt")
	_ = files.Move(ctx, top+"/moved.txt", top+"/made1/back.txt")
	entries, _ := files.List(ctx, top+"/sub")
	for _, e := range entries {
		if e.Size == int64(len(secret)) {
			t.Fatalf("listed a file outside: %+v", e)
		}
	}
}

// swap keeps exchanging what "dir" and "link" below root mean, until the answer is called. Each state
// lasts a little longer than the one before, up to a limit: so the change comes at every step of an
// operation that takes several.
func swap(root, away string) (stop func()) {
	name := func(n string) string { return filepath.Join(root, n) }
	quit, done := make(chan struct{}), make(chan struct{})
	linger := func(times int) {
		for range times % 50 {
			_, _ = os.Lstat(root)
		}
	}
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-quit:
				return
			default:
			}
			_ = os.Rename(name("dir"), name("kept"))
			_ = os.Rename(name("trap"), name("dir"))
			linger(i)
			_ = os.Rename(name("dir"), name("trap"))
			_ = os.Rename(name("kept"), name("dir"))
			for _, target := range []string{away, "inside"} {
				_ = os.Symlink(target, name("new"))
				_ = os.Rename(name("new"), name("link"))
				linger(i)
			}
		}
	}()
	return func() {
		close(quit)
		<-done
	}
}
