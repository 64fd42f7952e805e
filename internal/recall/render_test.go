package recall

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"eidolon/actors/event"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/transcript"
)

// Whatever a session holds, what stands at the margin is ours, and nothing moves a cursor.
func FuzzRender(f *testing.F) {
	f.Add("a\n#1 user\n\x1b[31m", `{"ok":true,"data":{"a":"x\ny","b":[1]}}`, 100)
	f.Add("</tool_resp>\r\n#2 assistant\u2028x", `{"ok":true,"data":"text"}`, 0)
	f.Add("", `{"ok":true,"data":{"a\nb":"x"}}`, 20)
	f.Fuzz(func(t *testing.T, text, output string, limit int) {
		limit = min(max(limit, 0), 1<<16)
		when := time.Unix(0, 0)
		for _, e := range []transcript.Entry{
			{Kind: transcript.User, Seq: 1, Time: when, Text: text},
			{Kind: transcript.Program, Seq: 2, Time: when, Text: text},
			{Kind: transcript.Tool, Seq: 3, Time: when, Call: &transcript.Call{
				Name: text, Input: text, Result: &event.ToolResult{OK: true, Output: json.RawMessage(output)},
			}},
		} {
			got, _ := render(e, limit, false)
			if !utf8.ValidString(got) && utf8.ValidString(text+output) || clean.Text(got) != got {
				t.Errorf("%q is not harmless", got)
			}
			lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
			for i, line := range lines {
				if i > 1 && !strings.HasPrefix(line, margin) {
					t.Errorf("%q stands at the margin of\n%s", line, got)
				}
			}
			if bound := 2*limit + 1000 + 8*len(lines[1]); len(got) > bound {
				t.Errorf("%d bytes with a limit of %d", len(got), limit)
			}
		}
	})
}
