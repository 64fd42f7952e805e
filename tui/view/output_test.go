package view_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/tui/view"
)

// printed gives what is shown of a running command that prints these pieces.
func printed(pieces ...string) string {
	events := []event.Event{said("x"), nextRound{}, used("bash", `{}`), event.CallStarted{Call: "bash"}}
	for _, p := range pieces {
		events = append(events, event.CallProgress{Call: "bash", Text: p})
	}
	h := newHistory(view.Options{})
	h.apply(script(events...)...)
	var b strings.Builder
	item := h.items[1]
	for _, block := range item.Blocks[1:] {
		bare := *block
		bare.First.Text, bare.Rest.Text = "", ""
		dumpBlock(&b, &bare)
	}
	return b.String()
}

func TestOutputOfCommands(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"plain":               {"a\nb\n", "  |a\n  |b\n"},
		"a line that changes": {"10%\r20%\r100%\n", "  |100%\n"},
		"shorter than before": {"long line\rno\n", "  |nong line\n"},
		"erased":              {"long line\r\x1b[Kno\n", "  |no\n"},
		"erased whole":        {"abc\x1b[2Kd", "  |d\n"},
		"backspace":           {"abc\b\bX\n", "  |aXc\n"},
		"tabs":                {"a\tb\n\tc\n", "  |a   b\n  |    c\n"},
		"windows":             {"a\r\nb\r\n", "  |a\n  |b\n"},
		"colours":             {"\x1b[31mr\x1b[1mb\x1b[0mp\x1b[92mg\x1b[39;44mx\x1b[m\n", "  |{text fg=2: r}{text+1 fg=2: b}p{text fg=b: g}{text bg=5: x}\n"},
		"256 colours":         {"\x1b[38;5;208mx\x1b[48;5;0my\x1b[0m\n", "  |{text fg=d1: x}{text fg=d1 bg=1: y}\n"},
		"true colours":        {"\x1b[38;2;1;2;3mx\x1b[38:2:4:5:6my\n", "  |{text fg=80010203: x}{text fg=80040506: y}\n"},
		"attributes":          {"\x1b[2;3;4;7;9mx\x1b[22;23;24;27;29my\n", "  |{text+62: x}y\n"},
		"parts of parameters": {"\x1b[4:3mu\x1b[4:0mv\x1b[38:2::7:8:9mw\x1b[58;5;1;1mx\n", "  |{text+8: u}v{text fg=80070809: w}{text+1 fg=80070809: x}\n"},
		"unknown codes":       {"\x1b[999;38;7mx\x1b[38;5my\x1b[?1;31mz\n", "  |xyz\n"},
		"other sequences":     {"\x1b[2J\x1b[10;10Ha\x1b]0;title\x07b\x1b]8;;http://x\x1b\\c\x1b(Bd\x1bPq\x1b\\e\x1b7f\n", "  |abcdef\n"},
		"a string cut off":    {"\x1b]0;title without end\nnext\n", "  |\n  |next\n"},
		"controls":            {"a\x00\x01\x7f\u009b31mb\u0085\x85\n", "  |a␀␁␡{text fg=2: b<85>�}\n"},
		"bidi":                {"a\u202eb\u200bc\n", "  |a<U+202E>b<U+200B>c\n"},
		"not UTF-8":           {"a\xff\xfeb\n", "  |a��b\n"},
		"blank lines":         {"\n\na\n", "  |\n  |\n  |a\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, printed(tt.text)); d != "" {
				t.Error(d)
			}
			for i := range tt.text {
				if !utf8.RuneStart(tt.text[i]) || !utf8.ValidString(tt.text) && i > 0 {
					continue
				}
				if d := cmp.Diff(tt.want, printed(tt.text[:i], tt.text[i:])); d != "" {
					t.Errorf("cut at %d: %s", i, d)
				}
			}
		})
	}
}

// A command that prints without end, in one line or many, costs no more memory.
func TestOutputIsBounded(t *testing.T) {
	if got := printed(strings.Repeat("x", 1<<20)); len(got) > 4<<10 || !strings.Contains(got, "… (Ctrl+O)") {
		t.Errorf("%d bytes, ending in %q", len(got), got[max(len(got)-60, 0):])
	}
	got := printed(strings.Repeat("line\n", 100_000))
	if !strings.Contains(got, "+99995 lines above") {
		t.Errorf("%.200s", got)
	}
}

func FuzzOutput(f *testing.F) {
	f.Add("a\x1b[31mb\r\n\x1b]0;x\x07\b\t\u202e\xff", 3)
	f.Fuzz(func(t *testing.T, text string, at int) {
		at = min(max(at, 0), len(text))
		h := newHistory(view.Options{})
		h.apply(script(said("x"), nextRound{}, used("bash", `{}`), event.CallStarted{Call: "bash"},
			event.CallProgress{Call: "bash", Text: text[:at]}, event.CallProgress{Call: "bash", Text: text[at:]})...)
		item := h.items[1]
		for _, b := range append(slices.Clip(item.Blocks), item.More...) {
			checkBlock(t, b)
		}
	})
}
