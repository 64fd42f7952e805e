package proc

import (
	"crypto/rand"
	"errors"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

var (
	errNoShell = errors.New("neither bash nor sh was found on this machine")
	errNUL     = errors.New("the command holds a NUL byte")
)

// child is a running shell.
type child struct {
	process *os.Process
	tree    tree          // what signals are sent to
	exited  chan struct{} // closed when the shell ended; it is not reaped yet
	stdout  *os.File      // reading ends of its pipes
	stderr  *os.File
}

// start starts the shell on text in dir, whose name is path. A reader runs under stricter settings.
func (r *Runner) start(text string, dir *os.File, path string, reader bool) (*child, error) {
	switch {
	case r.shell.path == "":
		return nil, errNoShell
	case strings.ContainsRune(text, 0):
		return nil, errNUL
	}
	place, err := startDir(dir, path)
	if err != nil {
		return nil, err
	}
	stdin, err := os.Open(os.DevNull)
	if err != nil {
		return nil, err
	}
	defer stdin.Close()
	stdout, outEnd, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer outEnd.Close()
	stderr, errEnd, err := os.Pipe()
	if err != nil {
		stdout.Close()
		return nil, err
	}
	defer errEnd.Close()
	c := &child{exited: make(chan struct{}), stdout: stdout, stderr: stderr}
	mark := markVariable + "=" + rand.Text()
	err = c.launch(r.shell.path, r.shell.argv(text), mark, &os.ProcAttr{
		Dir:   place,
		Env:   append(slices.Concat(r.env, gitVariables(reader)), "PWD="+path, mark),
		Files: []*os.File{stdin, outEnd, errEnd},
		Sys:   sysProcAttr(),
	})
	if err != nil {
		c.closeOutput()
		return nil, err
	}
	return c, nil
}

// launch starts the process on a thread that stays until the process has ended: on Linux the child
// is killed when that thread goes, and the runtime ends threads on its own account.
func (c *child) launch(path string, argv []string, mark string, attr *os.ProcAttr) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		// Between here and the start, the thread may be restricted; the child inherits that. A
		// restricted thread must never be unlocked, so that it ends with this goroutine.
		process, err := os.StartProcess(path, argv, attr)
		c.process = process
		if err == nil {
			c.tree = newTree(process, mark)
		}
		started <- err
		if err == nil {
			awaitExit(process)
			close(c.exited)
		}
	}()
	return <-started
}

// closeOutput ends the pumps, and the writers that still hold the other ends.
func (c *child) closeOutput() {
	c.stdout.Close()
	c.stderr.Close()
}

// reap kills what is left of the child's group, which its number still names, and takes the child's
// status. The state is nil when the child hangs in the kernel and cannot be ended.
func (c *child) reap(ended, stopped bool) *os.ProcessState {
	if !ended || stopped {
		c.tree.kill()
	} else {
		c.tree.killGroup()
	}
	if !ended {
		select {
		case <-c.exited:
		case <-time.After(lastGrace):
			go func() {
				<-c.exited
				_, _ = c.process.Wait()
			}()
			return nil
		}
	}
	state, err := c.process.Wait()
	c.tree.release()
	if err != nil {
		return nil
	}
	return state
}
