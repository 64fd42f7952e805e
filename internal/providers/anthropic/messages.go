package anthropic

import (
	"bytes"
	"encoding/json"
	"strings"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
)

// message is one message on the wire.
type message struct {
	Role    string  `json:"role"`
	Content []block `json:"content"`
}

// block is a part of a message, of one of the types text, image, thinking, redacted_thinking, tool_use
// and tool_result.
type block struct {
	Type         string          `json:"type"`
	Text         string          `json:"text,omitempty"`
	Source       *source         `json:"source,omitempty"`
	Thinking     *string         `json:"thinking,omitempty"`
	Signature    string          `json:"signature,omitempty"`
	Data         string          `json:"data,omitempty"`
	ID           string          `json:"id,omitempty"`
	Name         string          `json:"name,omitempty"`
	Input        json.RawMessage `json:"input,omitempty"`
	ToolUseID    string          `json:"tool_use_id,omitempty"`
	Content      string          `json:"content,omitempty"`
	IsError      bool            `json:"is_error,omitempty"`
	CacheControl *cacheControl   `json:"cache_control,omitempty"`
}

type source struct {
	Type      string `json:"type"`
	MediaType string `json:"media_type"`
	Data      []byte `json:"data"` // JSON has it in base64
}

// The speakers.
const (
	user      = "user"
	assistant = "assistant"
)

// noWords stands for a text that has none, which the service refuses.
const noWords = "(no words)"

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// encode turns a run into a message of the wire; the system prompt is none. Thoughts come first and
// calls last in a message of the model, results first in one of the user, as the service has it.
func encode(r format.Run, name string) ([]any, error) {
	m := message{Role: user}
	switch r.Side {
	case format.Opening:
		return nil, nil
	case format.Assistant:
		m.Role = assistant
		m.Content = thoughtBlocks(r.Thoughts(), name)
	default:
		m.Content = append(resultBlocks(r.Results()), imageBlocks(r.Images())...)
	}
	said := len(m.Content)
	text := r.Text()
	calls := callBlocks(r.Calls())
	switch {
	case !blank(text):
		m.Content = append(m.Content, block{Type: "text", Text: text})
	case text != "" && len(calls) == 0 && (said == 0 || m.Role == assistant):
		m.Content = append(m.Content, block{Type: "text", Text: noWords})
	}
	m.Content = append(m.Content, calls...)
	if len(m.Content) == 0 || (m.Role == assistant && text == "" && len(calls) == 0) {
		return nil, nil
	}
	return []any{m}, nil
}

func resultBlocks(results []model.Result) []block {
	var out []block
	for _, r := range results {
		b := block{Type: "tool_result", ToolUseID: plainName(r.ID), Content: r.Text, IsError: !r.OK}
		if b.IsError && blank(b.Content) {
			b.Content = noWords
		}
		out = append(out, b)
	}
	return out
}

func imageBlocks(images []model.Image) []block {
	var out []block
	for _, i := range images {
		out = append(out, block{Type: "image", Source: &source{Type: "base64", MediaType: i.MediaType, Data: i.Data}})
	}
	return out
}

func callBlocks(calls []model.Call) []block {
	var out []block
	for _, c := range calls {
		out = append(out, block{Type: "tool_use", ID: plainName(c.ID), Name: plainName(c.Name), Input: json.RawMessage(format.Input(c.Input))})
	}
	return out
}

// maxName is how long a name may be.
const maxName = 128

// plainName gives a name or an id as the service allows it.
func plainName(name string) string { return format.Name(name, maxName) }

// opening gives what has to stand before the messages: the user speaks first, and a conversation whose
// beginning is gone may not begin so.
func opening(messages []byte) []byte {
	if bytes.HasPrefix(messages, []byte(`{"role":"assistant"`)) {
		return []byte(`{"role":"user","content":[{"type":"text","text":"` + noWords + `"}]},`)
	}
	return nil
}

// mark is a text to put into the encoded messages.
type mark struct {
	at   int
	text string
}

// messageEnd is how a message of [encode] ends: its last block, the list of them, itself.
const messageEnd = "}]}\n"

// markAt gives the mark for the cache at the end of the message that ends at the index.
func markAt(messages []byte, end int) mark {
	if !bytes.HasSuffix(messages[:end], []byte(messageEnd)) {
		return mark{}
	}
	return mark{at: end - len(messageEnd), text: `,"cache_control":{"type":"ephemeral"}`}
}
