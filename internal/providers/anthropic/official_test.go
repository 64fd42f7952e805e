package anthropic

import (
	"encoding/json"
	"strings"
	"testing"

	official "github.com/anthropics/anthropic-sdk-go"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

// TestOfficialLibraryKnowsTheRequest reads requests with the types of the service's own library and
// writes them again: what it does not know, or takes for something else, comes out differently.
func TestOfficialLibraryKnowsTheRequest(t *testing.T) {
	messages := []model.Message{
		{Role: model.System, Text: "S"},
		{Role: model.User, Text: "U", Images: []model.Image{{MediaType: "image/png", Data: []byte("PNG")}}},
		{
			Role: model.Assistant, Text: "A",
			Thoughts: []model.Thought{
				{Text: "hm", Signature: proof(thought, "claude-opus-5-5", "hm", "SIG")},
				{Signature: proof(redacted, "claude-opus-5-5", "", "DATA")},
			},
			Calls: []model.Call{{ID: "a", Name: "ls", Input: `{"path":"x"}`}},
		},
		{Role: model.ToolResults, Text: "T", Results: []model.Result{{ID: "a", Text: "R"}}},
	}
	tools := []model.Tool{{Name: "ls", Description: "list", Schema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}`)}}
	for _, test := range []struct {
		name string
		req  model.Request
	}{
		{"everything", model.Request{Tools: tools, WebSearch: true, ThinkingLevel: "max"}},
		{"a budget", model.Request{Model: "claude-sonnet-4-5", Tools: tools, ThinkingLevel: "low"}},
		{"no thoughts", model.Request{Tools: tools, ThinkingLevel: "off", Temperature: new(0.5)}},
		{"a tool", model.Request{Tools: tools, Choice: model.Choice{Name: "ls"}}},
		{"any tool", model.Request{Tools: tools, Choice: model.Choice{Required: true}}},
		{"no tool", model.Request{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.req.Messages = messages
			if test.req.Model == "" {
				test.req.Model = "claude-opus-5-5"
			}
			_, body := sent(t, wire.Service{}, test.req)
			var params official.MessageNewParams
			if err := json.Unmarshal([]byte(body), &params); err != nil {
				t.Fatal(err)
			}
			again, err := json.Marshal(params)
			if err != nil {
				t.Fatal(err)
			}
			// The library itself asks for a stream, and gives the content of a result as a list.
			want := strings.Replace(body, `"stream":true,`, "", 1)
			want = strings.Replace(want, `"content":"R"`, `"content":[{"type":"text","text":"R"}]`, 1)
			modeltest.SameJSON(t, want, string(again))
		})
	}
}
