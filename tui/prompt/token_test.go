package prompt_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/tui/prompt"
)

// What the cursor stands in is what a menu completes. An address and a word in prose are text.
// Covers: E40, E42, E57
func TestToken(t *testing.T) {
	type T = prompt.Token
	for _, c := range []struct {
		before string
		want   T
	}{
		{"/|", T{Kind: prompt.Slash, Start: 0, End: 1}},
		{"/com|", T{prompt.Slash, "com", 0, 4}},
		{"/git:com|mit rest", T{prompt.Slash, "git:commit", 0, 11}},
		{"|/com", T{}},
		{"/commit |rest", T{}},
		{" /com|", T{}},
		{"a\n/com|", T{}},
		{"/usr/bin|", T{}},
		{"@file:|", T{Kind: prompt.File, Start: 0, End: 6}},
		{"see @file:calc/c|", T{prompt.File, "calc/c", 4, 16}},
		{"see @file:ca|lc/calc.go now", T{prompt.File, "calc/calc.go", 4, 22}},
		{`@file:"my fi|le.txt" x`, T{prompt.File, "my file.txt", 0, 19}},
		{`@"my fi|`, T{prompt.Path, "my fi", 0, 7}},
		{"@agent:rev|", T{prompt.Agent, "rev", 0, 10}},
		{"@|", T{Kind: prompt.Path, Start: 0, End: 1}},
		{"(@calc/|)", T{prompt.Path, "calc/)", 1, 8}},
		{"@calc/calc.go|", T{prompt.Path, "calc/calc.go", 0, 13}},
		{"me@example.org|", T{}},
		{"a@file:x|", T{}},
		{"@a @b|", T{prompt.Path, "b", 3, 5}},
		{"@a |@b", T{}},
		{"x\n@fi|\ny", T{prompt.Path, "fi", 2, 5}},
		{"@!make te|st @file:x\nnext", T{prompt.Shell, "make test @file:x", 0, 19}},
		{"@!|", T{Kind: prompt.Shell, Start: 0, End: 2}},
		{"plain te|xt", T{}},
		{"漢字 @漢/|字", T{prompt.Path, "漢/字", 7, 15}},
	} {
		e := editor(t, c.before, prompt.Options{})
		if d := cmp.Diff(c.want, e.Token()); d != "" {
			t.Errorf("%q: %s", c.before, d)
		}
	}
}

// An agent takes the place of the one that is named nearest to the cursor.
// Covers: E41, E45, E55
func TestReplaceToken(t *testing.T) {
	for _, c := range []struct {
		before string
		kind   prompt.Kind
		with   string
		space  bool
		after  string
	}{
		{"@agent:one some words @agent:two|", prompt.Agent, "@agent:three", true, "@agent:one some words @agent:three |"},
		{"@agent:one some| words @agent:two", prompt.Agent, "@agent:three", true, "@agent:three |some words @agent:two"},
		{"@agent:one some words| @agent:two x", prompt.Agent, "@agent:three", true, "@agent:one some words @agent:three |x"},
		{"@agent:one\n|\n@agent:two", prompt.Agent, "@agent:three", false, "@agent:three|\n\n@agent:two"},
		{"see @file:ca|", prompt.File, "@file:calc/", false, "see @file:calc/|"},
		{"/com|", prompt.Slash, "/commit", true, "/commit |"},
		{"/com| rest", prompt.Slash, "/commit", true, "/commit |rest"},
	} {
		e := editor(t, c.before, prompt.Options{})
		e.ReplaceToken(e.Nearest(c.kind), c.with, c.space)
		if got := marked(t, e); got != c.after {
			t.Errorf("%q: got %q, want %q", c.before, got, c.after)
		}
		do(t, e, "undo")
		if got := marked(t, e); got != c.before {
			t.Errorf("undo gives %q, want %q", got, c.before)
		}
	}
	if got := editor(t, "plain|", prompt.Options{}).Nearest(prompt.Agent); got != (prompt.Token{}) {
		t.Errorf("found %+v in nothing", got)
	}
}

func TestName(t *testing.T) {
	for want, got := range map[string]string{
		"/commit":             prompt.Slash.Name("commit"),
		"@file:a/b.go":        prompt.File.Name("a/b.go"),
		`@file:"my file.txt"`: prompt.File.Name("my file.txt"),
		"@agent:reviewer":     prompt.Agent.Name("reviewer"),
		"@a/b.go":             prompt.Path.Name("a/b.go"),
		"@!make test":         prompt.Shell.Name("make test"),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
