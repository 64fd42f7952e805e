package view_test

import (
	"strings"
	"testing"

	"eidolon/actors/event"
	"eidolon/tui/view"
)

// A call in another notation than XNL is shown as a call and not as text, live as well as when a session is
// taken up again.
func TestCallsInOtherNotationsAreNoText(t *testing.T) {
	use := func(call, name, before string, source event.Source) event.ToolUse {
		return event.ToolUse{Call: call, Name: "SysBuiltIn." + name, Input: input(`{"path":"a"}`), Source: source, TextBefore: before}
	}
	const (
		first  = "Look.\n<function_calls>\n<invoke name=\"ls\"></invoke>"
		second = "\n</function_calls>\nAnd.\n!unquote_start\n<tool_call SysBuiltIn.ls id=\"c\">"
		rest   = "\n!unquote_end\nDone.\n"
	)
	kept := []event.Event{
		use("t1r1c1", "ls", first, event.SourceForeign), use("t1r1c2", "ls", second, event.SourceXNL),
		event.Message{Role: event.RoleAssistant, Text: first + second + rest},
		event.TurnEnd{Reason: event.EndDone},
	}
	live := []event.Event{
		event.TextDelta{Item: 1, Text: "Look.\n"},
		kept[0],
		event.TextDelta{Item: 2, Text: "And.\n"},
		kept[1],
		event.TextDelta{Item: 3, Text: "Done.\n"},
		kept[2], kept[3],
	}
	for name, events := range map[string][]event.Event{"live": live, "taken up": kept} {
		t.Run(name, func(t *testing.T) {
			h := newHistory(view.Options{})
			h.apply(script(append([]event.Event{said("go"), nextRound{}}, events...)...)...)
			got := h.texts()
			for _, want := range []string{"Look.", "And.", "Done."} {
				if strings.Count(got, want) != 1 {
					t.Errorf("%q is not there once:\n%s", want, got)
				}
			}
			if strings.Contains(got, "function_calls") || strings.Contains(got, "invoke") || strings.Contains(got, "tool_call ") {
				t.Errorf("the framing is shown:\n%s", got)
			}
		})
	}
}
