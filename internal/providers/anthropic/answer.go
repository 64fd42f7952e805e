package anthropic

import (
	"bytes"
	"encoding/json"
	"errors"

	sdk "github.com/anthropics/anthropic-sdk-go"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// stops are the reasons to stop that mean more than the end. A turn that is paused, because the service
// has searched as often as it does at once, is cut like one that has reached another limit: the model
// is to go on.
var stops = map[sdk.StopReason]model.Stop{
	sdk.StopReasonMaxTokens: model.Length, sdk.StopReasonModelContextWindowExceeded: model.Length,
	sdk.StopReasonPauseTurn: model.Length, sdk.StopReasonRefusal: model.Refused,
}

// answer turns the events of one answer into chunks.
type answer struct {
	out     *format.Out
	guard   *wire.Exchange
	asked   string // name of the model that was asked
	end     model.End
	stopped bool // the service has said that this was all
	begun   bool // an event of the format has come
	used    model.Usage
	told    model.Usage
	frame   format.Frame
	framed  int64 // the block that the events of the frame are about
	blocks  blocks
}

func newAnswer(asked string, emit func(model.Chunk) error, guard *wire.Exchange) *answer {
	a := &answer{guard: guard, asked: asked, out: format.NewOut(emit, guard)}
	a.blocks = blocks{out: a.out, guard: guard, asked: asked, open: map[int64]*open{}}
	return a
}

// take emits what one event says. Nearly all events of a long answer are alike but for their text;
// they are recognised without being decoded.
func (a *answer) take(ev wire.Event) error {
	if text, key, ok := a.frame.Match(ev.Data); ok {
		return a.said(key, text)
	}
	data := bytes.TrimSpace(ev.Data)
	if ev.Name == failed {
		return a.failed(data)
	}
	if len(data) == 0 || string(data) == "[DONE]" { // which keep a connection alive, and end other formats
		return nil
	}
	e, err := decode(data)
	switch {
	case err != nil:
		return a.unread(data, err)
	case e.Type == failed:
		return a.failed(data)
	}
	a.begun = true
	if e.Type == blockDelta {
		a.frame.Learn(ev.Data, frameKeys, a.saysOnly)
	}
	return a.event(&e)
}

// unread says what becomes of an event that is none of the format's. Behind the end it cannot undo the
// answer, and in the middle of one an object without a type is a proxy's own.
func (a *answer) unread(data []byte, err error) error {
	untyped := errors.Is(err, errUntyped)
	switch {
	case a.end.Reason != "":
		return nil
	case untyped && hasError(data):
		return a.failed(data)
	case untyped && a.begun:
		return nil
	case errors.Is(err, format.ErrCut):
		return a.guard.Truncated()
	}
	return a.blocks.foreign()
}

// hasError tells an event that reports a failure in the way of other formats.
func hasError(data []byte) bool {
	var e struct {
		Error json.RawMessage `json:"error"`
	}
	return json.Unmarshal(data, &e) == nil && format.Given(e.Error)
}

// failed reports a failure, unless the answer is complete: that cannot be undone.
func (a *answer) failed(data []byte) error {
	if a.end.Reason != "" {
		return nil
	}
	return a.guard.Reported(data)
}

// event takes an event that was decoded. Unknown ones say nothing, as do pings.
func (a *answer) event(e *sdk.MessageStreamEventUnion) error {
	switch e.Type {
	case messageStart:
		if e.Message.Model != "" {
			a.end.Model = e.Message.Model
		}
		return a.count(soFar(&e.Message.Usage))
	case blockStart:
		var begun sdk.ContentBlockUnion // the SDK has the same block as two types
		if err := begun.UnmarshalJSON([]byte(e.ContentBlock.RawJSON())); err != nil {
			return a.blocks.foreign()
		}
		return a.blocks.start(e.Index, &begun)
	case blockDelta:
		return a.blocks.grow(e.Index, &e.Delta)
	case blockStop:
		return a.blocks.stop(e.Index)
	case messageDelta:
		if err := a.count(&e.Usage); err != nil {
			return err
		}
		return a.stop(e.Delta.StopReason)
	case messageStop:
		a.stopped = true
	}
	return nil
}

// stop takes the reason to stop, which comes behind all blocks.
func (a *answer) stop(reason sdk.StopReason) error {
	if reason == "" {
		return nil
	}
	a.end.Reason, a.end.Stop = string(reason), stops[reason]
	return a.closeAll()
}

// closeAll closes what the service has left open.
func (a *answer) closeAll() error { return a.blocks.closeAll() }

// count takes what the service counts so far. It tells the prompt in three parts; what it does not tell
// is as it was.
func (a *answer) count(u *sdk.MessageDeltaUsage) error {
	fresh := a.used.Input - a.used.Cached - a.used.Written
	for _, one := range []struct {
		is  int64
		was *int64
	}{
		{u.InputTokens, &fresh},
		{u.CacheReadInputTokens, &a.used.Cached},
		{u.CacheCreationInputTokens, &a.used.Written},
		{u.OutputTokens, &a.used.Output},
		{u.OutputTokensDetails.ThinkingTokens, &a.used.Reasoning},
	} {
		if one.is > 0 {
			*one.was = min(one.is, format.MostCounted)
		}
	}
	a.used.Input = fresh + a.used.Cached + a.used.Written
	if a.used == a.told {
		return nil
	}
	a.told = a.used
	return a.out.Send(a.used, 0)
}

// takeWhole takes an answer that came in one piece.
func (a *answer) takeWhole(data []byte) error {
	var m sdk.Message
	switch err := json.Unmarshal(data, &m); {
	case m.Type == failed || hasError(data):
		return a.guard.Reported(data)
	case err != nil && !json.Valid(data):
		return a.guard.Truncated()
	case err != nil, m.Type != "message", format.Given(json.RawMessage(m.JSON.Content.Raw())) && !m.JSON.Content.Valid():
		return a.guard.BadAnswer("JSON of another format")
	}
	a.end.Model = m.Model
	for i := range m.Content {
		if err := a.blocks.whole(int64(i), &m.Content[i]); err != nil {
			return err
		}
	}
	if err := a.count(soFar(&m.Usage)); err != nil {
		return err
	}
	a.stopped = true
	return a.stop(m.StopReason)
}
