package view

import (
	"time"

	"eidolon/actors/event"
	"eidolon/actors/foreign"
	"eidolon/internal/leaf/lang"
	"eidolon/xnl"
)

// script reads what a person sees of an answer out of its raw text, which holds the calls too. The text
// is kept in pieces: before each call that, and in the message the rest.
type script struct {
	scanner *xnl.Scanner
	foreign *foreign.Reader // in place of scanner from the first call in another notation on
	read    int             // bytes of the raw text that were read
	item    int             // number of the text in the turn
	inItem  bool
	offset  int // in the item
}

// said takes the next piece of the round's raw text and gives what is visible of it to the answers.
// While the session is live its text has come in deltas already, and all of this is known.
func (m *Model) said(e event.Envelope, raw string, last bool) {
	s := &m.turn.script
	s.read += len(raw)
	show := func(text string) {
		if text == "" {
			return
		}
		if !s.inItem {
			s.inItem = true
			s.item++
			s.offset = 0
		}
		m.onText(e, event.TextDelta{Item: s.item, Offset: s.offset, Text: text})
		s.offset += len(text)
	}
	if s.foreign != nil {
		show(s.foreign.Read(raw))
		if last {
			show(s.foreign.Close())
		}
		return
	}
	if m.native {
		show(raw)
		return
	}
	if s.scanner == nil {
		s.scanner = xnl.NewScanner(xnl.ScanOptions{})
	}
	emit := func(ev xnl.Event) {
		if ev.Kind == xnl.EventText || ev.Kind == xnl.EventQuote {
			show(string(ev.Text))
		}
	}
	s.scanner.Write([]byte(raw), emit)
	if last {
		s.scanner.Close(emit)
	}
}

// readForeign has the rest of the round's text read as one with calls in other notations in it.
func (m *Model) readForeign() {
	if s := &m.turn.script; s.foreign == nil {
		s.foreign = foreign.NewReader(!m.native)
	}
}

// onText adds to an answer what is new of a piece.
func (m *Model) onText(e event.Envelope, d event.TextDelta) {
	en := m.turn.answers[d.Item]
	if en == nil {
		m.endThought(e)
		en = m.add(e, newAnswer())
		m.turn.answers[d.Item] = en
	}
	a := en.body.(*answer)
	if rest, fresh := unseen(a.text.Len(), d.Offset, d.Text); fresh && !a.over {
		a.text.WriteString(rest)
		m.touch(en)
	}
	m.talks("answering")
}

// onThought adds to what the model thinks in this round.
func (m *Model) onThought(e event.Envelope, d event.ReasoningDelta) {
	if m.turn.thought == nil {
		m.turn.thought = m.add(e, &thought{began: e.Time})
	}
	t := m.turn.thought.body.(*thought)
	if rest, fresh := unseen(t.text.Len(), d.Offset, d.Text); fresh {
		t.text.WriteString(rest)
		t.over = false
		t.last = e.Time
		m.touch(m.turn.thought)
	}
	m.talks("thinking")
}

// onKeptThought adds a block of what the model thought. A block without words is for the service alone.
func (m *Model) onKeptThought(e event.Envelope, ev event.Reasoning) {
	if ev.Text == "" {
		return
	}
	m.onThought(e, event.ReasoningDelta{Offset: m.turn.kept, Text: ev.Text})
	m.turn.kept += len(ev.Text)
	m.endThought(e)
}

// talks takes note of what the model does. It does not wait for anything any more.
func (m *Model) talks(doing lang.Text) {
	m.turn.doing = doing
	m.endRetry(time.Time{}, retryAnswered)
}

// endThought folds what the model thought: it speaks or acts now.
func (m *Model) endThought(e event.Envelope) {
	en := m.turn.thought
	if en == nil {
		return
	}
	if t := en.body.(*thought); !t.over {
		t.over = true
		if !e.Journalled() {
			t.last = e.Time
		}
		m.touch(en)
	}
}

// endTexts ends all texts that are open: nothing more comes of them.
func (m *Model) endTexts() {
	for _, en := range m.turn.answers {
		if a := en.body.(*answer); !a.over {
			a.over = true
			m.touch(en)
		}
	}
	m.endThought(event.Envelope{Event: event.TurnEnd{}})
}

// unseen gives the part of a piece that goes beyond what is known.
func unseen(known, offset int, text string) (rest string, fresh bool) {
	if skip := known - offset; skip > 0 {
		if skip >= len(text) {
			return "", false
		}
		text = text[skip:]
	}
	return text, text != ""
}
