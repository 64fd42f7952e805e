package policy_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/dispatcher"
	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/policy"
)

func command(decision fsapi.Decision, readOnly bool) tool.Class {
	return tool.Class{
		ReadOnly: readOnly, Subject: "go test ./...",
		Verdict: &fsapi.Verdict{Decision: decision, Rule: "guard.rule", Reason: "It may harm."},
	}
}

// outcome is the first letter of what a ruling says: allow, ask or refuse.
func outcome(r dispatcher.Ruling) string {
	switch {
	case r.Allow:
		return "allow"
	case r.Ask:
		return "ask"
	}
	return "refuse " + string(r.Code)
}

// The table of the package: what each mode makes of each kind of call, with and without a person.
//
// Covers: R43
func TestModes(t *testing.T) {
	const denied, blocked, protected = "refuse ApprovalDenied", "refuse CommandBlocked", "refuse ProtectedPath"
	calls := []struct {
		name  string
		spec  tool.Spec
		class tool.Class
	}{
		{"reads", edit, tool.Class{ReadOnly: true}},
		{"writes", edit, tool.Class{Edits: true}},
		{"guard asks", bash, command(fsapi.Ask, true)},
		{"protected", edit, tool.Class{Edits: true, Protected: ".git/config"}},
		{"guard denies", bash, command(fsapi.Deny, true)},
		{"not judged", bash, command("", true)},
	}
	for _, c := range []struct {
		mode   policy.Mode
		person bool
		want   []string // in the order of the calls
	}{
		{policy.Headless, false, []string{"allow", "allow", blocked, protected, blocked, blocked}},
		{policy.Plan, false, []string{"allow", denied, blocked, protected, blocked, blocked}},
		{policy.Ask, false, []string{"allow", denied, blocked, protected, blocked, blocked}},
		{policy.Auto, false, []string{"allow", "allow", blocked, protected, blocked, blocked}},
		{policy.Yolo, false, []string{"allow", "allow", "allow", "allow", blocked, blocked}},
		{policy.Headless, true, []string{"allow", "allow", blocked, protected, blocked, blocked}},
		{policy.Plan, true, []string{"allow", denied, blocked, protected, blocked, blocked}},
		{policy.Ask, true, []string{"allow", "ask", "ask", "ask", blocked, blocked}},
		{policy.Auto, true, []string{"allow", "allow", "ask", "ask", blocked, blocked}},
		{policy.Yolo, true, []string{"allow", "allow", "allow", "allow", blocked, blocked}},
	} {
		p := policy.New(policy.Options{Mode: c.mode, Person: c.person})
		var got []string
		for _, call := range calls {
			got = append(got, outcome(p.Rule(call.spec, call.class, nil)))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("mode %s, person %v (-want +got):\n%s", c.mode, c.person, diff)
		}
	}
}

// What the user typed runs in every mode unless the guard or a rule denies it.
func TestCommandsThatTheUserTyped(t *testing.T) {
	for _, mode := range policy.Modes() {
		for decision, want := range map[fsapi.Decision]string{
			fsapi.Allow: "allow", fsapi.Ask: "allow", fsapi.Deny: "refuse CommandBlocked", "": "refuse CommandBlocked",
		} {
			class := command(decision, false)
			class.Typed = true
			o := policy.Options{Mode: mode, Person: true, Rules: policy.Rules{Ask: rules(t, "Bash")}}
			if got := outcome(policy.New(o).Rule(bash, class, nil)); got != want {
				t.Errorf("%s in mode %s: %s, want %s", decision, mode, got, want)
			}
			o.Rules.Deny = rules(t, "Bash(go test:*)")
			class.Verdict.Runs = []fsapi.Run{whole("go", "test", "./...")}
			if got := outcome(policy.New(o).Rule(bash, class, nil)); got != "refuse CommandBlocked" {
				t.Errorf("%s in mode %s with a deny rule: %s", decision, mode, got)
			}
		}
	}
}
