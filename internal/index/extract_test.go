package index

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
)

func TestExtract(t *testing.T) {
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	for _, c := range []struct {
		name string
		give event.Event
		want passage
	}{
		{"the user", event.Message{Role: event.RoleUser, Text: "a"}, passage{User, "a"}},
		{"what is hidden", event.Message{Role: event.RoleUser, Text: "a", Hidden: true}, passage{}},
		{"the model, without the framing of calls", event.Message{
			Role: event.RoleAssistant,
			Text: "I look.\n!unquote_start\n<tool_call SysBuiltIn.ls id=\"a\">\n!unquote_end\n",
		}, passage{Assistant, "I look.\n"}},
		{"calls alone", event.Message{Role: event.RoleAssistant, Text: "!unquote_start\n<tool_call SysBuiltIn.ls id=\"a\">\n!unquote_end\n"}, passage{}},
		{"results as the model gets them", event.Message{Role: event.RoleToolResults, Text: "a"}, passage{}},
		{"the system", event.Message{Role: event.RoleSystem, Text: "a"}, passage{}},
		{"a title", event.Title{Title: "a"}, passage{Title, "a"}},
		{"a call", event.ToolUse{Name: "t", Input: raw(`{"path":"a\n\"b\"","n":[12,-3.5e2,true,null],"deep":{"x" : "y"}}`)}, passage{Call, "t a\n\"b\"\n12\n-3.5e2\ny"}},
		{"a result", event.ToolResult{Output: raw(`{"ok":true,"data":{"text":"é\t"}}`)}, passage{Output, "é\t"}},
		{"a long result", event.ToolResult{Output: raw(`{"a":"` + strings.Repeat("é", maxDone) + `"}`)}, passage{Output, strings.Repeat("é", maxDone/2)}},
		{"no result", event.ToolResult{}, passage{}},
		{"anything else", event.Reasoning{Text: "a"}, passage{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := extract(c.give)
			if !ok {
				got = passage{}
			}
			if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(passage{})); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
		})
	}
}
