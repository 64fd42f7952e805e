package threads

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/leaf/figure"
	"eidolon/internal/store"
	"eidolon/internal/transcript"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

const good = `{"ok":true,"data":{}}`

func TestMarkdown(t *testing.T) {
	diff := event.ToolResult{OK: true, Output: json.RawMessage(good), Diff: "+a\n+```\n"}
	for _, c := range []struct {
		name string
		e    transcript.Entry
		want string
	}{
		{"the user is quoted", transcript.Entry{Kind: transcript.User, Time: noon, Text: "# a\n\nb\x1b\n"}, "\n## You, 2026-01-02 12:00:00 UTC\n\n> # a\n>\n> b␛\n"},
		{"an open fence is closed", transcript.Entry{Kind: transcript.Model, Text: "x\n````go\ny\n```"}, "\n## Assistant\n\nx\n````go\ny\n```\n````\n"},
		{"a closed one is left", transcript.Entry{Kind: transcript.Model, Text: "~~~\n```\n~~~"}, "\n## Assistant\n\n~~~\n```\n~~~\n"},
		{"a call", transcript.Entry{Kind: transcript.Tool, Call: &transcript.Call{Name: "n", Input: "`x``"}}, "\n- `n` ``` `x`` ```: no result is known\n"},
		{
			"a change",
			transcript.Entry{Kind: transcript.Tool, Call: &transcript.Call{Name: "n", Input: "{}", Result: &diff}},
			"\n- `n` `{}`: ok (0.00s)\n\n````diff\n+a\n+```\n````\n",
		},
		{"a notice", transcript.Entry{Kind: transcript.Program, Text: "a*b\n# c"}, "\n*a\\*b \\# c*\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			(&markdown{out: &out}).entry(c.e)
			if got := out.String(); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestAge(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Hour: "now", 59 * time.Second: "now", time.Minute: "1m", 119 * time.Minute: "1h", 47 * time.Hour: "1d", 400 * 24 * time.Hour: "400d",
	} {
		if got := figure.Age(d); got != want {
			t.Errorf("age of %s is %s, want %s", d, got, want)
		}
	}
}

// Text of a title cannot act on the terminal, nor pretend to be a column.
func TestLabelIsHarmless(t *testing.T) {
	got := label(store.Summary{Title: "a\x1b[2J\tb\nc", State: store.StatusInterrupted, Problems: 2})
	if want := "a␛[2J b c [interrupted] [problems: 2]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
