//go:build unix

package fslocal_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"eidolon/fsapi"
	"eidolon/fsapi/fsapitest"
	"eidolon/fslocal"
)

// TestUmasks runs the whole suite under the two extreme umasks. It is about the process, so nothing
// else may run meanwhile.
func TestUmasks(t *testing.T) {
	for _, umask := range []int{0, 0o077} {
		t.Run(fmt.Sprintf("%03o", umask), func(t *testing.T) {
			defer syscall.Umask(syscall.Umask(umask))
			fsapitest.Run(t, open)
			files, root := open(t)
			if _, err := files.Write(t.Context(), "dir/new", nil, fsapi.WriteOptions{}); err != nil {
				t.Fatal(err)
			}
			for name, mode := range map[string]int{"dir/new": 0o644, "dir": 0o755} {
				info, err := os.Stat(filepath.Join(root, name))
				if want := os.FileMode(mode &^ umask); err != nil || info.Mode().Perm() != want {
					t.Errorf("%s has mode %v, want %v", name, info.Mode().Perm(), want)
				}
			}
		})
	}
}

// TestSpecialFiles tries what would block or act if it were opened like a file.
func TestSpecialFiles(t *testing.T) {
	files, root := open(t)
	if err := syscall.Mkfifo(filepath.Join(root, "fifo"), 0o666); err != nil {
		t.Fatal(err)
	}
	made := []string{"fifo"}
	if err := syscall.Mknod(filepath.Join(root, "zero"), syscall.S_IFCHR|0o666, 1<<8|5); err == nil {
		made = append(made, "zero")
	}
	if err := os.Symlink("fifo", filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	for _, name := range append(made, "link") {
		_, read := files.Read(ctx, name, fsapi.ReadOptions{Limit: 1})
		_, write := files.Write(ctx, name, []byte("x"), fsapi.WriteOptions{})
		_, extend := files.Write(ctx, name, []byte("x"), fsapi.WriteOptions{Append: true})
		_, edit := files.Edit(ctx, name, func(old []byte) ([]byte, error) { return old, nil })
		for op, err := range map[string]error{"read": read, "write": write, "append": extend, "edit": edit} {
			if fsapi.CodeOf(err) != fsapi.NotRegular {
				t.Errorf("%s %s: %v", op, name, err)
			}
		}
		if _, err := files.List(ctx, name); fsapi.CodeOf(err) != fsapi.NotDirectory {
			t.Errorf("list %s: %v", name, err)
		}
		if _, err := files.Write(ctx, name+"/x", nil, fsapi.WriteOptions{}); fsapi.CodeOf(err) != fsapi.NotDirectory {
			t.Errorf("write below %s: %v", name, err)
		}
	}
	if _, err := fslocal.Open(fslocal.Options{Root: filepath.Join(root, "fifo")}); err == nil {
		t.Error("a FIFO was opened as a workspace")
	}
}

// TestSwappedForFIFO lets a name mean a file and a FIFO in turn while it is opened: an open that waits
// for a writer would never return.
func TestSwappedForFIFO(t *testing.T) {
	files, root := open(t)
	name := func(n string) string { return filepath.Join(root, n) }
	if err := errors.Join(os.WriteFile(name("file"), nil, 0o644), syscall.Mkfifo(name("fifo"), 0o666)); err != nil {
		t.Fatal(err)
	}
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			for _, target := range []string{"file", "fifo"} {
				_ = os.Symlink(target, name("new"))
				_ = os.Rename(name("new"), name("f"))
			}
			select {
			case <-stop:
				return
			default:
			}
		}
	}()
	// A blocked call is told by name, not by the time limit of the whole test run.
	hangs := func() { panic("an operation hangs on a FIFO") }
	watchdog := time.AfterFunc(time.Minute, hangs) //nolint:forbidigo // for a call that must not block
	defer watchdog.Stop()
	for range 20_000 {
		_, _ = files.Read(t.Context(), "f", fsapi.ReadOptions{})
		_, _ = files.List(t.Context(), "f")
	}
	close(stop)
	<-done
}

// TestNoPermission checks what the system itself forbids. The superuser may do anything.
func TestNoPermission(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser is not refused")
	}
	files, root := open(t)
	if err := os.WriteFile(filepath.Join(root, "hidden"), nil, 0o200); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, "locked")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	ctx := t.Context()
	_, read := files.Read(ctx, "hidden", fsapi.ReadOptions{})
	_, create := files.Write(ctx, "locked/new", nil, fsapi.WriteOptions{})
	_, parents := files.Write(ctx, "locked/a/b", nil, fsapi.WriteOptions{})
	_, replace := files.Write(ctx, "locked/f", nil, fsapi.WriteOptions{})
	for op, err := range map[string]error{
		"read": read, "create": create, "make parents": parents, "replace": replace,
		"move out": files.Move(ctx, "locked/f", "f"), "move in": files.Move(ctx, "hidden", "locked/h"),
	} {
		if fsapi.CodeOf(err) != fsapi.PermissionDenied {
			t.Errorf("%s: %v", op, err)
		}
	}
}
