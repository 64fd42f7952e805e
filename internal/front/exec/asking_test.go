package exec_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/internal/front/exec"
)

// questioned is a turn in which a person was asked about a call.
func questioned() []event.Envelope {
	return []event.Envelope{
		{Seq: 1, Turn: 1, Event: event.Message{Role: event.RoleUser, Text: "go"}},
		{Seq: 2, Turn: 1, Round: 1, Event: event.ToolUse{Call: "t1r1c1", ModelID: "a", Name: "T.write", Input: json.RawMessage(`{}`)}},
		{Turn: 1, Round: 1, Event: event.Asked{
			Call: "t1r1c1", Name: "T.write", Rule: "mode.ask", Reason: "It writes.\x1b[2J", By: "policy", Preview: "+1\n", Covers: "all", Kept: "one", Wide: "more",
		}},
		{Seq: 3, Turn: 1, Round: 1, Event: event.Decision{Call: "t1r1c1", Verdict: "allow", By: "user", Asked: true}},
		{Turn: 1, Round: 1, Event: event.Answered{Call: "t1r1c1", Allow: true}},
	}
}

// A question and its end are lines of their own for programs.
func TestQuestionsAsJSON(t *testing.T) {
	var out strings.Builder
	j := exec.NewJSON(&out, exec.About{Session: "s", Now: func() time.Time { return time.Unix(0, 0) }})
	if err := j.Render(t.Context(), questioned()); err != nil {
		t.Fatal(err)
	}
	var got []map[string]any
	for line := range strings.Lines(out.String()) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatal(err)
		}
		if kind, _ := fields["type"].(string); kind == "eidolon.asked" || kind == "eidolon.answered" {
			delete(fields, "sequence_number")
			got = append(got, fields)
		}
	}
	want := []map[string]any{
		{
			"type": "eidolon.asked", "call_id": "t1r1c1", "model_id": "a", "name": "T.write", "rule": "mode.ask", "starts": "",
			"reason": "It writes.\x1b[2J", "by": "policy", "preview": "+1\n", "covers": "all", "kept": "one", "wide": "more",
		},
		{"type": "eidolon.answered", "call_id": "t1r1c1", "model_id": "a", "allow": true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// People see the question in one line, in which nothing acts on the terminal.
func TestQuestionsAsText(t *testing.T) {
	var out, err strings.Builder
	text := exec.NewText(&out, &err, true)
	if err := text.Render(t.Context(), questioned()); err != nil {
		t.Fatal(err)
	}
	if got := err.String(); !strings.Contains(got, "asked about T.write: It writes.") || strings.Contains(got, "\x1b") {
		t.Errorf("shown %q", got)
	}
}
