package anthropic

import (
	"encoding/json"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/param"

	"eidolon/actors/model"
)

// defaultMaxTokens is what an answer may have when nobody says otherwise. The format demands a number,
// and a service refuses one that is beyond the model; this one fits all that are offered today and is
// more than an answer of an agent has.
const defaultMaxTokens = 32_000

// settingsOf gives everything of a request but its messages. What is not set is not sent.
func settingsOf(req model.Request) sdk.MessageNewParams {
	p := sdk.MessageNewParams{
		Model: req.Model, MaxTokens: int64(req.MaxOutputTokens),
		CacheControl: sdk.NewCacheControlEphemeralParam(), // at the last block of the request
	}
	if p.MaxTokens <= 0 {
		p.MaxTokens = defaultMaxTokens
	}
	if req.Temperature != nil {
		p.Temperature = sdk.Float(*req.Temperature)
	}
	addTools(&p, req)
	addSystem(&p, req.Messages)
	think(&p, req)
	return p
}

// addTools offers the tools. The service refuses a conversation with calls when no tools are described,
// as after a change of the way in which a model calls them: then they are named and forbidden.
func addTools(p *sdk.MessageNewParams, req model.Request) {
	for _, t := range req.Tools {
		described := tool(t.Name, t.Schema)
		if t.Description != "" {
			described.OfTool.Description = sdk.String(t.Description)
		}
		p.Tools = append(p.Tools, described)
	}
	switch c := req.Choice; {
	case len(req.Tools) == 0:
		if p.Tools = namesCalled(req.Messages); len(p.Tools) > 0 && !req.WebSearch {
			p.ToolChoice.OfNone = &sdk.ToolChoiceNoneParam{}
		}
	case c.Name != "":
		p.ToolChoice.OfTool = &sdk.ToolChoiceToolParam{Name: plainName(c.Name)}
	case c.Required:
		p.ToolChoice.OfAny = &sdk.ToolChoiceAnyParam{}
	}
	if req.WebSearch {
		p.Tools = append(p.Tools, sdk.ToolUnionParam{OfWebSearchTool20250305: &sdk.WebSearchTool20250305Param{}})
	}
}

// tool gives a tool with its schema, which goes as it is; without one it takes any object.
func tool(name string, schema json.RawMessage) sdk.ToolUnionParam {
	if len(schema) == 0 {
		return sdk.ToolUnionParamOfTool(sdk.ToolInputSchemaParam{Type: "object"}, plainName(name))
	}
	return sdk.ToolUnionParamOfTool(param.Override[sdk.ToolInputSchemaParam](schema), plainName(name))
}

// namesCalled describes the tools that the messages have calls of, as far as that goes.
func namesCalled(messages []model.Message) []sdk.ToolUnionParam {
	var out []sdk.ToolUnionParam
	seen := map[string]bool{}
	for i := range messages {
		for _, c := range messages[i].Calls {
			if name := plainName(c.Name); !seen[name] {
				seen[name] = true
				out = append(out, tool(name, nil))
			}
		}
	}
	return out
}

// addSystem takes the system prompt out of the conversation. It is followed by the first mark for the
// cache; a request without one has it at its tools.
func addSystem(p *sdk.MessageNewParams, messages []model.Message) {
	if len(messages) > 0 && messages[0].Role == model.System && !blank(messages[0].Text) {
		p.System = []sdk.TextBlockParam{{Text: messages[0].Text, CacheControl: sdk.NewCacheControlEphemeralParam()}}
		return
	}
	if n := len(p.Tools); n > 0 {
		*p.Tools[n-1].GetCacheControl() = sdk.NewCacheControlEphemeralParam()
	}
}
