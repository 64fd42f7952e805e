package stubmodel

import (
	"strconv"
	"strings"
	"time"

	"eidolon/actors/model"
)

// beat is a note and when it is told, counted from the arrival of the request.
type beat struct {
	at   time.Duration
	note Note
}

// pick is the rendering that a request gets.
type pick struct {
	step    int // place in the script, from 1
	attempt int // from 1
	take    Take
}

// composer turns a take into beats, in the way of calling tools that the request offers.
type composer struct {
	req    model.Request
	step   int
	native bool
	beats  []beat
	at     time.Duration
	inLine bool // the text so far does not end in a line break
	calls  int
	open   int // index of the native call that is open, or -1
}

// compose gives the beats of an answer, in order of time. They end in Ended, Failed or Panicked
// unless the script hangs. A fault that comes first is a request refused: the answer never began.
func compose(req model.Request, p pick) ([]beat, error) {
	c := &composer{req: req, step: p.step, native: len(req.Tools) > 0, at: p.take.Delay, open: -1}
	if parts := p.take.Parts; len(parts) == 0 || parts[0].Fault == nil {
		c.tell(Began{Step: p.step, Attempt: p.attempt, HTTP: p.take.HTTP})
	}
	for _, part := range p.take.Parts {
		if part.Fault != nil {
			c.fault(*part.Fault)
			return c.beats, nil
		}
		if err := c.part(part); err != nil {
			return nil, err
		}
	}
	c.end(p.take)
	return c.beats, nil
}

func (c *composer) tell(n Note) { c.beats = append(c.beats, beat{c.at, n}) }

func (c *composer) say(chunk model.Chunk) { c.tell(Said{chunk}) }

// spread says the pieces as the pacing has it, each made into a chunk.
func (c *composer) spread(p Pacing, pieces []string, chunk func(piece string) model.Chunk) {
	for i, at := range p.times(c.at, len(pieces)) {
		c.at = at
		c.say(chunk(pieces[i]))
	}
}

func (c *composer) part(p Part) error {
	switch {
	case p.Text != nil:
		c.prose(p.Pacing, strings.ReplaceAll(*p.Text, "$STEP", strconv.Itoa(c.step)))
	case p.Raw != nil:
		c.prose(p.Pacing, *p.Raw)
	case p.Echo != "":
		text, err := echo(p.Echo, c.req)
		if err != nil {
			return err
		}
		c.prose(p.Pacing, text)
	case p.Reasoning != nil:
		c.reasoning(p)
	case p.Pause != nil:
		c.at += *p.Pause
	case p.Wire != nil:
		c.tell(Wire{*p.Wire})
	default:
		return c.toolCalls(p)
	}
	return nil
}

func (c *composer) prose(p Pacing, text string) {
	c.spread(p, p.cut(text, 1), func(piece string) model.Chunk {
		c.inLine = piece != "" && !strings.HasSuffix(piece, "\n") || piece == "" && c.inLine
		return model.Text{Text: piece}
	})
}

// reasoning says the thoughts; the signature comes with the last of them.
func (c *composer) reasoning(p Part) {
	pieces := p.cut(*p.Reasoning, 1)
	left := len(pieces)
	c.spread(p.Pacing, pieces, func(piece string) model.Chunk {
		left--
		if left > 0 {
			return model.Reasoning{Text: piece}
		}
		return model.Reasoning{Text: piece, Signature: p.Signature}
	})
}

// usualInputs is how many pieces the arguments of a native call come in, so that nobody relies on
// one.
const usualInputs = 2

func (c *composer) toolCalls(p Part) error {
	list := make([]call, 0, len(p.Calls)+1)
	for _, one := range p.calls() {
		c.calls++
		ready, err := one.prepare(c.step, c.calls)
		if err != nil {
			return err
		}
		list = append(list, ready)
	}
	if !c.native {
		text, err := block(list)
		if c.inLine {
			text = "\n" + text // a marker counts at the start of a line only
		}
		c.prose(p.Pacing, text)
		return err
	}
	for i, one := range list {
		c.closeCall()
		index := c.calls - len(list) + i
		c.say(model.CallOpened{Index: index, ID: one.id, Name: one.name})
		c.spread(p.Pacing, p.cut(one.json(), usualInputs), func(piece string) model.Chunk {
			return model.CallInput{Index: index, JSON: piece}
		})
		c.open = index
	}
	return nil
}

// closeCall closes the native call that is open. Services tell the end of a call by beginning the
// next or ending the answer, so that is when it comes.
func (c *composer) closeCall() {
	if c.open >= 0 {
		c.say(model.CallClosed{Index: c.open})
		c.open = -1
	}
}

// stops are the reasons of scripts that mean more than the end.
var stops = map[string]model.Stop{
	"length": model.Length, "content_filter": model.Filtered, "refusal": model.Refused,
}

func (c *composer) end(t Take) {
	c.closeCall()
	if u := t.Usage; u != nil {
		c.say(model.Usage{Input: u.Input, Output: u.Output, Cached: u.Cached, Written: u.Written, Reasoning: u.Reasoning})
	}
	end := model.End{Stop: stops[t.End.Reason], Reason: t.End.Reason, Model: t.End.Model}
	if end.Reason == "" {
		end.Reason = "stop"
		if c.native && c.calls > 0 {
			end.Reason = "tool_calls"
		}
	}
	if end.Model == "" {
		end.Model = c.req.Model
	}
	c.tell(Ended{end})
}

func (c *composer) fault(f Fault) {
	switch f.Kind {
	case "hang":
	case "panic":
		c.tell(Panicked{"the script told the model to panic"})
	default:
		c.tell(Failed{f.err()})
	}
}
