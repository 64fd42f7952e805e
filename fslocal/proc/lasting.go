package proc

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"eidolon/fsapi"
)

const (
	// quietGrace is the time that a process has between the end of its input and SIGTERM, and then again
	// until SIGKILL.
	quietGrace = 500 * time.Millisecond
	// writeWithin bounds one write to a process that does not read.
	writeWithin = 10 * time.Second
	// stderrKept is how much of the end of standard error is kept, in bytes.
	stderrKept = 4 << 10
)

// lasting is a child that lives on. Two goroutines of its own see it through: one reads its standard error, one
// waits for its end or for Close, whichever comes first.
type lasting struct {
	child   *child
	stdin   *os.File
	closing func() // begins the end; may be called again
	over    chan struct{}
	exit    fsapi.Exit // once over is closed
}

// Start starts c, as [fsapi.Starter] says. A process that has ended leaves nothing running behind.
func (r *Runner) Start(ctx context.Context, c fsapi.Command, v fsapi.Verdict) (fsapi.Process, error) {
	if err := admit(c, v); err != nil {
		return nil, err
	}
	in := &input{env: c.Env, live: true}
	begin := r.now()
	child, plan, err := r.launch(ctx, c, v, in)
	if err != nil {
		in.close()
		return nil, err
	}
	quit := make(chan struct{})
	p := &lasting{
		child: child, stdin: in.feed, over: make(chan struct{}),
		closing: sync.OnceFunc(func() { close(quit) }),
	}
	last := make(chan string, 1)
	go func() { last <- lastOf(child.stderr, r.filter()) }()
	go func() {
		state := p.untilEnd(quit)
		p.exit = fsapi.Exit{Code: -1, Elapsed: r.now().Sub(begin), Sandbox: plan.Level}
		if state != nil {
			p.exit.Code, p.exit.Signal = status(state)
		}
		p.exit.Stderr.Text = p.rest(last)
		close(p.over)
		select { // what it had printed may be read still
		case <-quit:
		case <-time.After(drainGrace):
		}
		child.closeOutput()
	}()
	return p, nil
}

// untilEnd waits for the end, or for Close and then makes it. What the process had printed can be read still.
func (p *lasting) untilEnd(quit <-chan struct{}) *os.ProcessState {
	ended := true
	select {
	case <-p.child.exited:
	case <-quit:
		p.stdin.Close()
		ended = p.exitsWithin(quietGrace)
		if !ended {
			p.child.tree.terminate()
			ended = p.exitsWithin(quietGrace)
		}
	}
	if ended { // what it started is to end as well, wherever that went
		p.child.tree.terminate()
	}
	state := p.child.reap(ended, true)
	p.stdin.Close()
	return state
}

// rest gives the end of standard error, once nothing is left that could print there. What escaped and holds
// the pipes is not waited for.
func (p *lasting) rest(last <-chan string) string {
	select {
	case text := <-last:
		return text
	case <-time.After(drainGrace):
		p.child.stderr.Close()
		return <-last
	}
}

func (p *lasting) exitsWithin(d time.Duration) bool {
	select {
	case <-p.child.exited:
		return true
	case <-time.After(d):
		return false
	}
}

// Read implements fsapi.Process.
func (p *lasting) Read(b []byte) (int, error) {
	n, err := p.child.stdout.Read(b)
	if errors.Is(err, os.ErrClosed) {
		err = io.EOF
	}
	return n, err
}

// Write implements fsapi.Process.
func (p *lasting) Write(b []byte) (int, error) {
	if err := p.stdin.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil { //nolint:forbidigo // the clock of the system's own deadlines
		return 0, err
	}
	return p.stdin.Write(b)
}

// Wait implements fsapi.Process.
func (p *lasting) Wait() fsapi.Exit {
	<-p.over
	return p.exit
}

// Close implements fsapi.Process.
func (p *lasting) Close() error {
	p.closing()
	<-p.over
	p.child.closeOutput() // here too, so that nothing can be read once it has returned
	return nil
}

// lastOf reads a stream to its end and gives its last bytes as text.
func lastOf(f *os.File, filter func([]byte) []byte) string {
	var kept []byte
	buf := make([]byte, firstRead)
	for {
		n, err := f.Read(buf)
		piece := filter(append([]byte(nil), buf[:n]...))
		if n == 0 && err != nil {
			piece = filter(nil)
		}
		kept = append(kept, piece...)
		if extra := len(kept) - stderrKept; extra > 0 {
			kept = append(kept[:0], kept[extra:]...)
		}
		if n == 0 && err != nil {
			return string(appendText(nil, kept))
		}
	}
}
