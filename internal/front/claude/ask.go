package claude

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/internal/front/news"
)

// question is a call about which the SDK is asked.
type question struct {
	event.Asked
	input json.RawMessage // as it was shown
	rule  rule            // the wider leave that was suggested, or zero
}

// rule is a permission rule as the SDK writes it.
type rule struct {
	Tool    string `json:"toolName"`
	Content string `json:"ruleContent,omitempty"`
}

// verdict is what the SDK says to a question.
type verdict struct {
	Behavior    string          `json:"behavior"` // allow or deny
	Input       json.RawMessage `json:"updatedInput"`
	Permissions []update        `json:"updatedPermissions"`
	Message     string          `json:"message"`
	Interrupt   bool            `json:"interrupt"`
}

// update is a change of permissions that comes with a verdict.
type update struct {
	Type     string `json:"type"`
	Rules    []rule `json:"rules"`
	Behavior string `json:"behavior"`
	Mode     string `json:"mode"`
}

// refusal is what the model is told when there is nobody to ask.
const refusal = "Nobody is there to be asked."

// ask asks the SDK whether a call may run. Where nobody answers, that is a no.
func (s *Sink) ask(a event.Asked) {
	if s.nobody {
		s.tell(session.Answer{Call: a.Call, Rule: a.Rule, Note: refusal})
		return
	}
	q := question{Asked: a, input: a.Input}
	name := news.ToolName(a.Name)
	request := object{
		"subtype": "can_use_tool", "tool_name": name, "display_name": name, "tool_use_id": a.Call, "input": a.Input,
		"decision_reason": a.Reason, "decision_reason_type": reasonType(a.Rule, a.By),
	}
	if a.Starts != "" {
		request["description"] = "It starts: " + a.Starts
	}
	if a.Covers != "" {
		q.rule = suggested(a)
		request["permission_suggestions"] = []object{{
			"type": "addRules", "rules": []rule{q.rule}, "behavior": "allow", "destination": "session",
		}}
	} else {
		request["suppress_always_allow_rule"] = true
	}
	id := "ask_" + s.about.ID()
	s.asked[id] = q
	s.plain("control_request", object{"request_id": id, "request": request})
}

// reasonType says in the SDK's words what asks.
func reasonType(rule, by string) string {
	switch {
	case rule == event.RuleOutside:
		return "sandboxOverride"
	case by == "guard":
		return "safetyCheck"
	case strings.HasPrefix(rule, "permissions."):
		return "rule"
	}
	return "mode"
}

// suggested is the leave for the session: of a command for this very one, of other calls for the tool.
func suggested(a event.Asked) rule {
	r := rule{Tool: news.ToolName(a.Name)}
	var in struct{ Command string }
	if json.Unmarshal(a.Input, &in) == nil {
		r.Content = in.Command
	}
	return r
}

// withdraw takes back the question about a call that needs no answer any more.
func (s *Sink) withdraw(call string) {
	for id, q := range s.asked {
		if q.Call == call {
			delete(s.asked, id)
			s.plain("control_cancel_request", object{"request_id": id})
		}
	}
}

// take gives the question that a response answers. There is none when it was withdrawn meanwhile.
func (s *Sink) take(id string) (question, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q, ok := s.asked[id]
	delete(s.asked, id)
	return q, ok
}

// silence answers all questions with no, those that are open and those to come: or, when on is false, has
// the SDK asked again.
func (s *Sink) silence(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nobody = on || !s.about.Asks
	if !s.nobody {
		return
	}
	for id, q := range s.asked {
		delete(s.asked, id)
		s.tell(session.Answer{Call: q.Call, Rule: q.Rule, Note: refusal})
	}
}

// answer makes an answer of what the SDK says. Whoever allows a call with another input does not allow
// this one: inputs are not changed behind the model's back, which is told what would be allowed.
func (q question) answer(r response) (answer session.Answer, v verdict) {
	answer = session.Answer{Call: q.Call, Rule: q.Rule}
	if r.Subtype != "success" {
		answer.Note = "The question could not be answered: " + r.Error
		return answer, v
	}
	if err := json.Unmarshal(r.Response, &v); err != nil {
		answer.Note = "The question could not be answered."
		return answer, verdict{}
	}
	switch {
	case v.Behavior != "allow":
		answer.Note = v.Message
	case given(v.Input) && !same(v.Input, q.input):
		answer.Note = fmt.Sprintf("It is allowed only with this input, which you may call it with: %s", v.Input)
	default:
		answer.Allow, answer.Scope = true, event.ScopeOnce
		if q.covers(v.Permissions) {
			answer.Scope = event.ScopeSession
		}
	}
	return answer, v
}

// covers says whether the wider leave that was suggested is among the changes.
func (q question) covers(changes []update) bool {
	for _, u := range changes {
		if u.Type != "addRules" || u.Behavior != "allow" || q.rule == (rule{}) {
			continue
		}
		if slices.Contains(u.Rules, q.rule) {
			return true
		}
	}
	return false
}

// same says whether two JSON values are the same.
func same(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	left, err := json.Marshal(x)
	right, err2 := json.Marshal(y)
	return err == nil && err2 == nil && bytes.Equal(left, right)
}

// decision takes note of a call that may not run.
func (s *Sink) decision(d event.Decision) {
	if d.Verdict != "deny" || d.Rule == event.RuleOutside || d.Rule == event.RuleFails {
		return
	}
	u := s.uses[d.Call]
	name := news.ToolName(u.Name)
	s.turn.denials = append(s.turn.denials, object{"tool_name": name, "tool_use_id": d.Call, "tool_input": news.Input(u)})
	if !d.Asked {
		s.line("system", object{
			"subtype": "permission_denied", "tool_name": name, "tool_use_id": d.Call, "decision_reason_type": reasonType(d.Rule, d.By),
			"decision_reason": d.Reason, "message": d.Reason,
		})
	}
}
