package openai

import (
	openai "github.com/sashabaranov/go-openai"

	"eidolon/internal/providers/format"
)

// message is one message on the wire. The library's own type leaves out content that is empty, which
// some services refuse, and has no way to send null.
type message struct {
	Role       string            `json:"role"`
	Content    *string           `json:"content"`
	ToolCalls  []openai.ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string            `json:"tool_call_id,omitempty"`
}

// encode turns one run into messages of the wire. Results of native calls come first, because services
// want them right after the calls.
func encode(r format.Run) ([]any, error) {
	var out []any
	for _, result := range r.Results() {
		out = append(out, message{Role: openai.ChatMessageRoleTool, Content: &result.Text, ToolCallID: result.ID})
	}
	var calls []openai.ToolCall
	for _, c := range r.Calls() {
		calls = append(calls, openai.ToolCall{
			ID: c.ID, Type: openai.ToolTypeFunction,
			Function: openai.FunctionCall{Name: c.Name, Arguments: format.Input(c.Input)},
		})
	}
	role := openai.ChatMessageRoleUser
	switch r.Side {
	case format.Opening:
		role = openai.ChatMessageRoleSystem
	case format.Assistant:
		role = openai.ChatMessageRoleAssistant
	default:
	}
	switch text := r.Text(); {
	case text != "":
		out = append(out, message{Role: role, Content: &text, ToolCalls: calls})
	case len(calls) > 0:
		out = append(out, message{Role: role, ToolCalls: calls})
	}
	return out, nil
}
