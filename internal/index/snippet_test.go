package index

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSnippet(t *testing.T) {
	filler := strings.Repeat("lorem ipsum ", 40)
	for _, c := range []struct{ name, query, text, want string }{
		{"a short text", "walrus", "The Walrus.", "The [Walrus]."},
		{"on one line", "b", "a\n\n\tb  c\n", "a [b] c "},
		{"all hits", "a* c", "ab b ac c", "[ab] b [ac] [c]"},
		{"words in a row", `"b c"`, "c b c, b, c", "c [b c], [b, c]"},
		{"where the most words are", "one two", "one " + filler + "one and two", "…lorem ipsum lorem ipsum lorem ipsum [one] and [two]"},
		{"scripts without blanks", "字", "漢字", "漢[字]"},
		{"harmless", "b", "\x1b[31mb\u202e", "␛[31mb<U+202E>"}, // 31mb is a word
		{"harmless inside a hit", "b", "\x1b b", "␛ [b]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			q, err := ParseQuery(c.query)
			if err != nil {
				t.Fatal(err)
			}
			line, marks := q.snippet(newTokenizer(), c.text)
			if got := bracketed(line, marks); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func bracketed(line string, marks [][2]int) string {
	var b strings.Builder
	at := 0
	for _, m := range marks {
		b.WriteString(line[at:m[0]] + "[" + line[m[0]:m[1]] + "]")
		at = m[1]
	}
	return b.String() + line[at:]
}

// Whatever the text is, the snippet is one line of bounded length, and its marks lie in it.
func FuzzSnippet(f *testing.F) {
	f.Add("walrus", "The Walrus.")
	f.Add("a b", strings.Repeat("a \xff\n漢", 300))
	f.Fuzz(func(t *testing.T, query, text string) {
		q, err := ParseQuery(query)
		if err != nil {
			return
		}
		line, marks := q.snippet(newTokenizer(), text)
		if !utf8.ValidString(line) || strings.ContainsAny(line, "\n\r\x1b") {
			t.Fatalf("not one harmless line: %q", line)
		}
		at := 0
		for _, m := range marks {
			if m[0] < at || m[1] <= m[0] || m[1] > len(line) {
				t.Fatalf("marks %v in %d bytes", marks, len(line))
			}
			at = m[1]
		}
	})
}
