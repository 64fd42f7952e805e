package responses

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"strconv"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// answer turns the events of one answer into chunks.
type answer struct {
	out      *format.Out
	guard    *wire.Exchange
	host     string    // goes into signatures
	end      model.End // valid when complete
	complete bool
	spoken   bool // the model has said, thought or called something

	texts    map[place]*said
	text     int   // bytes of text passed on
	thinking place // the part of the reasoning that goes on, until its item is signed

	calls calls
	frame format.Frame
	hears func(text string) error // takes the text of events that fit the frame
	again again
}

func newAnswer(emit func(model.Chunk) error, guard *wire.Exchange, host string) *answer {
	a := &answer{guard: guard, host: host, out: format.NewOut(emit, guard), texts: map[place]*said{}}
	a.again = again{least: longText, seed: maphash.MakeSeed()}
	a.calls.out = a.out
	a.frame.Skip = frameSkips
	return a
}

// take emits what one event says. Nearly all events of a long answer are alike but for their text and
// number; they are recognised without being decoded.
func (a *answer) take(raw []byte) error {
	if text, _, ok := a.frame.Match(raw); ok {
		return a.hears(text)
	}
	e, err := a.decode(raw)
	var shape *json.UnmarshalTypeError
	switch {
	case errors.Is(err, format.ErrCut):
		return a.guard.Truncated()
	case errors.As(err, &shape) && e.Type != "":
		// An event of a type to come may have anything in it; of one that we know, what could be read counts.
	case err != nil:
		return a.guard.BadAnswer("a stream of another format")
	}
	if e.Type == "error" || (e.Type == "" && format.Given(e.Error)) {
		return a.guard.Reported(raw)
	}
	if e.Type == "" {
		return a.whole(raw)
	}
	return a.event(raw, e)
}

// decode reads an event, as a rule without a long text that it says again.
func (a *answer) decode(raw []byte) (*event, error) {
	a.again.out = false
	if short := a.again.leaveOut(raw); short != nil {
		if e, err := decode(short); err == nil && a.repeats(e) {
			a.again.out = true
			return e, nil
		}
	}
	return decode(raw)
}

// repeats tells that nothing which an event says in long could be anything else than a text, or that
// nobody is going to look at it.
func (a *answer) repeats(e *event) bool {
	switch e.Type {
	case "response.output_text.done", "response.reasoning_text.done", "response.reasoning_summary_text.done",
		"response.content_part.done", "response.reasoning_summary_part.done":
		return true
	case "response.output_item.done":
		var it item
		return read(e.Item, &it) && (it.Type == "message" || it.Type == "reasoning")
	case "response.completed":
		return a.spoken
	}
	return false
}

// whole takes an answer that is no stream.
func (a *answer) whole(raw []byte) error {
	var r response
	if json.Unmarshal(raw, &r) != nil || r.Object != "response" {
		return a.guard.BadAnswer("a stream of another format")
	}
	return a.finish(&r)
}

// event takes an event by its type. Types without a case say nothing to us.
func (a *answer) event(raw []byte, e *event) error {
	switch e.Type {
	case "response.output_text.delta":
		return a.piece(raw, e, answered, e.Content)
	case "response.refusal.delta":
		return a.piece(raw, e, refused, e.Content)
	case "response.reasoning_summary_text.delta":
		return a.piece(raw, e, summary, e.Summary)
	case "response.reasoning_text.delta":
		return a.piece(raw, e, thought, e.Content)
	case "response.function_call_arguments.delta":
		return a.callPiece(raw, e)

	case "response.output_text.done":
		return a.ended(place{e.key(), answered, e.Content}, string(e.Text))
	case "response.refusal.done":
		return a.ended(place{e.key(), refused, e.Content}, string(e.Refusal))
	case "response.reasoning_summary_text.done":
		return a.ended(place{e.key(), summary, e.Summary}, string(e.Text))
	case "response.reasoning_text.done":
		return a.ended(place{e.key(), thought, e.Content}, string(e.Text))
	case "response.content_part.done":
		return a.eventEndsPart(e, e.Content)
	case "response.reasoning_summary_part.done":
		return a.eventEndsPart(e, e.Summary)
	case "response.function_call_arguments.done":
		return a.calls.done(a.calls.find(e.Output, string(e.ItemID)), string(e.Arguments))

	case "response.output_item.added":
		return a.itemBegan(e)
	case "response.output_item.done":
		return a.itemEnded(e.Output, e.Item)
	}
	if format.Given(e.Response) {
		return a.status(e)
	}
	return nil
}

// key names the item that an event is about.
func (e *event) key() string { return itemKey(e.Output, string(e.ItemID)) }

// itemKey names an item: by its place in the answer, because some services give it another id in every
// event, and by its id where there is no place.
func itemKey(output *int, id string) string {
	if output != nil {
		return strconv.Itoa(*output)
	}
	return "id " + id
}

// maxTexts bounds what one answer may make us keep track of.
const maxTexts = 10_000

// at gives what was said at a place.
func (a *answer) at(p place) (*said, error) {
	s := a.texts[p]
	if s == nil {
		if len(a.texts) == maxTexts {
			return nil, a.guard.BadAnswer(fmt.Sprintf("more than %d parts in one answer", maxTexts))
		}
		s = &said{}
		a.texts[p] = s
	}
	return s, nil
}

// piece takes a delta of a text.
func (a *answer) piece(raw []byte, e *event, k kind, index int) error {
	p := place{e.key(), k, index}
	if err := a.say(p, string(e.Delta)); err != nil {
		return err
	}
	a.learn(raw, func(text string) error { return a.say(p, text) })
	return nil
}

// callPiece takes a delta of a call's input.
func (a *answer) callPiece(raw []byte, e *event) error {
	k := a.calls.find(e.Output, string(e.ItemID))
	if k == nil {
		return nil // the whole input comes with the end of the call
	}
	if err := a.calls.add(k, string(e.Delta)); err != nil {
		return err
	}
	a.learn(raw, func(text string) error { return a.calls.add(k, text) })
	return nil
}

// ended takes the whole of a text, of which what is new is passed on.
func (a *answer) ended(p place, whole string) error {
	if whole = a.again.put(whole); whole == "" {
		return nil
	}
	s, err := a.at(p)
	if err != nil {
		return err
	}
	return a.say(p, s.rest(whole))
}

// eventEndsPart takes the event about the end of a part.
func (a *answer) eventEndsPart(e *event, index int) error {
	var p part
	if !read(e.Part, &p) {
		return nil
	}
	return a.partEnded(e.key(), index, p)
}

// partEnded takes a part of an item, whole.
func (a *answer) partEnded(item string, index int, p part) error {
	switch k := kind(p.Type); k {
	case refused:
		return a.ended(place{item, k, index}, p.Refusal)
	case answered, summary, thought:
		return a.ended(place{item, k, index}, p.Text)
	default:
		return nil
	}
}

// say passes a piece of text on.
func (a *answer) say(p place, text string) error {
	if text == "" {
		return nil
	}
	s, err := a.at(p)
	if err != nil {
		return err
	}
	s.add(text)
	a.spoken = true
	switch p.kind {
	case summary, thought:
		if a.thinking != (place{}) && a.thinking != p {
			text = "\n\n" + text // the parts are paragraphs
		}
		a.thinking = p
		return a.out.Send(model.Reasoning{Text: text}, len(text))
	case refused:
		a.end.Stop = model.Refused
	default:
	}
	a.text += len(text)
	return a.out.Send(model.Text{Text: text}, len(text))
}
