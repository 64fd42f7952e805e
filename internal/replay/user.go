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
	r.stage.session.Tell(session.UserTurn{Text: t.prompt, Before: t.before, Images: t.images})
}

// question is one that the user was asked about a call, or would have been.
type question struct {
	call *call
	told *event.Decision // how it ended
	at   int             // index of that event
}

// answer gives the answers of the user to the questions of a turn, each when everything has come that
// was recorded before it.
func (r *run) answer(ctx context.Context, t *turn) {
	p := r.progress
	for _, q := range t.questions() {
		put := func() bool {
			return p.done >= q.at && (p.asked[q.name()] || !q.told.Asked && !q.answered() && !q.outside())
		}
		if !p.until(ctx, silence, func() bool { return p.ended || p.loose || put() }) {
			return
		}
		r.stage.session.Tell(q.answer(ruler{p}))
	}
}

// questions gives the questions of a turn, in the order in which they were decided upon.
func (u *turn) questions() []question {
	var all []question
	for _, c := range u.calls {
		if c.waited() && !c.failed() && c.decided < u.until {
			all = append(all, question{c, c.decision, c.decided})
		}
		if c.outside != nil && c.asked < u.until {
			all = append(all, question{c, c.outside, c.asked})
		}
	}
	slices.SortFunc(all, func(a, b question) int { return cmp.Compare(a.at, b.at) })
	return all
}

// name tells the two questions apart that there can be about one call.
func (q question) name() string { return questionName(q.call.use.Call, q.told.Rule) }

func questionName(call, rule string) string {
	if rule == event.RuleOutside {
		return call + " " + rule
	}
	return call
}

func (q question) outside() bool { return q.told.Rule == event.RuleOutside }

// answered says that the user themselves decided upon the call.
func (q question) answered() bool { return q.told.By == "user" && q.told.Scope != "" }

// answer gives what ended the question about a call. Where it was not the user, the rules had changed.
func (q question) answer(now dispatcher.Policy) session.Msg {
	if !q.answered() {
		return session.SetPosture{Policy: now}
	}
	a := session.Answer{Call: q.call.use.Call, Allow: q.told.Verdict == "allow", Scope: q.told.Scope, Note: noteOf(q.told)}
	if q.outside() {
		a.Rule = q.told.Rule
	}
	return a
}

// noteOf is what the user said beside a refusal.
func noteOf(d *event.Decision) string {
	note, said := strings.CutPrefix(d.Reason, dispatcher.RefusedSaying)
	if !said {
		return ""
	}
	return note
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
	case session.EndedWithProgram(message):
		u.until = i
	case result.OK && c != nil && strings.TrimSuffix(c.outcome.Text, "\n") == string(c.outcome.Data):
		u.until = i + 1 // the words were put together from the log
	}
}
