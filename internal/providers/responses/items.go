package responses

import (
	"unicode/utf8"

	openai "github.com/sashabaranov/go-openai"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
)

// maxName is how long the name of a function may be.
const maxName = 64

// items turns a conversation into the items of a request's input.
type items struct {
	host string // of the service; reasoning of other services is not sent to it
}

// The items for which the library has no type.
type (
	callItem struct {
		Type      string `json:"type"`
		CallID    string `json:"call_id"`
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	}
	reasoningItem struct {
		Type      string                       `json:"type"`
		ID        string                       `json:"id,omitempty"`
		Summary   []openai.ResponseSummaryPart `json:"summary"`
		Encrypted string                       `json:"encrypted_content"`
	}
)

// encode turns one run into items. The opening run is not among them: it is the instructions.
func (it items) encode(r format.Run) ([]any, error) {
	switch r.Side {
	case format.Opening:
		return nil, nil
	case format.Assistant:
		var out []any
		for i := range r.Messages {
			out = append(out, it.answer(&r.Messages[i])...)
		}
		return out, nil
	default:
		return asked(r), nil
	}
}

// asked gives what was said to the model: results first, which belong right after their calls.
func asked(r format.Run) []any {
	var out, parts []any
	for _, result := range r.Results() {
		out = append(out, openai.ResponseFunctionCallOutput{Type: "function_call_output", CallID: result.ID, Output: result.Text})
	}
	for _, image := range r.Images() {
		parts = append(parts, openai.ResponseInputImage{Type: "input_image", Detail: "auto", ImageURL: format.DataURL(image)})
	}
	if text := r.Text(); text != "" {
		parts = append(parts, openai.ResponseInputText{Type: "input_text", Text: text})
	}
	if len(parts) > 0 {
		out = append(out, message("user", parts))
	}
	return out
}

func message(role string, content []any) openai.ResponseInputMessage {
	return openai.ResponseInputMessage{Type: "message", Role: role, Content: content}
}

// answer gives what the model said, each item of reasoning where it stood.
func (it items) answer(m *model.Message) []any {
	var out []any
	text, calls, phase := m.Text, m.Calls, ""
	said, called := 0, 0
	upTo := func(bytes, count int) {
		if bytes > said && bytes <= len(text) && (bytes == len(text) || utf8.RuneStart(text[bytes])) {
			next := message("assistant", []any{openai.ResponseInputText{Type: "output_text", Text: text[said:bytes]}})
			next.Phase, phase = phase, ""
			out = append(out, next)
			said = bytes
		}
		for ; called < min(count, len(calls)); called++ {
			c := &calls[called]
			out = append(out, callItem{Type: "function_call", CallID: c.ID, Name: format.Name(c.Name, maxName), Arguments: format.Input(c.Input)})
		}
	}
	for _, thought := range m.Thoughts {
		s, ours := parseSignature(thought.Signature, it.host)
		if !ours || (s.Text >= len(text) && s.Calls >= len(calls)) {
			continue // the service refuses reasoning that led to nothing
		}
		upTo(s.Text, s.Calls)
		if phase = s.Phase; phase != "" {
			continue
		}
		item := reasoningItem{Type: "reasoning", ID: s.ID, Encrypted: s.Encrypted, Summary: []openai.ResponseSummaryPart{}}
		if thought.Text != "" {
			item.Summary = append(item.Summary, openai.ResponseSummaryPart{Type: "summary_text", Text: thought.Text})
		}
		out = append(out, item)
	}
	upTo(len(text), len(calls))
	return out
}
