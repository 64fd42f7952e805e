package actorkit

import (
	"context"
	"runtime/debug"
	"sync"
)

// Credit of one work: so much may be emitted and not handled yet. It bounds the memory of an actor
// whose input is not ours, such as a stream from the network, while mailboxes stay unbounded.
const (
	creditMessages = 64
	creditBytes    = 256 << 10
)

// Go implements Env.
func (s *shell) Go(name string, work Work) func() {
	s.serial++
	serial, self := s.serial, s.lib.Self()
	ctx, cancel := context.WithCancel(context.Background())
	if s.works == nil {
		s.works = map[int]context.CancelFunc{}
	}
	s.works[serial] = cancel
	c := newCredit(ctx)
	emit := func(m any) error {
		if err := c.take(m); err != nil {
			return err
		}
		s.sys.root.Send(self, workSent{s, c, m})
		return nil
	}
	go func() {
		defer func() {
			if reason := recover(); reason != nil {
				s.sys.root.Send(self, workCrashed{s, name, reason, debug.Stack()})
			}
		}()
		s.sys.root.Send(self, workDone{s, serial, work(ctx, emit)})
	}()
	return cancel
}

// credit counts what one work has emitted and the actor has not handled.
type credit struct {
	ctx context.Context //nolint:containedctx // the credit lives exactly as long as one work does

	mu       sync.Mutex
	returned *sync.Cond
	messages int
	bytes    int
}

func newCredit(ctx context.Context) *credit {
	c := &credit{ctx: ctx}
	c.returned = sync.NewCond(&c.mu)
	context.AfterFunc(ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.returned.Broadcast()
	})
	return c
}

// take waits until m fits. One message always fits when nothing else is open, whatever its size.
func (c *credit) take(m any) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.ctx.Err() == nil && c.messages > 0 && (c.messages >= creditMessages || c.bytes+sizeOf(m) > creditBytes) {
		c.returned.Wait()
	}
	if err := c.ctx.Err(); err != nil {
		return err
	}
	c.messages++
	c.bytes += sizeOf(m)
	return nil
}

func (c *credit) giveBack(m any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.messages--
	c.bytes -= sizeOf(m)
	c.returned.Signal()
}

func sizeOf(m any) int {
	if s, ok := m.(Sized); ok {
		return s.Size()
	}
	return 0
}
