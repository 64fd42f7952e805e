package proc_test

import (
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"eidolon/fsapi"
)

// TestInheritedDescriptors leaves a file open in the way of a shell that started the program with one:
// what a command was never given, it must not have.
// Covers: R71
func TestInheritedDescriptors(t *testing.T) {
	r, _ := open(t)
	f, err := os.Create(t.TempDir() + "/held")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fd, err := unix.Dup(int(f.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	c := fsapi.Command{Text: fmt.Sprintf("echo changed >/dev/fd/%d || echo changed >&%d", fd, fd)}
	exit, err := r.Run(t.Context(), c, verdict(c), nil)
	if err != nil || exit.Code == 0 {
		t.Errorf("%+v, %v", exit, err)
	}
	if info, err := f.Stat(); err != nil || info.Size() != 0 {
		t.Errorf("the file was written to: %v", err)
	}
}
