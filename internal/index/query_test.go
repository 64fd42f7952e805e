package index

import (
	"errors"
	"strings"
	"testing"
)

// Covers: Y19
func TestQuery(t *testing.T) {
	for _, c := range []struct{ name, query, all, some string }{
		{"one word", "Walrus", `("walrus")`, `("walrus")`},
		{"all words", "a b", `("a" AND "b")`, `("a" OR "b")`},
		{"words in a row", `"a b" c`, `("a b" AND "c")`, `("a b" OR "c")`},
		{"a quote that is left open", `x "a b`, `("x" AND "a b")`, `("x" OR "a b")`},
		{"a beginning", "wal*", `("wal" *)`, `("wal" *)`},
		{"the beginning of the last in a row", `"a wal"*`, `("a wal" *)`, `("a wal" *)`},
		{"left out", `a -b -"c d" -e*`, `("a") NOT ("b" OR "c d" OR "e" *)`, `("a") NOT ("b" OR "c d" OR "e" *)`},
		{"joined words stand in a row", "foo-bar.go", `("foo bar go")`, `("foo bar go")`},
		{"scripts without blanks", "漢字", `("漢 字")`, `("漢 字")`},
		{"the words of FTS5 are words", `NEAR(a b) OR NOT "AND`, `("near a" AND "b" AND "or" AND "not" AND "and")`, `("near a" OR "b" OR "or" OR "not" OR "and")`},
		{"nothing but marks is passed over", `a ** - "" :^`, `("a")`, `("a")`},
		{"a dash inside", "a-b", `("a b")`, `("a b")`},
		{"a star behind a mark", "a.*", `("a")`, `("a")`},
		{"quotes without a blank before", `a"b c"d`, `("a" AND "b c" AND "d")`, `("a" OR "b c" OR "d")`},
	} {
		t.Run(c.name, func(t *testing.T) {
			q, err := ParseQuery(c.query)
			if err != nil {
				t.Fatal(err)
			}
			if got := q.expression(false); got != c.all {
				t.Errorf("all: %s, want %s", got, c.all)
			}
			if got := q.expression(true); got != c.some {
				t.Errorf("some: %s, want %s", got, c.some)
			}
		})
	}
}

func TestQueryRefuses(t *testing.T) {
	for name, query := range map[string]string{
		"nothing": "", "blanks": " \t", "marks": `"" * - ++`, "only what is left out": "-a",
		"too many words": strings.Repeat("a ", maxTerms+1), "too many in a row": `"` + strings.Repeat("a ", maxTerms+1) + `"`,
	} {
		t.Run(name, func(t *testing.T) {
			if q, err := ParseQuery(query); err == nil {
				t.Errorf("read as %+v", q)
			}
		})
	}
}

// Any query gives hits or a refusal, with the index and without, and both find something or neither.
func FuzzQuery(f *testing.F) {
	base := makeBase(f)
	makeSession(f, base, idA, said("the walrus and the 漢字 of a café: foo_bar"), answered("AND OR NOT NEAR title said"))
	for _, query := range []string{`walrus`, `"the walrus" -x`, `caf*`, `漢字`, `NEAR(a, 2)`, `said:walrus`, `{title} : a`, `^a`, `a" OR "b`, "\x00", `-"`, `"*`, `a + b`} {
		f.Add(query)
	}
	x := New(Options{Base: base})
	f.Fuzz(func(t *testing.T, query string) {
		q, err := ParseQuery(query)
		if err != nil {
			if !errors.Is(err, ErrNothingToFind) && !strings.Contains(err.Error(), "at most") {
				t.Fatalf("%q: %v", query, err)
			}
			return
		}
		r := Request{Query: q, Workspace: workspace, Limit: 5}
		res, err := x.Search(t.Context(), r)
		if err != nil || len(res.Notices) > 0 {
			t.Fatalf("%q: %v, notices %q", query, err, res.Notices)
		}
		logs := logsOf(t, base)
		scanned, err := (&search{x: x, r: r}).scan(t.Context(), logs)
		if err != nil || len(scanned.Sessions) != len(res.Sessions) || scanned.Any != res.Any {
			t.Fatalf("%q (%s): the index finds %d (some: %t), the scan %d (some: %t), %v",
				query, q.expression(false), len(res.Sessions), res.Any, len(scanned.Sessions), scanned.Any, err)
		}
	})
}
