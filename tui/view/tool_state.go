package view

import (
	"time"

	"eidolon/actors/event"
	"eidolon/tui/theme"
)

// stateWords is the state at the right end of the line.
func (c *call) stateWords(o *outcome) State {
	switch c.state {
	case callWriting:
		return State{Text: "writing", Role: theme.Running, Since: c.since}
	case callQueued, callRunning: // one that the sandbox hindered may ask while it runs
		if c.asked {
			return State{Text: "asks you", Role: theme.Warn}
		}
		if c.state == callQueued {
			return State{Text: "queued", Role: theme.Dim}
		}
		return State{Text: "running", Role: theme.Running, Since: c.since}
	case callEnded:
	}
	r := c.result
	switch {
	case r == nil:
		return State{Text: "cancelled", Role: theme.Warn}
	case r.Superseded:
		return State{Text: "replaced by a later call", Role: theme.Dim}
	case r.OK:
		return State{Text: "ok " + c.took(), Role: theme.OK}
	case c.decision != nil && c.decision.Verdict == "deny" && c.decision.By == "guard", o.Error.Code == "CommandBlocked":
		return State{Text: "refused by guard", Role: theme.Error}
	case c.decision != nil && c.decision.Verdict == "deny":
		return State{Text: "denied", Role: theme.Warn}
	case o.Error.Code == "Interrupted":
		return State{Text: "cancelled", Role: theme.Warn}
	case o.Error.Code == "Timeout":
		return State{Text: "timed out", Role: theme.Error}
	}
	return State{Text: "failed", Role: theme.Error}
}

func (c *call) took() string {
	return seconds(time.Duration(c.result.MS * float64(time.Millisecond)))
}

// decide notes a decision about the call. Output from inside the sandbox gives way to that of another run.
func (c *call) decide(d *event.Decision) {
	if d.Rule != event.RuleOutside {
		c.decision = d
		return
	}
	c.outside = d
	if d.Verdict == "allow" {
		c.output = nil
	}
}

// decided is one line about each time that somebody allowed or refused the call, if they were asked or
// had to be.
func (c *call) decided(l *look) []*Block {
	return append(decisionLine(l, c.decision), decisionLine(l, c.outside)...)
}

func decisionLine(l *look, d *event.Decision) []*Block {
	if d == nil || d.Verdict == "allow" && d.By != "user" && !d.Asked {
		return nil
	}
	text := "allowed"
	if d.Verdict != "allow" {
		text = "refused"
	}
	if d.Rule == event.RuleOutside {
		text = "another run outside the sandbox " + text
	}
	text += " by " + byWhom(d.By)
	switch d.Scope {
	case event.ScopeSession:
		text += ", for this session"
	case event.ScopeProject:
		text += ", for this project"
	case event.ScopeOnce:
	}
	if d.Rule != "" {
		text += " (" + d.Rule + ")"
	}
	if d.Reason != "" && d.Verdict != "allow" {
		text += ": " + d.Reason
	}
	return l.underTool([]*Block{dimText(oneLine(text))})
}

func byWhom(by string) string {
	switch by {
	case "user":
		return "you"
	case "policy":
		return "the rules"
	case "guard":
		return "the guard"
	}
	return by
}
