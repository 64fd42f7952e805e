package replay

import (
	"encoding/json"
	"slices"
	"strings"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/actors/tool"
)

// call is one recorded call.
type call struct {
	use      event.ToolUse
	usedAt   int // index of its tool_use in the turn
	decision *event.Decision
	decided  int               // index of the decision
	outside  *event.Decision   // whether it ran again outside the sandbox, if that was asked
	asked    int               // index of that decision
	result   *event.ToolResult // nil when none was kept
	doneAt   int               // index of its result
	outcome  tool.Result       // the same as a tool gives it
	ran      bool              // its tool had begun
}

// collectCalls puts together what is known of each call.
func (u *turn) collectCalls() {
	u.calls = map[string]*call{}
	for i, e := range u.events {
		switch ev := kept(e).(type) {
		case event.ToolUse:
			u.calls[ev.Call] = &call{use: ev, usedAt: i}
		case event.Decision:
			c := u.calls[ev.Call]
			switch {
			case c == nil:
			case ev.Rule == event.RuleOutside:
				c.outside, c.asked = &ev, i
			default:
				c.decision, c.decided = &ev, i
			}
		case event.ToolResult:
			if c := u.calls[ev.Call]; c != nil && c.result == nil {
				c.result, c.doneAt, c.outcome = &ev, i, parseResult(ev)
				c.ran = ev.OK || ev.MS > 0
			}
		case event.Todos:
			u.todosOf(i, ev)
		case event.Message:
			if ev.Role == event.RoleToolResults || u.command && ev.Role == event.RoleSystem {
				u.collectReplies(e.Round, repliesOf(ev))
			}
		case event.Meta, event.Reasoning, event.Usage, event.Title, event.Error, event.Interrupted, event.TurnEnd,
			event.Compaction, event.Posture, event.Agent, event.Checkpoint, event.Rewind, event.Unknown:
		}
	}
}

// todosOf makes a new task list the effect of the call whose result stands before it.
func (u *turn) todosOf(i int, todos event.Todos) {
	if i == 0 {
		return
	}
	if r, ok := u.events[i-1].Event.(event.ToolResult); ok && u.calls[r.Call] != nil {
		u.calls[r.Call].outcome.Effects.SetTodos = append([]tool.Todo{}, todos.Todos...)
	}
}

// collectReplies takes what the model was told about the calls of a round: the text of good results,
// and what it was told beside the failure of bad ones.
func (u *turn) collectReplies(round int, told *replies) {
	for _, key := range u.inOrder(round) {
		c := u.calls[key]
		if c == nil || c.result == nil || c.result.Superseded {
			continue
		}
		text, ok := told.next(c.use)
		if !ok {
			continue
		}
		if c.outcome.OK {
			c.outcome.Text = text
			continue
		}
		if u.hints == nil {
			u.hints = map[string]string{}
		}
		text = strings.TrimPrefix(text, string(c.outcome.Code)+": ") // of a native call
		hint, _ := strings.CutPrefix(text, c.outcome.Text+"\n")
		if hint == text {
			hint = ""
		}
		u.hints[string(c.outcome.Code)] = strings.TrimSuffix(hint, "\n")
	}
}

// parseResult gives a kept result as a tool gives it. What the model reads is not part of it.
func parseResult(r event.ToolResult) tool.Result {
	var envelope struct {
		Data  json.RawMessage `json:"data"`
		Error struct {
			Code    tool.Code       `json:"code"`
			Message string          `json:"message"`
			Details json.RawMessage `json:"details"`
		} `json:"error"`
	}
	if err := json.Unmarshal(r.Output, &envelope); err != nil {
		return tool.Fail(tool.Failed, "the recorded outcome cannot be read")
	}
	out := tool.Result{OK: r.OK, Diff: r.Diff, Cut: r.Cut, Spool: r.Spool}
	if r.OK {
		out.Data, out.Text = envelope.Data, string(envelope.Data)
		return out
	}
	out.Code, out.Text, out.Details = envelope.Error.Code, envelope.Error.Message, envelope.Error.Details
	return out
}

// failureOf gives the code and the message of a failed result.
func failureOf(r event.ToolResult) (tool.Code, string) {
	if r.OK {
		return "", ""
	}
	out := parseResult(r)
	return out.Code, out.Text
}

// refusedBefore says that the tool itself or the policy refused the call before it could run.
func (c *call) refusedBefore() bool {
	switch {
	case c.decision != nil:
		return c.decision.Verdict == "deny"
	case c.result == nil || c.ran || c.use.ReadOnly || c.use.Inner != nil:
		return false
	}
	return !slices.Contains([]tool.Code{tool.BlockUnclosed, tool.Superseded, tool.Interrupted}, c.outcome.Code)
}

// waited says that the call was not ruled on at once: the user was asked, or would have been.
func (c *call) waited() bool {
	return c.decision != nil && (c.decision.Asked || c.decided > c.usedAt+1 || c.failed())
}

// failed says that the user was spared the question, since the call could not work.
func (c *call) failed() bool { return c.decision != nil && c.decision.Rule == event.RuleFails }

// neverAnswered says that the user had not answered when the program ended.
func (c *call) neverAnswered() bool {
	return c.use.Asks && c.decision == nil && (c.result == nil || c.outcome.Text == session.NeverAnswered)
}

// mayRunEarly says whether the call may start before its block has ended.
func (c *call) mayRunEarly() bool { return c.use.ReadOnly && (c.ran || c.result == nil) }

// unreadable says that the arguments of a native call were not one JSON object.
func (c *call) unreadable() bool {
	return c.outcome.Text == session.NotObject || c.result == nil && string(c.use.Input) == "null"
}
