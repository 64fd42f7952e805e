package view

import (
	"time"

	"eidolon/actors/event"
	"eidolon/internal/leaf/lang"
	"eidolon/tui/theme"
)

// stateWords is the state at the right end of the line.
func (c *call) stateWords(o *outcome, l *look) State {
	switch c.state {
	case callWriting:
		return State{Text: l.T("writing"), Role: theme.Running, Since: c.since}
	case callQueued, callRunning: // one that the sandbox hindered may ask while it runs
		if c.asked {
			return State{Text: l.T("asks you"), Role: theme.Warn}
		}
		if c.state == callQueued {
			return State{Text: l.T("queued"), Role: theme.Dim}
		}
		return State{Text: l.T("running"), Role: theme.Running, Since: c.since}
	case callEnded:
	}
	r := c.result
	switch {
	case r == nil:
		return State{Text: l.T("cancelled"), Role: theme.Warn}
	case r.Superseded:
		return State{Text: l.T("replaced by a later call"), Role: theme.Dim}
	case r.OK:
		return State{Text: l.F("ok %s", c.took(l)), Role: theme.OK}
	case c.decision != nil && c.decision.Verdict == "deny" && c.decision.By == "guard", o.Error.Code == "CommandBlocked":
		return State{Text: l.T("refused by guard"), Role: theme.Error}
	case c.decision != nil && c.decision.Verdict == "deny":
		return State{Text: l.T("denied"), Role: theme.Warn}
	case o.Error.Code == "Interrupted":
		return State{Text: l.T("cancelled"), Role: theme.Warn}
	case o.Error.Code == "Timeout":
		return State{Text: l.T("timed out"), Role: theme.Error}
	}
	return State{Text: l.T("failed"), Role: theme.Error}
}

func (c *call) took(l *look) string {
	return l.seconds(time.Duration(c.result.MS * float64(time.Millisecond)))
}

// decide notes a decision about the call. Output from inside the sandbox gives way to that of another run.
func (c *call) decide(d *event.Decision) {
	if d.Rule == event.RuleFails {
		return // a failure like any other, which the result tells
	}
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
	text := l.F(decisionWords(d), l.byWhom(d.By))
	switch d.Scope {
	case event.ScopeSession:
		text += l.T(", for this session")
	case event.ScopeProject:
		text += l.T(", for this project")
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

// decisionWords says what was decided, by whom.
func decisionWords(d *event.Decision) lang.Text {
	switch outside := d.Rule == event.RuleOutside; {
	case outside && d.Verdict == "allow":
		return "another run outside the sandbox allowed by %s"
	case outside:
		return "another run outside the sandbox refused by %s"
	case d.Verdict == "allow":
		return "allowed by %s"
	}
	return "refused by %s"
}

func (l *look) byWhom(by string) string {
	switch by {
	case "user":
		return l.T("you")
	case "policy":
		return l.T("the rules")
	case "guard":
		return l.T("the guard")
	}
	return by
}
