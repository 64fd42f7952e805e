package replay

import (
	"strings"

	"eidolon/actors/event"
	notations "eidolon/actors/foreign"
	"eidolon/actors/session"
	"eidolon/actors/tool"
	"eidolon/xnl"
)

// reader finds calls in the text of an answer, as the session did.
type reader struct {
	main  func(tool string) (param string, ok bool) // which parameter takes the text body of an XNL call
	tools map[string]tool.Spec                      // by name, for calls in other notations
}

func newReader(specs []tool.Spec) reader {
	return reader{main: session.MainParams(specs), tools: session.ForeignTools(specs)}
}

// scan finds out which calls are found at the end of the answer only. Over says that it has one.
func (r *round) scan(calls reader, needs setting, over bool) {
	early := 0
	other := notations.New(notations.Options{Tools: calls.tools, Max: elementSize})
	count := func(e notations.Event) {
		if e.Name != "" {
			early++
		}
	}
	text := r.text() + r.rest
	if needs.native {
		for _, p := range r.pieces {
			if p.call.use.Source == event.SourceNative {
				early++
			}
		}
		other.Write([]byte(text), len(text), count)
		r.lateFrom(early)
		return
	}
	s := xnl.NewScanner(xnl.ScanOptions{MainParam: calls.main})
	s.Write([]byte(text), func(e xnl.Event) {
		switch {
		case e.Kind == xnl.EventCall || e.Kind == xnl.EventCallError:
			early++
		case e.Kind == xnl.EventText && needs.foreign:
			other.Write(e.Text, e.End, count)
		case e.Kind != xnl.EventNotice:
			other.Break(count)
		}
	})
	r.lateFrom(early)
	if over {
		s.Close(func(e xnl.Event) { r.unclosed = r.unclosed || e.Kind == xnl.EventBlockUnclosed })
	}
}

// lateFrom says that the calls from an index on are found at the end of the answer.
func (r *round) lateFrom(index int) {
	if index < len(r.pieces) {
		r.answered = min(r.answered, r.pieces[index].call.usedAt)
	}
}

// foundLate says that only the end of the answer can have made a call of a text: of an object that is all of
// it, or of a fence whose last line has no end.
func foundLate(use event.ToolUse) bool {
	text := strings.TrimSpace(use.TextBefore)
	return use.Source == event.SourceForeign && (strings.HasSuffix(text, "}") || strings.HasSuffix(use.TextBefore, "`"))
}

// isForeign says whether the session took calls in other notations in this turn.
func (u *turn) isForeign() bool {
	for _, c := range u.calls {
		if c.use.Source == event.SourceForeign {
			return true
		}
	}
	return false
}

// isNative says whether the session took calls from the native wire in this turn. Before is how it was
// until then.
func (u *turn) isNative(calls reader, before bool) bool {
	for _, c := range u.calls {
		if c.use.Source == event.SourceUser || c.use.Source == event.SourceForeign {
			continue
		}
		native, n := c.use.Source == event.SourceNative, u.events[c.usedAt].Round
		return native != (u.takeover > 0 && n >= u.takeover)
	}
	for _, e := range u.events {
		if u.takeover > 0 && e.Round >= u.takeover {
			break
		}
		if m, ok := e.Event.(event.Message); ok && m.Role == event.RoleAssistant && calls.finds(m.Text) {
			return true // nobody looked for them
		}
	}
	return before
}

// finds says whether there are XNL calls in a text.
func (r reader) finds(text string) bool {
	found := false
	s := xnl.NewScanner(xnl.ScanOptions{MainParam: r.main})
	look := func(e xnl.Event) {
		found = found || e.Kind == xnl.EventCall || e.Kind == xnl.EventCallError || e.Kind == xnl.EventBlockBegin
	}
	s.Write([]byte(text), look)
	s.Close(look)
	return found
}
