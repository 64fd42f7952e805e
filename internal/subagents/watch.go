package subagents

import (
	"context"
	"strings"
	"sync"

	"eidolon/actors/event"
	"eidolon/internal/front/news"
)

// Watch follows the session of a subagent as one of its renderers, until its turn is over.
type Watch struct {
	lines chan string
	over  chan struct{}
	lost  chan string

	mu     sync.Mutex
	news   news.Filter
	report Report
	round  int
	text   strings.Builder // of the round
	ended  bool
}

// NewWatch makes a watch.
func NewWatch() *Watch {
	return &Watch{lines: make(chan string), over: make(chan struct{}), lost: make(chan string, 1)}
}

// Lost takes note that the session cannot go on.
func (w *Watch) Lost(reason string) {
	select {
	case w.lost <- reason:
	default: // one reason is enough
	}
}

// Render implements renderer.Sink.
func (w *Watch) Render(ctx context.Context, events []event.Envelope) error {
	for _, line := range w.take(events) {
		select {
		case w.lines <- line:
		case <-ctx.Done():
			return ctx.Err()
		case <-w.over:
		}
	}
	return nil
}

// take counts events, and gives the lines of progress that they make.
func (w *Watch) take(events []event.Envelope) (lines []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range events {
		ev, fresh := w.news.Pick(e)
		if !fresh || w.ended {
			continue
		}
		if line := w.one(e.Round, ev); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// one counts an event, and gives the line of progress that it makes, or "".
func (w *Watch) one(round int, ev event.Event) string {
	switch ev := ev.(type) {
	case event.TextDelta:
		if round != w.round {
			w.round = round
			w.text.Reset()
		}
		w.text.WriteString(ev.Text)
	case event.ToolUse:
		w.report.Calls++
		return about(ev)
	case event.ToolResult:
		if !ev.OK {
			return "  failed" + because(ev.Output)
		}
	case event.Usage:
		w.report.Requests++
		w.report.Model = ev.Model
		w.report.Tokens.Add(ev)
		w.report.Unpriced = w.report.Unpriced || ev.Cost == nil
	case event.Error:
		w.report.Failure = ev.Message
	case event.Lost:
		w.Lost(ev.Message)
	case event.TurnEnd:
		w.ended, w.report.Reason = true, ev.Reason
		close(w.over)
	case event.Meta, event.Message, event.Reasoning, event.Decision, event.Todos, event.Title, event.Posture, event.Agent, event.Rewind,
		event.Compaction, event.Checkpoint, event.Interrupted, event.Unknown, event.ReasoningDelta, event.CallOpened, event.CallInput,
		event.CallStarted, event.CallProgress, event.Asked, event.Answered, event.Retry, event.Notice: // they are in its log
	}
	return ""
}

// Until waits for the end of the turn, or of ctx, and gives what came of it by then.
func (w *Watch) Until(ctx context.Context, progress func(line string)) Report {
	for {
		select {
		case line := <-w.lines:
			progress(line)
		case <-w.over:
			return w.end("")
		case why := <-w.lost:
			return w.end(why)
		case <-ctx.Done():
			return w.end("")
		}
	}
}

func (w *Watch) end(lost string) Report {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.ended { // nobody takes lines any more
		w.ended = true
		close(w.over)
	}
	r := w.report
	r.Answer = strings.TrimSpace(w.text.String())
	if lost != "" {
		r.Reason, r.Failure = event.EndError, lost
	}
	return r
}
