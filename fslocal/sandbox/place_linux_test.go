package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/fslocal/proc"
	"eidolon/fslocal/sandbox"
)

// TestMain lets the test binary be the program that is confined: with "try" as its first argument it
// tries something and says how that went.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "try" {
		os.Exit(try(os.Args[2], os.Args[3:]))
	}
	goleak.VerifyTestMain(m)
}

// try gives 0 for an attempt that worked, 1 for one that was refused, 2 for any other failure.
func try(what string, target []string) int {
	var refused bool
	var err error
	switch what {
	case "socket":
		var domain, kind int
		if _, err = fmt.Sscan(target[0], &domain, &kind); err == nil {
			_, err = unix.Socket(domain, kind, 0)
			refused = errors.Is(err, unix.EPERM)
		}
	case "call":
		var number uintptr
		if _, err = fmt.Sscan(target[0], &number); err == nil {
			_, _, errno := unix.Syscall6(number, 0, 0, 0, 0, 0, 0)
			refused = errno == unix.EPERM
		}
	case "ioctl":
		var request uintptr
		if _, err = fmt.Sscan(target[0], &request); err == nil {
			_, _, errno := unix.Syscall(unix.SYS_IOCTL, 0, request, 0)
			refused = errno == unix.EPERM
		}
	default:
		refused, err = sandbox.Try(context.Background(), what, strings.Join(target, ""))
	}
	fmt.Fprintln(os.Stdout, what, target, refused, err)
	switch {
	case refused:
		return 1
	case err != nil:
		return 2
	}
	return 0
}

// place is a workspace with a sandbox around its commands, and what lies beside it.
type place struct {
	t       *testing.T
	root    string // the workspace
	outside string // a directory with a file and a directory
	home    string
	runner  *proc.Runner
	box     *sandbox.Box

	readOnly bool // commands may write nothing
}

func newPlace(t *testing.T, change func(*sandbox.Options)) *place {
	t.Helper()
	dir := t.TempDir()
	p := &place{t: t, root: dir + "/work", outside: dir + "/outside", home: dir + "/home"}
	for _, sub := range []string{p.root, p.outside + "/dir", p.home, dir + "/tmp"} {
		if err := os.MkdirAll(sub, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	p.put(p.outside+"/file", "kept\n")
	ws, err := fslocal.Open(fslocal.Options{Root: p.root})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	environ := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + p.home, "TMPDIR=" + dir + "/tmp", "OUT=" + p.outside, "SELF=" + os.Args[0],
		"GOCACHE=" + goCache(t), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOTOOLCHAIN=local", "LC_ALL=C.UTF-8",
	}
	pass := []string{"OUT", "SELF"}
	o := sandbox.Options{
		Level: sandbox.Enforce, Workspace: ws.Root(), Home: p.home, Environ: proc.Environ(environ, pass), Network: true,
	}
	if change != nil {
		change(&o)
	}
	p.box = sandbox.New(o)
	if reach := p.box.Reach(); o.Level != sandbox.Off && (!reach.Files || !reach.Network) {
		t.Skip(reach.Lacks)
	}
	t.Cleanup(func() {
		if err := p.box.Close(); err != nil {
			t.Error(err)
		}
	})
	p.runner = proc.New(proc.Options{
		Workspace: ws, Environ: environ, PassEnv: pass, Sandbox: p.box, ReadOnly: func(string) bool { return p.readOnly },
	})
	return p
}

// goCache gives a place for what go builds: the one of this user, where the standard library is built
// already, if there is a go.
func goCache(t *testing.T) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "env", "GOCACHE").Output()
	if err != nil {
		return t.TempDir()
	}
	return strings.TrimSpace(string(out))
}

func (p *place) put(name, content string) {
	p.t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// run runs a command in the workspace.
func (p *place) run(text string) fsapi.Exit {
	p.t.Helper()
	return p.start(fsapi.Command{Text: text})
}

func (p *place) start(c fsapi.Command) fsapi.Exit {
	p.t.Helper()
	exit, err := p.runner.Run(p.t.Context(), c, fsapi.Verdict{Decision: fsapi.Allow, Subject: c.Subject()}, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	return exit
}

// works runs a command that has to succeed, and gives what it printed.
func (p *place) works(text string) string {
	p.t.Helper()
	exit := p.run(text)
	if exit.Code != 0 {
		p.t.Errorf("%s: exit %d: %s%s", text, exit.Code, exit.Stdout.Text, exit.Stderr.Text)
	}
	return exit.Stdout.Text
}

// fails runs a command that has to fail.
func (p *place) fails(text string) fsapi.Exit {
	p.t.Helper()
	exit := p.run(text)
	if exit.Code == 0 {
		p.t.Errorf("%s: it worked: %s%s", text, exit.Stdout.Text, exit.Stderr.Text)
	}
	return exit
}

// snapshot gives what is in a directory: names, with their content or kind and mode.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			all[path] = d.Type().String()
			return err
		}
		content, err := os.ReadFile(path) //nolint:gosec // nobody exchanges names in the directory of a test
		all[path] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
}
