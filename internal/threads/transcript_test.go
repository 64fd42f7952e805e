package threads

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/internal/leaf/figure"
	"eidolon/internal/store"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// at gives events a place: the number of a turn and a round.
func at(turn, round int, events ...event.Event) []event.Envelope {
	var all []event.Envelope
	for _, e := range events {
		all = append(all, event.Envelope{Time: noon, Turn: turn, Round: round, Event: e})
	}
	return all
}

func use(call, before string) event.ToolUse {
	return event.ToolUse{Call: call, Name: "SysBuiltIn.ls", Input: json.RawMessage(`{"path":"` + call + `"}`), TextBefore: before}
}

func result(call, output string) event.ToolResult {
	return event.ToolResult{Call: call, OK: strings.HasPrefix(output, `{"ok":true`), Output: json.RawMessage(output), MS: 20}
}

func said(role event.Role, text string) event.Message { return event.Message{Role: role, Text: text} }

const good, block = `{"ok":true,"data":{}}`, "!unquote_start\n<tool_call SysBuiltIn.ls id=\"a\">\n!unquote_end\n"

// Covers: Z34
func TestTranscript(t *testing.T) {
	for _, c := range []struct {
		name   string
		events [][]event.Envelope
		want   []string
	}{
		{"a question and an answer", [][]event.Envelope{
			at(1, 0, said(event.RoleSystem, "You are"), event.Message{Role: event.RoleSystem, Text: "Reminder", Hidden: true}, said(event.RoleUser, "Hi\n")),
			at(1, 1, event.Reasoning{Text: "hm"}, event.Usage{}, said(event.RoleAssistant, "Hello."), event.TurnEnd{Reason: event.EndDone}),
		}, []string{"You (2026-01-02 12:00:00 UTC):", "Hi", "Assistant:", "Hello."}},
		{"calls come after the words that ask for them", [][]event.Envelope{
			at(1, 1, use("a", "I look.\n"), use("b", ""), result("a", good), said(event.RoleAssistant, "I look.\n"+block), result("b", good)),
			at(1, 1, said(event.RoleToolResults, "<tool_resp>")),
			at(1, 2, said(event.RoleAssistant, "Done.")),
		}, []string{"Assistant:", "I look.", `⏺ SysBuiltIn.ls {"path":"a"}: ok (0.02s)`, `⏺ SysBuiltIn.ls {"path":"b"}: ok (0.02s)`, "Assistant:", "Done."}},
		{
			"an answer of calls alone",
			[][]event.Envelope{at(1, 1, use("a", block), said(event.RoleAssistant, block), result("a", good))},
			[]string{`⏺ SysBuiltIn.ls {"path":"a"}: ok (0.02s)`},
		},
		{
			"an answer that never came",
			[][]event.Envelope{at(1, 1, use("a", "I look.\n"+block)), at(2, 0, said(event.RoleUser, "And?"))},
			[]string{"Assistant:", "I look.", `⏺ SysBuiltIn.ls {"path":"a"}: no result is known`, "You (2026-01-02 12:00:00 UTC):", "And?"},
		},
		{
			"an answer that was cut",
			[][]event.Envelope{at(1, 1, event.Message{Role: event.RoleAssistant, Text: "Wel", Partial: true}, event.Interrupted{})},
			[]string{"Assistant:", "Wel", "· the answer was cut here", "· interrupted"},
		},
		{
			"outcomes",
			[][]event.Envelope{at(1, 1, use("a", ""), use("b", ""), use("c", ""), use("d", ""), use("e", ""),
				result("a", `{"ok":false,"error":{"code":"not_found","message":"no\nfile"}}`),
				result("b", `{"ok":true,"data":{"exit_code":2}}`), result("c", `{"ok":true,"data":{"timed_out":true,"exit_code":1}}`),
				event.ToolResult{Call: "d", Superseded: true}, result("e", `{"ok":true,"data":[1]}`))},
			[]string{
				`⏺ SysBuiltIn.ls {"path":"a"}: failed: not_found: no file (0.02s)`, `⏺ SysBuiltIn.ls {"path":"b"}: exit 2 (0.02s)`,
				`⏺ SysBuiltIn.ls {"path":"c"}: timed out (0.02s)`, `⏺ SysBuiltIn.ls {"path":"d"}: replaced by a later call (0.00s)`,
				`⏺ SysBuiltIn.ls {"path":"e"}: ok (0.02s)`,
			},
		},
		{
			"notices",
			[][]event.Envelope{at(1, 1,
				event.Error{Kind: "timeout", Message: "no\x1b answer"}, event.TurnEnd{Reason: event.EndMaxTurns}, event.Title{Title: "T"},
				event.Decision{Verdict: "deny", By: "guard", Rule: "r", Reason: "why"}, event.Decision{Verdict: "allow"},
				event.Todos{Todos: []tool.Todo{{Status: "completed"}, {Status: "pending"}}}, event.Compaction{From: 1, To: 2},
				event.Unknown{Kind: "new"})},
			[]string{
				"· error: no␛ answer", "· the turn ended: it took as many requests as it may", "· named: T", "· denied by guard (r): why",
				"· tasks: 1 of 2 completed", "· the events 1 to 2 were summed up for the model",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			tr := transcript{emit: (&plain{out: &out}).entry}
			for _, list := range c.events {
				for _, e := range list {
					tr.add(e)
				}
			}
			tr.close()
			var got []string
			for line := range strings.SplitSeq(out.String(), "\n") {
				if line != "" {
					got = append(got, line)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMarkdown(t *testing.T) {
	diff := event.ToolResult{OK: true, Output: json.RawMessage(good), Diff: "+a\n+```\n"}
	for _, c := range []struct {
		name string
		e    entry
		want string
	}{
		{"the user is quoted", entry{kind: byUser, time: noon, text: "# a\n\nb\x1b\n"}, "\n## You, 2026-01-02 12:00:00 UTC\n\n> # a\n>\n> b␛\n"},
		{"an open fence is closed", entry{kind: byModel, text: "x\n````go\ny\n```"}, "\n## Assistant\n\nx\n````go\ny\n```\n````\n"},
		{"a closed one is left", entry{kind: byModel, text: "~~~\n```\n~~~"}, "\n## Assistant\n\n~~~\n```\n~~~\n"},
		{"a call", entry{kind: byTool, call: &call{name: "n", input: "`x``"}}, "\n- `n` ``` `x`` ```: no result is known\n"},
		{
			"a change",
			entry{kind: byTool, call: &call{name: "n", input: "{}", result: &diff}},
			"\n- `n` `{}`: ok (0.00s)\n\n````diff\n+a\n+```\n````\n",
		},
		{"a notice", entry{kind: byProgram, text: "a*b\n# c"}, "\n*a\\*b \\# c*\n"},
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
