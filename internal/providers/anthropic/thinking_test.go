package anthropic

import (
	"encoding/json"
	"fmt"
	"testing"

	"eidolon/actors/model"
)

// Covers: Y36
func TestThinking(t *testing.T) {
	adaptive := func(effort, display string) string {
		if display != "" {
			display = `"display":"` + display + `",`
		}
		return `{` + display + `"type":"adaptive"} {"effort":"` + effort + `"}`
	}
	budget := func(tokens int) string { return fmt.Sprintf(`{"budget_tokens":%d,"type":"enabled"} {}`, tokens) }
	const nothing, disabled = `null {}`, `{"type":"disabled"} {}`
	for _, test := range []struct {
		model, level string
		limit        int
		want         string // thinking and effort
	}{
		{"claude-opus-5-5", "", 0, nothing},
		{"claude-opus-5-5", "off", 0, disabled},
		{"claude-opus-5-5", "low", 0, adaptive("low", "summarized")},
		{"claude-opus-5-5", "max", 0, adaptive("max", "summarized")},
		{"claude-haiku-5-5", "xhigh", 0, adaptive("xhigh", "summarized")},
		{"claude-opus-4-7", "xhigh", 0, adaptive("xhigh", "summarized")},
		{"claude-opus-4-6", "xhigh", 0, adaptive("high", "")},
		{"anthropic/claude-sonnet-4.6", "max", 0, adaptive("max", "")},
		{"claude-mythos-preview", "xhigh", 0, adaptive("high", "summarized")},
		{"claude-mythos-5-1", "off", 0, `null {"effort":"low"}`},
		{"claude-sonnet-4-5-20250929", "low", 0, budget(4000)},
		{"claude-haiku-4-5", "medium", 0, budget(10000)},
		{"claude-opus-4-20250514", "high", 0, budget(16000)},
		{"us.anthropic.claude-3-7-sonnet-20250219-v1:0", "xhigh", 0, budget(24000)},
		{"claude-opus-4-5", "max", 0, budget(24000)},
		{"claude-opus-4-5", "max", 64000, budget(32000)},
		{"claude-opus-4-5", "high", 4000, budget(3000)},
		{"claude-opus-4-5", "low", 1365, nothing},
		{"claude-opus-4-5", "low", 1366, nothing},
		{"claude-opus-4-5", "low", 1368, budget(1026)},
		{"kimi-k3", "high", 0, budget(16000)},
		{"kimi-k3", "off", 0, disabled},
	} {
		t.Run(test.model+" "+test.level, func(t *testing.T) {
			p := settingsOf(model.Request{Model: test.model, ThinkingLevel: test.level, MaxOutputTokens: test.limit})
			if got := encoded(t, p.Thinking) + " " + encoded(t, p.OutputConfig); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
			if b := p.Thinking.GetBudgetTokens(); b != nil && *b >= p.MaxTokens {
				t.Errorf("budget %d of %d tokens", *b, p.MaxTokens)
			}
		})
	}
}

func encoded(t *testing.T, v json.Marshaler) string {
	t.Helper()
	data, err := v.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Where calls are being answered whose thought cannot go back, thinking with a budget would be refused.
func TestThinkingNeedsItsProof(t *testing.T) {
	user := model.Message{Role: model.User, Text: "go"}
	call := model.Call{ID: "a", Name: "ls", Input: "{}"}
	proven := []model.Thought{{Text: "hm", Signature: proof(thought, "m", "hm", "SIG")}}
	with := model.Message{Role: model.Assistant, Thoughts: proven, Calls: []model.Call{call}}
	bare := model.Message{Role: model.Assistant, Calls: []model.Call{call}}
	results := model.Message{Role: model.ToolResults, Results: []model.Result{{ID: "a", OK: true}}}
	note := model.Message{Role: model.System, Text: "a note"}
	said := model.Message{Role: model.Assistant, Text: "done"}
	foreign := model.Message{Role: model.Assistant, Thoughts: []model.Thought{{Text: "hm", Signature: "google x"}}, Calls: []model.Call{call}}
	for _, test := range []struct {
		name     string
		messages []model.Message
		want     bool
	}{
		{"nothing said", []model.Message{user}, true},
		{"no calls", []model.Message{user, said, user}, true},
		{"signed", []model.Message{user, with, results}, true},
		{"not signed", []model.Message{user, bare, results}, false},
		{"signed by another service", []model.Message{user, foreign, results}, false},
		{"signed at the beginning", []model.Message{user, with, results, bare, results}, true},
		{"signed later only", []model.Message{user, bare, results, with, results}, false},
		{"not signed, with a note", []model.Message{user, bare, results, note}, false},
		{"not signed, with words of the user beside the results", []model.Message{user, bare, results, user}, false},
		{"not signed in a turn that is over", []model.Message{user, bare, results, said, user}, true},
		{"not signed in the turn before", []model.Message{user, bare, results, said, user, with, results}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := settingsOf(model.Request{Model: "m", ThinkingLevel: "high", Messages: test.messages, Tools: []model.Tool{{Name: "ls"}}})
			if got := s.Thinking.OfEnabled != nil; got != test.want {
				t.Errorf("thinking %v, want %v", got, test.want)
			}
		})
	}
}
