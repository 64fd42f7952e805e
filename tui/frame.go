package tui

import (
	"context"
	"time"

	"eidolon/actors/event"
	"eidolon/tui/screen"
	"eidolon/tui/view"
)

// stage is the model of the screen as the pacer owns it.
type stage struct{ model *view.Model }

func newStage(o Options) *stage {
	return &stage{view.New(view.Options{Lang: o.Lang, ASCII: o.ASCII})}
}

// Apply implements screen.Model.
func (s *stage) Apply(events []event.Envelope) { s.model.Apply(events) }

// Frame implements screen.Model.
func (s *stage) Frame(time.Time) (view.Frame, screen.Motion) {
	f := s.model.Frame()
	if f.Status.Running && f.Asked == nil {
		return f, screen.Spinner
	}
	return f, screen.Still
}

// draw brings a frame to the UI goroutine and waits until the terminal has it. The pacer calls it, and
// nobody else may call QueueUpdateDraw.
func (c *chat) draw(f view.Frame) {
	c.app.QueueUpdateDraw(func() { c.show(f) })
}

// show makes a frame the state of the screen.
func (c *chat) show(f view.Frame) {
	if f.Reset {
		c.history.Reset()
	}
	if len(f.Items) > 0 {
		c.history.Put(f.Items)
	}
	before := c.facts
	if f.Reset { // another conversation: no turn has ended
		before.Ended = f.Status.Ended
	}
	c.facts, c.todos = f.Status, f.Todos.Todos
	if f.Lost != "" {
		c.lost = f.Lost
	}
	if !f.Reset && c.facts.Session == before.Session && c.facts.Posture != before.Posture {
		c.open.Posture = c.facts.Posture // also when it is not the person who changed it, but an approved plan
	}
	c.colour(f.Wanted)
	c.runPosted()
	c.onTurn(before)
	c.onAsked(f.Asked)
	c.atEdges()
}

// colourWithin is how long the colours of a piece of code may take. Without them it stays plain.
const colourWithin = 3 * time.Second

// colour has code highlighted beside the screen.
func (c *chat) colour(wanted []view.Wanted) {
	if len(wanted) == 0 {
		return
	}
	c.beside(workWithin, func(ctx context.Context) func() {
		for _, w := range wanted {
			if ctx.Err() != nil {
				break
			}
			within, cancel := context.WithTimeout(ctx, colourWithin)
			spans := c.painter.Colour(within, w)
			cancel()
			c.pacer.Do(func(s *stage) { s.model.Coloured(w.ID, spans) })
		}
		return nil
	})
}

// onTurn acts on the beginning and the end of turns.
func (c *chat) onTurn(before view.Status) {
	now := c.facts
	if now.Ended != before.Ended || now.Running {
		c.sending = false
	}
	if now.Running != before.Running {
		c.o.Terminal.Progress(now.Running)
	}
	if now.Ended != before.Ended {
		c.onTurnEnd()
	}
	if title := c.windowTitle(); title != "" {
		c.o.Terminal.SetTitle(title)
	}
}

// busy says that something is said or about to be: what is sent now has to wait.
func (c *chat) busy() bool { return c.sending || c.opening || c.facts.Running }

// passing is something that the status line says for a moment.
type passing struct {
	text     string
	until    time.Time
	stopping bool // it is about the turn, and over with it
}

// notices stay for so long.
const passingFor = 4 * time.Second

// tell says something in the status line for a moment.
func (c *chat) tell(text string) {
	until := c.o.Now().Add(passingFor)
	c.passing = passing{text: text, until: until}
	c.after(passingFor, func() {
		if c.passing.until.Equal(until) {
			c.passing = passing{}
		}
	})
}

// say puts a notice into the history.
func (c *chat) say(text string) { c.note(view.NoticeItem, text) }

// sayOnce is say for what a person needs to be told once.
func (c *chat) sayOnce(text string) {
	if !c.noticed[text] {
		c.noticed[text] = true
		c.say(text)
	}
}

// complain puts what went wrong into the history.
func (c *chat) complain(err error) {
	if err != nil {
		c.note(view.ErrorItem, c.T("error: ")+err.Error())
	}
}

// note shows a line that is the screen's own. While a session is being opened it waits: the history
// begins anew with it.
func (c *chat) note(kind view.Kind, text string) {
	if c.opening {
		c.held = append(c.held, func() { c.note(kind, text) })
		return
	}
	c.pacer.Do(func(s *stage) { s.model.Note(kind, text) })
}

// release shows what has waited for a session.
func (c *chat) release() {
	held := c.held
	c.held = nil
	for _, show := range held {
		show()
	}
}

// lose ends all talking: the runtime cannot go on.
func (c *chat) lose(why string) {
	c.lost = why
	c.note(view.ErrorItem, c.T("error: ")+why)
}
