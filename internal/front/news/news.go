// Package news picks what a front-end without a person has to show of a session's events.
package news

import "eidolon/actors/event"

// Filter picks the events of a run. It leaves out what the session writes before the prompt: it
// closes the turn of a program that was killed, and neither the end of that turn nor its results
// belong to this run. And it leaves out what was shown already: after a crash of its actor a renderer
// gets the last batch again. The zero Filter is ready for use.
type Filter struct {
	begun bool  // the prompt of this run has come
	seq   int64 // of the last kept event
	turn  int   // of the text shown last
	item  int   // of that turn's text
	end   int   // bytes of that item shown
}

// Pick gives the event as far as it is new.
func (n *Filter) Pick(e event.Envelope) (event.Event, bool) {
	if e.Journalled() {
		if n.begun && e.Seq <= n.seq {
			return nil, false
		}
		n.seq = e.Seq
	}
	if !n.begun {
		return n.beforePrompt(e.Event)
	}
	if d, ok := e.Event.(event.TextDelta); ok {
		return n.rest(e.Turn, d)
	}
	return e.Event, true
}

func (n *Filter) beforePrompt(ev event.Event) (event.Event, bool) {
	if m, ok := ev.(event.Message); ok && m.Role == event.RoleUser {
		n.begun = true
		return ev, true
	}
	_, notice := ev.(event.Notice)
	_, failure := ev.(event.Error)
	_, lost := ev.(event.Lost)
	return ev, notice || failure || lost
}

// rest gives the part of a delta that was not shown.
func (n *Filter) rest(turn int, d event.TextDelta) (event.Event, bool) {
	if turn > n.turn {
		n.turn, n.item, n.end = turn, 0, 0
	}
	if turn < n.turn || d.Item < n.item {
		return nil, false
	}
	if d.Item > n.item {
		n.item, n.end = d.Item, 0
	}
	known := min(max(n.end-d.Offset, 0), len(d.Text))
	d.Text, d.Offset = d.Text[known:], d.Offset+known
	n.end += len(d.Text)
	return d, d.Text != ""
}
