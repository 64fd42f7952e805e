package proc_test

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/fslocal/proc"
	"eidolon/fslocal/sandbox"
)

func verdict(c fsapi.Command) fsapi.Verdict {
	return fsapi.Verdict{Decision: fsapi.Allow, Subject: c.Subject()}
}

// needs skips a test where a program is missing.
func needs(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip(program + " is not installed")
	}
}

// TestOtherGroups stops a command whose children left its process group, and one its session.
func TestOtherGroups(t *testing.T) {
	needs(t, "setsid")
	r, _ := open(t)
	for name, text := range map[string]string{
		"group of its own":            "set -m; sleep 1000 & echo $!; wait",
		"group by way of timeout":     "timeout 1000 sleep 1000 & echo $!; wait",
		"session of its own":          "setsid sleep 1000 & echo $!; wait",
		"and deaf":                    "setsid sh -c \"trap '' TERM; while :; do sleep 1; done\" & echo $!; wait",
		"and without our pipes":       "setsid sleep 1000 >/dev/null 2>&1 & echo $!; wait",
		"child of one with a session": "setsid sh -c 'sleep 1000 & echo $!; wait' & wait",
		"daemon":                      "(setsid sh -c 'echo $$; exec sleep 1000' &); sleep 1000",
		"daemon of a daemon":          "(setsid sh -c '(setsid sh -c \"echo \\$\\$; exec sleep 1000\" &)' &); sleep 1000",
		"daemon without our pipes":    "(setsid sh -c 'echo $$; exec sleep 1000 >/dev/null 2>&1' &); sleep 1000",
		"forked by setsid":            "setsid -f sh -c 'echo $$; exec sleep 1000'; sleep 1000",
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			c := fsapi.Command{Text: text}
			exit, err := r.Run(ctx, c, verdict(c), func(fsapi.Output) { cancel() })
			if err != nil || !exit.Canceled {
				t.Fatalf("%+v, %v", exit, err)
			}
			pid, err := strconv.Atoi(strings.TrimSpace(exit.Stdout.Text))
			if err != nil {
				t.Fatal(err)
			}
			awaitGone(t, pid)
		})
	}
}

// TestDaemonHoldsPipe has a process that nobody can tie to the command any more hold its output open.
func TestDaemonHoldsPipe(t *testing.T) {
	needs(t, "setsid")
	r, _ := open(t)
	c := fsapi.Command{Text: "(setsid sleep 100 & echo $!)"}
	exit, err := r.Run(t.Context(), c, verdict(c), nil)
	if err != nil || exit.Code != 0 || exit.Elapsed > 50*time.Second {
		t.Errorf("%+v, %v", exit, err)
	}
	if pid, err := strconv.Atoi(strings.TrimSpace(exit.Stdout.Text)); err == nil {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// TestParentDeath kills a program that runs a command: the shell dies with it, confined or not. The
// program is this test binary once more, told by variables to play that part.
func TestParentDeath(t *testing.T) {
	if root := os.Getenv("PROC_TEST_PARENT"); root != "" {
		ws, err := fslocal.Open(fslocal.Options{Root: root})
		if err != nil {
			t.Fatal(err)
		}
		box := sandbox.New(sandbox.Options{Level: sandbox.Level(os.Getenv("PROC_TEST_LEVEL")), Workspace: ws.Root(), Network: true})
		c := fsapi.Command{Text: "echo $$; while :; do sleep 0.1; done"}
		_, _ = proc.New(proc.Options{Workspace: ws, Environ: os.Environ(), Sandbox: box}).Run(t.Context(), c, verdict(c), func(o fsapi.Output) {
			_, _ = os.Stdout.Write(o.Data)
		})
		return
	}
	for _, level := range []sandbox.Level{sandbox.Off, sandbox.Auto} {
		parent := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestParentDeath$")
		parent.Env = append(os.Environ(), "PROC_TEST_PARENT="+t.TempDir(), "TMPDIR="+t.TempDir(), "PROC_TEST_LEVEL="+string(level))
		out, err := parent.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := parent.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		if err := parent.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = parent.Wait()
		awaitGone(t, pid)
	}
}

// TestDirectorySwapped lets a name mean a directory inside and one outside in turn: what a command
// writes there lands inside, or it does not start.
func TestDirectorySwapped(t *testing.T) {
	const wanted, tries = 10, 100_000
	away := t.TempDir()
	r, root := open(t)
	name := func(n string) string { return filepath.Join(root, n) }
	if err := errors.Join(os.Mkdir(name("inside"), 0o755), os.Symlink("inside", name("dir"))); err != nil {
		t.Fatal(err)
	}
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			for _, target := range []string{away, "inside"} {
				_ = os.Symlink(target, name("new"))
				_ = os.Rename(name("new"), name("dir"))
			}
			select {
			case <-stop:
				return
			default:
			}
		}
	}()
	ran := 0
	for range tries {
		c := fsapi.Command{Text: "echo x > made", Dir: "dir"}
		if _, err := r.Run(t.Context(), c, verdict(c), nil); err == nil {
			ran++
		}
		if ran == wanted {
			break
		}
	}
	close(stop)
	<-done
	entries, err := os.ReadDir(away)
	if err != nil || len(entries) != 0 || ran < wanted {
		t.Errorf("outside there is %v, %v; %d commands ran", entries, err, ran)
	}
}

// TestPrivateSpool spools under the most generous umask.
func TestPrivateSpool(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	r, _ := open(t)
	base := filepath.Join(t.TempDir(), "session", "out", "t1r1c1")
	c := fsapi.Command{Text: "seq 20000; seq 20000 >&2", Spool: base}
	if _, err := r.Run(t.Context(), c, verdict(c), nil); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{
		base + ".out": 0o600, base + ".err": 0o600, filepath.Dir(base): 0o700, filepath.Dir(filepath.Dir(base)): 0o700,
	} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %v", path, info.Mode().Perm(), err, want)
		}
	}
}

// TestNoDescriptorsLeft counts this process's open files before and after.
func TestNoDescriptorsLeft(t *testing.T) {
	r, _ := open(t)
	count := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		return len(entries)
	}
	run := func(text, dir string) {
		c := fsapi.Command{Text: text, Dir: dir, Timeout: 50 * time.Millisecond}
		_, _ = r.Run(t.Context(), c, verdict(c), nil)
	}
	run("true", "")
	before := count()
	for range 10 {
		run("echo x; echo y >&2", "")
		run("true\x00", "")
		run("true", "none")
	}
	run("sleep 10", "")
	if after := count(); after != before {
		t.Errorf("%d files are open, before there were %d", after, before)
	}
}

// awaitGone waits until a process has ended. One that nobody has reaped yet has.
func awaitGone(t *testing.T, pid int) {
	t.Helper()
	fd, err := unix.PidfdOpen(pid, 0)
	if errors.Is(err, unix.ESRCH) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	for {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 60_000)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if n != 1 || err != nil {
			t.Errorf("process %d is still there, %v", pid, err)
		}
		return
	}
}

// TestGitPrograms plants programs in the settings of a repository: none runs for a reader, and for
// other commands none that git would start just to look.
func TestGitPrograms(t *testing.T) {
	needs(t, "git")
	r, root := open(t)
	run := func(text string, readOnly bool) string {
		t.Helper()
		c := fsapi.Command{Text: text}
		v := verdict(c)
		v.ReadOnly = readOnly
		exit, err := r.Run(t.Context(), c, v, nil)
		if err != nil || exit.Code != 0 {
			t.Fatalf("%s: %+v, %v", text, exit, err)
		}
		return exit.Stdout.Text
	}
	run(`git init -q . && git config user.name x && git config user.email x@example.com
for p in monitor hook gpg; do printf '#!/bin/sh\ntouch %s/ran-%s\nexit 0\n' "$PWD" $p > .git/$p; chmod +x .git/$p; done
cp .git/hook .git/hooks/pre-commit; cp .git/hook .git/hooks/post-index-change
git config core.fsmonitor "$PWD/.git/monitor"
echo a > a; git add a; git -c core.hooksPath=/dev/null commit -qm x`, false)
	signed := run(`git cat-file commit HEAD | sed 's/^committer.*/&\ngpgsig -----BEGIN PGP SIGNATURE-----\n x\n -----END PGP SIGNATURE-----/' | git hash-object -t commit -w --stdin`, false)
	run("git update-ref HEAD "+strings.TrimSpace(signed)+`; git config gpg.program "$PWD/.git/gpg"; git config log.showSignature true; git config format.pretty '%H %G?'; rm -f ran-*`, false)
	run("git status; git log; git diff --stat; git show --stat", true)
	if ran, _ := filepath.Glob(filepath.Join(root, "ran-*")); len(ran) != 0 {
		t.Errorf("a reader ran %q", ran)
	}
	run("echo b > a; git status; git commit -qam y", false)
	if ran, _ := filepath.Glob(filepath.Join(root, "ran-*")); len(ran) != 1 || filepath.Base(ran[0]) != "ran-hook" {
		t.Errorf("a commit ran %q, want its hook", ran)
	}
}

// TestHideEnvironment starts a command from a process that hid itself, in a directory that only its
// descriptor names. The process is this test binary once more.
func TestHideEnvironment(t *testing.T) {
	if root := os.Getenv("PROC_TEST_HIDE"); root != "" {
		if err := proc.HideEnvironment(); err != nil {
			t.Fatal(err)
		}
		ws, err := fslocal.Open(fslocal.Options{Root: root})
		if err != nil {
			t.Fatal(err)
		}
		defer ws.Close()
		c := fsapi.Command{Text: "pwd; cat /proc/$PPID/environ", Dir: "sub"}
		exit, err := proc.New(proc.Options{Workspace: ws, Environ: os.Environ()}).Run(t.Context(), c, verdict(c), nil)
		if err != nil || !strings.Contains(exit.Stdout.Text, root) || strings.Contains(exit.Stdout.Text, "PROC_TEST_HIDE") {
			t.Errorf("%+v, %v", exit, err)
		}
		return
	}
	root := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(root, "sub"), 0o755), os.Chmod(root, 0o755)); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		t.Skip("the superuser reads everything")
	}
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestHideEnvironment$")
	again.Env = append(os.Environ(), "PROC_TEST_HIDE="+root)
	if out, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
