package policy_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/dispatcher"
	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/policy"
)

var (
	edit = tool.Spec{Namespace: "SysBuiltIn", Name: "edit"}
	send = tool.Spec{Namespace: "T", Name: "send"}
	bash = tool.Spec{Namespace: "SysBuiltIn", Name: "bash"}
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
		p := policy.New(c.mode)
		if c.person {
			p = policy.Asking(c.mode)
		}
		var got []string
		for _, call := range calls {
			got = append(got, outcome(p.Rule(call.spec, call.class)))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("mode %s, person %v (-want +got):\n%s", c.mode, c.person, diff)
		}
	}
}

// What a person is asked, and what a wider answer would cover. What the guard or a protected name asks
// about has no wider answer.
func TestQuestionsNameWhatTheyCover(t *testing.T) {
	for _, c := range []struct {
		name  string
		spec  tool.Spec
		class tool.Class
		want  dispatcher.Ruling
	}{
		{"an edit", edit, tool.Class{Edits: true}, dispatcher.Ruling{
			Ask: true, Rule: "mode.ask", Reason: "SysBuiltIn.edit may change things.", By: "policy", Grant: "Edit", Covers: "every edit of files in the workspace",
		}},
		{"a command", bash, command(fsapi.Allow, false), dispatcher.Ruling{
			Ask: true, Rule: "mode.ask", Reason: "The command may change things.", By: "policy",
			Grant: "Bash(go test ./...)", Covers: "the command `go test ./...`",
		}},
		{"another tool", send, tool.Class{}, dispatcher.Ruling{
			Ask: true, Rule: "mode.ask", Reason: "T.send may change things.", By: "policy", Grant: "Tool.T.send", Covers: "every use of T.send",
		}},
		{"what the guard asks about", bash, command(fsapi.Ask, false), dispatcher.Ruling{Ask: true, Rule: "guard.rule", Reason: "It may harm.", By: "guard"}},
		{"a protected name", edit, tool.Class{Edits: true, Protected: ".git/config"}, dispatcher.Ruling{
			Ask: true, Rule: "protected.name", Reason: ".git/config is a file that programs act on.", By: "policy",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, policy.Asking(policy.Ask).Rule(c.spec, c.class)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What the user typed runs in every mode unless the guard denies it.
func TestCommandsThatTheUserTyped(t *testing.T) {
	for _, mode := range policy.Modes() {
		for decision, want := range map[fsapi.Decision]string{
			fsapi.Allow: "allow", fsapi.Ask: "allow", fsapi.Deny: "refuse CommandBlocked", "": "refuse CommandBlocked",
		} {
			class := command(decision, false)
			class.Typed = true
			if got := outcome(policy.Asking(mode).Rule(bash, class)); got != want {
				t.Errorf("%s in mode %s: %s, want %s", decision, mode, got, want)
			}
		}
	}
}
