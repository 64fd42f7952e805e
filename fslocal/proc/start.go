package proc

import (
	"crypto/rand"
	"errors"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"eidolon/fsapi"
	"eidolon/fslocal/sandbox"
)

var (
	errNoShell = errors.New("neither bash nor sh was found on this machine")
	errNUL     = errors.New("the command holds a NUL byte")
)

// child is a running shell.
type child struct {
	process *os.Process
	path    string        // name of the directory that it started in
	tree    tree          // what signals are sent to
	exited  chan struct{} // closed when the shell ended; it is not reaped yet
	stdout  *os.File      // reading ends of its pipes
	stderr  *os.File
}

// start starts the shell on text in dir, whose name is path, confined as planned. A reader runs under
// stricter settings.
func (r *Runner) start(text string, dir *os.File, path string, reader bool, in *input, plan *sandbox.Plan) (*child, error) {
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
	stdin, err := in.open()
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
	c := &child{path: path, exited: make(chan struct{}), stdout: stdout, stderr: stderr}
	mark := markVariable + "=" + rand.Text()
	program, argv := plan.Wrap(r.shell.path, r.shell.argv(text))
	err = c.launch(plan, program, argv, mark, &os.ProcAttr{
		Dir:   place,
		Env:   append(slices.Concat(withTemp(r.env, plan.Temp), gitVariables(reader), in.env), "PWD="+path, mark),
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
func (c *child) launch(plan *sandbox.Plan, path string, argv []string, mark string, attr *os.ProcAttr) error {
	started := make(chan error)
	lasting := plan.Lasting()
	keepDescriptors()
	go onOwnThread(func() bool {
		err := plan.Enter() // the child inherits it
		if err == nil {
			c.process, err = os.StartProcess(path, argv, attr)
		} else {
			err = &fsapi.CommandError{Code: fsapi.SandboxUnavailable, Err: err}
		}
		if err == nil {
			c.tree = newTree(c.process, mark)
		}
		started <- err
		if err == nil {
			awaitExit(c.process)
			close(c.exited)
		}
		return lasting
	})
	return <-started
}

// onOwnThread calls f on a thread that does nothing else meanwhile, and never again anything if f says
// that it changed the thread for good: then the thread ends with this goroutine.
//
// The main thread cannot end, and others see it as the whole process: a command whose confinement it
// shared could send the program signals. So it is held back while another thread is found.
func onOwnThread(f func() (lasting bool)) {
	runtime.LockOSThread()
	if onMainThread() {
		found := make(chan struct{})
		go func() {
			runtime.LockOSThread()
			close(found)
			if !f() {
				runtime.UnlockOSThread()
			}
		}()
		<-found
		runtime.UnlockOSThread()
		return
	}
	if !f() {
		runtime.UnlockOSThread()
	}
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
