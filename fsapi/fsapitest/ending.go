package fsapitest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"eidolon/fsapi"
)

func testTimeout(t *testing.T, open OpenRunner) {
	r, _ := open(t)
	var exit fsapi.Exit
	var said, pid string
	for limit := time.Second; pid == "" && limit < patience; limit *= 4 { // a busy machine may get nowhere in the first
		exit = run(t, r, fsapi.Command{Text: "echo before; sleep 1000 & echo $!; sleep 1000; echo after", Timeout: limit}, nil)
		said, pid, _ = strings.Cut(exit.Stdout.Text, "\n")
	}
	if !exit.TimedOut || exit.Canceled || exit.Code != -1 || said != "before" {
		t.Errorf("ended with %+v", exit)
	}
	gone(t, r, strings.Fields(pid)...)
	exit = run(t, r, fsapi.Command{Text: "echo quick", Timeout: patience}, nil)
	if exit.TimedOut || exit.Code != 0 {
		t.Errorf("in time, it ended with %+v", exit)
	}
}

// testStubborn has a shell and a child that do not listen to SIGTERM.
func testStubborn(t *testing.T, open OpenRunner) {
	r, _ := open(t)
	exit := cancelled(t, r, "trap '' TERM; while :; do sleep 1; done & echo $!; while :; do sleep 1; done")
	if exit.Signal != "SIGKILL" || exit.Elapsed > patience/2 {
		t.Errorf("ended with %+v", exit)
	}
	gone(t, r, strings.Fields(exit.Stdout.Text)...)
}

// cancelled runs a command and cancels it when it has printed something.
func cancelled(t *testing.T, r fsapi.Runner, text string) fsapi.Exit {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := fsapi.Command{Text: text}
	exit, err := r.Run(ctx, c, allowed(c), func(fsapi.Output) { cancel() })
	if err != nil || !exit.Canceled || exit.TimedOut || exit.Code != -1 {
		t.Errorf("ended with %+v, %v", exit, err)
	}
	return exit
}

func testCancel(t *testing.T, open OpenRunner) {
	r, _ := open(t)
	// All numbers are printed at once: the first output ends the command.
	exit := cancelled(t, r, `sleep 1000 & a=$!
		b=$(sh -c 'sleep 1001 >/dev/null 2>&1 & echo $!')
		echo $$ $a $b; wait; echo after`)
	pids := strings.Fields(exit.Stdout.Text)
	if len(pids) != 3 || exit.Signal != "SIGTERM" {
		t.Errorf("ended with %+v", exit)
	}
	gone(t, r, pids...)
}

func testCanceledBefore(t *testing.T, open OpenRunner) {
	r, root := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := fsapi.Command{Text: "touch proof"}
	exit, err := r.Run(ctx, c, allowed(c), nil)
	if err != nil || !exit.Canceled || exit.Code != -1 {
		t.Errorf("ended with %+v, %v", exit, err)
	}
	onlyFiles(t, root)
}

// testBackground leaves jobs behind. The command ends with its shell, and they end with it.
func testBackground(t *testing.T, open OpenRunner) {
	r, _ := open(t)
	for _, c := range []struct{ name, text string }{
		{"holding the pipes", "sleep 1000 & echo $!"},
		{"holding nothing", "sleep 1000 >/dev/null 2>&1 & echo $!"},
		{"without hangups", "nohup sleep 1000 >/dev/null 2>&1 & echo $!"},
		{"from a subshell", "(sleep 1000 & echo $!)"},
		{"printing without end", "while :; do echo x; done >&2 & echo $!"},
	} {
		t.Run(c.name, func(t *testing.T) {
			exit := run(t, r, fsapi.Command{Text: c.text}, nil)
			if exit.Code != 0 || exit.Signal != "" || exit.Elapsed > patience/2 {
				t.Errorf("ended with %+v", exit)
			}
			gone(t, r, strings.Fields(exit.Stdout.Text)...)
		})
	}
	t.Run("its output is awaited", func(t *testing.T) {
		exit := run(t, r, fsapi.Command{Text: "(for i in 1 2 3; do echo $i; done) &"}, nil)
		if exit.Stdout.Text != "1\n2\n3\n" {
			t.Errorf("printed %q", exit.Stdout.Text)
		}
	})
}

// testPanic checks that a caller's fault reaches the caller and leaves nothing running.
func testPanic(t *testing.T, open OpenRunner) {
	r, _ := open(t)
	pid := ""
	func() {
		defer func() {
			if recover() != "fault" {
				t.Error("the panic did not come back")
			}
		}()
		run(t, r, fsapi.Command{Text: "sleep 1000 & echo $!; sleep 1000"}, func(o fsapi.Output) {
			pid = string(o.Data)
			panic("fault")
		})
	}()
	gone(t, r, strings.Fields(pid)...)
}

// gone checks that processes have ended. One that nobody has reaped yet counts as ended. The shell
// does the asking, since no portable call of this language does.
func gone(t *testing.T, r fsapi.Runner, pids ...string) {
	t.Helper()
	if len(pids) == 0 {
		t.Error("the command told no process")
	}
	for _, pid := range pids {
		text := fmt.Sprintf(`for i in $(seq 500); do
			kill -0 %[1]s 2>/dev/null || exit 0
			case $(ps -o stat= -p %[1]s) in Z*) exit 0;; esac
			sleep 0.01
		done; exit 1`, pid)
		if exit := run(t, r, fsapi.Command{Text: text}, nil); exit.Code != 0 {
			t.Errorf("process %s is still there", pid)
		}
	}
}
