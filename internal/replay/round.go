package replay

import (
	"strconv"
	"strings"

	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/session"
	"eidolon/actors/tool"
)

// round is one answer of the model, as far as it was recorded.
type round struct {
	pieces   []piece
	rest     string // text behind the last call
	thoughts []event.Reasoning
	usage    *event.Usage // nil when it was not kept

	// How the answer ends: hanging until it is stopped, with a failure, or by itself.
	hangs   bool
	failure *model.Error
	end     model.End

	began    int  // index of the event before the answer's first
	answered int  // index of the first event that the end of the answer causes
	unclosed bool // a block is open at the end
}

// piece is the text of an answer up to a call, and the call.
type piece struct {
	text string // of a call in the text it ends with the call
	call *call
}

// newRound collects what the model said in a round.
func (u *turn) newRound(n int, calls reader) round {
	r := round{answered: -1, began: -1}
	raw, complete, next := "", false, false
	for i, e := range u.events[:u.until] {
		if e.Round != n {
			next = next || e.Round > n
			continue
		}
		if r.began < 0 {
			r.began = i - 1
		}
		switch ev := kept(e).(type) {
		case event.ToolUse:
			c := u.calls[ev.Call]
			r.pieces = append(r.pieces, piece{text: ev.TextBefore, call: c})
			r.unclosed = r.unclosed || c.outcome.Code == tool.BlockUnclosed
		case event.Reasoning:
			r.thoughts = append(r.thoughts, ev)
			r.endAt(i)
		case event.Usage:
			r.usage = &ev
			r.endAt(i)
		case event.Message:
			u.onMessage(&r, ev, i, &raw, &complete)
		case event.Error:
			r.onError(ev, i)
		case event.Meta, event.ToolResult, event.Decision, event.Todos, event.Title, event.Interrupted, event.TurnEnd,
			event.Compaction, event.Posture, event.Agent, event.Checkpoint, event.Rewind, event.Unknown:
		}
	}
	r.divide(raw)
	native := u.nativeIn(n)
	u.endOf(&r, complete, next || u.goesOn(n), native)
	if u.answer >= 0 {
		r.answered = min(r.answered, u.cancel) // it ended before the interrupt, and was looked at later
	}
	if !native || u.needs.foreign {
		needs := u.needs
		needs.native = native
		r.scan(calls, needs, complete || r.failure != nil)
	}
	return r
}

func (u *turn) onMessage(r *round, m event.Message, i int, raw *string, complete *bool) {
	switch m.Role {
	case event.RoleAssistant:
		*raw, *complete = m.Text, !m.Partial
		r.endAt(i)
	case event.RoleToolResults:
		if strings.Contains(aside(m), session.CutAtLimit) {
			r.end.Stop, r.end.Reason = model.Length, "length"
		}
	case event.RoleSystem, event.RoleUser:
	}
}

// onError takes a failure of the service. Other errors of a turn are made by the engine again.
func (r *round) onError(failed event.Error, i int) {
	switch failed.Kind {
	case string(event.EndMaxTurns), "empty_answer", "loop":
		return
	}
	r.failure = &model.Error{Kind: model.Kind(failed.Kind), Message: failed.Message}
	r.endAt(i)
}

func (r *round) endAt(i int) {
	if r.answered < 0 {
		r.answered = i
	}
}

// endOf decides how the answer of a round ends. Next says that another round follows.
func (u *turn) endOf(r *round, complete, next, native bool) {
	switch {
	case r.failure != nil:
	case complete:
		if r.end.Reason == "" {
			r.end.Reason = "stop"
		}
		if r.usage != nil {
			r.end.Model = r.usage.Model
		}
	case next || u.ending == whole && u.cancel < 0:
		r.failure = &model.Error{Kind: model.Truncated, Message: "The answer broke off.", Retryable: true}
	default:
		r.hangs = true
	}
	if r.hangs && u.ending != whole && !native && len(r.pieces) > 0 && r.rest == "" {
		// What came behind the last call was not kept; calls that wait for the end of their block may
		// have run all the same. Nobody will see this text: the log ends before it.
		r.rest = "\n!unquote_end\n"
	}
	if r.answered < 0 {
		r.answered = u.until
		if u.cancel >= 0 {
			r.answered = u.cancel
		}
	}
}

// divide gives the pieces their parts of the raw text. Without one, what was recorded with the calls
// has to do.
func (r *round) divide(raw string) {
	if raw == "" {
		return
	}
	for i, p := range r.pieces {
		n := min(len(p.text), len(raw))
		r.pieces[i].text, raw = raw[:n], raw[n:]
	}
	r.rest = raw
}

// text gives all text up to the last call.
func (r *round) text() string {
	var b strings.Builder
	for _, p := range r.pieces {
		b.WriteString(p.text)
	}
	return b.String()
}

// number gives the number of a call in its answer, from its key t<turn>r<round>c<number>.
func (c *call) number() int {
	n, _ := strconv.Atoi(c.use.Call[strings.LastIndexByte(c.use.Call, 'c')+1:])
	return n
}
