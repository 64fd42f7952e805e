package hooks

import (
	"strings"
	"testing"
	"unicode/utf8"

	"eidolon/fsapi"
	"eidolon/internal/leaf/clean"
)

// The user hears why a hook failed, the sandbox included.
func TestFailure(t *testing.T) {
	for want, exit := range map[string]fsapi.Exit{
		"it printed no reason":      {Code: 1},
		"oh":                        {Code: 1, Stderr: fsapi.Captured{Text: "oh\n"}},
		"the sandbox was there: oh": {Code: 1, Stderr: fsapi.Captured{Text: "oh\n"}, Hindered: "the sandbox was there"},
	} {
		a := read(Stop, fsapi.Command{Text: "x"}, exit)
		if len(a.told) != 1 || a.told[0] != "the Stop hook `x` failed (exit 1) and the work went on without it: "+want || a.block {
			t.Errorf("%+v, want %s", a, want)
		}
	}
}

// FuzzRead gives answers that nobody foresaw: what comes of them is harmless, bounded text, and a
// refusal has a reason.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"", "{}", "plain", `{"decision":"block"}`, `{"continue":false}`, `{"hookSpecificOutput":{"permissionDecision":"ask"}}`,
		`{"hookSpecificOutput":{"updatedInput":{}}}`, `{"decision":1}`, `{"systemMessage":"\u001b[2J"}`, "{oh", `{"decision":"perhaps"}`,
	} {
		f.Add(0, seed, "reason")
	}
	f.Add(2, "", "\x1b[31m")
	f.Fuzz(func(t *testing.T, code int, stdout, stderr string) {
		exit := fsapi.Exit{Code: code, Stdout: fsapi.Captured{Text: stdout}, Stderr: fsapi.Captured{Text: stderr}}
		for _, event := range []Event{PreToolUse, PostToolUse, UserPromptSubmit, Stop} {
			a := read(event, fsapi.Command{Text: "x"}, exit)
			if a.block && a.reason == "" || code == exitBlock && !a.block {
				t.Errorf("%s: %+v", event, a)
			}
			for _, text := range append(a.context, a.reason) {
				if clean.Text(text) != text || len(text) > 2*textLimit || !utf8.ValidString(text) {
					t.Errorf("%s: text for the model %q", event, text)
				}
			}
			for _, line := range a.told {
				if line = short(line); strings.ContainsAny(line, "\n\x1b") || len(line) > lineLimit+len("…") {
					t.Errorf("%s: line for the user %q", event, line)
				}
			}
		}
	})
}
