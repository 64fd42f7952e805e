// Package policy decides whether a tool call may run. It judges by the guard's verdict on commands, the
// protected names, the permission rules of the user and of the workspace, what the user has allowed
// before, and the mode of the session, all together: it is a pure function of them and of the call's
// class. The strictest wins, what the guard denies names itself first, and at most one question is asked.
//
// Without rules the mode decides:
//
//	mode        reading calls   asking the web   writing calls   guard asks   protected names
//	headless    allowed         allowed          allowed         refused      refused
//	plan        allowed         asked            refused         refused      refused
//	ask         allowed         asked            asked           asked        asked
//	auto        allowed         allowed          allowed         asked        asked
//	yolo        allowed         allowed          allowed         allowed      allowed
//
// What the guard denies is refused in every mode. Where nobody can be asked, what would have to be asked
// is refused.
//
// A [Rule] names a tool and what its calls are about:
//
//	Bash                   every command
//	Bash(go test:*)        commands that begin so
//	Bash(git status)       this very command
//	Edit(docs/**)          changes to these files, with any tool
//	mcp__server            every tool of that server
//	WebFetch(domain:x.org) pages of this host
//
// A rule that denies holds in every mode, and comes before one that asks, which is not heeded in yolo and
// comes before one that allows. A rule that allows answers for the mode alone: never for the guard or a
// protected name, and not in plan mode. Rules that tighten are read widely and rules that allow narrowly,
// so that what is in doubt falls on the safe side: to deny, one program of a command has to match; to
// allow, all of them.
//
// Some calls are nobody's but the user's to answer for, and no mode does it: those that ask for their
// consent, and those of a tool of which only somebody else says that it reads, until the user believes it.
//
// What a call reads abroad, which is not this workspace's, needs leave in every mode but yolo: the user's,
// or that of a rule that allows it.
//
// A person who is asked may allow what is like the call too. What that is, the grant, is a rule as well.
package policy

import (
	"slices"

	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/fsapi"
)

// Options of a policy.
type Options struct {
	Mode   Mode
	Person bool // somebody can be asked
	// ReadOnly says that only calls that read are allowed, as in plan mode, whatever the mode is and whoever
	// allows others.
	ReadOnly bool
	Rules    Rules
	// Enforced says that no command ever runs outside the sandbox, whoever allows it.
	Enforced bool
	// Roots are absolute names of the workspace and Home is the user's, for rules with such names.
	Roots []string
	Home  string
	// Unconfined says that no sandbox keeps commands in the workspace, which who is asked about one is told.
	Unconfined bool
}

// Policy is the judgement for one session.
type Policy struct {
	mode   Mode
	person bool
	// readOnly says that nothing may be changed: in plan mode, and where it was asked for.
	readOnly bool
	rules    Rules
	places   places

	unconfined, enforced bool
}

var _ dispatcher.Policy = Policy{}

// New makes a policy.
func New(o Options) Policy {
	return Policy{
		mode: o.Mode, person: o.Person, readOnly: o.ReadOnly || o.Mode == Plan, rules: o.Rules, places: newPlaces(o.Roots, o.Home),
		unconfined: o.Unconfined, enforced: o.Enforced,
	}
}

// Rule implements dispatcher.Policy. Granted are the rules that the user has allowed in answers.
func (p Policy) Rule(spec tool.Spec, class tool.Class, granted []string) dispatcher.Ruling {
	c := call{spec, class}
	if v := class.Verdict; v != nil {
		switch v.Decision {
		case fsapi.Allow, fsapi.Ask:
		case fsapi.Deny:
			return about(refuse(tool.CommandBlocked, v.Rule, v.Reason, "guard"), v)
		default: // a decision that nobody knows lets nothing run
			return refuse(tool.CommandBlocked, "verdict.missing", "The command was not judged, so it was not run.", "guard")
		}
	}
	if r, ok := p.denied(c); ok {
		return refuse(blocked(c), ruleDeny, r.said()+" forbids it.", "policy")
	}
	switch {
	case class.Outside != "" && p.enforced:
		return refuse(tool.SandboxUnavailable, event.RuleOutside, "No command runs outside the sandbox here.", "policy")
	case class.Outside != "":
		return p.put(outside(class))
	}
	if class.Typed {
		return typed(class)
	}
	allowing, _ := Grants(granted, "")
	reads := p.reads(c, allowing)
	if q, ok := p.question(c, reads, allowing); ok {
		return p.put(q)
	}
	return p.fallback(c, reads, allowing)
}

// Rules of decisions that follow from a permission rule, and of the answers that only the user gives.
const (
	ruleDeny    = "permissions.deny"
	ruleAsk     = "permissions.ask"
	ruleAllow   = "permissions.allow"
	ruleGrant   = "user.grant"
	ruleConsent = "consent"
	ruleReader  = "reader.trust"
	ruleAbroad  = "abroad"
	ruleName    = "protected.name"
	ruleMode    = "mode.ask"
	ruleHost    = "mode.network"
	rulePlan    = "mode.plan"
)

// denied finds the rule that forbids a call.
func (p Policy) denied(c call) (Rule, bool) {
	i := slices.IndexFunc(p.rules.Deny, func(r Rule) bool { return p.tightens(r, c) == yes })
	if i < 0 {
		return Rule{}, false
	}
	return p.rules.Deny[i], true
}

// typed rules on a call that the user wrote: nobody else is asked about it.
func typed(class tool.Class) dispatcher.Ruling {
	if v := class.Verdict; v != nil && v.Decision == fsapi.Ask {
		return dispatcher.Ruling{Allow: true, Rule: v.Rule, Reason: v.Reason, By: "user"}
	}
	return dispatcher.Ruling{Allow: true}
}

// hinted says that a tool only reads by the word of somebody else.
func (c call) hinted() bool { return c.spec.Hinted && c.class.ReadOnly }

// reaches says that a call asks something of the network. What it asks for tells others what is worked on.
func (c call) reaches() bool { return c.class.Reaches != "" }

// reads says that a call changes nothing, by a word that counts.
func (p Policy) reads(c call, granted []Rule) bool {
	if !c.hinted() {
		return c.class.ReadOnly
	}
	_, believed := Believes(slices.Concat(p.rules.Allow, granted), c.spec)
	return believed
}

// fallback rules on a call that nothing asks about but, perhaps, the mode.
func (p Policy) fallback(c call, reads bool, granted []Rule) dispatcher.Ruling {
	asks := p.mode == Ask && !reads || (p.mode == Ask || p.mode == Plan) && c.reaches()
	if !asks {
		return dispatcher.Ruling{Allow: true}
	}
	if r, ok := p.allowed(granted, c); ok {
		return dispatcher.Ruling{Allow: true, Rule: ruleGrant, Reason: "The user has allowed " + quoted(r.Text) + ".", By: "user"}
	}
	if r, ok := p.allowed(p.rules.Allow, c); ok {
		return dispatcher.Ruling{Allow: true, Rule: ruleAllow, Reason: r.said() + " allows it.", By: "policy"}
	}
	if r, ok := p.allowed(slices.Concat(granted, p.rules.Allow), c); ok {
		return dispatcher.Ruling{Allow: true, Rule: ruleAllow, Reason: r.said() + " and others allow it.", By: "policy"}
	}
	return p.put(p.modeAsks(c))
}

func refuse(code tool.Code, rule, reason, by string) dispatcher.Ruling {
	return dispatcher.Ruling{Code: code, Rule: rule, Reason: reason, By: by, About: &dispatcher.Part{}}
}

// about says which part of a command a ruling of the guard is about.
func about(r dispatcher.Ruling, v *fsapi.Verdict) dispatcher.Ruling {
	r.About = &dispatcher.Part{Start: v.Start, End: v.End}
	return r
}

// blocked is the code of a refusal by rule.
func blocked(c call) tool.Code {
	if c.class.Verdict != nil {
		return tool.CommandBlocked
	}
	return tool.ApprovalDenied
}
