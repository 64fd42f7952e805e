package toolmatch_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/leaf/toolmatch"
)

func TestMatch(t *testing.T) {
	write := []string{"SysBuiltIn.write_file", "write_file", "Edit"}
	issue := []string{"mcp.github.create_issue"}
	for _, c := range []struct {
		pattern string
		names   []string
		want    bool
	}{
		{"", write, true},
		{" ", write, true},
		{"*", write, true},
		{"write_file", write, true},
		{"Write", write, true},
		{"SysBuiltIn.write_file", write, true},
		{"sysbuiltin.*", write, true},
		{"read_file | write_file", write, true},
		{"Bash|Edit", write, true},
		{"edit", write, true}, // the family
		{"Bash|*", write, true},
		{"writ", write, false},
		{"write_files", write, false},
		{"Bash", write, false},
		{"other.*", write, false},
		{"Bash(rm:*)", write, false},
		{"Bash(rm:*)|Edit", write, true},
		{"mcp__github__create_issue", issue, true},
		{"mcp.github.create_issue", issue, true},
		{"mcp__github", issue, true},
		{"mcp__github__*", issue, true},
		{"mcp.github.*", issue, true},
		{"mcp__git", issue, false},
		{"mcp__github__create", issue, false},
		{"mcp__", issue, false},
	} {
		p, err := toolmatch.Parse(c.pattern)
		if err != nil {
			t.Errorf("%q: %v", c.pattern, err)
			continue
		}
		if got := p.Match(c.names...); got != c.want {
			t.Errorf("%q matches %s: %v", c.pattern, c.names[0], got)
		}
	}
}

func TestRules(t *testing.T) {
	p, err := toolmatch.Parse("Edit | Bash(git push:*)|Bash(a | (b || c))|write_file(docs/**)")
	if diff := cmp.Diff([]string{"Bash(git push:*)", "Bash(a | (b || c))", "write_file(docs/**)"}, p.Rules); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestBadPatterns(t *testing.T) {
	for pattern, want := range map[string]string{
		"edit||bash":        "one side of a |",
		"|":                 "one side of a |",
		"(x)":               `holds "("`,
		"Bash(x":            "not closed",
		"Bash(x)y":          "not closed",
		"Ba*(x)":            `holds "*"`,
		"mcp__.*__push":     `holds "*"`,
		"^Edit$":            `holds "^"`,
		"Edit, Write":       `holds ","`,
		"write\x1b[31mfile": `holds "\x1b"`,
	} {
		if _, err := toolmatch.Parse(pattern); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", pattern, err, want)
		}
	}
}

// Whatever is read as a pattern matches every call that one of its parts matches.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "*", "Bash|edit", "a.*|b", "Bash(x)", "||", "mcp__x|mcp.y.*", "Bash(a|b)|c"} {
		f.Add(seed, "SysBuiltIn.bash")
	}
	f.Fuzz(func(t *testing.T, text, name string) {
		p, err := toolmatch.Parse(text)
		if err != nil || strings.Contains(text, "(") {
			return
		}
		parts := strings.Split(text, "|")
		want := slices.ContainsFunc(parts, func(part string) bool {
			one, err := toolmatch.Parse(part)
			return err == nil && one.Match(name)
		})
		if got := p.Match(name); got != want {
			t.Errorf("%q matches %q: %v, its parts: %v", text, name, got, want)
		}
	})
}

func TestStrangers(t *testing.T) {
	p, err := toolmatch.Parse("edit_*|Bsh|Write|mcp__docs|mcp.git.*|*|Bash|WebFetch(x)")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"bsh"}, p.Strangers([]string{"SysBuiltIn.edit_text", "edit_text", "write_file", "Bash"})); diff != "" {
		t.Error(diff)
	}
}

func TestLists(t *testing.T) {
	for name, c := range map[string]struct {
		list  []string
		names []string
		want  bool
	}{
		"its name":                {[]string{"bash", "edit"}, []string{"SysBuiltIn.edit", "edit"}, true},
		"no pattern of our own":   {[]string{"ed*", "Edit", "*"}, []string{"SysBuiltIn.edit", "edit"}, false},
		"a server":                {[]string{"mcp__forge"}, []string{"mcp__forge__get", "mcp.forge.get"}, true},
		"a server with a star":    {[]string{"mcp__forge__*"}, []string{"mcp__forge__get"}, true},
		"a tool in other words":   {[]string{"mcp.Forge.get"}, []string{"mcp__forge__get"}, true},
		"all servers":             {[]string{"mcp__*"}, []string{"mcp__forge__get"}, true},
		"a server of like name":   {[]string{"mcp__forge"}, []string{"mcp__forge_two__get"}, false},
		"a rule is not a name":    {[]string{"mcp__forge__get(x)"}, []string{"mcp__forge__get"}, false},
		"nothing lists nothing":   {nil, []string{"bash"}, false},
		"a server lists no other": {[]string{"mcp__forge"}, []string{"bash"}, false},
	} {
		if got := toolmatch.Lists(c.list, c.names...); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestServerOf(t *testing.T) {
	for name, want := range map[string]string{
		"mcp__github__create_issue": "mcp__github", "mcp__a__b__c": "mcp__a", "mcp__github": "mcp__github", "SysBuiltIn.bash": "SysBuiltIn.bash", "": "",
	} {
		if got := toolmatch.ServerOf(name); got != want {
			t.Errorf("%q is of %q, want %q", name, got, want)
		}
	}
}
