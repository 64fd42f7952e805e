package stubserver

import (
	"encoding/json"

	"eidolon/actors/model"
)

// chat is the format of OpenAI's chat completions.
type chat struct{}

// chatEncoder writes the events of one answer.
type chatEncoder struct {
	model     string
	withUsage bool // the client asked for it
	usage     *chatUsage
}

type (
	chatEvent struct {
		ID      string       `json:"id"`
		Object  string       `json:"object"`
		Created int64        `json:"created"`
		Model   string       `json:"model"`
		Choices []chatChoice `json:"choices"`
		Usage   *chatUsage   `json:"usage,omitempty"`
	}
	chatChoice struct {
		Index  int       `json:"index"`
		Delta  chatDelta `json:"delta"`
		Finish *string   `json:"finish_reason"`
	}
	chatDelta struct {
		Role      string     `json:"role,omitempty"`
		Content   *string    `json:"content,omitempty"`
		Reasoning string     `json:"reasoning_content,omitempty"`
		Calls     []chatCall `json:"tool_calls,omitempty"`
	}
	chatCall struct {
		Index    int    `json:"index"`
		ID       string `json:"id,omitempty"`
		Type     string `json:"type,omitempty"`
		Function struct {
			Name      string `json:"name,omitempty"`
			Arguments string `json:"arguments"`
		} `json:"function"`
	}
	chatUsage struct {
		Prompt        int64 `json:"prompt_tokens"`
		Completion    int64 `json:"completion_tokens"`
		Total         int64 `json:"total_tokens"`
		PromptDetails struct {
			Cached int64 `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
		CompletionDetails struct {
			Reasoning int64 `json:"reasoning_tokens"`
		} `json:"completion_tokens_details"`
	}
)

func (e *chatEncoder) begin() string {
	empty := ""
	return e.delta(chatDelta{Role: "assistant", Content: &empty})
}

func (e *chatEncoder) chunk(c model.Chunk) string {
	switch c := c.(type) {
	case model.Text:
		return e.delta(chatDelta{Content: &c.Text})
	case model.Reasoning:
		return e.delta(chatDelta{Reasoning: c.Text})
	case model.CallOpened:
		call := chatCall{Index: c.Index, ID: c.ID, Type: "function"}
		call.Function.Name = c.Name
		return e.delta(chatDelta{Calls: []chatCall{call}})
	case model.CallInput:
		call := chatCall{Index: c.Index}
		call.Function.Arguments = c.JSON
		return e.delta(chatDelta{Calls: []chatCall{call}})
	case model.CallClosed: // the format has no word for it
	case model.Usage:
		e.usage = &chatUsage{Prompt: c.Input, Completion: c.Output, Total: c.Input + c.Output}
		e.usage.PromptDetails.Cached = c.Cached
		e.usage.CompletionDetails.Reasoning = c.Reasoning
	}
	return ""
}

func (e *chatEncoder) end(end model.End) string {
	if end.Model != "" {
		e.model = end.Model
	}
	out := e.event(chatChoice{Finish: &end.Reason})
	if e.withUsage && e.usage != nil {
		out += e.event()
	}
	return out + "data: [DONE]\n\n"
}

func (e *chatEncoder) fault(f model.Error) string {
	return "data: " + string(chat{}.refusal(f)) + "\n\n"
}

func (e *chatEncoder) delta(d chatDelta) string { return e.event(chatChoice{Delta: d}) }

// event gives an event with the choice, or without one the event that tells the usage.
func (e *chatEncoder) event(choices ...chatChoice) string {
	ev := chatEvent{ID: "chatcmpl-stub", Object: "chat.completion.chunk", Model: e.model, Choices: choices}
	if len(choices) == 0 {
		ev.Choices, ev.Usage = []chatChoice{}, e.usage
	}
	return "data: " + string(encode(ev)) + "\n\n"
}

// refusal implements format.
func (chat) refusal(f model.Error) []byte {
	type chatError struct {
		Message string  `json:"message"`
		Type    string  `json:"type"`
		Param   *string `json:"param"`
		Code    string  `json:"code"`
	}
	words := chatErrors[f.Kind]
	return encode(struct {
		Error chatError `json:"error"`
	}{chatError{Message: f.Message, Type: words.kind, Code: words.code}})
}

// chatErrors are the words of the format for failures.
var chatErrors = map[model.Kind]struct{ kind, code string }{
	model.Auth:         {"invalid_request_error", "invalid_api_key"},
	model.RateLimited:  {"requests", "rate_limit_exceeded"},
	model.Overloaded:   {"server_error", "overloaded"},
	model.BadRequest:   {"invalid_request_error", "invalid_value"},
	model.ContextLimit: {"invalid_request_error", "context_length_exceeded"},
}

// encode gives the JSON of a value of this package, which always has one.
func encode(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}
