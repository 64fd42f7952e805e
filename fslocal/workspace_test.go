package fslocal_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eidolon/fsapi"
	"eidolon/fslocal"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, root := range map[string]string{"missing": filepath.Join(dir, "none"), "file": file, "below a file": file + "/x"} {
		if ws, err := fslocal.Open(fslocal.Options{Root: root}); err == nil {
			ws.Close()
			t.Errorf("%s: opened", name)
		}
	}
	t.Chdir(dir)
	if ws := openAt(t, fslocal.Options{Root: "."}); ws.Root() != resolved(t, dir) {
		t.Errorf("the working directory is %q, want %q", ws.Root(), dir)
	}
}

// TestRootIsLink opens a workspace by way of a link: names under the link and under its target are
// both inside, also when the link has come to mean something else.
func TestRootIsLink(t *testing.T) {
	top := resolved(t, t.TempDir())
	target, link := filepath.Join(top, "target"), filepath.Join(top, "link")
	for _, dir := range []string{target, filepath.Join(top, "other")} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "f"), []byte(filepath.Base(dir)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	ws := openAt(t, fslocal.Options{Root: link})
	if ws.Root() != target {
		t.Errorf("root %q", ws.Root())
	}
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("other", link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"f", filepath.Join(link, "f"), filepath.Join(target, "f")} {
		got, err := ws.Read(t.Context(), name, fsapi.ReadOptions{})
		if err != nil || string(got.Data) != "target" || got.Path != "f" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	_, err := ws.Read(t.Context(), filepath.Join(top, "other", "f"), fsapi.ReadOptions{})
	if fsapi.CodeOf(err) != fsapi.OutsideWorkspace {
		t.Errorf("beside it: %v", err)
	}
}

func TestReadOnly(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "t1.out"), []byte("output"), 0o600); err != nil {
		t.Fatal(err)
	}
	files, err := fslocal.OpenReadOnly(dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	if got, err := files.Read(ctx, "t1.out", fsapi.ReadOptions{Text: true}); err != nil || string(got.Data) != "output" {
		t.Errorf("%+v, %v", got, err)
	}
	_, write := files.Write(ctx, "new", nil, fsapi.WriteOptions{})
	_, extend := files.Write(ctx, "t1.out", []byte("x"), fsapi.WriteOptions{Append: true})
	_, edit := files.Edit(ctx, "t1.out", func(old []byte) ([]byte, error) { return nil, nil })
	move := files.Move(ctx, "t1.out", "t2.out")
	for name, err := range map[string]error{"write": write, "append": extend, "edit": edit, "move": move} {
		if fsapi.CodeOf(err) != fsapi.PermissionDenied {
			t.Errorf("%s: %v", name, err)
		}
	}
	if entries, err := files.List(ctx, "."); err != nil || len(entries) != 1 || entries[0].Size != 6 {
		t.Errorf("%+v, %v", entries, err)
	}
}

func TestLimits(t *testing.T) {
	root := t.TempDir()
	ws := openAt(t, fslocal.Options{Root: root, Limit: 10})
	full := filepath.Join(root, "f")
	if err := os.WriteFile(full, bytes.Repeat([]byte("x"), 11), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	tooLarge := func(what string, err error) {
		t.Helper()
		if fsapi.CodeOf(err) != fsapi.TooLarge {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err := ws.Read(ctx, "f", fsapi.ReadOptions{})
	tooLarge("read", err)
	_, err = ws.Write(ctx, "f", []byte("y"), fsapi.WriteOptions{Append: true})
	tooLarge("append to it", err)
	_, err = ws.Edit(ctx, "f", func([]byte) ([]byte, error) { return nil, nil })
	tooLarge("edit it", err)
	_, err = ws.Write(ctx, "f", bytes.Repeat([]byte("y"), 11), fsapi.WriteOptions{})
	tooLarge("write", err)
	if got, err := ws.Read(ctx, "f", fsapi.ReadOptions{Limit: 100}); err != nil || len(got.Data) != 10 || !got.Truncated || got.Size != 11 {
		t.Errorf("read the beginning: %+v, %v", got, err)
	}
	change, err := ws.Write(ctx, "f", []byte("0123456789"), fsapi.WriteOptions{})
	if err != nil || string(change.Old) != "xxxxxxxxxx" {
		t.Errorf("replace: %+v, %v", change, err)
	}
	_, err = ws.Write(ctx, "f", []byte("y"), fsapi.WriteOptions{Append: true})
	tooLarge("append beyond", err)
	_, err = ws.Edit(ctx, "f", func(old []byte) ([]byte, error) { return append(old, 'y'), nil })
	tooLarge("edit beyond", err)
	if _, err := ws.Read(ctx, "f", fsapi.ReadOptions{}); err != nil {
		t.Errorf("read what just fits: %v", err)
	}
}

// TestHugeFile reads the beginning of a file that is larger than memory.
func TestHugeFile(t *testing.T) {
	root := t.TempDir()
	f, err := os.Create(filepath.Join(root, "huge"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(1 << 42); err != nil {
		t.Skipf("no sparse files here: %v", err)
	}
	ws := openAt(t, fslocal.Options{Root: root})
	_, err = ws.Read(t.Context(), "huge", fsapi.ReadOptions{})
	if fsapi.CodeOf(err) != fsapi.TooLarge {
		t.Errorf("whole: %v", err)
	}
	got, err := ws.Read(t.Context(), "huge", fsapi.ReadOptions{Limit: 51200})
	if err != nil || len(got.Data) != 51200 || !got.Truncated || got.Size != 1<<42 || cap(got.Data) > 100_000 {
		t.Errorf("beginning: %d bytes of %d, %v", len(got.Data), got.Size, err)
	}
}

func TestLeftoverTemporaries(t *testing.T) {
	root := t.TempDir()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	plant := func(name string, age time.Duration) string {
		full := filepath.Join(root, name)
		if err := os.WriteFile(full, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(full, now, now.Add(-age)); err != nil {
			t.Fatal(err)
		}
		return full
	}
	old, young := plant(".eidolon-tmp-1", 25*time.Hour), plant(".eidolon-tmp-2", 23*time.Hour)
	other := plant("older.txt", 100*time.Hour)
	ws := openAt(t, fslocal.Options{Root: root, Now: func() time.Time { return now }})
	entries, err := ws.List(t.Context(), ".")
	if err != nil || len(entries) != 1 || entries[0].Name != "older.txt" {
		t.Errorf("%+v, %v", entries, err)
	}
	for path, want := range map[string]bool{old: false, young: true, other: true} {
		if _, err := os.Lstat(path); (err == nil) != want {
			t.Errorf("%s is there: %v", filepath.Base(path), err == nil)
		}
	}
}

func TestRootDeleted(t *testing.T) {
	root := filepath.Join(t.TempDir(), "ws")
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	ws := openAt(t, fslocal.Options{Root: root})
	if err := os.Remove(root); err != nil {
		t.Skipf("an open directory cannot be removed here: %v", err)
	}
	// Somebody else's directory under the same name is not the workspace.
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := ws.Write(t.Context(), "sub/f", []byte("x"), fsapi.WriteOptions{})
	if fsapi.CodeOf(err) != fsapi.NotFound {
		t.Errorf("write: %v", err)
	}
	if entries, err := os.ReadDir(root); err != nil || len(entries) != 0 {
		t.Errorf("the new directory holds %v, %v", entries, err)
	}
}

func TestErrorsSpeakOfTheName(t *testing.T) {
	ws := openAt(t, fslocal.Options{Root: t.TempDir()})
	_, err := ws.Read(t.Context(), "./dir//none", fsapi.ReadOptions{})
	if text := err.Error(); !strings.HasPrefix(text, `read "./dir//none": `) || strings.Contains(text, "statat") {
		t.Errorf("the error reads %q", text)
	}
}

func resolved(t *testing.T, dir string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
