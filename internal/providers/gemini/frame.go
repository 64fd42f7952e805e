package gemini

import (
	"eidolon/actors/model"
	"eidolon/internal/providers/format"
)

// frameKeys are the keys that text comes under, as services write them. What the model thinks comes under
// the same as what it says, with a mark beside it, so they are looked for a second time.
var frameKeys = []string{`"text":"`, `"text": "`, `"text":"`, `"text": "`}

// isThought tells the keys of what the model thinks.
func isThought(key int) bool { return key >= 2 }

// counts are the keys of the tokens counted so far, which differ from event to event and are read by the
// meter alone.
var counts = []string{
	`"promptTokenCount":`, `"promptTokenCount": `, `"candidatesTokenCount":`, `"candidatesTokenCount": `,
	`"thoughtsTokenCount":`, `"thoughtsTokenCount": `, `"totalTokenCount":`, `"totalTokenCount": `,
	`"tokenCount":`, `"tokenCount": `,
}

// learn has the answer's frame learn from an event.
func (a *answer) learn(raw []byte) { a.frame.Learn(raw, frameKeys, saysOnly) }

// saysOnly tells whether an event says a text under a key and nothing else, but for the tokens counted
// so far.
func saysOnly(raw []byte, key int, want string) bool {
	e, err := decode(raw)
	if err != nil || e.failed() || e.Feedback.Blocked != "" || len(e.Candidates) != 1 {
		return false
	}
	c := &e.Candidates[0]
	if c.Index != 0 || c.Finish != "" || len(c.Content.Parts) != 1 {
		return false
	}
	p := &c.Content.Parts[0]
	return p.Text == want && p.Thought == isThought(key) && p.Signature == "" && p.Call == nil
}

// meter keeps what an answer has cost so far. It is told when it is first known, so that an answer that
// is given up has a figure, and at the end.
type meter struct {
	out    *format.Out
	latest *usage
	told   model.Usage
	raw    []byte // a later event, not decoded; empty when there is none
}

// now takes the usage of an event that was decoded.
func (m *meter) now(u *usage) error {
	if u == nil {
		return nil
	}
	first := m.latest == nil
	m.latest, m.raw = u, m.raw[:0]
	if first {
		return m.tell()
	}
	return nil
}

// later keeps an event whose usage may be looked at in the end.
func (m *meter) later(raw []byte) { m.raw = append(m.raw[:0], raw...) }

// tell emits the latest usage if it is news.
func (m *meter) tell() error {
	if len(m.raw) > 0 {
		if e, err := decode(m.raw); err == nil && e.Usage != nil {
			m.latest = e.Usage
		}
		m.raw = m.raw[:0]
	}
	if m.latest == nil || m.latest.chunk() == m.told {
		return nil
	}
	m.told = m.latest.chunk()
	return m.out.Send(m.told, 0)
}
