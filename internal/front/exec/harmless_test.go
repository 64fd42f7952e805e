package exec_test

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/renderer"
	"eidolon/internal/front/claude"
	"eidolon/internal/front/codex"
	"eidolon/internal/front/exec"
)

// The lines may go to a terminal, so what it could act on is spelled with escapes. JSON itself lets most
// of that stand.
func TestLinesAreHarmless(t *testing.T) {
	const said = "a\x1b[31m\u009b2J\u0085\u202e\x7fé"
	events := []event.Envelope{
		{Seq: 1, Turn: 1, Event: event.Message{Role: event.RoleUser, Text: "go"}},
		{Turn: 1, Round: 1, Event: event.TextDelta{Item: 1, Text: said}},
		{Seq: 2, Turn: 1, Round: 1, Event: event.Message{Role: event.RoleAssistant, Text: said}},
		{Seq: 3, Turn: 1, Event: event.TurnEnd{Reason: event.EndDone}},
	}
	for name, sink := range map[string]func(io.Writer) renderer.Sink{
		"json": func(w io.Writer) renderer.Sink {
			return exec.NewJSON(w, exec.About{Now: func() time.Time { return time.Time{} }})
		},
		"claude": func(w io.Writer) renderer.Sink {
			return claude.New(w, claude.About{ID: func() string { return "1" }}, "default")
		},
		"codex": func(w io.Writer) renderer.Sink { return codex.New(w, codex.About{}) },
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := sink(&out).Render(t.Context(), events); err != nil {
				t.Fatal(err)
			}
			for _, r := range out.String() {
				if r != '\n' && (r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u202e') {
					t.Errorf("%U goes out as it is", r)
				}
			}
			told := false
			for line := range bytes.Lines(out.Bytes()) {
				var v any
				if err := json.Unmarshal(line, &v); err != nil {
					t.Fatalf("%v: %s", err, line)
				}
				told = told || holds(v, said)
			}
			if !told {
				t.Errorf("nobody is told what was said:\n%s", out.String())
			}
		})
	}
}

// holds says whether a text is among the strings of a value.
func holds(v any, text string) bool {
	switch v := v.(type) {
	case string:
		return v == text
	case []any:
		for _, e := range v {
			if holds(e, text) {
				return true
			}
		}
	case map[string]any:
		for _, e := range v {
			if holds(e, text) {
				return true
			}
		}
	}
	return false
}
