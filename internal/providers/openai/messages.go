package openai

import (
	"encoding/json"
	"fmt"
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"eidolon/actors/model"
)

// message is one message on the wire. The library's own type leaves out content that is empty, which
// some services refuse, and has no way to send null.
type message struct {
	Role       string            `json:"role"`
	Content    *string           `json:"content"`
	ToolCalls  []openai.ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string            `json:"tool_call_id,omitempty"`
}

// side is who a run of messages belongs to on the wire, where speakers must take turns.
type side int

const (
	neither   side = iota // says nothing and belongs to any run
	opening               // the system message in front
	user                  // people, tools and later system messages
	assistant             // the model
)

// sideOf gives the side of the message at the index.
func sideOf(messages []model.Message, index int) side {
	m := &messages[index]
	switch {
	case m.Text == "" && len(m.Calls) == 0 && len(m.Results) == 0:
		return neither // some services refuse an empty message
	case m.Role == model.Assistant:
		return assistant
	case m.Role == model.System && index == 0:
		return opening
	}
	return user
}

// runEnd gives the end of the run that begins at the index: up to the next message of another side.
func runEnd(messages []model.Message, from int) int {
	of := neither
	for i := from; i < len(messages); i++ {
		switch s := sideOf(messages, i); {
		case s == neither:
		case of == neither:
			of = s
		case s != of:
			return i
		}
	}
	return len(messages)
}

// fold turns one run into messages of the wire. Results of native calls come first, because services
// want them right after the calls.
func fold(messages []model.Message, from, to int) []message {
	var (
		texts []string
		calls []openai.ToolCall
		out   []message
		role  = openai.ChatMessageRoleUser
	)
	for i := from; i < to; i++ {
		m := &messages[i]
		switch sideOf(messages, i) {
		case opening:
			role = openai.ChatMessageRoleSystem
		case assistant:
			role = openai.ChatMessageRoleAssistant
		default:
		}
		for _, c := range m.Calls {
			calls = append(calls, openai.ToolCall{
				ID: c.ID, Type: openai.ToolTypeFunction, Function: openai.FunctionCall{Name: c.Name, Arguments: arguments(c.Input)},
			})
		}
		for _, r := range m.Results {
			out = append(out, message{Role: openai.ChatMessageRoleTool, Content: &r.Text, ToolCallID: r.ID})
		}
		if m.Text != "" {
			texts = append(texts, tagged(m.Role, i, m.Text))
		}
	}
	switch text := strings.Join(texts, "\n\n"); {
	case text != "":
		out = append(out, message{Role: role, Content: &text, ToolCalls: calls})
	case len(calls) > 0:
		out = append(out, message{Role: role, ToolCalls: calls})
	}
	return out
}

// tagged marks a text that is sent under another role than its own.
func tagged(role model.Role, index int, text string) string {
	switch {
	case role == model.System && index > 0:
		return "<system_note>\n" + text + "\n</system_note>"
	case role == model.ToolResults:
		return "<tool_results>\n" + text + "\n</tool_results>"
	}
	return text
}

// arguments is what a model wrote as the input of a call, in a form that services take back: many read
// it as JSON, and one broken call would make them refuse every later request of the session.
func arguments(input string) string {
	switch {
	case strings.TrimSpace(input) == "":
		return "{}"
	case json.Valid([]byte(input)):
		return input
	}
	quoted, _ := json.Marshal(input) // a string always has a JSON form
	return fmt.Sprintf(`{"invalid_json":%s}`, quoted)
}
