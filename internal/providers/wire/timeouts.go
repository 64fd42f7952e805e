package wire

import (
	"context"
	"net/http/httptrace"
	"sync"
	"time"
)

// Timeouts limits every wait for a service. Zero fields take their defaults.
type Timeouts struct {
	Connect   time.Duration // until there is a connection, name look-up and TLS included; 10 s
	FirstByte time.Duration // from the sent request to the first byte of the answer; 120 s
	Idle      time.Duration // between two bytes of the answer; 60 s
	Total     time.Duration // from the first to the last moment; 30 min
}

func (t Timeouts) orDefaults() Timeouts {
	for _, f := range []struct {
		field    *time.Duration
		fallback time.Duration
	}{
		{&t.Connect, 10 * time.Second},
		{&t.FirstByte, 120 * time.Second},
		{&t.Idle, 60 * time.Second},
		{&t.Total, 30 * time.Minute},
	} {
		if *f.field <= 0 {
			*f.field = f.fallback
		}
	}
	return t
}

// wait is something an exchange waits for, by the name that its limit has in the configuration.
type wait string

const (
	connect   wait = "connect"
	firstByte wait = "firstByte"
	idle      wait = "idle"
	total     wait = "total"
	quiet     wait = "quiet" // has no name of its own there
)

// quietTimes is how often firstByte may pass while a service only keeps the connection alive. Some do so
// while a request waits for its turn or the model thinks, so it is more than once; but a service that
// has forgotten the request does it too.
const quietTimes = 5

// watch ends an exchange whose current wait takes too long. At any time at most one of the waits
// connect, firstByte and idle is running, beside total and quiet; none but total runs while the caller
// works on what has arrived, so a slow consumer is not mistaken for a slow service.
type watch struct {
	limits Timeouts
	expire func(wait, time.Duration)
	cancel context.CancelCauseFunc

	mu       sync.Mutex // the HTTP client reports its progress from its own goroutines
	stopped  bool
	answered bool // the first byte is here: only idle from now on
	current  *time.Timer
	total    *time.Timer
	quiet    *time.Timer // runs from the first read after an event to the next event
	fresh    bool        // there was an event since quiet was started last
}

// newWatch starts with the wait for a connection. reached makes the error of a limit.
func newWatch(limits Timeouts, reached func(wait, time.Duration) error, cancel context.CancelCauseFunc) *watch {
	w := &watch{limits: limits, cancel: cancel}
	w.expire = func(what wait, limit time.Duration) { cancel(reached(what, limit)) }
	w.total = time.AfterFunc(limits.Total, func() { w.expire(total, limits.Total) })
	w.current = time.AfterFunc(limits.Connect, func() { w.expire(connect, limits.Connect) })
	w.quiet = time.AfterFunc(limits.Total, func() { w.expire(quiet, quietTimes*limits.FirstByte) })
	w.quiet.Stop()
	w.fresh = true
	return w
}

// trace makes the HTTP client report when it has a connection and when the request is out. Sending
// the request and waiting for the answer are each limited by FirstByte.
func (w *watch) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn:      func(httptrace.GotConnInfo) { w.awaitFirstByte() },
		WroteRequest: func(httptrace.WroteRequestInfo) { w.awaitFirstByte() },
	})
}

func (w *watch) awaitFirstByte() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.answered { // a service may answer before it has read the whole request
		return
	}
	w.current.Stop()
	w.current = time.AfterFunc(w.limits.FirstByte, func() { w.expire(firstByte, w.limits.FirstByte) })
}

// pause ends the present wait: what follows is not about the service.
func (w *watch) pause() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.current.Stop()
}

// connecting begins the wait for a connection anew.
func (w *watch) connecting() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.current.Stop()
	w.current = time.AfterFunc(w.limits.Connect, func() { w.expire(connect, w.limits.Connect) })
}

// reading says that a read of the body begins. Until the first byte is here, the wait for it goes on.
func (w *watch) reading() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.answered || w.stopped {
		return
	}
	w.current.Reset(w.limits.Idle)
	if w.fresh {
		w.fresh = false
		w.quiet.Reset(quietTimes * w.limits.FirstByte)
	}
}

// heard says that the service said something that is more than a sign of life.
func (w *watch) heard() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.quiet.Stop()
	w.fresh = true
}

// read says that a read of the body is over, and whether it brought anything.
func (w *watch) read(some bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.answered && !some {
		return
	}
	w.current.Stop()
	if !w.answered {
		w.answered = true
		w.current = time.AfterFunc(w.limits.Idle, func() { w.expire(idle, w.limits.Idle) })
		w.current.Stop()
	}
}

// hurry lets the exchange go on for at most limit from now.
func (w *watch) hurry(limit time.Duration) { w.total.Reset(limit) }

// stop ends the watch and frees what the context holds.
func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answered = true // no late report starts a timer again
	w.stopped = true
	w.current.Stop()
	w.total.Stop()
	w.quiet.Stop()
	w.cancel(nil)
}
