package exec

import (
	"fmt"
	"strings"

	"eidolon/actors/event"
	"eidolon/internal/leaf/figure"
)

// spending is what the requests of a turn used.
type spending struct {
	event.Usage // the sums; the model is the last one
	requests    int
	context     int64 // tokens of the last request and its answer
	unpriced    bool
}

func (s *spending) add(u event.Usage) {
	s.requests++
	s.context = u.InputTokens + u.OutputTokens
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
func (s *spending) line(window int) string {
	if s.requests == 0 {
		return ""
	}
	about := ""
	if s.Estimated {
		about = "about "
	}
	var b strings.Builder
	fmt.Fprintf(&b, "tokens: %s%s in", about, figure.Count(s.InputTokens))
	if s.CachedTokens > 0 {
		fmt.Fprintf(&b, " (%s cached)", figure.Count(s.CachedTokens))
	}
	fmt.Fprintf(&b, ", %s out", figure.Count(s.OutputTokens))
	if window > 0 {
		fmt.Fprintf(&b, " · context %d%%", min(100, (s.context*100+int64(window)-1)/int64(window)))
	}
	if s.Cost != nil {
		fmt.Fprintf(&b, " · cost %.4f", *s.Cost)
		if s.unpriced {
			b.WriteString(" at least")
		}
	}
	return b.String()
}
