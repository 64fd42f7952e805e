package transcript

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/actors/tool"
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

// line writes an entry.
func line(e Entry) string {
	switch e.Kind {
	case User:
		return "you: " + e.Text
	case Model:
		return "model: " + e.Text
	case Tool:
		return "call: " + e.Call.Name + " " + e.Call.Input + ": " + e.Call.Outcome()
	case Program:
	}
	return "· " + e.Text
}

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
		}, []string{"you: Hi\n", "model: Hello."}},
		{"calls come after the words that ask for them", [][]event.Envelope{
			at(1, 1, use("a", "I look.\n"), use("b", ""), result("a", good), said(event.RoleAssistant, "I look.\n"+block), result("b", good)),
			at(1, 1, said(event.RoleToolResults, "<tool_resp>")),
			at(1, 2, said(event.RoleAssistant, "Done.")),
		}, []string{"model: I look.", `call: SysBuiltIn.ls {"path":"a"}: ok (0.02s)`, `call: SysBuiltIn.ls {"path":"b"}: ok (0.02s)`, "model: Done."}},
		{
			"an answer of calls alone",
			[][]event.Envelope{at(1, 1, use("a", block), said(event.RoleAssistant, block), result("a", good))},
			[]string{`call: SysBuiltIn.ls {"path":"a"}: ok (0.02s)`},
		},
		{
			"an answer that never came",
			[][]event.Envelope{at(1, 1, use("a", "I look.\n"+block)), at(2, 0, said(event.RoleUser, "And?"))},
			[]string{"model: I look.", `call: SysBuiltIn.ls {"path":"a"}: no result is known`, "you: And?"},
		},
		{
			"an answer that was cut",
			[][]event.Envelope{at(1, 1, event.Message{Role: event.RoleAssistant, Text: "Wel", Partial: true}, event.Interrupted{})},
			[]string{"model: Wel", "· the answer was cut here", "· interrupted"},
		},
		{
			"outcomes",
			[][]event.Envelope{at(1, 1, use("a", ""), use("b", ""), use("c", ""), use("d", ""), use("e", ""),
				result("a", `{"ok":false,"error":{"code":"not_found","message":"no\nfile"}}`),
				result("b", `{"ok":true,"data":{"exit_code":2}}`), result("c", `{"ok":true,"data":{"timed_out":true,"exit_code":1}}`),
				event.ToolResult{Call: "d", Superseded: true}, result("e", `{"ok":true,"data":[1]}`))},
			[]string{
				`call: SysBuiltIn.ls {"path":"a"}: failed: not_found: no
file (0.02s)`, `call: SysBuiltIn.ls {"path":"b"}: exit 2 (0.02s)`,
				`call: SysBuiltIn.ls {"path":"c"}: timed out (0.02s)`, `call: SysBuiltIn.ls {"path":"d"}: replaced by a later call (0.00s)`,
				`call: SysBuiltIn.ls {"path":"e"}: ok (0.02s)`,
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
				"· error: no\x1b answer", "· the turn ended: it took as many requests as it may", "· named: T", "· denied by guard (r): why",
				"· tasks: 1 of 2 completed", "· the events 1 to 2 were summed up for the model",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			f := Fold{Emit: func(e Entry) { got = append(got, line(e)) }}
			for _, list := range c.events {
				for _, e := range list {
					f.Add(e)
				}
			}
			f.close()
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
		})
	}
}
