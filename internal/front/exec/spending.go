package exec

import (
	"strings"

	"eidolon/actors/event"
	"eidolon/internal/leaf/figure"
	"eidolon/internal/leaf/lang"
)

// spending is what the requests of a turn used.
type spending struct {
	event.Usage // the sums; the model is the last one
	requests    int
	context     int64 // tokens of the last request and its answer
	unpriced    bool
}

// add counts a request of the session.
func (s *spending) add(u event.Usage) {
	s.requests++
	s.context = u.InputTokens + u.OutputTokens
	s.sum(u)
}

// addCall counts what a call cost that asked models itself.
func (s *spending) addCall(r event.ToolResult) {
	if r.Spent == nil {
		return
	}
	s.requests += r.Spent.Requests
	s.unpriced = s.unpriced || r.Spent.Unpriced
	s.sum(r.Usage())
}

func (s *spending) sum(u event.Usage) {
	s.Usage = s.Plus(u)
	s.Estimated = s.Estimated || u.Estimated
	if u.Cost == nil {
		s.unpriced = true
		return
	}
	if s.Cost == nil {
		s.Cost = new(float64)
	}
	*s.Cost += *u.Cost
}

// line tells it in one line, or "" when nothing was used. The model can take window tokens at once, 0
// if that is not known.
func (s *spending) line(in lang.Table, window int) string {
	if s.requests == 0 {
		return ""
	}
	about := ""
	if s.Estimated {
		about = in.T("about ")
	}
	var b strings.Builder
	b.WriteString(in.T("tokens: ") + about)
	if s.CachedTokens > 0 {
		b.WriteString(in.F("%s in (%s cached)", figure.Count(s.InputTokens), figure.Count(s.CachedTokens)))
	} else {
		b.WriteString(in.F("%s in", figure.Count(s.InputTokens)))
	}
	b.WriteString(in.F(", %s out", figure.Count(s.OutputTokens)))
	if window > 0 {
		b.WriteString(" · " + in.F("context %d%%", min(100, (s.context*100+int64(window)-1)/int64(window))))
	}
	switch {
	case s.Cost != nil && s.unpriced:
		b.WriteString(" · " + in.F("cost %.4f at least", *s.Cost))
	case s.Cost != nil:
		b.WriteString(" · " + in.F("cost %.4f", *s.Cost))
	}
	return b.String()
}
