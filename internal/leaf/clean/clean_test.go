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
		{"C1 control sequence introducer", "a\u009b31mb", "a<U+009B>31mb"},
		{"raw C1 byte", "a\x9b31m", "a\uFFFD31m"},
		{"override of the writing direction", "safe\u202Etxt.exe", "safe<U+202E>txt.exe"},
		{"zero-width space", "a\u200Bb", "a<U+200B>b"},
		{"tag characters", "a\U000E0041b", "a<U+E0041>b"},
		{"letters of the world stay", "naïve 漢字 🙂 e\u0301", "naïve 漢字 🙂 e\u0301"},
		{"an honest replacement character stays", "\uFFFD", "\uFFFD"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := clean.Text(c.in); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestLine(t *testing.T) {
	if got := clean.Line("a\nb\tc\x1b"); got != "a b c␛" {
		t.Errorf("got %q", got)
	}
}

func FuzzText(f *testing.F) {
	f.Add("\x1b[31mred\u202E\xff")
	f.Fuzz(func(t *testing.T, s string) {
		once := clean.Text(s)
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
