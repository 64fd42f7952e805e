package index

import "eidolon/actors/event"

// Finder gives a function that looks for the query in an event that is in no log: all its words, as a
// search does. The hit has what the event says, and not where that is.
func (q Query) Finder() func(e event.Event) (Hit, bool) {
	tok := newTokenizer()
	var w words
	return func(e event.Event) (Hit, bool) {
		p, ok := extract(e)
		if !ok {
			return Hit{}, false
		}
		w.read(tok, p.text)
		for _, t := range q.want {
			if t.count(&w) == 0 {
				return Hit{}, false
			}
		}
		for _, t := range q.avoid {
			if t.count(&w) > 0 {
				return Hit{}, false
			}
		}
		h := Hit{Role: p.role}
		h.Snippet, h.Marks = q.snippet(tok, p.text)
		return h, true
	}
}
