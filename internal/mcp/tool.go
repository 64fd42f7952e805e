package mcp

import (
	"context"
	"encoding/json"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"eidolon/actors/tool"
)

type remote struct {
	spec tool.Spec
	call func(ctx context.Context, arguments json.RawMessage, progress func(string)) (*sdk.CallToolResult, error)
}

func newTool(server string, t *sdk.Tool, timeout time.Duration, call func(ctx context.Context, arguments json.RawMessage, progress func(string)) (*sdk.CallToolResult, error)) tool.Handler {
	return remote{tool.Spec{Name: "mcp__" + server + "__" + t.Name, Summary: t.Description, Timeout: timeout}, call}
}

func (r remote) Spec() tool.Spec { return r.spec }

func (r remote) Classify(tool.Call) (tool.Class, error) { return tool.Class{}, nil }

func (r remote) Run(ctx context.Context, c tool.Call, _ tool.Class, emit func(tool.Progress)) tool.Result {
	res, err := r.call(ctx, c.Input, func(text string) { emit(tool.Progress{Stream: "stdout", Text: text + "\n"}) })
	if err != nil {
		return tool.FailWith(err)
	}
	text := ""
	for _, c := range res.Content {
		if c, ok := c.(*sdk.TextContent); ok {
			text += c.Text
		}
	}
	return tool.Result{OK: !res.IsError, Text: text, Code: tool.Failed}
}
