package policy_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/tool"
	"eidolon/internal/policy"
)

func lines(workspace bool, texts ...string) []policy.Line {
	var all []policy.Line
	for i, text := range texts {
		all = append(all, policy.Line{Text: text, Origin: "c.yaml:" + string(rune('1'+i)), Workspace: workspace})
	}
	return all
}

func texts(all []policy.Rule) []string {
	var out []string
	for _, r := range all {
		out = append(out, r.Text)
	}
	return out
}

// A rule that cannot be read stops the program, unless it is one with which a workspace would have allowed
// something: then nothing of that list is allowed.
//
// Covers: R44, E49
func TestRulesThatCannotBeRead(t *testing.T) {
	for name, c := range map[string]struct {
		lists   policy.Lists
		allow   []string
		problem string
		notice  string
	}{
		"good": {
			policy.Lists{Allow: lines(false, "Bash(ls)"), Readers: lines(true, "mcp__a__b")}, []string{"Bash(ls)", "Reads(mcp__a__b)"}, "", "",
		},
		"allow of the user":   {policy.Lists{Allow: lines(false, "Bash(")}, nil, `c.yaml:1: permissions.allow: the rule "Bash("`, ""},
		"ask of the user":     {policy.Lists{Ask: lines(false, "Edit", "Bash(")}, nil, `c.yaml:2: permissions.ask: the rule "Bash("`, ""},
		"ask of a workspace":  {policy.Lists{Ask: lines(true, "Bash(")}, nil, `c.yaml:1: permissions.ask`, ""},
		"deny of a workspace": {policy.Lists{Deny: lines(true, "Bash(")}, nil, `c.yaml:1: permissions.deny`, ""},
		"allow of a workspace": {
			policy.Lists{Allow: append(lines(false, "Edit"), lines(true, "Bash", "Bash(")...)},
			[]string{"Edit"},
			"",
			`c.yaml:2: permissions.allow: the rule "Bash(" cannot be read: its parenthesis is not closed at the end; no rule of this list of the workspace is applied`,
		},
		"readers of a workspace": {policy.Lists{Readers: lines(true, "a b")}, nil, "", "c.yaml:1: permissions.readers"},
		"readers of the user":    {policy.Lists{Readers: lines(false, "a b")}, nil, "c.yaml:1: permissions.readers", ""},
		"two problems":           {policy.Lists{Deny: lines(false, "Bash("), Ask: lines(false, "(")}, nil, "\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			rules, notices, err := policy.Read(c.lists)
			if (err != nil) != (c.problem != "") || err != nil && !strings.Contains(err.Error(), c.problem) {
				t.Errorf("error %v, want %q", err, c.problem)
			}
			if got := strings.Join(notices, "\n"); (got != "") != (c.notice != "") || !strings.Contains(got, c.notice) {
				t.Errorf("notices %q, want %q", got, c.notice)
			}
			if diff := cmp.Diff(c.allow, texts(rules.Allow)); diff != "" && err == nil {
				t.Errorf("allowed (-want +got):\n%s", diff)
			}
		})
	}
}

// A rule that names no tool has no effect, which its author did not mean.
func TestRulesOfNoTool(t *testing.T) {
	read, _, err := policy.Read(policy.Lists{
		Deny: lines(false, "Bsah(rm:*)", "SysBuiltIn.edt", "Bash", "Edit(x)", "edit_file", "mcp__any__thing", "mcp__*", "T.Send"), Ask: lines(false, "Nonsense_of_mine"),
		Readers: lines(false, "mcp__a__b"),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`c.yaml:1: no tool has the name in the rule "Bsah(rm:*)", so it has no effect; did you mean Bash?`,
		`c.yaml:2: no tool has the name in the rule "SysBuiltIn.edt", so it has no effect; did you mean Edit?`,
		`c.yaml:1: no tool has the name in the rule "Nonsense_of_mine", so it has no effect`,
	}
	if diff := cmp.Diff(want, read.Unknown([]tool.Spec{bash, edit, send})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What is kept of answers allows nothing when it cannot be read.
func TestGrantsThatCannotBeRead(t *testing.T) {
	rules, notices := policy.Grants([]string{"Bash(", "Edit"}, "grants.yaml")
	if diff := cmp.Diff([]string{"Edit"}, texts(rules)); diff != "" || len(notices) != 1 || !strings.HasPrefix(notices[0], "grants.yaml: ") {
		t.Errorf("%s, %q", diff, notices)
	}
}

// Where nobody can be asked, of what a person has allowed in answers only what they believe of tools holds.
//
// Covers: R52, R106
func TestBeliefs(t *testing.T) {
	granted := []string{"Edit", "Reads(mcp__docs)", "Bash(ls)", "Reads(mcp__git__log)", "Reads(", "mcp__docs"}
	if diff := cmp.Diff([]string{"Reads(mcp__docs)", "Reads(mcp__git__log)"}, policy.Beliefs(granted)); diff != "" {
		t.Error(diff)
	}
	for name, want := range map[string][]string{
		"mcp__docs": {"Reads(mcp__docs)"}, "mcp__docs__look_up": nil, "mcp__git": {"Reads(mcp__git__log)"}, "MCP.git.Log": {"Reads(mcp__git__log)"},
		"mcp__gi": nil, "mcp__doc": nil,
	} {
		var got []string
		for _, grant := range granted {
			if policy.Disbelieved(name, grant) {
				got = append(got, grant)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("without belief in %s (-want +got):\n%s", name, diff)
		}
	}
}
