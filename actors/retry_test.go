package actors_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
)

// What the model thought in an attempt that failed is no part of the answer of the next one. A
// signature that stood for another thought would make a service refuse the conversation.
func TestReasoningOfAFailedAttemptIsForgotten(t *testing.T) {
	script := `
answers:
  - attempts:
      - parts:
          - {reasoning: "First thought. ", signature: one}
          - fault: {kind: overloaded}
    parts:
      - {reasoning: "Second thought.", signature: two}
      - {text: "Done."}
`
	run(t, script, rigOptions{}, func(t *testing.T, r *rig) {
		r.mustEnd("go", event.EndDone)
		want := []event.Reasoning{{Text: "Second thought.", Signature: "two"}}
		if diff := cmp.Diff(want, of[event.Reasoning](r.seen)); diff != "" {
			t.Errorf("reasoning differs (-want +got):\n%s", diff)
		}
	})
}
