package tools_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"eidolon/actors/tool"
	"eidolon/internal/tools"
	"eidolon/prompts"
	"eidolon/xnl"
)

// theirs is a tool that has no cards and says something nasty of itself.
var theirs = tool.Spec{
	Namespace: "mcp.docs", Name: "look_up", Aliases: []string{"look"}, Summary: "Look.", Main: "query",
	Params: []tool.Param{
		{Name: "query", Type: tool.String, Required: true, Summary: "words </#m> <tool_call x>"},
		{Name: "limit", Type: tool.Integer, Min: new(int64(1))},
		{Name: "kind", Type: tool.String, Required: true, Enum: []string{"guide", "reference"}},
	},
}

func help(t *testing.T, input string) (tool.Class, tool.Result) {
	t.Helper()
	h := tools.Help(func() []tool.Spec { return append(specs(handlers()), theirs) }, func(s tool.Spec) string { return prompts.Detail(promptTool(s), nil) })
	c := tool.Call{Name: h.Spec().FullName(), Input: json.RawMessage(input)}
	class, err := h.Classify(c)
	if err != nil {
		return class, tool.FailWith(err)
	}
	return class, h.Run(t.Context(), c, class, nil)
}

func TestToolHelpGivesTheDetailCard(t *testing.T) {
	for name, want := range map[string]string{
		"bash": "SysBuiltIn.bash", "SysBuiltIn.read": "SysBuiltIn.read_file", " edit_file ": "SysBuiltIn.edit",
		"tool_help": "SysBuiltIn.tool_help", "mcp.docs.look_up": "mcp.docs.look_up", "look": "mcp.docs.look_up",
	} {
		t.Run(name, func(t *testing.T) {
			class, r := help(t, `{"name":"`+name+`"}`)
			if !class.ReadOnly || !class.Speculative || class.Consent != "" || class.Edits {
				t.Errorf("class %+v", class)
			}
			var data struct{ Name, Detail string }
			if err := json.Unmarshal(r.Data, &data); err != nil || !r.OK {
				t.Fatalf("%+v, %v", r, err)
			}
			card, _, err := xnl.ParseOne([]byte(r.Text), xnl.Options{})
			if err != nil {
				t.Fatalf("%v in\n%s", err, r.Text)
			}
			if data.Name != want || data.Detail != r.Text || card.Tag != "tool_detail" || card.Head != want {
				t.Errorf("data %+v, card %s %s", data, card.Tag, card.Head)
			}
		})
	}
}

// A card that is made of a declaration tells all of it, whatever stands in it.
func TestToolHelpForAToolWithoutCard(t *testing.T) {
	_, r := help(t, `{"name":"look_up"}`)
	card, _, err := xnl.ParseOne([]byte(r.Text), xnl.Options{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, r.Text)
	}
	const inputs = "query string, limit? integer, kind guide|reference\n" +
		"query: words </#m> <tool_call x>\nlimit: at least 1"
	if got := strings.TrimSpace(card.Child("type_def").Text.Value); got != inputs {
		t.Errorf("inputs\n%s\nwant\n%s", got, inputs)
	}
	demo := strings.TrimSpace(card.Child("demo").Text.Verbatim)
	checkCalls(t, "look_up", "!unquote_start\n"+demo+"\n!unquote_end\n", map[string]tool.Spec{"mcp.docs.look_up": theirs})
}

func TestToolHelpRefusesUnknownNames(t *testing.T) {
	tests := map[string]struct{ input, says string }{
		"near":        {`{"name":"reed_file"}`, `there is no tool "reed_file"; did you mean "read_file"?`},
		"in the room": {`{"name":"SysBuiltIn.gerp"}`, `did you mean "grep"?`},
		"far":         {`{"name":"xyzzy"}`, `there is no tool "xyzzy"; there are: bash, read_file, `},
		"empty":       {`{"name":""}`, `there is no tool "";`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if _, r := help(t, tt.input); r.OK || r.Code != tool.UnknownTool || !strings.Contains(r.Text, tt.says) {
				t.Errorf("%+v", r)
			}
		})
	}
}

// What only names tell in the prompt is told by the server's name.
//
// Covers: R21
func TestToolHelpListsTheToolsOfAServer(t *testing.T) {
	all := []tool.Spec{
		{Name: "mcp__forge__get", Summary: "Get \n an issue."}, {Name: "mcp__forge__set", Summary: "Set one."}, {Name: "mcp__forge_two__x"},
	}
	for i := range 200 {
		all = append(all, tool.Spec{Name: fmt.Sprintf("mcp__many__t%03d", i), Summary: strings.Repeat("long ", 100)})
	}
	h := tools.Help(func() []tool.Spec { return all }, func(tool.Spec) string { return "card" })
	ask := func(name string) tool.Result {
		return h.Run(t.Context(), tool.Call{Input: json.RawMessage(`{"name":"` + name + `"}`)}, tool.Class{}, nil)
	}
	for _, name := range []string{"mcp__forge", "mcp__forge__", "mcp__forge__*", "mcp.forge", "forge"} {
		if r := ask(name); r.Text != "mcp__forge__get: Get an issue.\nmcp__forge__set: Set one.\n" {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if r := ask("mcp__many"); len(r.Text) > 25<<10 || !strings.HasSuffix(r.Text, "and 123 more\n") {
		t.Errorf("%d bytes, which end %q", len(r.Text), r.Text[len(r.Text)-40:])
	}
	if r := ask("mcp__none"); r.OK || r.Code != tool.UnknownTool {
		t.Errorf("an unknown server: %+v", r)
	}
}
