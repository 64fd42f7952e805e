package app_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"eidolon/actors/tool"
	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/policy"
)

// Covers: Y38, Y40
func TestToolsOfASession(t *testing.T) {
	edits := []string{"edit", "edit_text", "write_file"}
	tests := map[string]struct {
		profile config.Profile
		enabled []string
		has     []string // at least
		spare   []string
	}{
		"any model":                   {config.Profile{Name: "m"}, nil, edits, []string{"apply_patch"}},
		"another login":               {config.Profile{Login: "gemini-cli"}, nil, edits, []string{"apply_patch"}},
		"the login":                   {config.Profile{Login: "codex"}, nil, []string{"apply_patch", "move_file", "tool_help"}, edits},
		"its other name":              {config.Profile{Login: "openai-codex"}, nil, []string{"apply_patch", "tool_help"}, edits},
		"natively":                    {config.Profile{Login: "codex", ToolProtocol: "native"}, nil, []string{"apply_patch"}, edits},
		"a list":                      {config.Profile{Login: "codex"}, []string{"edit", "read", "SysBuiltIn.ls"}, []string{"edit", "ls", "read_file"}, nil},
		"a list with a patch":         {config.Profile{Name: "m"}, []string{"apply_patch"}, []string{"apply_patch", "tool_help"}, nil},
		"a list of the profile":       {config.Profile{Login: "codex", Tools: []string{"write", "apply_patch"}}, nil, []string{"apply_patch", "tool_help", "write_file"}, nil},
		"a list with one that is off": {config.Profile{}, []string{"ls", "invoke_subagent"}, []string{"ls"}, nil},
		"both lists":                  {config.Profile{Tools: []string{"ls", "edit"}}, []string{"edit", "grep"}, []string{"edit"}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			o := app.Options{Root: t.TempDir(), Base: t.TempDir(), Profile: tt.profile}
			o.Config.Tools.Enabled = tt.enabled
			offered, spare, err := app.Tools(o)
			if err != nil {
				t.Fatal(err)
			}
			has := short(offered)
			if listed := len(tt.enabled)+len(tt.profile.Tools) > 0; listed {
				if diff := cmp.Diff(tt.has, has); diff != "" {
					t.Errorf("tools (-want +got):\n%s", diff)
				}
			}
			for _, want := range tt.has {
				if !slices.Contains(has, want) {
					t.Errorf("%s is not among %q", want, has)
				}
			}
			if o.Profile.ToolProtocol == "native" && slices.Contains(has, "tool_help") {
				t.Errorf("tool_help is offered natively: %q", has)
			}
			left := slices.DeleteFunc(short(spare), func(name string) bool { return name == "tool_help" })
			if diff := cmp.Diff(tt.spare, left, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("spare tools (-want +got):\n%s", diff)
			}
		})
	}
	o := app.Options{Root: t.TempDir(), Base: t.TempDir()}
	o.Config.Tools.Enabled = []string{"aply_patch"}
	if _, _, err := app.Tools(o); err == nil {
		t.Error("a name that no tool has is taken")
	}
}

// A rule may speak of a tool that the settings do without.
func TestRulesOfToolsThatAreOff(t *testing.T) {
	o := app.Options{Root: t.TempDir(), Base: t.TempDir()}
	for _, name := range []string{"web_search", "invoke_subagent", "Task(reviewer)"} {
		o.Rules.Deny = append(o.Rules.Deny, policy.Line{Text: name})
	}
	if notices, err := app.Check(o); err != nil || len(notices) > 0 {
		t.Errorf("notices %q, %v", notices, err)
	}
}

func short(specs []tool.Spec) []string {
	var names []string
	for _, s := range specs {
		names = append(names, s.Name)
	}
	slices.Sort(names)
	return names
}
