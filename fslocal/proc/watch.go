package proc

import (
	"bytes"
	"context"
	"os"
	"time"

	"eidolon/fsapi"
)

const (
	// drainGrace is how long the output of background jobs is awaited once the shell has ended.
	drainGrace = 500 * time.Millisecond
	// stopGrace is the time between SIGTERM and SIGKILL. With lastGrace it stays under two seconds.
	stopGrace = 1500 * time.Millisecond
	// lastGrace is how long the end is awaited after SIGKILL. What is not gone by then hangs in the
	// kernel, or escaped and holds a pipe.
	lastGrace = 250 * time.Millisecond

	firstRead = 4 << 10 // most commands print less
	maxRead   = 64 << 10
)

// piece is what a pump read from one stream; without data it is the stream's end.
type piece struct {
	from fsapi.Stream
	data []byte
}

// watch sees one child through. All of it runs on the goroutine of Run.
type watch struct {
	child  *child
	emit   func(fsapi.Output)
	stdout *capture
	stderr *capture
	pieces chan piece

	filterOut, filterErr func([]byte) []byte // what the streams go through, see Options.Filter

	open     int // streams that have not ended
	ended    bool
	timedOut bool
	canceled bool
}

// untilEnd hands out what the child prints until it and its streams have ended, or were ended.
func (w *watch) untilEnd(ctx context.Context, timeout time.Duration) (exit fsapi.Exit) {
	w.pieces, w.open = make(chan piece), 2
	quit := make(chan struct{})
	// Deferred because emit may panic: then too nothing stays running and no pump waits for a reader.
	defer func() {
		close(quit)
		w.child.closeOutput()
		state := w.child.reap(w.ended, w.timedOut || w.canceled)
		exit = w.exit(state)
	}()
	go pump(w.child.stdout, fsapi.Stdout, w.pieces, quit)
	go pump(w.child.stderr, fsapi.Stderr, w.pieces, quit)
	w.loop(ctx.Done(), timeout)
	return exit
}

// loop is the life of the child as the package comment tells it. Each channel is nil while nothing is
// expected from it.
func (w *watch) loop(canceled <-chan struct{}, timeout time.Duration) {
	var limit, grace <-chan time.Time
	if timeout > 0 {
		limit = time.After(timeout)
	}
	exited, killed := w.child.exited, false
	for w.open > 0 || !w.ended {
		select {
		case p := <-w.pieces:
			w.take(p)
		case <-exited:
			exited, limit, w.ended = nil, nil, true
			if grace == nil {
				grace = time.After(drainGrace)
			}
		case <-limit:
			limit, w.timedOut = nil, true
			w.child.tree.terminate()
			grace = time.After(stopGrace)
		case <-canceled:
			canceled, limit = nil, nil
			switch {
			case w.timedOut:
			case w.ended:
				grace = time.After(0)
			default:
				w.canceled = true
				w.child.tree.terminate()
				grace = time.After(stopGrace)
			}
		case <-grace:
			if killed {
				return
			}
			killed = true
			w.child.tree.kill()
			grace = time.After(lastGrace)
		}
	}
}

func (w *watch) take(p piece) {
	if p.data == nil {
		w.open--
	}
	to, filter := w.stdout, w.filterOut
	if p.from == fsapi.Stderr {
		to, filter = w.stderr, w.filterErr
	}
	data := filter(p.data)
	to.add(data)
	if w.emit != nil && len(data) > 0 {
		w.emit(fsapi.Output{Stream: p.from, Data: data})
	}
}

func (w *watch) exit(state *os.ProcessState) fsapi.Exit {
	w.stdout.add(w.filterOut(nil)) // of streams that were cut off
	w.stderr.add(w.filterErr(nil))
	exit := fsapi.Exit{
		Code: -1, TimedOut: w.timedOut, Canceled: w.canceled,
		Stdout: w.stdout.captured(), Stderr: w.stderr.captured(),
	}
	if state != nil {
		code, signal := status(state)
		exit.Signal = signal
		if !w.timedOut && !w.canceled {
			exit.Code = code
		}
	}
	return exit
}

// pump reads one stream to its end. It copies what it read, because the pieces are given away; the
// buffer it reads into grows with the output.
func pump(f *os.File, from fsapi.Stream, to chan<- piece, quit <-chan struct{}) {
	buf := make([]byte, firstRead)
	for {
		n, err := f.Read(buf)
		p := piece{from: from}
		if n > 0 {
			p.data = bytes.Clone(buf[:n])
		}
		if n > 0 || err != nil {
			select {
			case to <- p:
			case <-quit:
				return
			}
		}
		if err != nil && n == 0 {
			return
		}
		if n == len(buf) && n < maxRead {
			buf = make([]byte, 2*n)
		}
	}
}
