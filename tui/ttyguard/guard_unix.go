//go:build linux || darwin

package ttyguard

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Guard is the connection to the process that guards the terminal. A nil one does nothing.
type Guard struct {
	mu      sync.Mutex
	pipe    *os.File
	started chan struct{} // closed when the process runs, or cannot
	failed  error         // to run; set before that
	gone    chan struct{} // closed when it has ended
}

// patience is how long Close waits.
const patience = 200 * time.Millisecond

// Start starts the program at exe as a guard, for the terminal in its present state. It does not wait
// for the process, which takes some milliseconds; Arm does, if need be.
func Start(exe string) (*Guard, error) {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, fmt.Errorf("guard the terminal: %w", err)
	}
	state, err := encodedState(tty)
	if err != nil {
		return nil, errors.Join(err, tty.Close())
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("guard the terminal: %w", err), tty.Close())
	}
	g := &Guard{pipe: w, started: make(chan struct{}), gone: make(chan struct{})}
	go g.run(exe, r, tty)
	g.send(message{kindState, state}) // the pipe keeps it until somebody reads
	return g, nil
}

func encodedState(tty *os.File) ([]byte, error) {
	state, err := unix.IoctlGetTermios(int(tty.Fd()), getState)
	if err != nil {
		return nil, fmt.Errorf("read the terminal's state: %w", err)
	}
	var raw bytes.Buffer
	err = binary.Write(&raw, binary.NativeEndian, state)
	return raw.Bytes(), err
}

// run runs the process.
func (g *Guard) run(exe string, pipe, tty *os.File) {
	defer close(g.gone)
	cmd := exec.CommandContext(context.Background(), exe, Arg) // it ends when the pipe does
	cmd.Stdin, cmd.Stdout = pipe, tty
	cmd.Env = []string{"GOMAXPROCS=1"} // it does one thing
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		g.failed = fmt.Errorf("start the terminal's guard: %w", err)
	}
	close(g.started)
	_, _ = pipe.Close(), tty.Close() // the process has its own
	if g.failed == nil {
		_ = cmd.Wait() // how it ended changes nothing
	}
}

// Arm says what has to be written to the terminal should the program die from now on.
func (g *Guard) Arm(undo string) {
	if g == nil {
		return
	}
	<-g.started
	g.send(message{kindArm, []byte(undo)})
}

// Disarm says that the terminal is as it was.
func (g *Guard) Disarm() { g.send(message{kind: kindDisarm}) }

// Close says goodbye and waits for the guard to end, for a moment: nothing depends on it. The error
// says why there was none.
func (g *Guard) Close() error {
	if g == nil {
		return nil
	}
	g.send(message{kind: kindGoodbye})
	g.mu.Lock()
	_ = g.pipe.Close() // it was all said
	g.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	select {
	case <-g.gone:
	case <-ctx.Done():
	}
	select {
	case <-g.started:
		return g.failed
	default:
		return nil
	}
}

// send writes one message. A guard that is gone cannot be told, and nothing else suffers.
func (g *Guard) send(m message) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	_, _ = g.pipe.Write(m.encode())
}
