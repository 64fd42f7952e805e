package view

import (
	"context"

	"eidolon/actors/event"
)

// Start is what is known of a session beside its events: the end of a long log says little of its
// beginning.
type Start struct {
	Session, Title, Model, Posture, Agent string

	Window        int64 // tokens that the model can take at once, or 0
	MaxInputChars int64 // of the profile, or 0
	All           Spent // in the whole session
	Context       int64 // tokens of the last request and its answer
}

// Restore takes what is known of a session whose last events came, or none.
func (m *Model) Restore(k Start) {
	s := &m.status
	s.Session, s.Title, s.Model, s.Posture, s.Agent = k.Session, oneLine(k.Title), oneLine(k.Model), oneLine(k.Posture), oneLine(k.Agent)
	s.All = k.All
	m.o.Window, m.o.MaxInputChars = k.Window, k.MaxInputChars
	s.Context, s.Cache = -1, -1
	if k.Context > 0 && k.Window > 0 {
		s.Context = percent(k.Context, k.Window)
	}
}

// Note adds a line that is the screen's own and no event of the session.
func (m *Model) Note(kind Kind, text string) {
	m.say(event.Envelope{}, kind, text)
}

// Limit changes what the model can take: another one answers from now on.
func (m *Model) Limit(window, maxInputChars int64) {
	m.o.Window, m.o.MaxInputChars = window, maxInputChars
}

// Ask takes note of the agent that is asked from the next turn on. Its event comes with that turn.
func (m *Model) Ask(agent string) { m.status.Agent = oneLine(agent) }

// Restart forgets everything, for another session. The next frame begins anew.
func (m *Model) Restart() {
	next := m.paint.next // colours that are still under way must find nothing
	*m = *New(m.o)
	m.paint.next, m.reset = next, true
}

// Past gives the items of events that lie before those that a model has. It colours them too, so it takes
// its time; what has no colours when the context ends stays plain.
func Past(ctx context.Context, p *Painter, o Options, events []event.Envelope) []*Item {
	m := New(o)
	m.Apply(events)
	f := m.Frame()
	for _, w := range f.Wanted {
		m.Coloured(w.ID, p.Colour(ctx, w))
	}
	coloured := map[int]*Item{}
	for _, item := range m.Frame().Items {
		coloured[item.ID] = item
	}
	for i, item := range f.Items {
		if c := coloured[item.ID]; c != nil {
			f.Items[i] = c
		}
	}
	return f.Items
}
