package view

import (
	"strings"
	"time"

	"eidolon/actors/event"
)

// retryLine is the line about a request that is sent again and again. There is one for all attempts.
type retryLine struct {
	message string // why, in the last attempt
	attempt int    // that comes next, or came
	at      time.Time
	wait    time.Duration
	end     retryEnd
}

// retryEnd is what became of the attempts.
type retryEnd uint8

const (
	retryGoesOn retryEnd = iota
	retryAnswered
	retryGivenUp
)

// draw implements body.
func (r *retryLine) draw(l *look) Item {
	return (&line{kind: NoticeItem, text: strings.TrimSpace(r.message + " " + r.outcome(l))}).draw(l)
}

// outcome says what comes next, or what came of it.
func (r *retryLine) outcome(l *look) string {
	switch {
	case r.end == retryGoesOn:
		return l.F("Trying again in %s (retry %d).", l.seconds(r.wait), r.attempt)
	case r.attempt == 0:
		return ""
	case r.attempt == 1 && r.end == retryAnswered:
		return l.T("The next attempt was answered.")
	case r.end == retryAnswered:
		return l.F("Retry %d was answered.", r.attempt)
	case r.attempt == 1:
		return l.T("It was tried again once.")
	}
	return l.F("It was tried again %d times.", r.attempt)
}

// failRetry is endRetry where a text follows that says what came of it. What both would say stands in that
// alone.
func (m *Model) failRetry(e event.Envelope, text string) {
	if en := m.turn.retry; en != nil {
		if r := en.body.(*retryLine); strings.Contains(text, r.message) {
			r.message = ""
		}
	}
	m.endRetry(e.Time, retryGivenUp)
}

// onRetry takes note of a request that will be sent again. It may come again with its batch.
func (m *Model) onRetry(e event.Envelope, r event.Retry) {
	if m.wasTold(e) {
		return
	}
	at := e.Time.Add(r.Wait)
	m.status.Retry = &Retry{Attempt: r.Attempt, At: at, Message: oneLine(r.Message)}
	if t := m.turn.thought; t != nil { // nothing of the attempt before stays
		t.body.(*thought).reset()
		m.touch(t)
	}
	if m.turn.retry == nil {
		m.turn.retry = m.add(e, &retryLine{})
	}
	*m.turn.retry.body.(*retryLine) = retryLine{message: strings.TrimSpace(r.Message), attempt: r.Attempt, at: at, wait: r.Wait}
	m.touch(m.turn.retry)
}

// endRetry ends the waiting for another attempt, if there is one. What is given up before its time was not
// tried.
func (m *Model) endRetry(now time.Time, end retryEnd) {
	m.status.Retry = nil
	en := m.turn.retry
	if en == nil {
		return
	}
	m.turn.retry = nil
	r := en.body.(*retryLine)
	r.end = end
	if end == retryGivenUp && now.Before(r.at) {
		r.attempt--
	}
	m.touch(en)
}
