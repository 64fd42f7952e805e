package gemini

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// answer turns the events of one answer into chunks.
type answer struct {
	out    *format.Out
	signer signer
	guard  *wire.Exchange
	end    model.End // Reason is set when the service gave one and nothing was said after it
	spoken bool      // the model has said, thought or called something
	talks  bool      // it did so in the latest event
	length int       // bytes of visible text so far
	calls  int
	frame  format.Frame
	usage  meter
}

func newAnswer(emit func(model.Chunk) error, guard *wire.Exchange, s signer) *answer {
	out := format.NewOut(emit, guard)
	return &answer{guard: guard, signer: s, out: out, usage: meter{out: out}, frame: format.Frame{Skip: counts}}
}

// read takes the stream to its end.
func (a *answer) read(ctx context.Context, events *wire.Events) (model.End, error) {
	for {
		if ctx.Err() != nil {
			return model.End{}, a.guard.Fail(ctx, ctx.Err())
		}
		event, err := events.Next()
		switch {
		case err != nil:
			return a.ended(ctx, err)
		case event.Name == "error":
			return a.ended(ctx, a.guard.Reported(event.Data))
		case len(bytes.TrimSpace(event.Data)) == 0: // it keeps the connection alive
			continue
		}
		if err := a.take(event.Data); err != nil {
			return model.End{}, err
		}
		if a.end.Reason != "" && !a.talks {
			a.guard.Complete()
		}
	}
}

// readWhole takes an answer in one piece: one response, or a list of what would have been the events.
func (a *answer) readWhole(ctx context.Context, whole []byte) (model.End, error) {
	events := []json.RawMessage{whole}
	if trimmed := bytes.TrimSpace(whole); len(trimmed) > 0 && trimmed[0] == '[' {
		events = nil
		if err := format.Decode(trimmed, &events); err != nil {
			return model.End{}, a.unreadable(err)
		}
	}
	for _, raw := range events {
		if err := a.take(raw); err != nil {
			return model.End{}, err
		}
	}
	return a.ended(ctx, io.EOF)
}

// ended decides whether an answer whose stream ended with err is complete.
func (a *answer) ended(ctx context.Context, err error) (model.End, error) {
	if a.end.Reason == "" {
		return model.End{}, a.guard.Fail(ctx, err)
	}
	if err := a.usage.tell(); err != nil {
		return model.End{}, err
	}
	a.guard.Drain()
	return a.end, nil
}

// take emits what one event says. Nearly all events of a long answer are alike but for their text and
// the tokens counted so far; they are recognised without being decoded.
func (a *answer) take(raw []byte) error {
	a.talks = false
	if text, key, ok := a.frame.Match(raw); ok {
		a.usage.later(raw)
		return a.say(text, isThought(key))
	}
	e, err := decode(raw)
	failed := err == nil && e.failed()
	switch {
	case (err != nil || failed) && a.end.Reason != "":
		return nil // it cannot undo an answer that is complete
	case err != nil:
		return a.unreadable(err)
	case failed:
		return a.guard.Reported(raw)
	}
	a.learn(raw)
	if e.Model != "" {
		a.end.Model = e.Model
	}
	if err := a.usage.now(e.Usage); err != nil {
		return err
	}
	for i := range e.Candidates {
		if e.Candidates[i].Index != 0 { // only one was asked for
			continue
		}
		if err := a.candidate(&e.Candidates[i]); err != nil {
			return err
		}
	}
	return a.blocked(e.Feedback.Blocked)
}

// unreadable is the failure of JSON that is no event.
func (a *answer) unreadable(err error) error {
	if errors.Is(err, format.ErrCut) {
		return a.guard.Truncated()
	}
	return a.guard.BadAnswer("a stream of another format")
}

func (a *answer) candidate(c *candidate) error {
	for i := range c.Content.Parts {
		if err := a.part(&c.Content.Parts[i]); err != nil {
			return err
		}
	}
	return a.finish(c.Finish)
}

// part says a part. What a service's own tools did, and pictures of the model, are parts too; there is
// no word for them and they are passed over.
func (a *answer) part(p *said) error {
	if p.Call != nil {
		return a.call(p.Call, p.Signature)
	}
	if err := a.say(p.Text, p.Thought); err != nil || p.Signature == "" {
		return err
	}
	signature := a.signer.wrap(ofThought, p.Signature)
	if !p.Thought {
		signature = a.signer.wrapText(a.length-len(p.Text), len(p.Text), p.Signature)
	}
	a.goOn()
	return a.out.Send(model.Reasoning{Signature: signature}, len(signature))
}

// call passes a call on, which always comes whole, so that it can start while the answer goes on.
func (a *answer) call(c *calledAs, signature string) error {
	if a.calls == format.MaxCalls {
		return a.out.TooManyCalls()
	}
	a.goOn()
	index, args := a.calls, string(c.Args)
	a.calls++
	if args == "" || args == "null" {
		args = "{}"
	}
	if signature != "" {
		signature = a.signer.wrap(ofCall, signature)
	}
	if _, err := a.out.Open(model.CallOpened{Index: index, ID: c.ID, Name: c.Name, Signature: signature}); err != nil {
		return err
	}
	if err := a.out.Send(model.CallInput{Index: index, JSON: args}, len(args)); err != nil {
		return err
	}
	return a.out.Send(model.CallClosed{Index: index}, 0)
}

func (a *answer) say(text string, thought bool) error {
	if text == "" {
		return nil
	}
	a.goOn()
	if thought {
		return a.out.Send(model.Reasoning{Text: text}, len(text))
	}
	a.length += len(text)
	return a.out.Send(model.Text{Text: text}, len(text))
}

// goOn notes that the model says something. A finish reason before it was not the last word: some
// models give one with every event.
func (a *answer) goOn() {
	a.spoken, a.talks, a.end.Reason, a.end.Stop = true, true, "", model.Done
}
