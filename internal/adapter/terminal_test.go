package adapter_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"eidolon/internal/leaf/width"
)

// channels are the ways to the screen, and one that is not known.
func channels() []string {
	return []string{"model", "reasoning", "tool", "file", "user", "title", "notice", "approval", "unheard-of"}
}

// hostile texts, each of which did something to some terminal, or to some program that shows text.
func hostile() map[string]string {
	return map[string]string{
		"colours":                 "a\x1b[31mred\x1b[0m b",
		"cursor":                  "a\x1b[2J\x1b[H\x1b[1A\x1b[999D\x1b[?1049l\x1b[sover\x1b[u",
		"modes":                   "\x1b[?25l\x1b[?1000h\x1b[?2004l\x1b[?2026h\x1bc\x1b#8\x1b(0",
		"title":                   "a\x1b]0;evil\x07b\x1b]2;evil\x1b\\c",
		"clipboard":               "a\x1b]52;c;ZXZpbA==\x07b\x1b]52;c;?\x1b\\",
		"link":                    "\x1b]8;;http://evil.test\x1b\\click\x1b]8;;\x1b\\",
		"notification":            "\x1b]9;evil\x07\x1b]777;notify;a;b\x07\x1b]1337;File=:AAAA\x07",
		"device control":          "\x1bPq#0;2;0;0;0#0~~\x1b\\ \x1bP+q544e\x1b\\ \x1bP$qm\x1b\\",
		"privacy and application": "\x1b^pm\x1b\\ \x1b_Gf=100;AAAA\x1b\\ \x1bXsos\x1b\\",
		"reports":                 "\x1b[6n\x1b[c\x1b[>c\x1b[21t\x1b]10;?\x07\x1bZ\x05",
		"unfinished":              "tail\x1b[",
		"unfinished string":       "tail\x1b]0;evil",
		"C1 as UTF-8":             "a\u009b31mb\u009d0;evil\u009cc\u0090q\u009c\u0085d",
		"C1 as bytes":             "a\x9b31mb\x9d0;evil\x9cc\x90q\x9c\x85d",
		"controls":                "a\x00b\x01c\x05d\x07e\x0bf\x0cg\x0eh\x0fi\x7fj\x1ak",
		"carriage return":         "rm -rf /\recho harmless",
		"line breaks of Windows":  "one\r\ntwo\r\n",
		"backspaces":              "evil\b\b\b\bgood",
		"directions":              "a\u202Etxt.exe\u202C \u2066b\u2069 \u200Fc\u061C",
		"nothing to see":          "a\u200Bb\u200Cc\u200Dd\u2060e\uFEFFf\u00ADg\u034Fh\u180Ei\u3164j\u115Fk\uFFA0l",
		"tags":                    "a\U000E0041\U000E0042\U000E007Fb\U000E0100c\uFE01",
		"separators":              "a\u2028b\u2029c",
		"a flood of marks":        "a" + strings.Repeat("\u0301", 300) + "b",
		"marks on nothing":        "\u0301\u0302\n\u0301x",
		"a flood of joiners":      "👩" + strings.Repeat("\u200D👩", 50),
		"bytes":                   "a\xffb\xc3(c\xed\xa0\x80d\xf5\x80\x80\x80e\xc0\x80f",
		"tags of tview":           `[red]x[-] [::b]y[::-] ["region"]z[""] [::u]["x"] [:::http://x]link[:::-] [#ff0000:blue:b]w[red[] [[]`,
		"wide":                    strings.Repeat("漢字🙂", 30),
		"a long word":             strings.Repeat("x", 1000),
		"many lines":              strings.Repeat("line\n", 100),
		"Markdown":                "# [x](javascript:alert(1)) ![i](http://t.test/p) <http://a.test> <b>h</b>\n\n> q\n\n```\n\x1b[31m\n```\n|a|b|\n|-|-|\n|\x1b|\u202E|",
		"nested Markdown":         strings.Repeat("> ", 300) + "x " + strings.Repeat("[", 300) + strings.Repeat("*_", 300),
		"escapes everywhere":      strings.Repeat("\x1b", 500),
		"a mixture":               "\x1b]0;\u202E\x1b[31m[red]\u200B\x9b\r\b\x7f\u009b" + strings.Repeat("\u0301", 40),
	}
}

// shown asks for a still.
func shown(t testing.TB, channel, text string, columns int) (output, screen string) {
	t.Helper()
	a := answers(t, object{"kind": "terminal", "channel": channel, "input_b64": base64.StdEncoding.EncodeToString([]byte(text)), "width": columns})[0]
	raw, err := base64.StdEncoding.DecodeString(fmt.Sprint(a["output_b64"]))
	if err != nil || a["error"] != nil {
		t.Fatalf("%v, %v", a, err)
	}
	return string(raw), fmt.Sprint(a["screen"])
}

// acts gives the first character that a terminal could act on, or that is not what it looks like.
func acts(s string) string {
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"),
			r < 0x20 && r != '\n', r >= 0x7F && r < 0xA0,
			r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r >= 0xE0000 && r <= 0xE0FFF, r == 0x200B, r == 0xFEFF:
			return fmt.Sprintf("%q in %.60q", r, s)
		}
	}
	return ""
}

// Nothing that a terminal could act on reaches a widget or a cell, whatever the way; what reaches it is
// not much longer than the text, fits the screen, and comes to the same when it is shown again.
func TestNothingReachesTheTerminal(t *testing.T) {
	for name, text := range hostile() {
		for _, channel := range channels() {
			once := ""
			for _, columns := range []int{1, 60} {
				output, screen := shown(t, channel, text, columns)
				once = output
				for what, s := range map[string]string{"output": output, "screen": screen} {
					if bad := acts(s); bad != "" {
						t.Errorf("%s, %s: the %s has %s", name, channel, what, bad)
					}
				}
				if len(output) > 3*len(text)+100 {
					t.Errorf("%s, %s: %d bytes became %d", name, channel, len(text), len(output))
				}
				for row := range strings.SplitSeq(screen, "\n") {
					if n := width.Of(row); n > max(columns, 2) { // a wide character in one column is cut by the terminal
						t.Errorf("%s, %s: a row has %d of %d columns: %q", name, channel, n, columns, row)
					}
				}
			}
			if again, _ := shown(t, channel, once, 60); again != once && channel != "model" {
				t.Errorf("%s, %s: %.80q, and then %.80q", name, channel, once, again)
			}
		}
	}
}

// What is asked about is shown whole: nothing in it is hidden, overwritten or taken for markup.
func TestApprovalsHideNothing(t *testing.T) {
	for in, want := range map[string]string{
		"rm -rf x\recho harmless":                       "rm -rf x␍echo harmless",
		"evil\b\b\b\bgood":                              "evil␈␈␈␈good",
		"a\x1b[8mhidden\x1b[0m":                         "a␛[8mhidden␛[0m",
		`echo [red]x[-] ["r"] [:::http://x]y[:::-]`:     `echo [red]x[-] ["r"] [:::http://x]y[:::-]`,
		"cat a\u200Bb 👩\u200D👧 rm\uFE0F c\u00A0d\u3000": "cat a<U+200B>b 👩<U+200D>👧 rm<U+FE0F> c<A0>d<U+3000>",
		"echo \u202Etxt\u2066":                          "echo <U+202E>txt<U+2066>",
		"one\r\ntwo\n\u0301three":                       "one␍\ntwo\n<301>three",
		"**bold** `code` <b> # x":                       "**bold** `code` <b> # x",
	} {
		output, screen := shown(t, "approval", in, 100)
		if output != want {
			t.Errorf("%q: %q, want %q", in, output, want)
		}
		for line := range strings.SplitSeq(want, "\n") {
			if !strings.Contains(screen, line) {
				t.Errorf("%q is not on the screen:\n%s", line, screen)
			}
		}
	}
	long := strings.Repeat("x", 100_000) + "END"
	if output, _ := shown(t, "approval", long, 80); !strings.Contains(strings.ReplaceAll(output, "\n", ""), long) {
		t.Error("a long command is cut")
	}
}

func FuzzTerminal(f *testing.F) {
	for _, text := range hostile() {
		f.Add(text, 40)
	}
	f.Fuzz(func(t *testing.T, text string, columns int) {
		for _, channel := range channels() {
			output, screen := shown(t, channel, text, columns&0x7F)
			if bad := acts(output) + acts(screen); bad != "" {
				t.Errorf("%s: %s", channel, bad)
			}
		}
	})
}
