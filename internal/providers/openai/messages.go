package openai

import (
	"encoding/json"
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
)

// message is one message on the wire. The library's own type leaves out content that is empty, which
// some services refuse, and has no way to send null.
type message struct {
	Role       string            `json:"role"`
	Content    any               `json:"content"` // text, parts or null
	Reasoning  *string           `json:"reasoning_content,omitempty"`
	Details    []json.RawMessage `json:"reasoning_details,omitempty"`
	ToolCalls  []openai.ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string            `json:"tool_call_id,omitempty"`
}

// messages turns a conversation into messages of the wire, for one service.
type messages struct {
	echo bool   // the service wants the reasoning before calls back
	host string // of the service; details of other services are not sent to it
}

// encode turns one run into messages of the wire. Results of native calls come first, because services
// want them right after the calls.
func (ms messages) encode(r format.Run) ([]any, error) {
	var out []any
	for _, result := range r.Results() {
		out = append(out, message{Role: openai.ChatMessageRoleTool, Content: result.Text, ToolCallID: result.ID})
	}
	said := message{Role: openai.ChatMessageRoleUser, ToolCalls: toolCalls(r)}
	switch r.Side {
	case format.Opening:
		said.Role = openai.ChatMessageRoleSystem
	case format.Assistant:
		said.Role = openai.ChatMessageRoleAssistant
		said.Details = details(r.Thoughts(), ms.host)
		if ms.echo && len(said.ToolCalls) > 0 {
			said.Reasoning = new(reasoning(r.Thoughts()))
		}
	default:
	}
	switch text, images := r.Text(), r.Images(); {
	case len(images) > 0:
		said.Content = parts(images, text)
	case text != "":
		said.Content = text
	case len(said.ToolCalls) == 0:
		return out, nil
	}
	return append(out, said), nil
}

// maxName is how long the name of a function may be.
const maxName = 64

// toolCalls gives the native calls of a run.
func toolCalls(r format.Run) []openai.ToolCall {
	var out []openai.ToolCall
	for _, c := range r.Calls() {
		out = append(out, openai.ToolCall{
			ID: c.ID, Type: openai.ToolTypeFunction,
			Function: openai.FunctionCall{Name: format.Name(c.Name, maxName), Arguments: format.Input(c.Input)},
		})
	}
	return out
}

// parts gives pictures and the text about them.
func parts(images []model.Image, text string) []openai.ChatMessagePart {
	var out []openai.ChatMessagePart
	for _, i := range images {
		out = append(out, openai.ChatMessagePart{
			Type:     openai.ChatMessagePartTypeImageURL,
			ImageURL: &openai.ChatMessageImageURL{URL: format.DataURL(i)},
		})
	}
	if text != "" {
		out = append(out, openai.ChatMessagePart{Type: openai.ChatMessagePartTypeText, Text: text})
	}
	return out
}

// reasoning gives what the model thought, as far as it came from services of this format: others sign
// what they give.
func reasoning(thoughts []model.Thought) string {
	var texts []string
	for _, t := range thoughts {
		if t.Signature == "" || strings.HasPrefix(t.Signature, mark) {
			texts = append(texts, t.Text)
		}
	}
	return strings.Join(texts, "\n\n")
}
