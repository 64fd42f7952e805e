package agents_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/tool"
	"eidolon/fslocal"
	"eidolon/internal/agents"
)

// place makes a base directory, a home and a workspace with the given files.
func place(t *testing.T, files map[string]string) agents.Options {
	t.Helper()
	dir := t.TempDir()
	files["w/x"] = ""
	for name, content := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w, err := fslocal.Open(fslocal.Options{Root: filepath.Join(dir, "w")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return agents.Options{
		Base: filepath.Join(dir, "base"), Home: filepath.Join(dir, "home"), Workspace: w,
		Trusted: func(string, []byte) bool { return true },
	}
}

// Covers: E44, E46
func TestLoad(t *testing.T) {
	o := place(t, map[string]string{
		"base/agents/reviewer.md":          "mine",
		"base/agents/helper.md":            "mine",
		"home/.claude/agents/helper.md":    "claude's",
		"home/.claude/agents/planner.md":   "---\nname: plan\n---\nplan",
		"w/.claude/agents/reviewer.md":     "claude's",
		"w/.eidolon/agents/deep/tester.md": "---\ndescription: tests: all of them\nmodel: small\ntools: [bash, read_file]\ncolor: red\n---\ntest\n",
		"w/.eidolon/agents/reviewer.md":    "the project's",
		"w/.eidolon/agents/empty.md":       "---\nname: empty\n---\n\n",
		"w/.eidolon/agents/commas.md":      "---\ntools: Read, Grep,, Bash\n---\nx",
		"w/.eidolon/agents/bad.md":         "---\ntools: {a: b}\n---\nx",
		"w/.eidolon/agents/worse.md":       "---\nname: [\n---\nx",
		"w/.eidolon/agents/blank.md":       "---\nname: two words\n---\nx",
		"w/.eidolon/agents/zz/reviewer.md": "twice",
		"w/.eidolon/commands/no.md":        "no agent",
	})
	set := agents.Load(t.Context(), o)
	project := func(name, body string) agents.Agent {
		return agents.Agent{Name: name, Prompt: body, Source: "project"}
	}
	commas, reviewer, tester := project("commas", "x"), project("reviewer", "the project's"), project("tester", "test")
	commas.Path, commas.Tools = ".eidolon/agents/commas.md", []string{"Read", "Grep", "Bash"}
	reviewer.Path = ".eidolon/agents/reviewer.md"
	tester.Path, tester.Tools = ".eidolon/agents/deep/tester.md", []string{"bash", "read_file"}
	tester.Description, tester.Model = "tests: all of them", "small"
	want := []agents.Agent{
		commas,
		{Name: "helper", Prompt: "mine", Source: "user", Path: filepath.Join(o.Base, "agents", "helper.md")},
		{Name: "plan", Prompt: "plan", Source: "user", Path: filepath.Join(o.Home, ".claude", "agents", "planner.md")},
		reviewer, tester,
	}
	if diff := cmp.Diff(want, set.Agents); diff != "" {
		t.Errorf("agents (-want +got):\n%s", diff)
	}
	notices := []string{
		".eidolon/agents/bad.md:2: tools must be a list of names, or names with commas between them",
		`.eidolon/agents/blank.md: "two words" cannot be typed as the name of an agent: use letters, digits, "-", "_" and "."`,
		".eidolon/agents/empty.md: it has no text, so the agent has no prompt",
		".eidolon/agents/worse.md:",
		".eidolon/agents/zz/reviewer.md: its agent reviewer is that of .eidolon/agents/reviewer.md already",
	}
	slices.Sort(set.Notices) // those about reading come before those about what was read
	for i, n := range set.Notices {
		if i >= len(notices) || !strings.HasPrefix(n, notices[i]) {
			t.Errorf("notice %q", n)
		}
	}
	if len(set.Notices) != len(notices) {
		t.Errorf("%d notices, want %d", len(set.Notices), len(notices))
	}
}

// A project that nobody trusts brings prompts and nothing else, and takes no name of the user's.
func TestLoadUntrusted(t *testing.T) {
	o := place(t, map[string]string{
		"base/agents/reviewer.md":       "mine",
		"w/.eidolon/agents/Reviewer.md": "theirs",
		"w/.eidolon/agents/tester.md":   "---\nmodel: large\n---\ntest",
	})
	o.Trusted = nil
	set := agents.Load(t.Context(), o)
	want := []agents.Agent{
		{Name: "reviewer", Prompt: "mine", Source: "user", Path: filepath.Join(o.Base, "agents", "reviewer.md")},
		{Name: "tester", Prompt: "test", Source: "project", Path: ".eidolon/agents/tester.md", Untrusted: true, Held: []string{"the model large"}},
	}
	if diff := cmp.Diff(want, set.Agents); diff != "" {
		t.Errorf("agents (-want +got):\n%s", diff)
	}
	if len(set.Shadowed) != 1 || set.Shadowed[0].Path != ".eidolon/agents/Reviewer.md" || len(set.Files) != 2 || len(set.Notices) != 1 {
		t.Errorf("shadowed %+v, %d files, notices %q", set.Shadowed, len(set.Files), set.Notices)
	}
}

func TestFind(t *testing.T) {
	set := agents.Load(t.Context(), place(t, map[string]string{"base/agents/Reviewer.md": "x", "base/agents/tester.md": "y"}))
	for name, want := range map[string]string{"Reviewer": "Reviewer", "reviewer": "Reviewer", "none": ""} {
		if a, found := set.Find(name); a.Name != want || found != (want != "") {
			t.Errorf("%q is %q, want %q", name, a.Name, want)
		}
	}
	if near := set.Nearest("testr"); near != "tester" {
		t.Errorf("nearest is %q", near)
	}
}

// An agent gets the tools that it names and never more because of a name.
func TestAllowed(t *testing.T) {
	specs := []tool.Spec{
		{Namespace: "SysBuiltIn", Name: "bash"},
		{Namespace: "SysBuiltIn", Name: "edit", Aliases: []string{"edit_file"}},
		{Namespace: "SysBuiltIn", Name: "read_file", Aliases: []string{"read"}},
	}
	tests := map[string]struct {
		tools  []string
		want   []string
		notice string
	}{
		"all":                {nil, nil, ""},
		"all by a star":      {[]string{"*"}, nil, ""},
		"own names":          {[]string{"bash", "SysBuiltIn.edit", "read"}, []string{"bash", "edit", "read_file"}, ""},
		"names of another":   {[]string{"Bash", "Read", "Edit", "MultiEdit"}, []string{"bash", "read_file", "edit"}, ""},
		"of servers":         {[]string{"mcp__forge", "mcp.forge.x"}, []string{"mcp__forge", "mcp.forge.x"}, ""},
		"unknown ones":       {[]string{"Read", "WebFetch"}, []string{"read_file", "WebFetch"}, "the agent a asks for tools that are not there: WebFetch"},
		"a part of a tool":   {[]string{"Bash(git:*)"}, []string{"Bash(git:*)"}, "the agent a asks for tools that are not there: Bash(git:*)"},
		"a tool that is off": {[]string{"Write"}, []string{"Write"}, "the agent a asks for tools that are not there: Write"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, notice := agents.Agent{Name: "a", Tools: tt.tools}.Allowed(specs)
			if diff := cmp.Diff(tt.want, got); diff != "" || notice != tt.notice {
				t.Errorf("notice %q, tools (-want +got):\n%s", notice, diff)
			}
		})
	}
}
