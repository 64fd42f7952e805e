package replay

import (
	"slices"
	"strings"

	"eidolon/actors/event"
	"eidolon/actors/session"
)

// fold works out what has to be done to make the turn's events come again. Native is how the turns
// before it called tools.
func (u *turn) fold(calls reader, native bool) {
	u.opening()
	u.collectCalls()
	u.until = len(u.events)
	u.findEnd()
	if u.ending != whole {
		u.closes = u.until
		u.until = u.lastKnown(u.until)
	}
	u.needs.native, u.needs.foreign = u.isNative(calls, native), u.isForeign()
	last := 0
	for _, e := range u.events[:u.until] {
		last = max(last, e.Round)
	}
	if u.cancel >= 0 {
		last = max(last, u.events[len(u.events)-1].Round) // of the interrupt: its request may have had no event
	}
	for n := 1; n <= last && !u.command; n++ {
		u.rounds = append(u.rounds, u.newRound(n, calls))
	}
	for _, e := range u.events[:u.until] {
		if failed, ok := e.Event.(event.Error); ok && failed.Kind == string(event.EndMaxTurns) {
			u.needs.rounds = last
		}
	}
}

// opening finds what the turn begins with.
func (u *turn) opening() {
	for i, e := range u.events {
		if agent, ok := e.Event.(event.Agent); ok {
			u.agent = &agent
		}
		if use, ok := e.Event.(event.ToolUse); ok && use.Source == event.SourceUser {
			u.command = true
		}
		m, ok := e.Event.(event.Message)
		switch {
		case ok && m.Role == event.RoleSystem && !u.prompted:
			u.before = append(u.before, m.Text)
		case ok && m.Role == event.RoleSystem && strings.HasPrefix(m.Text, session.TakesOver):
			u.takeover, u.needs.standIn = e.Round, strings.TrimPrefix(m.Text, session.TakesOver+"\n\n")
		case ok && m.Role == event.RoleSystem && !u.command:
			u.goOns = append(u.goOns, i)
		case ok && m.Role == event.RoleUser:
			u.prompt, u.images, u.prompted = m.Text, m.Images, true
		}
	}
	if u.empty && len(u.before) > 0 {
		u.system, u.before = u.before[0], u.before[1:]
	}
}

// nativeIn says how tools were called in a round.
func (u *turn) nativeIn(round int) bool {
	return u.needs.native != (u.takeover > 0 && round >= u.takeover)
}

// reason gives why the turn ended, or "".
func (u *turn) reason() event.EndReason {
	if len(u.events) == 0 {
		return ""
	}
	end, _ := u.events[len(u.events)-1].Event.(event.TurnEnd)
	return end.Reason
}

// inOrder gives the calls of a round in the order of the model.
func (u *turn) inOrder(round int) []string {
	var keys []string
	for _, e := range u.events {
		if use, ok := e.Event.(event.ToolUse); ok && e.Round == round && !slices.Contains(keys, use.Call) {
			keys = append(keys, use.Call)
		}
	}
	return keys
}
