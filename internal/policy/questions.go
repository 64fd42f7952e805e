package policy

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/fsapi"
)

// question is what a person has to be asked about a call.
type question struct {
	dispatcher.Ruling // of the question itself

	inPlan  bool   // it is asked in plan mode too
	always  bool   // it is asked in every mode as long as there is a person
	instead string // what is said when nobody can be asked; "" says that a person's leave is needed
}

// question finds the strictest question about a call. What comes first here is asked first, and whoever
// says yes has seen the worst of it.
func (p Policy) question(c call, reads bool, granted []Rule) (question, bool) {
	v := c.class.Verdict
	switch {
	case v != nil && v.Decision == fsapi.Ask && p.mode != Yolo:
		return question{Ruling: about(asks(v.Rule, v.Reason, "guard", tool.CommandBlocked), v)}, true
	case c.class.Protected != "" && p.mode != Yolo:
		reason := fmt.Sprintf("%s is a file that programs act on.", c.class.Protected)
		return question{Ruling: asks(ruleName, reason, "policy", tool.ProtectedPath)}, true
	case c.class.Consent != "":
		return question{Ruling: asks(ruleConsent, c.class.Consent, "policy", tool.ApprovalDenied), always: true}, true
	case p.readOnly && !reads && !c.hinted():
		here := "in plan mode"
		if p.mode != Plan {
			here = "here"
		}
		reason := c.spec.FullName() + " changes things; " + here + " only reading is allowed."
		if v != nil {
			reason = "The command may change things; " + here + " only commands that are sure to read are allowed." + differences(v)
		}
		return question{Ruling: asks(rulePlan, reason, "policy", tool.ApprovalDenied), instead: reason}, true
	}
	if c.class.Abroad != "" && p.mode != Yolo {
		if _, ok := p.allowed(slices.Concat(granted, p.rules.Allow), c); !ok {
			return p.goesAbroad(c), true
		}
	}
	if c.hinted() && !reads && !p.answered(c, granted) {
		return p.trust(c), true
	}
	if r, found := p.asked(c); found != no && p.mode != Yolo {
		return question{Ruling: asks(ruleAsk, r, "policy", blocked(c)), inPlan: true}, true
	}
	if r, found := p.perhapsDenied(c); found && p.mode != Yolo {
		return question{Ruling: asks(ruleDeny, r, "policy", blocked(c)), inPlan: true}, true
	}
	return question{}, false
}

// answered says that a rule allows the call, whatever it does. Where only reading is allowed none does.
func (p Policy) answered(c call, granted []Rule) bool {
	if p.readOnly {
		return false
	}
	_, ok := p.allowed(slices.Concat(granted, p.rules.Allow), c)
	return ok
}

// asked gives the reason of the rule that asks about a call.
func (p Policy) asked(c call) (reason string, found answer) {
	for _, r := range p.rules.Ask {
		switch a := p.tightens(r, c); {
		case a == yes:
			return r.said() + " asks about it.", yes
		case a == maybe && found == no:
			reason, found = r.said()+" may be about it: part of the command is not known before it runs.", maybe
		}
	}
	return reason, found
}

// perhapsDenied gives the reason of the rule that forbids a command if what is not known of it yet is
// what the rule is about.
func (p Policy) perhapsDenied(c call) (reason string, found bool) {
	i := slices.IndexFunc(p.rules.Deny, func(r Rule) bool { return p.tightens(r, c) == maybe })
	if i < 0 {
		return "", false
	}
	return p.rules.Deny[i].said() + " may forbid it: part of the command is not known before it runs.", true
}

// trust asks whether a tool only reads, as somebody else says.
func (p Policy) trust(c call) question {
	name := c.spec.FullName()
	q := question{
		Ruling: asks(ruleReader, fmt.Sprintf("Whoever provides %s says that it only reads; nobody has checked that.", name), "policy", tool.ApprovalDenied),
		inPlan: true,
	}
	q.Grant, q.Covers = Believing(name), "every use of "+name+", as a tool that only reads"
	q.instead = fmt.Sprintf("%s It needs a person's leave, and %s; the name among permissions.readers gives it.", q.Reason, p.nobody(q))
	return q
}

// goesAbroad asks about a call that reads what is not this workspace's. A rule can answer it in plan mode
// too, where reading is allowed.
func (p Policy) goesAbroad(c call) question {
	q := question{Ruling: asks(ruleAbroad, c.class.Abroad, "policy", tool.ApprovalDenied), inPlan: true}
	p.offer(c, &q.Ruling)
	q.instead = fmt.Sprintf("%s It needs a person's leave, and %s; the rule %q among permissions.allow gives it.", c.class.Abroad, p.nobody(q), q.Grant)
	return q
}

// outside asks whether a command that the sandbox hindered may run again without it. A person is asked
// each time, about their own commands too; nobody else can say so.
func outside(class tool.Class) question {
	reason := "Run it again without the sandbox, with all your own rights? It failed: " + strings.TrimSuffix(class.Outside, ".") + "."
	return question{Ruling: asks(event.RuleOutside, reason, "policy", tool.ApprovalDenied), instead: class.Outside}
}

// hostAsks asks about a call that reads, and tells another machine what.
func (p Policy) hostAsks(c call) question {
	what := c.spec.FullName() + " asks " + c.class.Reaches + " over the network"
	q := question{
		Ruling:  asks(ruleHost, what+".", "policy", tool.ApprovalDenied),
		inPlan:  true,
		instead: what + " and needs a person's leave, and this command asks nobody; --permission-mode auto lets it run.",
	}
	q.ByMode = true
	p.offer(c, &q.Ruling)
	return q
}

// modeAsks asks about a call that the mode does not let pass by itself.
func (p Policy) modeAsks(c call) question {
	if c.reaches() && c.class.ReadOnly {
		return p.hostAsks(c)
	}
	what, where := c.spec.FullName(), ""
	if c.class.Verdict != nil {
		what = "The command"
		if p.unconfined {
			where = ", here and elsewhere: no sandbox confines it"
		}
	}
	if c.class.Unasked != "" {
		where = ", and " + c.class.Unasked
	}
	q := question{
		Ruling:  asks(ruleMode, what+" may change things"+where+".", "policy", tool.ApprovalDenied),
		instead: c.spec.FullName() + " changes things and needs a person's leave, and this command asks nobody; --permission-mode auto lets it run.",
	}
	q.ByMode = true
	p.offer(c, &q.Ruling)
	return q
}

func asks(rule, reason, by string, otherwise tool.Code) dispatcher.Ruling {
	return dispatcher.Ruling{Ask: true, Code: otherwise, Rule: rule, Reason: reason, By: by}
}

// put asks the question, or refuses the call where nobody can be asked.
func (p Policy) put(q question) dispatcher.Ruling {
	if p.person && (q.always || p.mode != Headless && (p.mode != Plan || q.inPlan)) {
		q.Code = ""
		if q.By == "guard" {
			q.Reason = found(q.Reason)
		}
		return q.Ruling
	}
	reason := q.instead
	if reason == "" {
		reason = q.Reason + " It needs a person's leave, and " + p.nobody(q) + "."
	}
	r := refuse(q.Code, q.Rule, reason, q.By)
	if q.About != nil {
		r.About = q.About
	}
	return r
}

// differences says how git shows differences without the programs that a repository may name for it,
// when that is perhaps all that stands in the way of a command.
func differences(v *fsapi.Verdict) string {
	shows := func(r fsapi.Run) bool {
		return !r.ReadOnly && len(r.Words) > 0 && path.Base(r.Words[0]) == "git" && slices.ContainsFunc(r.Words, func(word string) bool {
			return word == "diff" || word == "show" || word == "log" || word == "blame"
		})
	}
	if !slices.ContainsFunc(v.Runs, shows) {
		return ""
	}
	return " With --no-ext-diff --no-textconv, git diff, show and log only read; with --no-textconv, git blame does."
}

// found is what the guard has found, without what it advises the model to do instead: whoever is asked is
// the person whose consent the advice speaks of.
func found(reason string) string {
	if i := strings.LastIndex(reason, "; "); i > 0 {
		return reason[:i] + "."
	}
	return reason
}

// nobody says why a person is not asked.
func (p Policy) nobody(q question) string {
	if p.person && !q.always {
		return string(p.mode) + " mode asks nobody"
	}
	return "nobody can be asked here"
}
