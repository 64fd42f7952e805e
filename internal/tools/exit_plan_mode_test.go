package tools_test

import (
	"encoding/json"
	"strings"
	"testing"

	"eidolon/actors/tool"
)

// A plan waits for the user whatever the mode is, and takes effect when the call is let run.
//
// Covers: R50
func TestExitPlanMode(t *testing.T) {
	w := newWorkspace(t, nil)
	class, err := w.handlers["exit_plan_mode"].Classify(tool.Call{Input: json.RawMessage(`{"plan":"1. Look.\n"}`)})
	if err != nil || class.Consent == "" || !class.ReadOnly || class.Speculative {
		t.Errorf("class %+v, %v", class, err)
	}
	if r := w.call("exit_plan_mode", `{"plan":"1. Look.\n"}`); !r.OK || !r.Effects.LeavePlan {
		t.Errorf("%+v", r)
	}
	for plan, says := range map[string]string{" \n": "plan is empty", strings.Repeat("x", 70000): "the limit is 65536"} {
		input, err := json.Marshal(map[string]string{"plan": plan})
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.handlers["exit_plan_mode"].Classify(tool.Call{Input: input})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("a plan of %d bytes: %v", len(plan), err)
		}
	}
}
