package exec_test

import (
	"encoding/json"
	"strings"
	"testing"

	"eidolon/actors/event"
	"eidolon/internal/front/exec"
)

// Whose result a line is of is plain also where calls run side by side and end in another order.
func TestResultsNameTheirCalls(t *testing.T) {
	var out, errs strings.Builder
	text := exec.NewText(&out, &errs, false)
	use := func(call string) event.Event {
		return event.ToolUse{Call: call, Name: "t." + call, Input: json.RawMessage(`{}`)}
	}
	end := func(call string) event.Event {
		return event.ToolResult{Call: call, OK: true, Output: json.RawMessage(`{"ok":true,"data":{"text":"of ` + call + `"}}`), MS: 10}
	}
	var events []event.Envelope
	for i, ev := range []event.Event{event.Message{Role: event.RoleUser, Text: "go"}, use("a"), use("b"), end("b"), end("a"), use("c"), end("c")} {
		events = append(events, event.Envelope{Seq: int64(i + 1), Turn: 1, Round: 1, Event: ev})
	}
	if err := text.Render(t.Context(), events); err != nil {
		t.Fatal(err)
	}
	want := "⏺ t.a {}\n⏺ t.b {}\n  of b\nDone. (0.01s)\n⏺ t.a {}\n  of a\nDone. (0.01s)\n⏺ t.c {}\n  of c\nDone. (0.01s)\n"
	if errs.String() != want {
		t.Errorf("%q", errs.String())
	}
}
