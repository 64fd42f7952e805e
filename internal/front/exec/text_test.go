package exec_test

import (
	"encoding/json"
	"strings"
	"testing"

	"eidolon/actors/event"
	"eidolon/internal/front/exec"
)

// Whose result a line is of is plain also where calls run side by side and end in another order.
func TestResultsNameTheirCalls(t *testing.T) {
	var out, errs strings.Builder
	text := exec.NewText(&out, &errs, false)
	use := func(call string) event.Event {
		return event.ToolUse{Call: call, Name: "t." + call, Input: json.RawMessage(`{}`)}
	}
	end := func(call string) event.Event {
		return event.ToolResult{Call: call, OK: true, Output: json.RawMessage(`{"ok":true,"data":{"text":"of ` + call + `"}}`), MS: 10}
	}
	var events []event.Envelope
	for i, ev := range []event.Event{event.Message{Role: event.RoleUser, Text: "go"}, use("a"), use("b"), end("b"), end("a"), use("c"), end("c")} {
		events = append(events, event.Envelope{Seq: int64(i + 1), Turn: 1, Round: 1, Event: ev})
	}
	if err := text.Render(t.Context(), events); err != nil {
		t.Fatal(err)
	}
	want := "⏺ t.a {}\n⏺ t.b {}\n  of b\nDone. (0.01s)\n⏺ t.a {}\n  of a\nDone. (0.01s)\n⏺ t.c {}\n  of c\nDone. (0.01s)\n"
	if errs.String() != want {
		t.Errorf("%q", errs.String())
	}
}

// A result that is a list or a fact says what was found, as one that is a text does.
func TestResultsSayWhatWasFound(t *testing.T) {
	for name, c := range map[string]struct{ data, want string }{
		"a page that leads elsewhere": {`{"url":"http://a","leads_to":"http://b/","status":302,"content":""}`, "  it leads to http://b/, which was not asked\n"},
		"the card of a tool":          {`{"name":"x","detail":"<tool x>\nIt does.\n"}`, "  <tool x>\n  It does.\n"},
		"passages":                    {`{"hits":[{"id":"1b4e","seq":7,"turn":1,"score":2}],"sessions":1}`, "  1b4e 7\n"},
		"no passages":                 {`{"hits":[],"sessions":0}`, "  nothing was found\n"},
		"a session":                   {`{"id":"1b4e","shown":[1,2,3],"before":0}`, "  session 1b4e, messages read: 3\n"},
		"files":                       {`{"files":["a.go","b\u001b[2J.go"]}`, "  a.go\n  b␛[2J.go\n"},
		"lines":                       {`{"matches":[{"path":"a.go","line":3,"text":"func a"}]}`, "  a.go 3 func a\n"},
		"entries":                     {`{"path":".","entries":[{"path":"a.go","type":"file","size":3}]}`, "  a.go\n"},
		"pages":                       {`{"query":"x","results":[{"title":"X","url":"http://x"}]}`, "  X http://x\n"},
		"nothing to tell":             {`{"from":"a","to":"b"}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var out, errs strings.Builder
			text := exec.NewText(&out, &errs, false)
			events := []event.Envelope{
				{Seq: 1, Turn: 1, Event: event.Message{Role: event.RoleUser, Text: "go"}},
				{Seq: 2, Turn: 1, Round: 1, Event: event.ToolUse{Call: "a", Name: "t.a", Input: json.RawMessage(`{}`)}},
				{Seq: 3, Turn: 1, Round: 1, Event: event.ToolResult{Call: "a", OK: true, Output: json.RawMessage(`{"ok":true,"data":` + c.data + `}`), MS: 10}},
			}
			if err := text.Render(t.Context(), events); err != nil {
				t.Fatal(err)
			}
			if want := "⏺ t.a {}\n" + c.want + "Done. (0.01s)\n"; errs.String() != want {
				t.Errorf("got %q, want %q", errs.String(), want)
			}
		})
	}
}
