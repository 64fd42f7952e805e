//go:build unix

package login_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"eidolon/internal/login/logintest"
)

// Whatever the umask is, all that is made is the user's alone, and the user can use it.
//
// Covers: Y24
func TestAnyUmask(t *testing.T) {
	for _, mask := range []int{0, 0o022, 0o777} {
		w := begin(t, &logintest.Service{})
		err := os.RemoveAll(w.base)
		if err != nil {
			t.Fatal(err)
		}
		old := syscall.Umask(mask)
		w.logIn()
		token(t, w.source())
		w.logIn()
		syscall.Umask(old)
		err = filepath.WalkDir(w.base, func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := e.Info()
			if want := map[bool]os.FileMode{true: 0o700, false: 0o600}[e.IsDir()]; err == nil && info.Mode().Perm() != want {
				t.Errorf("umask %03o: %s has mode %v", mask, path, info.Mode())
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
