package fsapitest

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"eidolon/fsapi"
)

func testWrite(t *testing.T, open Open) {
	files, root := open(t)
	ctx := t.Context()
	change, err := files.Write(ctx, "a/b/c.txt", []byte("one\r\n"), fsapi.WriteOptions{})
	if err != nil || change.Path != "a/b/c.txt" || !change.Created || change.Old != nil || string(change.New) != "one\r\n" {
		t.Errorf("first %+v, %v", change, err)
	}
	change, err = files.Write(ctx, filepath.Join(root, "a/b/c.txt"), []byte("two"), fsapi.WriteOptions{})
	if err != nil || change.Path != "a/b/c.txt" || change.Created || string(change.Old) != "one\r\n" {
		t.Errorf("second %+v, %v", change, err)
	}
	if got := content(t, root, "a/b/c.txt"); got != "two" {
		t.Errorf("content %q", got)
	}
	change, err = files.Write(ctx, "a/b/c.txt", nil, fsapi.WriteOptions{})
	if err != nil || content(t, root, "a/b/c.txt") != "" {
		t.Errorf("emptied %+v, %v", change, err)
	}
	change, err = files.Write(ctx, "a/b/c.txt", []byte("x"), fsapi.WriteOptions{})
	if err != nil || change.Created || change.Old == nil {
		t.Errorf("over an empty file %+v, %v", change, err)
	}
	_, err = files.Write(ctx, "a/b/c.txt/d", []byte("x"), fsapi.WriteOptions{})
	wantCode(t, "below a file", err, fsapi.NotDirectory)
	onlyFiles(t, filepath.Join(root, "a/b"), "c.txt")
}

func testAppend(t *testing.T, open Open) {
	const writers, each = 8, 10
	files, root := open(t)
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			for range each {
				if _, err := files.Write(t.Context(), "log", []byte("0123456789\n"), fsapi.WriteOptions{Append: true}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got := content(t, root, "log"); got != strings.Repeat("0123456789\n", writers*each) {
		t.Errorf("%d bytes arrived, want %d", len(got), 11*writers*each)
	}
	change, err := files.Write(t.Context(), "log", []byte("end"), fsapi.WriteOptions{Append: true})
	if err != nil || !bytes.HasSuffix(change.New, []byte("\nend")) || len(change.New) != len(change.Old)+3 {
		t.Errorf("the change holds %d and %d bytes, %v", len(change.Old), len(change.New), err)
	}
	onlyFiles(t, root, "log")
}

func testKept(t *testing.T, open Open) {
	if runtime.GOOS == "windows" {
		t.Skip("no permission bits here")
	}
	files, root := open(t)
	for _, mode := range []os.FileMode{0o600, 0o644, 0o664, 0o755, 0o777, 0o201} {
		full := put(t, root, "f", "a\r\nb\n")
		if err := os.Chmod(full, mode); err != nil {
			t.Fatal(err)
		}
		if mode&0o400 == 0 && os.Geteuid() != 0 {
			continue
		}
		if _, err := files.Write(t.Context(), "f", []byte("x\r\ny"), fsapi.WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		if _, err := files.Edit(t.Context(), "f", func(old []byte) ([]byte, error) { return append(old, "\r\nz"...), nil }); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(full)
		if err != nil || info.Mode().Perm() != mode {
			t.Errorf("mode %v became %v, %v", mode, info.Mode().Perm(), err)
		}
		if got := content(t, root, "f"); got != "x\r\ny\r\nz" {
			t.Errorf("content %q", got)
		}
		if err := os.Remove(full); err != nil {
			t.Fatal(err)
		}
	}
	full := put(t, root, "read-only", "x")
	if err := os.Chmod(full, 0o444); err != nil {
		t.Fatal(err)
	}
	_, err := files.Write(t.Context(), "read-only", []byte("y"), fsapi.WriteOptions{})
	wantCode(t, "write", err, fsapi.PermissionDenied)
}

// testAtomic reads a file by other means while it is replaced: it always holds one whole version.
func testAtomic(t *testing.T, open Open) {
	const writes = 60
	files, root := open(t)
	version := func(i int) []byte { return bytes.Repeat([]byte{byte('a' + i%26)}, 200_000+i) }
	full := put(t, root, "f", string(version(0)))
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				data, err := os.ReadFile(full)
				if err != nil || len(data) < 200_000 || !bytes.Equal(data, version(len(data)-200_000)) {
					t.Errorf("saw %d bytes, %v", len(data), err)
					return
				}
			}
		})
	}
	for i := range writes {
		if _, err := files.Write(t.Context(), "f", version(i), fsapi.WriteOptions{}); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	readers.Wait()
	onlyFiles(t, root, "f")
}

func testEdit(t *testing.T, open Open) {
	files, root := open(t)
	put(t, root, "f", "one\r\ntwo\n")
	change, err := files.Edit(t.Context(), "f", func(old []byte) ([]byte, error) {
		copy(old, "ONE")
		return bytes.ReplaceAll(old, []byte("two"), []byte("2")), nil
	})
	if err != nil || string(change.Old) != "one\r\ntwo\n" || string(change.New) != "ONE\r\n2\n" || change.Created {
		t.Errorf("change %+v, %v", change, err)
	}
	if got := content(t, root, "f"); got != "ONE\r\n2\n" {
		t.Errorf("content %q", got)
	}
	refusal := errors.New("no such line")
	_, err = files.Edit(t.Context(), "f", func([]byte) ([]byte, error) { return []byte("gone"), refusal })
	if err != refusal { //nolint:errorlint // unchanged is what is promised
		t.Errorf("the error is %v, want it unchanged", err)
	}
	if got := content(t, root, "f"); got != "ONE\r\n2\n" {
		t.Errorf("a refused edit left %q", got)
	}
	_, err = files.Edit(t.Context(), "none", func(old []byte) ([]byte, error) { return old, nil })
	wantCode(t, "missing", err, fsapi.NotFound)
	onlyFiles(t, root, "f")
}

// testChanged lets somebody else change the file while it is edited.
func testChanged(t *testing.T, open Open) {
	files, root := open(t)
	for name, other := range map[string]func(full string) error{
		"longer": func(full string) error { return os.WriteFile(full, []byte("something else"), 0o644) },
		"replaced": func(full string) error {
			return errors.Join(os.Remove(full), os.WriteFile(full, []byte("mine"), 0o644))
		},
		"removed": os.Remove,
		"a link":  func(full string) error { return errors.Join(os.Remove(full), os.Symlink("elsewhere", full)) },
	} {
		t.Run(name, func(t *testing.T) {
			full := put(t, root, "f", "text")
			defer os.Remove(full)
			_, err := files.Edit(t.Context(), "f", func([]byte) ([]byte, error) {
				if err := other(full); err != nil {
					t.Skipf("cannot be arranged: %v", err)
				}
				return []byte("edited"), nil
			})
			wantCode(t, "edit", err, fsapi.Changed)
			if data, err := os.ReadFile(full); err == nil && string(data) == "edited" {
				t.Error("the other's change was overwritten")
			}
		})
	}
	onlyFiles(t, root)
}

func testProtected(t *testing.T, open Open) {
	files, root := open(t)
	for name, want := range map[string]bool{
		"src/main.go": false, ".gitignore": false, "hooks/pre-commit": false,
		".git/hooks/pre-commit": true, ".eidolon/config.yaml": true, ".MCP.json": true, "sub/.bashrc": true,
	} {
		change, err := files.Write(t.Context(), name, []byte("x"), fsapi.WriteOptions{})
		if err != nil || change.Protected != want {
			t.Errorf("%s: protected %v, %v; want %v", name, change.Protected, err, want)
		}
	}
	link(t, root, "innocent", ".git/hooks")
	link(t, root, "notes.txt", ".git/config")
	for _, name := range []string{"innocent/pre-commit", "innocent/post-checkout", "notes.txt"} {
		errs := through(t, files, name)
		for _, op := range []string{"write", "append", "edit"} {
			wantCode(t, op+" "+name, errs[op], fsapi.ProtectedPath)
		}
	}
	put(t, root, "plain", "x")
	wantCode(t, "move onto", files.Move(t.Context(), "plain", "innocent/post-merge"), fsapi.ProtectedPath)
}

func testContext(t *testing.T, open Open) {
	files, root := open(t)
	put(t, root, "f", "x")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := files.Write(gone, "f", []byte("y"), fsapi.WriteOptions{})
	if !errors.Is(err, context.Canceled) || content(t, root, "f") != "x" {
		t.Errorf("write: %v", err)
	}
	if _, err = files.Read(gone, "f", fsapi.ReadOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("read: %v", err)
	}
	if _, err = files.List(gone, "."); !errors.Is(err, context.Canceled) {
		t.Errorf("list: %v", err)
	}
}

// onlyFiles checks that a directory holds exactly these names: no temporary file was left.
func onlyFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%s holds %q, want %q", dir, got, want)
	}
}
