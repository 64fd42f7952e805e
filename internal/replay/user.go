package replay

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
	"eidolon/actors/session"
)

// begin says what the user said: a choice, and then the prompt or the command of a turn.
func (r *run) begin(t *turn) {
	if a := t.agent; a != nil {
		r.stage.session.Tell(session.SetAgent{Name: a.Name, Tools: a.Tools})
	}
	if t.command {
		r.stage.session.Tell(session.RunCommand{Text: strings.TrimPrefix(t.prompt, session.CommandPrefix)})
		return
	}
	r.stage.session.Tell(session.UserTurn{Text: t.prompt, Before: t.before})
}

// answer gives the answers of the user to the questions of a turn, each when everything has come that
// was recorded before it.
func (r *run) answer(ctx context.Context, t *turn) {
	p := r.progress
	for _, c := range t.questions() {
		put := func() bool { return p.done >= c.decided && (p.asked[c.use.Call] || !c.answered()) }
		if !p.until(ctx, silence, func() bool { return p.ended || p.loose || put() }) {
			return
		}
		r.stage.session.Tell(c.answer(ruler{p}))
	}
}

// questions gives the calls that waited for the user, in the order in which they were decided upon.
func (u *turn) questions() []*call {
	var all []*call
	for _, c := range u.calls {
		if c.waited() && c.decided < u.until {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b *call) int { return cmp.Compare(a.decided, b.decided) })
	return all
}

// answered says that the user themselves decided upon the call.
func (c *call) answered() bool { return c.decision.By == "user" && c.decision.Scope != "" }

// answer gives what ended the question about a call. Where it was not the user, the rules had changed.
func (c *call) answer(now dispatcher.Policy) session.Msg {
	d := c.decision
	if !c.answered() {
		return session.SetPosture{Policy: now}
	}
	note, _ := strings.CutPrefix(d.Reason, dispatcher.RefusedSaying)
	if d.Reason == dispatcher.Refused {
		note = ""
	}
	return session.Answer{Call: c.use.Call, Allow: d.Verdict == "allow", Scope: d.Scope, Note: note}
}

// findCommandEnd works out how far the run of the program came that began a turn with a command of the
// user. At is the index of the event that marks its interruption, by the user or by the end of the
// program: both are played as the latter, since the same events follow.
func (u *turn) findCommandEnd(at int) {
	i := slices.IndexFunc(u.events, func(e event.Envelope) bool {
		_, ok := e.Event.(event.ToolResult)
		return ok
	})
	u.ending, u.until = killed, at
	if i < 0 {
		return
	}
	result, _ := u.events[i].Event.(event.ToolResult)
	c := u.calls[result.Call]
	_, message := failureOf(result)
	switch {
	case message == session.ProgramEnded:
		u.until = i
	case result.OK && c != nil && strings.TrimSuffix(c.outcome.Text, "\n") == string(c.outcome.Data):
		u.until = i + 1 // the words were put together from the log
	}
}
