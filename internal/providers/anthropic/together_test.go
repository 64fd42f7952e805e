package anthropic

import (
	"encoding/json"
	"strings"
	"testing"

	sdk "github.com/anthropics/anthropic-sdk-go"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

// TestPutTogetherAsBySDK reads requests with the types of the SDK and writes them again: what we have put
// together as it would not comes out differently.
func TestPutTogetherAsBySDK(t *testing.T) {
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
			var params sdk.MessageNewParams
			if err := json.Unmarshal([]byte(body), &params); err != nil {
				t.Fatal(err)
			}
			again, err := json.Marshal(params)
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Replace(body, `"stream":true,`, "", 1) // which is no parameter of the SDK
			modeltest.SameJSON(t, want, string(again))
		})
	}
}
