package sandbox_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"eidolon/fsapi"
	"eidolon/fslocal/sandbox"
)

// Covers: R71
func TestCannotWriteOutside(t *testing.T) {
	p := newPlace(t, nil)
	p.works("true") // from now on the caches of tools are there
	for name, text := range map[string]string{
		"a new file":             "echo x > $OUT/new",
		"a file that is there":   "echo x >> $OUT/file",
		"through the parent":     "echo x > ../outside/new",
		"from a directory there": "cd $OUT && echo x > new",
		"through a link":         "ln -sfn $OUT link && echo x > link/new",
		"through a link to it":   "ln -sf $OUT/file tofile && echo x > tofile",
		"through a hard link":    "ln $OUT/file hard && echo x > hard",
		"renamed out":            "echo x > a && mv a $OUT/a",
		"linked out":             "echo x > a && ln a $OUT/a",
		"moved in":               "mv $OUT/file moved",
		"removed":                "rm -f $OUT/file",
		"a directory removed":    "rmdir $OUT/dir",
		"truncated":              "truncate -s 0 $OUT/file",
		"a directory":            "mkdir $OUT/new",
		"a symbolic link":        "ln -s x $OUT/new",
		"a pipe":                 "mkfifo $OUT/new",
		"in the home":            "echo x > $HOME/.bashrc",
		"beside the private one": "echo x > $TMPDIR/../new",
		"in shared memory":       "echo x > /dev/shm/eidolon-test-new",
		"through /proc":          "echo x > /proc/self/root$OUT/new",
		"in a shell in a shell":  `sh -c 'bash -c "echo x > $OUT/new"'`,
		"in another session":     `setsid -w sh -c 'echo x > $OUT/new'`,
		"in the background":      `(sh -c 'echo x > $OUT/new') & wait $!`,
		"behind exec":            `exec sh -c 'echo x > $OUT/new'`,
		"as the root of a space": `unshare -r sh -c 'echo x > $OUT/new'`,
		"in a mount space":       `unshare -rm sh -c 'mount --bind . $OUT && echo x > $OUT/new'`,
		"to a disk of its own":   "mknod disk b 7 0",
	} {
		t.Run(name, func(t *testing.T) {
			p.t = t
			before, home := snapshot(t, p.outside), snapshot(t, p.home)
			p.fails(text)
			if diff := cmp.Diff(before, snapshot(t, p.outside)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(home, snapshot(t, p.home)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Covers: R71
func TestCanWork(t *testing.T) {
	p := newPlace(t, nil)
	for name, text := range map[string]string{
		"a file":                "echo a > f && cat f",
		"another directory":     "mkdir -p d/e && echo a > d/f && mv d/f d/e/f && rm -r d",
		"a hard link":           "echo a > one && ln one two && cat two",
		"a pipe with a name":    "mkfifo p && (echo a > p &) && cat p",
		"a program":             "printf '#!/bin/sh\\necho hi\\n' > prog && chmod +x prog && ./prog",
		"a temporary file":      `f=$(mktemp) && echo a > "$f" && case $f in "$TMPDIR"/*) ;; *) exit 9;; esac`,
		"a text in the command": "cat <<END\n$HOME\nEND",
		"a short text":          "cat <<< a",
		"the output of another": "cat <(echo a)",
		"nothing":               "echo a > /dev/null && : < /dev/null && head -c 9 /dev/zero > /dev/null && head -c 9 /dev/urandom > /dev/null",
		"its own output":        "echo a > /dev/stdout && echo a > /dev/stderr && echo a > /dev/fd/1",
		"what lies outside":     "cat $OUT/file && ls $OUT / > /dev/null",
		"its own processes":     "sleep 100 & kill $! && ! wait $!",
		"a tool's cache":        "mkdir -p ~/.cache/tool && echo a > ~/.cache/tool/f",
	} {
		t.Run(name, func(t *testing.T) {
			p.t = t
			p.works(text)
		})
	}
	t.Run("a terminal of its own", func(t *testing.T) {
		needs(t, "script")
		p.t = t
		if got := p.works("script -qec 'tty && stty size && echo typed > /dev/tty' /dev/null"); !strings.Contains(got, "typed") {
			t.Errorf("got %q", got)
		}
	})
	t.Run("git", func(t *testing.T) {
		needs(t, "git")
		p.t = t
		p.works(`mkdir repo && cd repo && git init -q && git config user.email a@b && git config user.name n && echo a > f &&
			git add . && git commit -qm one && git checkout -qb other && git mv f g && git commit -qam two && git gc -q &&
			git checkout -q - && git merge -q other && git stash list && git log --oneline`)
	})
	t.Run("go build", func(t *testing.T) {
		needs(t, "go")
		p.t = t
		p.works("mkdir app && cd app && printf 'module app\\n' > go.mod && printf 'package main\\nfunc main() {println(1)}\\n' > main.go && go build -o app . && ./app")
	})
}

// TestLevelIsTold looks at what is said of a command that was confined, and of one that was not.
func TestLevelIsTold(t *testing.T) {
	p := newPlace(t, nil)
	if got := p.run("true").Sandbox; got != p.box.Reach().Name || got == "" {
		t.Errorf("got %q", got)
	}
	outside := fsapi.Command{Text: "echo x > $OUT/new; echo $TMPDIR", Outside: true}
	if _, err := p.runner.Run(t.Context(), outside, fsapi.Verdict{Decision: fsapi.Allow, Subject: outside.Subject()}, nil); fsapi.CodeOf(err) != fsapi.SandboxUnavailable {
		t.Errorf("let out in spite of enforce: %v", err)
	}
	p = newPlace(t, func(o *sandbox.Options) { o.Level = sandbox.Auto })
	exit := p.start(outside)
	if exit.Code != 0 || exit.Sandbox != "" || exit.Stdout.Text != filepath.Dir(p.root)+"/tmp\n" {
		t.Errorf("outside: %+v", exit)
	}
	off := newPlace(t, func(o *sandbox.Options) { o.Level = sandbox.Off })
	if exit := off.run("echo x > $OUT/new"); exit.Code != 0 || exit.Sandbox != "" {
		t.Errorf("switched off: %+v", exit)
	}
}

// Covers: R71
func TestPlanMode(t *testing.T) {
	p := newPlace(t, nil)
	p.put(p.root+"/f", "a\n")
	p.readOnly = true
	p.works("true")
	if got := snapshot(t, p.home); len(got) != 1 {
		t.Errorf("caches were made: %v", got)
	}
	p.works(`cat f && echo a > "$TMPDIR/f" && cat "$TMPDIR/f" && echo a > /dev/null && echo a | cat`)
	for _, text := range []string{
		"echo b > f", "rm f", "mkdir d", "echo a > ~/.cache/f", "echo a > /dev/tty", `"$SELF" try socket "1 1"`, `"$SELF" try socket "2 1"`,
	} {
		p.fails(text)
	}
	if got, want := p.fails("touch new").Hindered, `the sandbox lets commands write nothing but temporary files in plan mode, and "new" is none`; got != want {
		t.Errorf("got %q", got)
	}
	p.readOnly = false
	p.works("echo b > f")
}

// Covers: R71
func TestNetworkOff(t *testing.T) {
	p := newPlace(t, func(o *sandbox.Options) { o.Network = false })
	on := newPlace(t, nil)
	for name, socket := range map[string][2]int{
		"TCP":     {unix.AF_INET, unix.SOCK_STREAM},
		"UDP":     {unix.AF_INET, unix.SOCK_DGRAM},
		"TCP 6":   {unix.AF_INET6, unix.SOCK_STREAM},
		"raw":     {unix.AF_INET, unix.SOCK_RAW},
		"packet":  {unix.AF_PACKET, unix.SOCK_RAW},
		"netlink": {unix.AF_NETLINK, unix.SOCK_RAW},
		"virtual": {unix.AF_VSOCK, unix.SOCK_STREAM},
	} {
		t.Run(name, func(t *testing.T) {
			p.t = t
			text := fmt.Sprintf(`"$SELF" try socket "%d %d"`, socket[0], socket[1])
			if exit := p.run(text); exit.Code != 1 {
				t.Errorf("exit %d: %s%s", exit.Code, exit.Stdout.Text, exit.Stderr.Text)
			}
			if exit := on.run(text); os.Getuid() == 0 && exit.Code == 1 {
				t.Errorf("with a network: exit %d: %s%s", exit.Code, exit.Stdout.Text, exit.Stderr.Text)
			}
		})
	}
	p.t = t
	p.works(fmt.Sprintf(`"$SELF" try socket "%d %d"`, unix.AF_UNIX, unix.SOCK_STREAM))
	if got := p.fails("exec 3<>/dev/tcp/127.0.0.1/9").Hindered; got != "the sandbox keeps commands off the network" {
		t.Errorf("got %q", got)
	}
}

// Covers: R71
func TestOtherProcesses(t *testing.T) {
	p := newPlace(t, nil)
	for _, text := range []string{
		fmt.Sprintf("kill -0 %d", os.Getpid()), "kill -0 $PPID", fmt.Sprintf(`"$SELF" try signal %d`, os.Getpid()),
	} {
		if exit := p.fails(text); strings.HasPrefix(text, "kill") && exit.Hindered != "the sandbox keeps commands from sending signals to processes that they did not start" {
			t.Errorf("got %q", exit.Hindered)
		}
	}
	for name, number := range map[string]uintptr{
		"ptrace": unix.SYS_PTRACE, "process_vm_readv": unix.SYS_PROCESS_VM_READV, "process_vm_writev": unix.SYS_PROCESS_VM_WRITEV,
		"io_uring_setup": unix.SYS_IO_URING_SETUP, "keyctl": unix.SYS_KEYCTL, "bpf": unix.SYS_BPF, "mount": unix.SYS_MOUNT,
		"userfaultfd": unix.SYS_USERFAULTFD, "perf_event_open": unix.SYS_PERF_EVENT_OPEN, "kexec_load": unix.SYS_KEXEC_LOAD,
	} {
		if exit := p.run(fmt.Sprintf(`"$SELF" try call %d`, number)); exit.Code != 1 {
			t.Errorf("%s: exit %d: %s%s", name, exit.Code, exit.Stdout.Text, exit.Stderr.Text)
		}
	}
	for attempt, code := range map[string]int{
		"trace":                               1,
		fmt.Sprint("ioctl ", unix.TIOCSTI):    1, // types into a terminal
		fmt.Sprint("ioctl ", unix.TIOCGWINSZ): 0,
		fmt.Sprint("call ", unix.SYS_GETPPID): 0,
	} {
		if exit := p.run(`"$SELF" try ` + attempt); exit.Code != code {
			t.Errorf("%s: %+v", attempt, exit)
		}
	}
	const x32 = 0x40000000 // marks the second set of numbers of x86-64
	if exit := p.run(fmt.Sprintf(`"$SELF" try call %d`, x32|unix.SYS_GETPPID)); runtime.GOARCH == "amd64" && exit.Code != 1 {
		t.Errorf("a foreign call: %+v", exit)
	}
}

// TestProgramStaysFree runs many commands: no thread of the program keeps what they were put under,
// and no thread stays behind.
func TestProgramStaysFree(t *testing.T) {
	p := newPlace(t, nil)
	p.works("true")
	before := len(threads(t))
	const runs = 300
	for range runs {
		p.works("true")
	}
	// The thread of the last command ends a little after it.
	var after []string
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); runtime.Gosched() {
		after = threads(t)
		if !slices.ContainsFunc(after, restricted) {
			break
		}
	}
	if i := slices.IndexFunc(after, restricted); i >= 0 {
		t.Errorf("a thread remained:\n%s", after[i])
	}
	if len(after) > before+10 {
		t.Errorf("%d threads before, %d after %d commands", before, len(after), runs)
	}
	p.put(p.outside+"/mine", "x")
}

// restricted says whether the status of a thread tells of a sandbox.
func restricted(status string) bool {
	return !strings.Contains(status, "NoNewPrivs:\t0\n") || !strings.Contains(status, "Seccomp:\t0\n")
}

// threads gives the status of each thread of this process.
func threads(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("/proc/self/task/*/status")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, name := range names {
		if status, err := os.ReadFile(name); err == nil { // it may have ended
			all = append(all, string(status))
		}
	}
	return all
}

// TestPrivateDirectory looks at the directory for temporary files: made late, for this user, and gone
// when the box is closed.
func TestPrivateDirectory(t *testing.T) {
	p := newPlace(t, nil)
	tmp := filepath.Dir(p.root) + "/tmp"
	if got := snapshot(t, tmp); len(got) != 1 {
		t.Errorf("before the first command: %v", got)
	}
	dir := strings.TrimSpace(p.works("echo $TMPDIR; echo a > $TMPDIR/f"))
	if p.works("cat $TMPDIR/f") != "a\n" {
		t.Error("it is another one for each command")
	}
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm() != 0o700 || filepath.Dir(dir) != tmp {
		t.Errorf("%v, %v", info, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	p.works("echo a > $TMPDIR/f") // somebody cleaned it away
	if err := p.box.Close(); err != nil {
		t.Error(err)
	}
	if got := snapshot(t, tmp); len(got) != 1 {
		t.Errorf("after the end: %v", got)
	}
	c := fsapi.Command{Text: "true"}
	_, err = p.runner.Run(t.Context(), c, fsapi.Verdict{Decision: fsapi.Allow, Subject: c.Subject()}, nil)
	if fsapi.CodeOf(err) != fsapi.SandboxUnavailable {
		t.Errorf("after the end: %v", err)
	}
}
