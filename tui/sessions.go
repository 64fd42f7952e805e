package tui

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/tui/overlay"
	"eidolon/tui/queue"
	"eidolon/tui/view"
)

// sink is where one session's events go. After the chat has gone on to another session, what the first
// still says is dropped.
type sink struct {
	c      *chat
	gone   atomic.Bool
	before []queue.Item // prompts that waited for the session before when this one was asked for
}

// Render implements renderer.Sink.
func (s *sink) Render(ctx context.Context, events []event.Envelope) error {
	if s.gone.Load() {
		return nil
	}
	return s.c.pacer.Render(ctx, events)
}

// pageEvents is how many events of the past are read at once.
const pageEvents = 200

// past is the end of what was said in a session.
type past struct {
	events []event.Envelope
	more   bool // there is something before
}

// openSession goes on with a session, or begins one when id is "". The end of what was said before is on
// the screen as soon as nothing else is; reading all of it takes its time. Until the session is open, and
// when it cannot be opened, the one before stays what it is.
func (c *chat) openSession(id string) {
	c.opening = true
	to, own := &sink{c: c}, c.open.ID
	if own != "" {
		to.before = c.queue.Items()
	}
	c.beside(openWithin, func(ctx context.Context) func() {
		if id == "" {
			return c.openThen(ctx, id, to, past{})
		}
		if id == own { // its end is written when it is closed
			if err := c.o.Sessions.Close(ctx); err != nil {
				return func() { c.onOpened(Opened{}, id, to, past{}, err) }
			}
		}
		events, more, err := c.o.Sessions.Past(ctx, id, true, pageEvents)
		if err != nil {
			return func() { c.onOpened(Opened{}, id, to, past{}, err) }
		}
		if own == "" || id == own {
			c.post(func() { c.showPast(id, past{events, more}) })
		}
		return c.openThen(ctx, id, to, past{events, more})
	})
}

func (c *chat) openThen(ctx context.Context, id string, to *sink, p past) func() {
	opened, err := c.o.Sessions.Open(ctx, id, to)
	return func() { c.onOpened(opened, id, to, p, err) }
}

// showPast begins the history anew, with the end of a session.
func (c *chat) showPast(id string, p past) {
	c.pacer.Do(func(s *stage) {
		s.model.Restart()
		s.model.Apply(p.events)
	})
	c.earlier = earlier{id: id, more: p.more}
}

// onOpened goes on in a session that was opened, or in the one before when that could not be.
func (c *chat) onOpened(o Opened, id string, to *sink, p past, err error) {
	own := c.open.ID
	c.opening = false
	if c.leaving {
		defer c.quit()
	}
	if err != nil {
		if id == own { // it was closed to be opened again
			c.open = Opened{}
		}
		c.release()
		c.complain(err)
		if c.open.ID == "" {
			c.note(view.ErrorItem, c.T("No session is open: /new begins one, /resume goes on with another."))
		}
		return
	}
	if o.ID != own {
		c.leaveSession(to.before)
		c.showPast(o.ID, p)
	}
	if c.sink != nil {
		c.sink.gone.Store(true)
	}
	c.sink, c.open, c.sending, c.cancelled, c.lost = to, o, false, false, ""
	c.pacer.Do(func(s *stage) { s.model.Restore(o.status()) })
	c.release()
	c.tellSession(session.Attach{Name: Name, From: o.Next})
	c.lookAtServers()
	for _, n := range o.Notices {
		c.say(n)
	}
	if o.SetUp != "" {
		c.note(view.ErrorItem, o.SetUp)
	}
	if c.o.First != "" {
		first := c.o.First
		c.o.First = ""
		c.send(first, false)
		return
	}
	c.sendNext(false)
}

// leaveSession forgets what belonged to the session that was open. Prompts that waited in it are for
// nobody else; they can be had back like any that were said.
func (c *chat) leaveSession(waited []queue.Item) {
	for _, item := range waited {
		at := slices.IndexFunc(c.queue.Items(), func(q queue.Item) bool { return q.ID == item.ID })
		if _, ok := c.queue.Remove(at); ok {
			c.remember(item.Text)
			delete(c.ahead, item.ID)
		}
	}
	if len(waited) > 0 {
		c.held = append(c.held, func() { c.say(c.T("What was waiting was not sent; Up brings it back.")) })
	}
}

// status is what was known of the session before its events came.
func (o Opened) status() view.Start {
	return view.Start{
		Session: o.ID, Title: o.Title, Model: o.Model.Model, Posture: o.Posture, Agent: o.Agent, Window: int64(o.Model.Window),
		MaxInputChars: int64(o.Model.Chars), All: o.Spent, Context: o.Context,
	}
}

// earlier is what there is of the session before what the history shows.
type earlier struct {
	id      string // of the session that is shown
	more    bool   // there is something
	loading bool
	items   int // that were put in front
}

// atEdges reads more of the past when its beginning comes into view.
func (c *chat) atEdges() {
	if c.opening || !c.earlier.more || c.earlier.loading || !c.history.AtTop() {
		return
	}
	c.earlier.loading = true
	id := c.earlier.id
	c.beside(workWithin, func(ctx context.Context) func() {
		events, more, err := c.o.Sessions.Past(ctx, id, false, pageEvents)
		within, cancel := context.WithTimeout(ctx, colourWithin)
		items := view.Past(within, &c.painter, view.Options{Lang: c.Table, ASCII: c.o.ASCII}, events)
		cancel()
		return func() {
			if id != c.earlier.id || !c.earlier.loading {
				return // the history was begun anew
			}
			c.earlier.loading, c.earlier.more = false, more && err == nil
			c.complain(err)
			c.putBefore(items)
		}
	})
}

// putBefore puts items in front of the history.
func (c *chat) putBefore(items []*view.Item) {
	first := -c.earlier.items - len(items)
	c.earlier.items += len(items)
	older := make([]*view.Item, len(items))
	for i, item := range items {
		copied := *item
		copied.ID = first + i
		older[i] = &copied
	}
	c.history.Prepend(older)
}

// begin opens another session, after asking when a turn runs.
func (c *chat) begin(id string) {
	c.unlessRunning(c.T("Another session is opened, and the turn that runs is stopped."), func() { c.openSession(id) })
}

// unlessRunning does something that ends the turn that runs, after asking. While a session is being
// opened nothing else is done with sessions.
func (c *chat) unlessRunning(what string, do func()) {
	switch {
	case c.opening:
		c.tell(c.T("a session is being opened; try again in a moment"))
	case c.facts.Running || c.sending:
		c.choose(overlay.Quit, what, []overlay.Option{{Text: c.T("stop the turn and go on")}, {Text: c.T("stay")}}, 1, func(i int) {
			if i == 0 {
				do()
			}
		})
	default:
		do()
	}
}

// withSession does something with the session that is open, if there is one.
func (c *chat) withSession(what string, do func()) {
	if c.open.ID == "" && !c.opening {
		c.tell(c.T("no session is open; /new begins one"))
		return
	}
	c.unlessRunning(what, do)
}

// choose asks a question. Closing it is the last answer.
func (c *chat) choose(id overlay.ID, question string, options []overlay.Option, usual int, pick func(int)) {
	c.openModal(overlay.NewChoice(id, overlay.ChoiceOptions{
		Lang: c.Table, Text: question, Options: options, Default: usual,
		OnPick:   func(i int) { c.closeModal(); pick(i) },
		OnCancel: c.closeModal, Keys: c.o.Keys,
	}))
}

// between closes the session, has something done to it on disk, and opens what comes of it: the session
// of the id that work gives, or the same one.
func (c *chat) between(work func(ctx context.Context, id string) (next string, then func())) {
	c.opening = true
	c.sink.gone.Store(true)
	own := c.open.ID
	c.beside(openWithin+time.Minute, func(ctx context.Context) func() {
		err := c.o.Sessions.Close(ctx)
		id, then := own, func() {}
		if err == nil {
			id, then = work(ctx, own)
		}
		return func() {
			c.complain(err)
			then()
			c.openSession(id)
		}
	})
}
