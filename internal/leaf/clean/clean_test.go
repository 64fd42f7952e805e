package clean_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"eidolon/internal/leaf/clean"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain text is untouched", "a\tb\nc", "a\tb\nc"},
		{"escape sequence", "\x1b]0;title\x07", "␛]0;title␇"},
		{"carriage return and backspace", "a\r\bb", "a␍␈b"},
		{"DEL", "a\x7fb", "a␡b"},
		{"C1 control sequence introducer", "a\u009b31mb", "a<9B>31mb"},
		{"raw C1 byte", "a\x9b31m", "a\uFFFD31m"},
		{"override of the writing direction", "safe\u202Etxt.exe", "safe<U+202E>txt.exe"},
		{"zero-width space", "a\u200Bb", "a<U+200B>b"},
		{"tag characters", "a\U000E0041b", "a<U+E0041>b"},
		{"letters of the world stay", "naïve 漢字 🙂 e\u0301", "naïve 漢字 🙂 e\u0301"},
		{"forms of pictures stay", "❤\uFE0F 1\uFE0F\u20E3", "❤\uFE0F 1\uFE0F\u20E3"},
		{"a selector with nothing to select", "\uFE0Fa \uFE0F", "<U+FE0F>a <U+FE0F>"},
		{"selectors that hide bytes", "a\uFE0F\uFE0F\uFE01\U000E0100", "a\uFE0F<U+FE0F><U+FE01><U+E0100>"},
		{"soft hyphen", "a\u00ADb", "a<AD>b"},
		{"fillers", "a\u3164\u115Fb", "a<U+3164><U+115F>b"},
		{"a few marks", "a" + strings.Repeat("\u0301", 16), "a" + strings.Repeat("\u0301", 16)},
		{"a flood of marks", "a" + strings.Repeat("\u0301", 18), "a" + strings.Repeat("\u0301", 16) + "\uFFFD\uFFFD"},
		{"an honest replacement character stays", "\uFFFD", "\uFFFD"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := clean.Text(c.in); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestExact(t *testing.T) {
	for in, want := range map[string]string{
		"plain\ttext\n":     "plain\ttext\n",
		"naïve 漢字":          "naïve 漢字",
		"a\u00A0b\u3000c":   "a<A0>b<U+3000>c",
		"rm\uFE0F x":        "rm<U+FE0F> x",
		"\u0301a \u0301":    "<301>a <301>",
		"cat a\r\ncat b":    "cat a␍\ncat b",
		"👩\u200D👧":          "👩<U+200D>👧",
		"a\u2800b\u202Ec":   "a<U+2800>b<U+202E>c",
		"\x1b[31m[red]\x9b": "␛[31m[red]\uFFFD",
	} {
		if got := clean.Exact(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	if got := clean.Line("a\nb\tc\x1b"); got != "a b c␛" {
		t.Errorf("got %q", got)
	}
}

func FuzzText(f *testing.F) {
	f.Add("\x1b[31mred\u202E\xff")
	f.Add("a\u0301\u0301\uFE0F\uFE0F\u00AD\u061C\u034F\t\u0301")
	f.Fuzz(func(t *testing.T, s string) {
		once := clean.Text(s)
		exact := clean.Exact(s)
		if clean.Exact(exact) != exact || clean.Text(exact) != exact {
			t.Errorf("not idempotent: %q", exact)
		}
		if max(len(once), len(exact)) > 3*len(s) {
			t.Errorf("%d bytes became %d and %d", len(s), len(once), len(exact))
		}
		if !utf8.ValidString(once) || strings.ContainsFunc(once, func(r rune) bool { return r < 0x20 && r != '\n' && r != '\t' || r >= 0x7F && r < 0xA0 }) {
			t.Errorf("not clean: %q", once)
		}
		if twice := clean.Text(once); twice != once {
			t.Errorf("not idempotent: %q then %q", once, twice)
		}
	})
}

// What JSON says stays the same, and nothing of it acts on a terminal.
func TestJSON(t *testing.T) {
	for _, text := range []string{"plain", "a\u009b31mb\u202ec\x7fd\u200be\U000E0041f", "日本語 👩\u200d👧 \u2028", "\x1b[2J \"quoted\" \\"} {
		raw, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		got := clean.JSON(raw)
		var back string
		if err := json.Unmarshal(got, &back); err != nil || back != text {
			t.Errorf("%q became %q, %v", text, back, err)
		}
		if harmless := clean.Text(string(got)); harmless != string(got) {
			t.Errorf("%s still holds %q", got, harmless)
		}
	}
}
