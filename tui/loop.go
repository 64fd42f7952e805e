package tui

import (
	"context"
	"os"
	"time"
)

// How long things beside the screen may take.
const (
	listWithin  = 2 * time.Second // a listing; then the prompt goes on without it
	workWithin  = 30 * time.Second
	sendWithin  = 10 * time.Minute // hooks may look at a prompt; each has a limit of its own
	openWithin  = 30 * time.Second
	closeWithin = 5 * time.Second
)

// beside runs what may block, away from the screen. What it gives back is run on the UI goroutine with
// the next frame. The context ends after the limit, with the chat, or when the returned function is
// called.
func (c *chat) beside(limit time.Duration, work func(ctx context.Context) func()) (stop func()) {
	ctx, cancel := context.WithTimeout(c.ctx, limit)
	c.jobs.Go(func() {
		defer cancel()
		if then := work(ctx); then != nil {
			c.post(then)
		}
	})
	return cancel
}

// post has a function run on the UI goroutine with the next frame. It may be called from anywhere but
// does nothing at once.
func (c *chat) post(f func()) {
	c.mu.Lock()
	c.posted = append(c.posted, f)
	c.mu.Unlock()
	c.pacer.Kick()
}

// runPosted runs what was posted, on the UI goroutine.
func (c *chat) runPosted() {
	c.mu.Lock()
	fs := c.posted
	c.posted = nil
	c.mu.Unlock()
	for _, f := range fs {
		f()
	}
}

// after has a function run on the UI goroutine after some time.
func (c *chat) after(d time.Duration, f func()) {
	c.jobs.Go(func() {
		timer := time.NewTimer(d) //nolint:forbidigo // the screen's own pace; nothing is decided by it
		defer timer.Stop()
		select {
		case <-timer.C:
			c.post(f)
		case <-c.ctx.Done():
		}
	})
}

// finishJobs waits for what runs beside the screen. A disk that hangs does not hold up the end.
func (c *chat) finishJobs() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.jobs.Wait()
	}()
	timer := time.NewTimer(listWithin) //nolint:forbidigo // as above
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}

// watch turns what comes from outside into work for the UI goroutine.
func (c *chat) watch() {
	c.jobs.Go(func() {
		for {
			select {
			case sig := <-c.o.Signals:
				if sig == os.Interrupt && c.away.Load() {
					continue // it was meant for the program that has the terminal
				}
				c.post(func() { c.result.Signal = sig; c.leave() })
			case line := <-c.o.Notices:
				c.post(func() { c.say(line) })
			case <-c.o.Changed:
				c.post(c.lookAtServers)
			case why := <-c.o.Lost:
				c.post(func() { c.lose(why) })
			case <-c.ctx.Done():
				return
			}
		}
	})
}
