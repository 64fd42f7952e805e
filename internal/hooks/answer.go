package hooks

import (
	"encoding/json"
	"fmt"
	"strings"

	"eidolon/fsapi"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/clip"
)

// answer is what one hook, or all hooks of an event together, have to say.
type answer struct {
	block   bool
	reason  string   // of the block
	context []string // for the model
	told    []string // for the user
	halt    bool     // the turn is to end
}

// reply is the JSON object that a hook may print. Fields that are not here are passed over, but for the
// one that would change a call: to run the call as it was would not be what the hook decided.
type reply struct {
	Continue      *bool  `json:"continue"`
	StopReason    string `json:"stopReason"`
	SystemMessage string `json:"systemMessage"`
	Decision      string `json:"decision"`
	Reason        string `json:"reason"`
	Specific      struct {
		Permission string          `json:"permissionDecision"`
		Reason     string          `json:"permissionDecisionReason"`
		Context    string          `json:"additionalContext"`
		Updated    json.RawMessage `json:"updatedInput"`
	} `json:"hookSpecificOutput"`
}

// exitBlock is the exit code by which a hook refuses.
const exitBlock = 2

// read gives what a hook said that has ended.
func read(event Event, c fsapi.Command, exit fsapi.Exit) answer {
	hook := fmt.Sprintf("the %s hook %s", event, nameOf(c))
	switch {
	case exit.TimedOut:
		return answer{told: []string{fmt.Sprintf("%s did not end within %s and was stopped; the work went on without it", hook, c.Timeout)}}
	case exit.Code == exitBlock:
		return answer{block: true, reason: orUnsaid(exit.Stderr.Text)}
	case exit.Code != 0:
		why := strings.TrimSpace(exit.Stderr.Text)
		if why == "" {
			why = "it printed no reason"
		}
		if exit.Hindered != "" {
			why = exit.Hindered + ": " + why
		}
		return answer{told: []string{fmt.Sprintf("%s failed (exit %d) and the work went on without it: %s", hook, exit.Code, why)}}
	}
	said := strings.TrimSpace(exit.Stdout.Text)
	if strings.HasPrefix(said, "{") {
		var r reply
		err := json.Unmarshal([]byte(said), &r)
		if err == nil {
			return r.answer(event, hook)
		}
		if event != UserPromptSubmit {
			return answer{told: []string{fmt.Sprintf("%s printed what is no JSON object of the agreed form, so it was not heard: %v", hook, err)}}
		}
	}
	if event == UserPromptSubmit && said != "" {
		return answer{context: []string{limited(said)}}
	}
	return answer{}
}

// answer gives what a reply means for an event.
func (r reply) answer(event Event, hook string) answer {
	var a answer
	if r.SystemMessage != "" {
		a.told = append(a.told, r.SystemMessage)
	}
	if r.Specific.Context != "" {
		a.context = append(a.context, limited(r.Specific.Context))
	}
	block := func(reason string) { a.block, a.reason = true, orUnsaid(reason) }
	switch r.Decision {
	case "", "approve", "allow":
	case "block", "deny":
		block(r.Reason)
	default:
		block(fmt.Sprintf("%s gave the unknown decision %q", hook, r.Decision))
	}
	if event == PreToolUse {
		switch r.Specific.Permission {
		case "", "allow":
		case "deny":
			block(r.Specific.Reason)
		case "ask":
			block(orUnsaid(r.Specific.Reason) + " (The hook wants the user to be asked; ask them in words, and go on when they have answered.)")
		default:
			block(fmt.Sprintf("%s gave the unknown decision %q", hook, r.Specific.Permission))
		}
		if updated := string(r.Specific.Updated); updated != "" && updated != "null" && !a.block {
			block(hook + " wants another input for the call, and eidolon does not change inputs")
		}
	}
	if r.Continue != nil && !*r.Continue {
		a.halt = true
		a.told = append(a.told, fmt.Sprintf("%s ended the turn: %s", hook, orUnsaid(r.StopReason)))
		if !a.block {
			block(r.StopReason)
		}
	}
	return a
}

// join makes one answer of those of several hooks: one that blocks is enough, and everything that they
// have to say is said in their order.
func join(answers []answer) answer {
	var all answer
	var reasons []string
	for _, a := range answers {
		if a.block {
			reasons = append(reasons, a.reason)
		}
		all.block = all.block || a.block
		all.halt = all.halt || a.halt
		all.context = append(all.context, a.context...)
		all.told = append(all.told, a.told...)
	}
	all.reason = strings.Join(reasons, "\n")
	return all
}

// Bounds of what a hook may say.
const (
	textLimit = 10_000 // bytes for the model
	lineLimit = 500    // bytes for the user, in one line
	nameLimit = 60
)

func orUnsaid(reason string) string {
	if reason = limited(strings.TrimSpace(reason)); reason == "" {
		return "it gave no reason"
	}
	return reason
}

// limited makes text of a hook fit for the model.
func limited(text string) string { return clip.Short(clean.Text(text), textLimit) }

// short makes it fit for a line that the user reads.
func short(text string) string { return clip.Short(clean.Line(strings.TrimSpace(text)), lineLimit) }

// nameOf is a command as it is shown in a sentence.
func nameOf(c fsapi.Command) string { return "`" + clip.Short(clean.Line(c.Text), nameLimit) + "`" }
