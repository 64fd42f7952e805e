package nearest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/leaf/nearest"
)

const source = "package main\n\nfunc main() {\n\tfmt.Println(\"hello\")  \n\treturn\n}\n\nfunc other() {\n\treturn\n}\n"

func TestFind(t *testing.T) {
	tests := map[string]struct {
		text, want string
		place      nearest.Place
		found      bool
	}{
		"spaces for a tab": {
			text: source, want: "    fmt.Println(\"hello\")\n", found: true,
			place: nearest.Place{
				Line: 4, End: 4, Alike: 100, Blanks: true, DiffLine: 4, Column: 1,
				Have: `→fmt.Println("hello")··`, Want: `    fmt.Println("hello")`,
			},
		},
		"trailing blanks in the middle": {
			text: source, want: "\tfmt.Println(\"hello\")\n\treturn", found: true,
			place: nearest.Place{
				Line: 4, End: 5, Alike: 100, Blanks: true, DiffLine: 4, Column: 22,
				Have: `→fmt.Println("hello")··`, Want: `→fmt.Println("hello")`,
			},
		},
		"one word wrong": {
			text: source, want: "func main() {\n\tfmt.Println(\"hallo\")  \n\treturn\n}", found: true,
			place: nearest.Place{
				Line: 3, End: 6, Alike: 94, DiffLine: 4, Column: 16,
				Have: `→fmt.Println("hello")··`, Want: `→fmt.Println("hallo")··`,
			},
		},
		"nothing equal, one line alike": {
			text: source, want: "fmt.Printf(\"hello\", x)", found: true,
			place: nearest.Place{
				Line: 4, End: 4, Alike: 75, DiffLine: 4, Column: 1,
				Have: `→fmt.Println("hello")··`, Want: `fmt.Printf("hello", x)`,
			},
		},
		"carriage returns": {
			text: "one\r\ntwo\r\n", want: "one\ntwo", found: true,
			place: nearest.Place{
				Line: 1, End: 2, Alike: 100, Blanks: true, DiffLine: 1, Column: 4,
				Have: "one␍", Want: "one",
			},
		},
		"a blank that is no space": {
			text: "a\u00a0b\n", want: "a b", found: true,
			place: nearest.Place{
				Line: 1, End: 1, Alike: 100, Blanks: true, DiffLine: 1, Column: 2,
				Have: "a<U+00A0>b", Want: "a b",
			},
		},
		"nothing close": {text: source, want: "SELECT 1 FROM x"},
		"only blanks":   {text: source, want: " \n\t\n"},
		"empty text":    {text: "", want: "x"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, found := nearest.Find(tt.text, tt.want)
			if found != tt.found {
				t.Fatalf("found = %v, want %v (%+v)", found, tt.found, got)
			}
			if !found {
				return
			}
			if diff := cmp.Diff(tt.place, got); diff != "" {
				t.Errorf("place (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFindTakesBoundedTime(t *testing.T) {
	tests := map[string][2]string{
		"one line repeated":    {strings.Repeat("x\n", 1<<19), strings.Repeat("x\n", 5000) + "y"},
		"one long line":        {strings.Repeat("ab", 1<<20), strings.Repeat("ba", 1<<20) + "c"},
		"all lines different":  {strings.Repeat("0123456789abcdef\n", 1<<17), "0123 4567"},
		"blanks without end":   {strings.Repeat(" ", 2<<20), strings.Repeat(" ", 2<<20) + "x"},
		"invalid text":         {strings.Repeat("\xff\xfe\n", 1<<18), "\xff\xff"},
		"many repeated starts": {strings.Repeat("a\nb\n", 1<<18), strings.Repeat("a\nc\n", 1000)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			nearest.Find(tt[0], tt[1])
			if took := time.Since(start); took > time.Minute {
				t.Errorf("took %v", took)
			}
		})
	}
}

func FuzzFind(f *testing.F) {
	f.Add(source, "func main() {\n  return\n}")
	f.Add("a\r\nb", "b\na")
	f.Add("\xff\t \u200b", "\xff ")
	f.Fuzz(func(t *testing.T, text, want string) {
		p, found := nearest.Find(text, want)
		if !found {
			return
		}
		lines := strings.Count(text, "\n") + 1
		if p.Line < 1 || p.Line > lines || p.End > lines || p.Alike < 0 || p.Alike > 100 {
			t.Errorf("impossible place %+v in %d lines", p, lines)
		}
		if strings.ContainsAny(p.Have+p.Want, "\t\r\n") {
			t.Errorf("hidden characters left in %q and %q", p.Have, p.Want)
		}
	})
}

func TestVisible(t *testing.T) {
	long := strings.Repeat("é", 200)
	tests := map[string]struct {
		line string
		at   int
		want string
	}{
		"blanks inside stay":  {"a  b", 0, "a  b"},
		"blanks at the end":   {"a  ", 0, "a··"},
		"zero width":          {"a\u200bb", 0, "a<U+200B>b"},
		"a bell":              {"a\ab", 0, "a<U+0007>b"},
		"invalid":             {"a\xffb", 0, `a<\xFF>b`},
		"the middle of much":  {long, 200, "…" + strings.Repeat("é", 70) + "…"},
		"past the end":        {"abc", 99, "abc"},
		"only blanks":         {" \t", 0, "·→"},
		"replacement as such": {"\ufffd", 0, "\ufffd"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := nearest.Visible(tt.line, tt.at); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
