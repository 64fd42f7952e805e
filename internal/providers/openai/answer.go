package openai

import (
	"errors"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// failedReasons are finish reasons that stand for a failure of the service.
var failedReasons = map[string]bool{"error": true, "network_error": true, "insufficient_system_resource": true}

// stops are the finish reasons that mean more than the end, as services spell them.
var stops = map[string]model.Stop{
	"length": model.Length, "max_tokens": model.Length, "model_length": model.Length,
	"content_filter": model.Filtered, "sensitive": model.Filtered, "refusal": model.Refused,
}

// answer turns the events of one answer into chunks.
type answer struct {
	out      *format.Out
	guard    *wire.Exchange
	end      model.End // Reason is set when the service gave one and nothing was said after it
	spoken   bool      // the model has said, thought or called something
	messages bool      // it did so in messages, which others send in one piece
	talks    bool      // it did so in the latest event
	frame    format.Frame
	calls    calls

	declined bool // the model said that it will not answer
	details  blocks
}

func newAnswer(emit func(model.Chunk) error, guard *wire.Exchange) *answer {
	a := &answer{guard: guard, out: format.NewOut(emit, guard)}
	a.calls.out = a.out
	return a
}

// take emits what one event says. Nearly all events of a long answer are alike but for their text;
// they are recognised without being decoded.
func (a *answer) take(raw []byte) error {
	a.talks = false
	if text, key, ok := a.frame.Match(raw); ok {
		return a.say(text, key > 0)
	}
	c, err := decode(raw)
	failed := err == nil && c.failed()
	switch {
	case (err != nil || failed) && a.end.Reason != "":
		return nil // it cannot undo an answer that is complete
	case errors.Is(err, format.ErrCut):
		return a.guard.Truncated()
	case err != nil:
		return a.guard.BadAnswer("a stream of another format")
	case failed:
		return a.guard.Reported(raw)
	}
	a.learn(raw, c)
	if c.Model != "" {
		a.end.Model = c.Model
	}
	for i := range c.Choices {
		if c.Choices[i].Index != 0 { // only one was asked for
			continue
		}
		if err := a.choice(&c.Choices[i]); err != nil {
			return err
		}
	}
	if c.Usage != nil {
		return a.out.Send(c.Usage.chunk(), 0)
	}
	return nil
}

// failed tells an event that reports a failure: in the usual form, or as some servers do as an object
// of its own.
func (c *chunk) failed() bool {
	return format.Given(c.Error) || c.Object == "error"
}

func (a *answer) choice(c *choice) error {
	d := &c.Delta
	switch {
	case c.Message == nil:
	case a.spoken && !a.messages: // some services repeat at the end what they have said in deltas
		return a.finish(c.Finish)
	default:
		d, a.messages = c.Message, true
	}
	if err := a.say(d.reasoning(), true); err != nil {
		return err
	}
	if err := a.say(string(d.Content), false); err != nil {
		return err
	}
	if err := a.say(string(d.Refusal), false); err != nil { // takes the place of the content
		return err
	}
	a.declined = a.declined || d.Refusal != ""
	if a.details.take(d.Details); a.details.size > a.guard.MaxAnswer() {
		return a.guard.AnswerTooLong(a.guard.MaxAnswer())
	}
	for i := range d.ToolCalls {
		if c.Message != nil && d.ToolCalls[i].Index == nil {
			d.ToolCalls[i].Index = new(format.Index(i)) // in a whole answer each entry is a call
		}
		a.goOn()
		if err := a.calls.take(&d.ToolCalls[i]); err != nil {
			return err
		}
	}
	return a.finish(c.Finish)
}

func (a *answer) say(text string, reasoning bool) error {
	if text == "" {
		return nil
	}
	a.goOn()
	if reasoning {
		return a.out.Send(model.Reasoning{Text: text}, len(text))
	}
	return a.out.Send(model.Text{Text: text}, len(text))
}

// goOn notes that the model says something. A finish reason before it was not the last word: some
// services give one with every event.
func (a *answer) goOn() {
	a.spoken, a.talks, a.end.Reason, a.end.Stop = true, true, "", model.Done
}

// atRest tells that the answer is complete as far as one can know: there was a reason, and an event
// in which nothing was said.
func (a *answer) atRest() bool { return a.end.Reason != "" && !a.talks }

// finish takes the finish reason; some services send an empty one until there is one.
func (a *answer) finish(reason string) error {
	switch {
	case reason == "" || reason == "null":
		return nil
	case failedReasons[reason]:
		return a.guard.Reported([]byte(reason))
	}
	a.end.Reason, a.end.Stop = reason, stops[reason]
	return a.calls.closeAll()
}

// close emits what is due when the answer is over.
func (a *answer) close(host string) error {
	if a.declined && a.end.Stop == model.Done {
		a.end.Stop = model.Refused
	}
	if err := a.calls.closeAll(); err != nil {
		return err
	}
	proof, err := a.details.signed(host)
	if err != nil {
		return a.guard.BadAnswer("reasoning in another format")
	}
	if proof == "" {
		return nil
	}
	return a.out.Send(model.Reasoning{Signature: proof}, len(proof))
}
