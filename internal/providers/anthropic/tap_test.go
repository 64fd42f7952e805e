package anthropic

import (
	"strings"
	"testing"

	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

// Who watches the wire sees the request whole, and an answer that came to its end as one that did.
func TestWatched(t *testing.T) {
	all := begin + textEvents(0, "a") + endEvents("end_turn")
	for _, test := range []struct {
		name, kind, body string
		ok               bool
	}{
		{"stream", stream, all, true},
		{"no message_stop", stream, strings.TrimSuffix(all, eventOf("message_stop", "")), true},
		{"whole", "application/json", `{"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn"}`, true},
		{"cut", stream, begin + textEvents(0, "a"), false},
		{"failure", stream, begin + "event: error\ndata: " + errorJSON("overloaded_error", "busy") + "\n\n", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			var sent string
			var over *wire.Over
			tap := func() func(wire.Traffic) {
				return func(traffic wire.Traffic) {
					switch traffic := traffic.(type) {
					case wire.Sent:
						sent = string(traffic.Body)
					case wire.Over:
						over = &traffic
					case wire.Answered, wire.Event, wire.Whole:
					}
				}
			}
			client := newClient(t, wire.Service{BaseURL: serve(t, says(test.kind, test.body)), Tap: tap})
			_, _, _ = ask(t.Context(), client) // what came of it is what the tap says
			if over == nil || (over.Err == nil) != test.ok {
				t.Errorf("over %+v, want one that is well: %v", over, test.ok)
			}
			if !strings.Contains(sent, modeltest.Prompt) {
				t.Errorf("sent %q", sent)
			}
		})
	}
}
