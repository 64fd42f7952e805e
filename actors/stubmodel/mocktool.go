package stubmodel

import (
	"context"

	"eidolon/actors/tool"
)

// MockTool is the tool that the mock scripts call. It reads nothing, changes nothing and says ok.
type MockTool struct{}

// Spec implements tool.Handler. The tool is in no namespace: orchestrators look for its bare name.
func (MockTool) Spec() tool.Spec {
	return tool.Spec{
		Name:     "mock_tool",
		Summary:  "Does nothing and says ok.",
		Params:   []tool.Param{{Name: "value", Type: tool.Integer, Summary: "Any number."}},
		ReadOnly: true,
	}
}

// Classify implements tool.Handler.
func (MockTool) Classify(tool.Call) (tool.Class, error) {
	return tool.Class{ReadOnly: true, Speculative: true}, nil
}

// Run implements tool.Handler.
func (MockTool) Run(context.Context, tool.Call, tool.Class, func(tool.Progress)) tool.Result {
	return tool.OK(struct{}{}, "ok")
}
