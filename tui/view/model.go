package view

import (
	"slices"

	"eidolon/actors/event"
	"eidolon/internal/leaf/lang"
)

// Options say what a model shows and how.
type Options struct {
	Window        int64      // tokens that the model can take at once, or 0
	MaxInputChars int64      // of the profile, or 0
	Lang          lang.Table // of the words
	ASCII         bool       // marks that every terminal has, instead of ⏺ ❯ ⎿
}

// Model is a session as a screen shows it. It is for one goroutine; the items that it gives are not
// changed any more and may go anywhere.
type Model struct {
	o     Options
	look  look
	seq   int64 // of the last kept event that came; -1 before the first
	at    int64 // of the last one that was applied
	line  event.Lineage
	items []*entry // all, those that were taken back included
	dirty []*entry
	reset bool

	turn   turn
	native bool // the last call that was seen came beside the text
	status Status
	boards []board
	asked  []*Asked
	lost   string
	paint  palette
}

// board is the task list after a change.
type board struct {
	seq   int64
	todos event.Todos
}

// entry is an item in the making.
type entry struct {
	id     int
	born   int64 // number of the kept event that it belongs to, or of the next one
	body   body
	item   *Item // as it was handed out last; nil before the first time
	dirty  bool
	hidden bool // it was taken back
}

// body is what an entry is about. It gives the item as it is now; what has not changed is made of the
// same blocks as before.
type body interface{ draw(l *look) Item }

// New makes a model that knows nothing.
func New(o Options) *Model {
	m := &Model{o: o, look: newLook(o), seq: -1, at: -1, paint: newPalette()}
	m.status.Context, m.status.Utilisation, m.status.Cache = -1, -1, -1
	m.turn = newTurn(0)
	return m
}

// Apply takes events in the order in which they came. Those that it knows already are left out, so a
// batch may come again.
func (m *Model) Apply(events []event.Envelope) {
	for _, e := range ordered(m.fresh(events)) {
		if e.Journalled() {
			m.at = max(m.at, e.Seq)
		} else if e.Turn < m.turn.n {
			continue
		}
		m.apply(e)
	}
}

// fresh leaves out kept events that came before.
func (m *Model) fresh(events []event.Envelope) []event.Envelope {
	out := make([]event.Envelope, 0, len(events))
	for _, e := range events {
		if e.Journalled() {
			if e.Seq <= m.seq {
				continue
			}
			m.seq = e.Seq
		}
		out = append(out, e)
	}
	return out
}

// add puts a new entry at the end of the history.
func (m *Model) add(e event.Envelope, b body) *entry {
	en := &entry{id: len(m.items) + 1, born: m.at + 1, body: b}
	if e.Journalled() {
		en.born = e.Seq
	}
	m.items = append(m.items, en)
	m.touch(en)
	return en
}

// touch says that an entry has changed.
func (m *Model) touch(en *entry) {
	if !en.dirty {
		en.dirty = true
		m.dirty = append(m.dirty, en)
	}
}

// Frame gives what has changed since the last one.
func (m *Model) Frame() Frame {
	f := Frame{Reset: m.reset, Status: m.facts(), Todos: m.todos(), Lost: m.lost}
	changed := m.dirty
	slices.SortFunc(changed, func(a, b *entry) int { return a.id - b.id })
	for _, en := range changed {
		en.dirty = false
		if !en.hidden {
			m.draw(en)
		}
	}
	if m.reset {
		changed = m.items
	}
	for _, en := range changed {
		if !en.hidden && en.item != nil {
			f.Items = append(f.Items, en.item)
		}
	}
	if len(m.asked) > 0 {
		f.Asked = m.asked[0]
	}
	f.Wanted = m.paint.wanted()
	m.dirty, m.reset = nil, false
	return f
}

func (m *Model) draw(en *entry) {
	item := en.body.draw(&m.look)
	item.ID = en.id
	item.Gap = m.apart(en.id, item.Kind)
	en.item = &item
	switch b := en.body.(type) {
	case *answer:
		m.paint.want(en, b)
	case *call:
		m.paint.wantDiff(en, b)
	}
}

// apart says whether an item stands apart from the one before: calls stand together, and lines about a
// turn stand below what they are about.
func (m *Model) apart(id int, kind Kind) bool {
	switch kind {
	case UserItem, AnswerItem:
		return true
	case ToolItem, ReasoningItem:
		before := m.items[max(id-2, 0)].item
		return before == nil || before.Kind != kind
	case NoticeItem, ErrorItem, TurnItem:
	}
	return false
}

// rewind hides what was taken back, and shows again what was not after all.
func (m *Model) rewind(e event.Envelope) {
	m.line.Add(e)
	for _, en := range m.items {
		if hidden := !m.line.Counts(en.born); hidden != en.hidden {
			en.hidden, m.reset = hidden, true
			if !hidden && en.item == nil {
				m.touch(en)
			}
		}
	}
}

// todos is the task list that counts.
func (m *Model) todos() event.Todos {
	for _, b := range slices.Backward(m.boards) {
		if m.line.Counts(b.seq) {
			return b.todos
		}
	}
	return event.Todos{}
}
