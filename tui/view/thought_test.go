package view_test

import (
	"testing"

	"eidolon/actors/event"
	"eidolon/tui/view"
)

// What was thought in several blocks is shown as one, live as well as when a session is taken up again;
// a block that has a signature and no words is not shown.
func TestThoughtInBlocks(t *testing.T) {
	kept := []event.Event{
		event.Reasoning{Text: "first "},
		event.Reasoning{Signature: "s"},
		event.Reasoning{Text: "second one", Signature: "s"},
		event.Reasoning{Signature: "s"},
		event.Message{Role: event.RoleAssistant, Text: "Done."},
		event.TurnEnd{Reason: event.EndDone},
	}
	live := append([]event.Event{
		event.ReasoningDelta{Text: "first "}, event.ReasoningDelta{Offset: 6, Text: "second one"}, event.TextDelta{Item: 1, Text: "Done."},
	}, kept...)
	for _, test := range []struct {
		name   string
		events []event.Event
		want   string
	}{
		{"live", live, "first second one"},
		{"taken up", kept, "first second one"},
		{"nothing but a signature", kept[3:], ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := newHistory(view.Options{})
			h.apply(script(append([]event.Event{said("go"), nextRound{}}, test.events...)...)...)
			got, count := "", 0
			for _, item := range h.items {
				if item.Kind == view.ReasoningItem {
					got, count = item.Source, count+1
				}
			}
			if got != test.want || count > 1 || (count == 1) != (test.want != "") {
				t.Errorf("%d items, the last %q, want %q", count, got, test.want)
			}
		})
	}
}
