package ttyguard_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"eidolon/tui/screen"
	"eidolon/tui/ttyguard"
)

// part is the variable of the environment that says which part a process of the test plays.
const part = "EIDOLON_TEST_PART"

// TestMain plays the other processes: a shell that starts the program, the program, and its guard.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 1 && os.Args[1] == ttyguard.Arg:
		os.Exit(ttyguard.Main())
	case os.Getenv(part) == "shell":
		os.Exit(shell())
	case os.Getenv(part) != "":
		program(os.Getenv(part))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// shell runs the program in the foreground of the terminal, waits for it and for the guard that it
// leaves behind, and says so on file 3. It ends when file 4 does, since the terminal ends with it.
func shell() int {
	report, hold := os.NewFile(3, "report"), os.NewFile(4, "hold")
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return 1
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), part+"="+os.Getenv("EIDOLON_TEST_PROGRAM"))
	cmd.Stdin, cmd.Stdout = os.Stdin, os.Stdout
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Foreground: true, Ctty: 0}
	if err := cmd.Start(); err != nil {
		return 1
	}
	fmt.Fprintln(report, cmd.Process.Pid)
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, syscall.WUNTRACED, nil)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil {
			break
		}
		if status.Stopped() {
			fmt.Fprintln(report, "stopped")
			continue
		}
		if status.ExitStatus() == 1 { // a panic ends with 2
			fmt.Fprintln(report, "failed:", pid)
		}
	}
	fmt.Fprintln(report, "ended")
	_, _ = io.Copy(io.Discard, hold)
	return 0
}

// program takes the terminal and ends in one of several ways.
func program(way string) {
	exe := os.Args[0]
	if way == "unguarded" {
		exe = "/no/such/program"
	}
	guard, err := ttyguard.Start(exe)
	if err != nil {
		panic(err)
	}
	term, err := screen.Open(screen.Options{Env: os.Getenv, Now: time.Now, Guard: guard})
	if err != nil {
		panic(err)
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGHUP)
	s := term.Screen()
	s.Clear()
	s.PutStr(0, 0, "❯ ready")
	s.ShowCursor(2, 0)
	s.Show()
	switch way {
	case "panic":
		go func() { panic("nobody recovers from this") }()
	case "fatal": // what Go itself cannot recover from
		go new(sync.Mutex).Unlock()
	case "suspended":
		_ = s.Suspend()
		_, _ = os.Stdout.WriteString("\x1b[?2004h❯ an editor") // which has modes of its own
	case "stop":
		_ = s.Suspend()
		_ = term.StopGroup()
		_ = s.Resume()
		s.PutStr(0, 1, "❯ again")
		s.Show()
	case "unguarded":
		_ = term.Close()
		if guard.Close() == nil {
			os.Exit(1) // which the shell takes for a failure
		}
		return
	case "exit":
		_, _ = term.Close(), guard.Close()
		return
	}
	<-signals
	_, _ = term.Close(), guard.Close()
}

// session is a terminal with the three processes.
type session struct {
	t      *testing.T
	tty    *os.File // the side of the programs
	out    *bufio.Reader
	report *bufio.Reader
	pid    int
	before *unix.Termios
	seen   strings.Builder
}

func start(t *testing.T, way string) *session {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	reportR, reportW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	holdR, holdW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := &session{t: t, tty: tty, out: bufio.NewReader(master), report: bufio.NewReader(reportR), before: state(t, tty)}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), part+"=shell", "EIDOLON_TEST_PROGRAM="+way, "TERM=xterm-256color", "LC_ALL=C.UTF-8", "TMUX=", "STY=",
		"GORACE=atexit_sleep_ms=0")
	cmd.Stdin, cmd.Stdout, cmd.ExtraFiles = tty, tty, []*os.File{reportW, holdR}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _, _ = reportW.Close(), holdR.Close(), pty.Setsize(master, &pty.Winsize{Rows: 10, Cols: 40})
	t.Cleanup(func() {
		_ = holdW.Close()
		_ = cmd.Wait()
		_, _ = tty.Close(), master.Close()
	})
	if s.pid, err = strconv.Atoi(s.says()); err != nil {
		t.Fatal(err)
	}
	return s
}

// says gives the shell's next word.
func (s *session) says() string {
	s.t.Helper()
	line, err := s.report.ReadString('\n')
	if err != nil {
		s.t.Fatalf("the shell said %q: %v", line, err)
	}
	return strings.TrimSpace(line)
}

// until reads what the terminal shows until some text has come.
func (s *session) until(text string) {
	s.t.Helper()
	for !strings.Contains(s.seen.String(), text) {
		c, err := s.out.ReadByte()
		if err != nil {
			s.t.Fatalf("no %q in %q: %v", text, s.seen.String(), err)
		}
		s.seen.WriteByte(c)
	}
}

func state(t *testing.T, tty *os.File) *unix.Termios {
	t.Helper()
	s, err := unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// switches finds what switches modes on and off.
var switches = regexp.MustCompile(`\x1b\[(\?\d+[hl]|>4;\dm|>1u|<u)`)

// on gives the modes that are on after all that was seen, but for those that are from the start.
func (s *session) on() map[string]bool {
	on := map[string]bool{}
	for _, m := range switches.FindAllStringSubmatch(s.seen.String(), -1) {
		switch what := m[1]; {
		case what == "<u":
			delete(on, ">1u")
		case strings.HasPrefix(what, ">4"):
			delete(on, ">4;2m")
			if what == ">4;2m" {
				on[what] = true
			}
		case strings.HasSuffix(what, "h"), what == ">1u":
			on[what] = true
		default:
			delete(on, strings.TrimSuffix(what, "l")+"h")
		}
	}
	delete(on, "?25h") // the cursor
	delete(on, "?7h")  // wrapping
	return on
}

// Covers: Y1
func TestTheTerminalIsAsBefore(t *testing.T) {
	tests := []struct {
		way    string
		signal syscall.Signal
		left   map[string]bool // modes that are not ours
	}{
		{way: "exit"},
		{way: "unguarded"},
		{way: "wait", signal: syscall.SIGTERM},
		{way: "wait", signal: syscall.SIGHUP},
		{way: "wait", signal: syscall.SIGKILL},
		{way: "wait", signal: syscall.SIGSEGV},
		{way: "panic"},
		{way: "fatal"},
		{way: "suspended", signal: syscall.SIGKILL, left: map[string]bool{"?2004h": true}},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.way, " ", int(tt.signal)), func(t *testing.T) {
			t.Parallel() // mostly waits
			s := start(t, tt.way)
			switch {
			case tt.way == "suspended":
				s.until("❯ an editor")
			case tt.signal != 0:
				s.until("❯ ready")
			}
			if tt.signal != 0 {
				if err := syscall.Kill(s.pid, tt.signal); err != nil {
					t.Fatal(err)
				}
			}
			if got := s.says(); got != "ended" {
				t.Fatal(got)
			}
			_, _ = s.tty.WriteString("all of it")
			s.until("all of it")
			if !strings.Contains(s.seen.String(), "\x1b[?1049h") {
				t.Error("the screen was never there")
			}
			if diff := cmp.Diff(tt.left, s.on(), cmp.Comparer(func(a, b map[string]bool) bool { return fmt.Sprint(a) == fmt.Sprint(b) })); diff != "" {
				t.Errorf("left on (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(s.before, state(t, s.tty)); diff != "" {
				t.Errorf("the state of the terminal (-before +after):\n%s", diff)
			}
		})
	}
}

// TestStopAndGoOn is Ctrl+Z: the shell has its terminal while the program is stopped.
//
// Covers: Y1
func TestStopAndGoOn(t *testing.T) {
	s := start(t, "stop")
	if got := s.says(); got != "stopped" {
		t.Fatal(got)
	}
	_, _ = s.tty.WriteString("the shell's")
	s.until("the shell's")
	if on := s.on(); len(on) > 0 {
		t.Errorf("left on while stopped: %v", on)
	}
	if diff := cmp.Diff(s.before, state(t, s.tty)); diff != "" {
		t.Errorf("the state while stopped (-before +now):\n%s", diff)
	}
	if err := syscall.Kill(-s.pid, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	s.until("❯ again")
	if !s.on()["?1049h"] {
		t.Error("the screen did not come back")
	}
	if !strings.Contains(s.seen.String()[strings.Index(s.seen.String(), "the shell's"):], "❯ ready") {
		t.Error("the screen did not come back whole")
	}
	if err := syscall.Kill(s.pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if got := s.says(); got != "ended" {
		t.Fatal(got)
	}
}

// TestAShellThatTookOverKeepsItsSettings has the settings changed between the end of the program and
// the guard's look at them.
func TestAShellThatTookOverKeepsItsSettings(t *testing.T) {
	master, tty, err := pty.Open()
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	defer func() { _, _ = tty.Close(), master.Close() }() // without its other end the terminal takes nothing
	mine := state(t, tty)
	mine.Lflag &^= unix.ICANON | unix.ECHO // as for editing lines
	if err := unix.IoctlSetTermios(int(tty.Fd()), unix.TCSETS, mine); err != nil {
		t.Fatal(err)
	}
	before := *mine
	before.Lflag |= unix.ICANON | unix.ECHO
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], ttyguard.Arg)
	cmd.Stdin, cmd.Stdout = r, tty
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(ttyguard.Armed(&before, "undone")); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(mine, state(t, tty)); diff != "" {
		t.Errorf("the shell's settings (-want +got):\n%s", diff)
	}
}
