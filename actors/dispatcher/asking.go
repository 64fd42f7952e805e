package dispatcher

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/actors/toolhost"
	"eidolon/internal/leaf/toolmatch"
)

// question is a call that needs the user's leave.
type question struct {
	ruling  Ruling // that asks
	prepare bool   // its turn has come, and its preview is being made
	put     bool   // the user sees it
	about   string // hash of the input that they see
}

// sum gives the hash of a call's input, or "" before there is one.
func (e *entry) sum() string {
	if e.input == nil {
		return ""
	}
	hash := sha256.Sum256(e.input)
	return hex.EncodeToString(hash[:])
}

// changed says that the call is not the one that the user saw when they were asked.
func (e *entry) changed() bool { return e.question.put && e.question.about != e.sum() }

// Private messages.
type (
	previewOverdue struct{ key string } // the question goes out without a preview
	askingOver     struct{ key string } // nobody has answered
)

// previewPatience is how long the user's question waits for its preview.
const previewPatience = 2 * time.Second

// Rules of decisions that this package makes itself.
const (
	ruleAgent   = "agent.tools"
	ruleSilence = "asking.timeout"
	ruleChanged = "mode.changed"
	rulePlan    = "plan.approved"
)

// rule judges a call by what holds now.
func (d *dispatcher) rule(e *entry) Ruling {
	r := &d.o.Rules
	if len(r.Tools) > 0 && !e.said.Typed && !toolmatch.Lists(r.Tools, e.spec.Names()...) {
		return Ruling{
			Code: tool.ApprovalDenied, Rule: ruleAgent, By: "policy",
			Reason: fmt.Sprintf("The agent %s may not use %s.", r.Agent, e.spec.FullName()),
		}
	}
	ruling := r.Policy.Rule(e.spec, e.class, r.Granted)
	if ruling.Ask && ruling.ByMode && r.Planned {
		return Ruling{Allow: true, Rule: rulePlan, Reason: "The user has approved the plan.", By: "user"}
	}
	return ruling
}

// askNext puts the next question. There is one at a time, and none before the calls that may write have
// ended which stand before it: what it shows is what would happen.
func (d *dispatcher) askNext(env actorkit.Env) {
	for _, e := range d.queue {
		if e.stage == asking {
			if !e.question.prepare {
				d.prepare(env, e)
			}
			return
		}
		if e.writes() {
			return
		}
	}
}

// prepare asks the tool for a preview of the call.
func (d *dispatcher) prepare(env actorkit.Env, e *entry) {
	e.question.prepare = true
	e.patience = env.After(previewPatience, previewOverdue{e.said.Key})
	e.host.Tell(toolhost.Preview{Call: d.request(e, e.spec.FullName(), e.input), ReplyTo: actorkit.As[toolhost.Note](env.Self())})
}

// onPreviewed puts the question, or spares the user one about a call that cannot work. It is not run: whatever
// the files are by then, nobody has allowed it.
func (d *dispatcher) onPreviewed(env actorkit.Env, n toolhost.Previewed) {
	e := d.find(n.Key)
	if n.Fails == nil || e == nil || e.stage != asking || e.question.put || e.inside != nil {
		d.put(env, n.Key, n.Diff)
		return
	}
	e.fails = n.Fails
	d.settle(env, e, Settled{Ruling: Ruling{
		Code: n.Fails.Code, Rule: event.RuleFails, Reason: "It cannot work with the files as they are, so nobody was asked.", By: "policy",
	}})
}

// put shows the user the question.
func (d *dispatcher) put(env actorkit.Env, key, preview string) {
	e := d.find(key)
	if e == nil || e.stage != asking || !e.question.prepare || e.question.put {
		return
	}
	e.patience.Stop()
	e.question.put, e.question.about = true, e.sum()
	if d.o.Asking > 0 {
		e.patience = env.After(d.o.Asking, askingOver{key})
	}
	d.o.Owner.Tell(AskUser{Key: key, Name: e.spec.FullName(), Input: e.input, Ruling: e.question.ruling, Preview: preview, Starts: starts(e.class.Verdict), Touches: touches(e.class.Verdict)})
}

// onDecide takes the user's answer.
func (d *dispatcher) onDecide(env actorkit.Env, m Decide) {
	e := d.find(m.Key)
	if e == nil || e.stage != asking || !e.question.put {
		return // the question has become void meanwhile
	}
	asked := e.question.ruling
	if (m.Rule == event.RuleOutside) != (e.inside != nil) {
		return // it answers the other question that there can be about the call
	}
	if !m.Allow && e.inside != nil {
		e.inside.Result.Text += Remark(m.Note)
	}
	if !m.Allow {
		d.settle(env, e, Settled{Ruling: Ruling{Code: tool.ApprovalDenied, Rule: asked.Rule, Reason: refusal(m.Note), By: "user"}, Scope: event.ScopeOnce})
		return
	}
	s := Settled{Ruling: Ruling{Allow: true, Rule: asked.Rule, Reason: asked.Reason, By: "user"}, Scope: event.ScopeOnce}
	if grant := asked.Leave(m.Scope, m.Wide); grant != "" {
		s.Scope, s.Grant, s.Name = m.Scope, grant, e.spec.FullName()
		d.o.Rules.Granted = append(slices.Clone(d.o.Rules.Granted), grant)
	}
	d.settle(env, e, s)
	d.judgeAgain(env)
}

// What the model is told of a call that the user refused. A replay knows by these words what they said.
const (
	Refused       = "The user refused the call. Do not try it in another way; ask what they want instead."
	RefusedSaying = "The user refused the call and said: "
)

func refusal(note string) string {
	if note == "" {
		return Refused
	}
	return RefusedSaying + note
}

// Remark is what the model is told that the user said about a command that has run, or "".
func Remark(note string) string {
	if note == "" {
		return ""
	}
	return "\nThe user said: " + note + "\n"
}

func (d *dispatcher) onAskingOver(env actorkit.Env, m askingOver) {
	if e := d.find(m.key); e != nil && e.stage == asking {
		d.settle(env, e, Settled{Ruling: Ruling{
			Code: tool.ApprovalDenied, Rule: ruleSilence, By: "policy",
			Reason: fmt.Sprintf("The call needs the user's leave, and nobody answered within %s, so it was not run.", d.o.Asking),
		}})
	}
}

func (d *dispatcher) onSetRules(env actorkit.Env, m SetRules) {
	d.o.Rules = m.Rules
	d.judgeAgain(env)
}

// judgeAgain judges the calls that wait for the user by what holds now.
func (d *dispatcher) judgeAgain(env actorkit.Env) {
	for _, e := range d.open() {
		if e.stage != asking {
			continue
		}
		r := d.rule(e)
		if r.Ask {
			if !e.question.put { // else the answer is to cover what the user has read
				e.question.ruling = r
			}
			continue
		}
		if r.Rule == "" { // the log tells why a call ran that had been asked about
			r.Rule, r.Reason, r.By = ruleChanged, "The permission mode was changed while the question stood.", "policy"
		}
		d.settle(env, e, Settled{Ruling: r})
	}
}

// settle ends the question about a call.
func (d *dispatcher) settle(env actorkit.Env, e *entry, s Settled) {
	if e.patience != nil {
		e.patience.Stop()
	}
	s.Key = e.said.Key
	e.stage = recording
	if e.inside != nil {
		s.Ruling.Rule = event.RuleOutside // whoever decided: the log has two decisions about the call
	}
	switch {
	case s.Ruling.Allow:
		e.permit()
	case e.inside != nil:
		e.outcome = &e.inside.Result
	case e.fails != nil:
		e.outcome = e.fails
	default:
		r := s.Ruling.refusal()
		e.outcome = &r
	}
	d.o.Owner.Tell(s)
	d.askNext(env)
}
