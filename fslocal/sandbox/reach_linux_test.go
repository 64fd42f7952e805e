package sandbox_test

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"eidolon/fslocal/proc"
)

// TestEnvironmentOfOthers reads what other processes were started with: keys are there. The privileged
// user could, with the right to measure the machine, past Landlock.
// Covers: R71
func TestEnvironmentOfOthers(t *testing.T) {
	dumpable, err := unix.PrctlRetInt(unix.PR_GET_DUMPABLE, 0, 0, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := proc.HideEnvironment(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Prctl(unix.PR_SET_DUMPABLE, uintptr(dumpable), 0, 0, 0); err != nil {
			t.Error(err)
		}
	})
	p := newPlace(t, nil)
	for _, name := range []string{"environ", "maps", "auxv", "mem", "root/etc/hostname", "cwd/.", "exe"} {
		if exit := p.run(fmt.Sprintf("head -c 4 /proc/%d/%s", os.Getpid(), name)); exit.Code == 0 && exit.Stdout.Text != "" {
			t.Errorf("%s: it was read", name)
		}
	}
}

// TestLimitsOfOthers sets limits of this process, after which the system would end it.
// Covers: R71
func TestLimitsOfOthers(t *testing.T) {
	needs(t, "prlimit")
	p := newPlace(t, nil)
	before := limit(t)
	p.fails(fmt.Sprintf("prlimit --core=0:%d --pid %d", before.Max, os.Getpid()))
	p.fails(fmt.Sprintf("prlimit --core=0:0 --pid %d", os.Getpid()))
	if after := limit(t); after != before {
		t.Errorf("was %v, is %v", before, after)
	}
	p.works("ulimit -S -c 0 && prlimit --core=0 sh -c 'ulimit -c'")
	p.works(fmt.Sprintf("prlimit --nofile --pid %d", os.Getpid()))
}

func limit(t *testing.T) syscall.Rlimit {
	t.Helper()
	var l syscall.Rlimit
	if err := syscall.Getrlimit(unix.RLIMIT_CORE, &l); err != nil {
		t.Fatal(err)
	}
	return l
}

// TestCapabilities looks at the rights of a command that the privileged user starts: what installing takes
// is left, what reaches past the sandbox is not.
// Covers: R71
func TestCapabilities(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only the privileged user has any")
	}
	p := newPlace(t, nil)
	own, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	const kept = 1<<unix.CAP_CHOWN | 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_DAC_READ_SEARCH | 1<<unix.CAP_FOWNER | 1<<unix.CAP_FSETID |
		1<<unix.CAP_KILL | 1<<unix.CAP_SETGID | 1<<unix.CAP_SETUID | 1<<unix.CAP_SETPCAP | 1<<unix.CAP_NET_BIND_SERVICE |
		1<<unix.CAP_NET_RAW | 1<<unix.CAP_SYS_CHROOT | 1<<unix.CAP_AUDIT_WRITE | 1<<unix.CAP_SETFCAP
	want := fmt.Sprintf("%016x", capabilities(t, string(own))&kept)
	for _, text := range []string{"cat /proc/self/status", "sh -c 'cat /proc/self/status'"} {
		if got := fmt.Sprintf("%016x", capabilities(t, p.works(text))); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	p.works("touch f && chown 12345 f && cat f")
}

// capabilities finds the rights in effect in the status of a process.
func capabilities(t *testing.T, status string) (all uint64) {
	t.Helper()
	_, rest, _ := strings.Cut(status, "CapEff:")
	if _, err := fmt.Sscanf(rest, "%x", &all); err != nil {
		t.Fatal(err)
	}
	return all
}
