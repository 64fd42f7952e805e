package view

import (
	"time"

	"eidolon/actors/event"
)

func (m *Model) onUsage(u event.Usage) {
	m.turn.doing = "" // it stands at the end of an answer: what goes on now is the calls
	m.turn.spent.add(u)
	m.status.All.add(u)
	m.endRetry(time.Time{}, retryAnswered)
	if u.Model != "" {
		m.status.Model = oneLine(u.Model)
	}
	if m.status.All.Cached > 0 {
		m.status.Cache = u.CachedShare()
	}
	if m.o.Window > 0 {
		m.status.Context = percent(u.InputTokens+u.OutputTokens, m.o.Window)
	}
}

// percent gives the share, rounded up and 100 at most.
func percent(part, of int64) int { return int(min(100, (part*100+of-1)/of)) }

// facts gives the status as it is now.
func (m *Model) facts() Status {
	s := m.status
	s.Running, s.Turn = m.turn.running, m.turn.spent
	if m.o.MaxInputChars > 0 {
		s.Utilisation = percent(s.All.In+s.All.Out, m.o.MaxInputChars)
	}
	if !s.Running {
		return s
	}
	s.Since = m.turn.began
	s.Doing = m.turn.doing
	writing := false
	for _, en := range m.turn.calls {
		switch en.body.(*call).state {
		case callRunning:
			s.Calls++
		case callWriting:
			writing = true
		case callQueued, callEnded:
		}
	}
	switch {
	case len(m.asked) > 0:
		s.Doing = "asking"
	case s.Retry != nil:
		s.Doing = "waiting"
	case writing:
		s.Doing = "writing"
	case s.Calls > 0 && s.Doing != "answering":
		s.Doing = "running"
	case s.Doing == "":
		s.Doing = "waiting"
	}
	return s
}
