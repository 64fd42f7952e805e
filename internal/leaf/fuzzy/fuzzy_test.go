package fuzzy_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"eidolon/internal/leaf/fuzzy"
)

func TestMatch(t *testing.T) {
	texts := []string{"cmd/main.go", "internal/app/app.go", "MAKEFILE", "docs/map.md", "漢字/main.go", ""}
	for _, c := range []struct {
		name, query string
		limit       int
		want        []fuzzy.Hit
	}{
		{"nothing asked, the first ones", "", 2, []fuzzy.Hit{{Index: 0}, {Index: 1}}},
		{"letters side by side", "main", 10, []fuzzy.Hit{{Index: 0, Positions: []int{4, 5, 6, 7}}, {Index: 4, Positions: []int{7, 8, 9, 10}}}},
		{"any case", "make", 10, []fuzzy.Hit{{Index: 2, Positions: []int{0, 1, 2, 3}}}},
		{"starts of words", "iaa", 1, []fuzzy.Hit{{Index: 1, Positions: []int{0, 6, 9}}}},
		{"other letters", "漢m", 10, []fuzzy.Hit{{Index: 4, Positions: []int{0, 7}}}},
		{"not there", "zzz", 10, []fuzzy.Hit{}},
		{"no room", "m", 0, []fuzzy.Hit{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, fuzzy.Match(c.query, texts, c.limit), cmpopts.IgnoreFields(fuzzy.Hit{}, "Score")); d != "" {
				t.Error(d)
			}
		})
	}
}

// Equally good texts stay in their order.
func TestOrder(t *testing.T) {
	texts := strings.Split(strings.Repeat("one two ", 50), " ")
	last := -1
	for _, hit := range fuzzy.Match("two", texts, 100) {
		if hit.Index < last {
			t.Fatalf("%d behind %d", hit.Index, last)
		}
		last = hit.Index
	}
}

// What is found is there: the positions are of the letters of the query, in their order.
func FuzzMatch(f *testing.F) {
	f.Add("mago", "cmd/main.go")
	f.Add("É\x00", "é\xff漢")
	f.Add("", "")
	f.Fuzz(func(t *testing.T, query, text string) {
		for _, hit := range fuzzy.Match(query, []string{text, "", text}, 2) {
			letters := []rune(query)
			if len(hit.Positions) > len(letters) {
				t.Fatalf("%d positions for %q", len(hit.Positions), query)
			}
			last := -1
			for i, at := range hit.Positions {
				if at <= last || at >= len([]string{text, "", text}[hit.Index]) {
					t.Fatalf("%v in %q", hit.Positions, text)
				}
				last = at
				if r, _ := utf8.DecodeRuneInString(text[at:]); !strings.EqualFold(string(r), string(letters[i])) {
					t.Fatalf("%q at %d of %q is not %q", r, at, text, letters[i])
				}
			}
		}
	})
}

// Ten thousand paths are filtered while somebody types.
func BenchmarkMatch(b *testing.B) {
	texts := make([]string, 10_000)
	for i := range texts {
		texts[i] = strings.Repeat("internal/some/", i%5) + "file.go"
	}
	for b.Loop() {
		fuzzy.Match("insfile", texts, 200)
	}
}
