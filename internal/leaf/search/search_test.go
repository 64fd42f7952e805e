package search_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/leaf/search"
)

func lines(t *testing.T, pattern string, ignoreCase bool, text string) []string {
	t.Helper()
	m, err := search.Compile(pattern, ignoreCase)
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	m.Lines([]byte(text), func(l search.Line) bool {
		if n := strings.Count(text[:l.Start], "\n") + 1; n != l.Number {
			t.Errorf("line %q has number %d, want %d", text[l.Start:l.End], l.Number, n)
		}
		if l.At < l.Start || l.At > l.End {
			t.Errorf("the match at %d is outside its line [%d,%d)", l.At, l.Start, l.End)
		}
		got = append(got, text[l.Start:l.End])
		return true
	})
	return got
}

func TestLines(t *testing.T) {
	tests := map[string]struct {
		pattern    string
		ignoreCase bool
		text       string
		want       []string
	}{
		"a literal":                  {"foo", false, "foo\nbar\nxfoox", []string{"foo", "xfoox"}},
		"letter case":                {"FOO", true, "foo\nbar\nFoo\n", []string{"foo", "Foo"}},
		"a line once":                {"o", false, "foo\n", []string{"foo"}},
		"letters of three forms":     {"ask", true, "aſK\nASK\nas\n", []string{"aſK", "ASK"}},
		"letter case of a part":      {"(?i:x)foo", false, "Xfoo\nXFOO\nxfoo", []string{"Xfoo", "xfoo"}},
		"letter case at each line":   {"b[0-9]B", true, "b1b\nB\nB2B\nbb\n", []string{"b1b", "B2B"}},
		"borders":                    {"^foo$", false, "foo\nfoo x\nx foo\nfoo", []string{"foo", "foo"}},
		"borders of the text":        {`\Afoo\z`, false, "x\nfoo\ny", []string{"foo"}},
		"borders with CRLF":          {"foo$", false, "foo\r\nbar\r\nfoo", []string{"foo", "foo"}},
		"class borders with CRLF":    {"[a-z]$", false, "foo\r\nba7\r\nx", []string{"foo", "x"}},
		"blanks do not cross":        {`a\s+b`, false, "a\nb\na b\n", []string{"a b"}},
		"negation does not cross":    {`a[^x]b`, false, "a\nb\nayb\n", []string{"ayb"}},
		"dot-all does not cross":     {`(?s)a.b`, false, "a\nb\na.b\n", []string{"a.b"}},
		"a far end does not cross":   {`q[^z]*z`, false, "q\nz\nqz", []string{"qz"}},
		"an empty match":             {`x*`, false, "a\n\nb", []string{"a", "", "b"}},
		"empty lines":                {`^$`, false, "a\n\nb\n", []string{""}},
		"alternatives":               {`foo|bar`, false, "a foo\nb bar\nc", []string{"a foo", "b bar"}},
		"words":                      {`\bfoo\b`, false, "foo_bar\nfoo bar", []string{"foo bar"}},
		"other letters":              {"é+", false, "caf\u00e9\nx", []string{"café"}},
		"invalid text":               {"a", false, "\xffa\n\xff", []string{"\xffa"}},
		"nothing":                    {"a", false, "", []string{}},
		"an empty match at the end":  {`(2)?\z`, false, "0", []string{"0"}},
		"the literal is not enough":  {`foo\d`, false, "foo\nfoo1\n", []string{"foo1"}},
		"a part that may be missing": {`(foo)?bar`, false, "bar\n", []string{"bar"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, lines(t, tt.pattern, tt.ignoreCase, tt.text)); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLinesStops(t *testing.T) {
	m, err := search.Compile("a", false)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	m.Lines([]byte("a\na\na\n"), func(search.Line) bool { seen++; return seen < 2 })
	if seen != 2 {
		t.Errorf("%d lines after the stop, want 2", seen)
	}
}

func TestCompileExplains(t *testing.T) {
	tests := map[string]struct{ pattern, says string }{
		"an open bracket": {"foo(", `write foo\(`},
		"lookahead":       {"foo(?=bar)", "no lookahead"},
		"backreference":   {`(a)\1`, "no backreferences"},
		"line break":      {`a[\n]b`, "one line at a time"},
		"repetition":      {`a{2000}`, "at most 1000"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := search.Compile(tt.pattern, false)
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v does not say %q", err, tt.says)
			}
		})
	}
}

func TestLinesTakeLinearTime(t *testing.T) {
	text := strings.Repeat("a\n", 1<<20) + "z"
	start := time.Now()
	lines(t, `[^z]*y`, false, text[:1<<16])
	m, err := search.Compile(`[^z]*y`, false)
	if err != nil {
		t.Fatal(err)
	}
	m.Lines([]byte(text), func(search.Line) bool { return true })
	if took := time.Since(start); took > time.Minute {
		t.Errorf("took %v", took)
	}
}

// The search over a whole text finds what the plain expression finds line by line.
func FuzzLines(f *testing.F) {
	f.Add(`a\s*b`, "a\nb\na b", false)
	f.Add(`^\W.|[^a]$`, "xa\r\n\r\ny", true)
	f.Add(`(?s:.)+?\z`, "\n\n", false)
	f.Fuzz(func(t *testing.T, pattern, text string, ignoreCase bool) {
		m, err := search.Compile(pattern, ignoreCase)
		if err != nil || len(pattern) > 50 || len(text) > 500 {
			return
		}
		flags := "(?m)"
		if ignoreCase {
			flags = "(?mi)"
		}
		plain, err := regexp.Compile(flags + pattern)
		if err != nil {
			return
		}
		want := []string{}
		for line := range strings.Lines(text) {
			if cut, found := strings.CutSuffix(line, "\n"); found {
				line = strings.TrimSuffix(cut, "\r")
			}
			if plain.MatchString(line) {
				want = append(want, line)
			}
		}
		got := []string{}
		m.Lines([]byte(text), func(l search.Line) bool {
			got = append(got, text[l.Start:l.End])
			return true
		})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q on %q (-line by line +whole):\n%s", pattern, text, diff)
		}
	})
}
