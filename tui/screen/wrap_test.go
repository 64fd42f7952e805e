package screen_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/leaf/width"
	"eidolon/tui/screen"
)

func TestWrap(t *testing.T) {
	tests := []struct {
		name  string
		text  string
		width int
		want  []string
	}{
		{"nothing", "", 5, []string{"¶"}},
		{"exactly", "abcde", 5, []string{"abcde¶"}},
		{"at a space", "abc def", 5, []string{"abc ", "def¶"}},
		{"a space beyond the edge hangs", "abcde fgh", 5, []string{"abcde ", "fgh¶"}},
		{"many spaces hang", "abc       def", 5, []string{"abc       ", "def¶"}},
		{"spaces at the end make no row", "abcde     ", 5, []string{"abcde     ¶"}},
		{"a word that is too long", "abcdefgh", 3, []string{"abc", "def", "gh¶"}},
		{"behind a hyphen", "well-known", 7, []string{"well-", "known¶"}},
		{"not within an option", "go --all", 5, []string{"go ", "--all¶"}},
		{"behind a slash", "calc/calc.go", 8, []string{"calc/", "calc.go¶"}},
		{"not behind a leading one", "in /usr/bin", 6, []string{"in ", "/usr/", "bin¶"}},
		{"indentation is not left alone", "    abcdefgh", 8, []string{"    abcd", "efgh¶"}},
		{"lines", "ab\n\ncd", 5, []string{"ab¶", "¶", "cd¶"}},
		{"an empty line at the end", "ab\n", 5, []string{"ab¶", "¶"}},
		{"between wide characters", "漢字漢字", 5, []string{"漢字", "漢字¶"}},
		{"before a wide one", "abc漢字", 4, []string{"abc", "漢字¶"}},
		{"clusters stay whole", "e\u0301e\u0301e\u0301", 2, []string{"e\u0301e\u0301", "e\u0301¶"}},
		{"a family is one", "👨‍👩‍👧👨‍👩‍👧", 3, []string{"👨‍👩‍👧", "👨‍👩‍👧¶"}},
		{"wider than the screen", "漢a", 1, []string{"漢", "a¶"}},
		{"a wide one with hanging spaces", "漢字   a", 4, []string{"漢字   ", "a¶"}},
		{"no room at all", "ab", 0, []string{"a", "b¶"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, screen.Rows(tt.text, tt.width)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The rows of a text are the text again, none is wider than the screen, and it does not matter in how
// many pieces the text came.
func FuzzWrap(f *testing.F) {
	f.Add("some words, 漢字漢字 and e\u0301 /usr/local/bin --all\n\n    x := 1\n", 7, 9)
	f.Add("a   b", 1, 2)
	f.Add("one\ntwo\nthree\nfour\nfive", 9, 4) // whole lines come between two frames
	f.Add("漢\u1b41", 1, 0)                     // one cluster of three cells
	f.Fuzz(func(t *testing.T, text string, limit, cut int) {
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\r\t\x00") {
			return
		}
		limit = max(1, limit%100)
		rows := screen.Rows(text, limit)
		var joined strings.Builder
		for i, row := range rows {
			row, hard := strings.CutSuffix(row, "¶")
			joined.WriteString(row)
			if hard && i < len(rows)-1 {
				joined.WriteByte('\n')
			}
			_, _, rest := width.Next(row)
			if cells := width.Of(strings.TrimRight(row, " ")); cells > limit && rest != "" {
				t.Errorf("row %q has %d cells of %d", row, cells, limit)
			}
		}
		if !strings.Contains(text, "¶") && joined.String() != text {
			t.Errorf("the rows of %q are %q", text, joined.String())
		}
		cut = max(0, min(cut, len(text)))
		if diff := cmp.Diff(rows, screen.RowsByGrowth(text, limit, cut, (cut+len(text))/2)); diff != "" {
			t.Errorf("%q in pieces from %d: %s", text, cut, diff)
		}
	})
}

// The short way for ASCII gives what the long way does.
func FuzzWrapASCII(f *testing.F) {
	f.Add("some words /usr/local-bin --all    x", 3, 7)
	f.Fuzz(func(t *testing.T, text string, from, limit int) {
		line := strings.Map(func(r rune) rune {
			if r < ' ' || r > '~' {
				return ' ' + r%8*2
			}
			return r
		}, text)
		if line == "" || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
			return
		}
		from = max(0, min(from, len(line)-1))
		fast, slow := screen.WrapBoth(line, from, max(1, limit%100))
		if fast != slow {
			t.Errorf("%q from %d in %d: %d, %d", line, from, limit, fast, slow)
		}
	})
}
