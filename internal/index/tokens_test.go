package index

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"letters and digits", "The 2nd file, a.txt!", "the 2nd file a txt"},
		{"case and accents", "ÉCOLE Größe ångström Việt Ελλάδα Ёлка", "ecole große angstrom viet ελλαδα елка"},
		{"accents in characters of their own", "e\u0301cole", "ecole"},
		{"an accent that stands alone", "\u0301 a", "a"},
		{"names in programs", "parse_config --dry-run x.y", "parse config dry run x y"},
		{"no blanks between words", "漢字abc検索 ひらがな한글", "漢 字 abc 検 索 ひ ら が な 한 글"},
		{"punctuation of these scripts", "漢、字。", "漢 字"},
		{"nothing", " \t\n-—…", ""},
		{"bytes that are no text", "a\xffb", "a b"},
		{"a word without end", strings.Repeat("x", 1000), strings.Repeat("x", maxToken-3)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, n := newTokenizer().appendWords(nil, c.text)
			if s := strings.TrimSpace(string(got)); s != c.want || n != len(strings.Fields(c.want)) {
				t.Errorf("got %q (%d), want %q", s, n, c.want)
			}
		})
	}
}

// Words lie in the text in order, and a second pass over them changes nothing.
func FuzzWords(f *testing.F) {
	f.Add("ÉCOLE e\u0301 漢字\xff")
	f.Fuzz(func(t *testing.T, text string) {
		tok := newTokenizer()
		at := 0
		for tok.reset(text); tok.scan(); {
			if tok.start < at || tok.end <= tok.start || tok.end > len(text) || len(tok.word) == 0 || !utf8.Valid(tok.word) {
				t.Fatalf("word %q at %d to %d, after %d", tok.word, tok.start, tok.end, at)
			}
			at = tok.end
		}
		once, _ := tok.appendWords(nil, text)
		twice, _ := tok.appendWords(nil, string(once))
		if string(once) != string(twice) {
			t.Fatalf("%q becomes %q", once, twice)
		}
	})
}
