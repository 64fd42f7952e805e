package exec

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/front/news"
	"eidolon/internal/leaf/clean"
)

// Costs is a [Sink] that tells beside another one what each request used, in one line.
type Costs struct {
	Sink
	err   io.Writer
	news  news.Filter
	asked time.Time // when what the request answers was there
	first time.Time // when the answer began, or zero
}

// NewCosts makes a Costs beside a sink.
func NewCosts(sink Sink, err io.Writer) *Costs { return &Costs{Sink: sink, err: err} }

// Render implements Sink.
func (c *Costs) Render(ctx context.Context, events []event.Envelope) error {
	err := c.Sink.Render(ctx, events)
	for _, e := range events {
		if ev, fresh := c.news.Pick(e); fresh {
			e.Event = ev
			c.show(e)
		}
	}
	return err
}

func (c *Costs) show(e event.Envelope) {
	switch ev := e.Event.(type) {
	case event.Message:
		if ev.Role != event.RoleAssistant {
			c.asked, c.first = e.Time, time.Time{}
		}
	case event.TextDelta, event.ReasoningDelta, event.CallOpened, event.ToolUse:
		if c.first.IsZero() {
			c.first = e.Time
		}
	case event.Usage:
		c.tell("request: " + c.line(ev))
	case event.ToolResult:
		if ev.Spent != nil {
			c.tell(fmt.Sprintf("subagent, requests: %d · %s", ev.Spent.Requests, strings.Join(amounts(ev.Usage()), " · ")))
		}
	case event.Meta, event.Reasoning, event.Decision, event.Todos, event.Title, event.Error, event.Interrupted,
		event.TurnEnd, event.Compaction, event.Posture, event.Agent, event.Checkpoint, event.Rewind, event.Unknown, event.CallInput,
		event.CallStarted, event.CallProgress, event.Asked, event.Answered, event.Retry, event.Notice, event.Lost:
	}
}

// tell writes a line. The run does not depend on it.
func (c *Costs) tell(line string) { _, _ = io.WriteString(c.err, clean.Line(line)+"\n") }

// line tells one request.
func (c *Costs) line(u event.Usage) string {
	parts := amounts(u)
	if !c.first.IsZero() && !c.asked.IsZero() {
		parts = append(parts, fmt.Sprintf("%d ms to the first token", c.first.Sub(c.asked).Milliseconds()))
	}
	return strings.Join(parts, " · ")
}

// amounts tells what was used of which model.
func amounts(u event.Usage) []string {
	about := ""
	if u.Estimated {
		about = "about "
	}
	parts := []string{
		u.Model,
		fmt.Sprintf("%s%d in, %s", about, u.InputTokens, cached(u)),
		fmt.Sprintf("%d out", u.OutputTokens),
	}
	if u.Cost != nil {
		parts = append(parts, fmt.Sprintf("cost %.4f", *u.Cost))
	}
	return parts
}

// cached tells how much of the prompt the service had kept, and what it keeps now.
func cached(u event.Usage) string {
	text := fmt.Sprintf("%d cached (%d %%)", u.CachedTokens, u.CachedShare())
	if u.WrittenTokens > 0 {
		text += fmt.Sprintf(", %d written to the cache", u.WrittenTokens)
	}
	return text
}
