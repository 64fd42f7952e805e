package exec

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/front/news"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
)

// JSON renders a run as one synthetic response of the Responses shape, one event a line: a message
// item for each stretch of text, a function_call item for each call, and response.completed or error
// as the last line. Lines that tell of an event in the journal carry its number as "seq".
type JSON struct {
	out   io.Writer
	over  chan Outcome
	about About
	mu    sync.Mutex // Fail may come while a batch is rendered
	news  news.Filter

	lines   int // written so far
	items   []any
	ids     map[string]string // the model's, by the key of the call
	message *messageItem      // the one that is open, or nil
	failure *event.Error      // told as the last line
	usage   event.Usage       // sums
	ended   bool
}

// About is what the first lines tell.
type About struct {
	Session string // id, or "" when nothing is kept
	Path    string // of the session's directory, or ""
	Model   string
	Now     func() time.Time
	// ModelIDs names calls as the model did instead of as the session does. Only the built-in scripts
	// want that: theirs are names that orchestrators look for.
	ModelIDs bool
	// Caller says that another program runs the calls. It hands them back in a later run, so a call has an
	// id that no other session gives.
	Caller bool
	// Aside takes notices and retries as text. With it only the events of the Responses API are printed,
	// for readers that refuse what they do not know; nil prints all.
	Aside io.Writer
}

type object = map[string]any

// NewJSON makes a JSON.
func NewJSON(out io.Writer, about About) *JSON {
	return &JSON{out: out, about: about, over: make(chan Outcome, 1), ids: map[string]string{}}
}

// Over implements Sink.
func (j *JSON) Over() <-chan Outcome { return j.over }

// Fail implements Sink.
func (j *JSON) Fail(kind, message string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	b := &batch{j: j}
	b.begin()
	b.fail(kind, message)
	_ = b.flush() // there is nobody left to tell
}

// Render implements Sink. The lines of a batch go out in one write, unless they are very long.
func (j *JSON) Render(_ context.Context, events []event.Envelope) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	b := &batch{j: j}
	b.begin()
	for _, e := range events {
		if ev, fresh := j.news.Pick(e); fresh {
			e.Event = ev
			b.show(e)
		}
	}
	if err := b.flush(); err != nil {
		j.end(Outcome{Err: err})
		return err
	}
	if b.outcome != nil {
		j.end(*b.outcome)
	}
	return nil
}

func (j *JSON) end(out Outcome) {
	select {
	case j.over <- out:
	default: // the first end counts
	}
}

// batch is the lines that come from one batch of events.
type batch struct {
	j       *JSON
	buf     bytes.Buffer
	broken  error // of a write
	seq     int64 // of the event being shown, or -1
	outcome *Outcome
}

func (b *batch) flush() error {
	if b.buf.Len() > 0 && b.broken == nil {
		_, b.broken = b.j.out.Write(clean.JSON(b.buf.Bytes()))
	}
	b.buf = bytes.Buffer{}
	return b.broken
}

// largeBatch is how many bytes of a batch are written at the latest. The whole of a long answer is told
// four times.
const largeBatch = 4 << 20

// line writes one event. Nothing follows the end.
func (b *batch) line(kind string, fields object) {
	if b.j.ended || b.j.about.Aside != nil && strings.HasPrefix(kind, "eidolon.") {
		return
	}
	fields["type"] = kind
	fields["sequence_number"] = b.j.lines
	if b.seq >= 0 {
		fields["seq"] = b.seq
	}
	enc := json.NewEncoder(&b.buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(fields); err != nil {
		b.outcome = &Outcome{Err: fmt.Errorf("write %s: %w", kind, err)}
		return
	}
	if b.j.lines++; b.buf.Len() >= largeBatch {
		_ = b.flush() // told at the end of the batch
	}
}

// begin writes the first lines once.
func (b *batch) begin() {
	if b.j.lines > 0 {
		return
	}
	b.seq = -1
	b.line("response.created", object{"response": b.response("in_progress")})
	b.line("eidolon.session", object{"id": b.j.about.Session, "path": b.j.about.Path})
}

func (b *batch) response(status string) object {
	return object{
		"id": "resp_" + b.j.about.Session, "object": "response", "created_at": b.j.about.Now().Unix(),
		"status": status, "model": b.j.about.Model, "output": append([]any{}, b.j.items...),
		"error": nil, "incomplete_details": nil, "instructions": nil, "metadata": object{}, // what readers of the format look for
	}
}

func (b *batch) show(e event.Envelope) {
	b.seq = -1
	if e.Journalled() {
		b.seq = e.Seq
	}
	switch ev := e.Event.(type) {
	case event.TextDelta:
		b.text(ev)
	case event.ReasoningDelta:
		b.line("eidolon.reasoning.delta", object{"delta": ev.Text})
	case event.ToolUse:
		b.call(ev)
	case event.Message:
		if ev.Role == event.RoleAssistant {
			b.closeMessage()
		}
	case event.CallStarted:
		b.line("eidolon.tool_started", object{"call_id": b.j.callID(ev.Call), "model_id": b.j.ids[ev.Call]})
	case event.ToolResult:
		b.result(ev)
	case event.Asked:
		b.line("eidolon.asked", object{
			"call_id": b.j.callID(ev.Call), "model_id": b.j.ids[ev.Call], "name": ev.Name, "rule": ev.Rule, "reason": ev.Reason,
			"by": ev.By, "preview": ev.Preview, "starts": ev.Starts, "covers": ev.Covers, "kept": ev.Kept, "wide": ev.Wide,
		})
	case event.Answered:
		b.line("eidolon.answered", object{"call_id": b.j.callID(ev.Call), "model_id": b.j.ids[ev.Call], "allow": ev.Allow})
	case event.Todos:
		b.line("eidolon.todos", object{"todos": ev.Todos})
	case event.Usage:
		b.used(ev)
	case event.Notice:
		b.notice(ev)
	case event.Retry:
		b.aside("notice: %s", again(lang.Table{}, ev))
		b.line("eidolon.retry", object{"attempt": ev.Attempt, "wait_ms": ev.Wait.Milliseconds(), "message": ev.Message})
	case event.Interrupted:
		b.line("eidolon.interrupted", object{})
	case event.Error:
		b.failed(ev)
	case event.Lost:
		b.fail("lost", ev.Message)
		b.outcome = &Outcome{Reason: event.EndError}
	case event.TurnEnd:
		b.end(ev.Reason)
	case event.Meta, event.Reasoning, event.Decision, event.Title, event.Compaction, event.Posture, event.Agent, event.Checkpoint,
		event.Rewind, event.Unknown, event.CallOpened, event.CallInput, event.CallProgress:
	}
}

// failed keeps an error of the turn for the last line. A failure that the session mended is a notice.
func (b *batch) failed(ev event.Error) {
	if ev.Kind == "crash" {
		b.notice(event.Notice{Code: ev.Kind, Message: ev.Message})
		if b.j.failure != nil {
			return // what ended the turn says more
		}
	}
	b.j.failure = &ev
}

func (b *batch) notice(n event.Notice) {
	b.aside("notice: %s", n.Message)
	b.line("eidolon.notice", object{"code": n.Code, "message": n.Message})
}

// aside tells a person what standard output has no event for.
func (b *batch) aside(format string, args ...any) {
	if out := b.j.about.Aside; out != nil {
		_, _ = io.WriteString(out, clean.Line(fmt.Sprintf(format, args...))+"\n") // the run does not depend on it
	}
}

func (b *batch) result(ev event.ToolResult) {
	line := object{"call_id": b.j.callID(ev.Call), "model_id": b.j.ids[ev.Call], "ok": ev.OK, "output": ev.Output, "ms": ev.MS}
	if ev.Spent != nil {
		line["spent"] = ev.Spent
		b.j.usage = b.j.usage.Plus(ev.Usage())
	}
	b.line("eidolon.tool_result", line)
}

func (b *batch) used(ev event.Usage) {
	line := object{
		"input_tokens": ev.InputTokens, "output_tokens": ev.OutputTokens, "cached_tokens": ev.CachedTokens,
		"cache_write_tokens": ev.WrittenTokens, "reasoning_tokens": ev.ReasoningTokens, "estimated": ev.Estimated, "model": ev.Model,
	}
	if ev.Cost != nil {
		line["cost"] = *ev.Cost
	}
	b.line("eidolon.usage", line)
	b.j.usage = b.j.usage.Plus(ev)
}

// end writes the last line.
func (b *batch) end(reason event.EndReason) {
	b.closeMessage()
	b.outcome = &Outcome{Reason: reason}
	if reason != event.EndDone {
		kind, message := string(reason), "The turn was interrupted."
		if f := b.j.failure; f != nil {
			kind, message = f.Kind, f.Message
		}
		b.fail(kind, message)
		return
	}
	u := b.j.usage
	r := b.response("completed")
	r["usage"] = object{
		"input_tokens": u.InputTokens, "output_tokens": u.OutputTokens, "cached_tokens": u.CachedTokens,
		"total_tokens":          u.InputTokens + u.OutputTokens,
		"input_tokens_details":  object{"cached_tokens": u.CachedTokens},
		"output_tokens_details": object{"reasoning_tokens": u.ReasoningTokens},
	}
	b.line("response.completed", object{"response": r})
	b.j.ended = true
}

func (b *batch) fail(kind, message string) {
	b.line("error", object{"kind": kind, "code": kind, "message": message, "param": nil})
	b.j.ended = true
}
