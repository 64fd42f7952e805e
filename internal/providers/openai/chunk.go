package openai

import (
	"encoding/json"
	"strings"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
)

// chunk is one event of the stream, or a whole answer, whose choices have a message instead of a
// delta. The library's type knows one of the two names for reasoning and refuses the looser types
// that some services send, so this is our own.
type chunk struct {
	Object  string          `json:"object"`
	Model   string          `json:"model"`
	Choices []choice        `json:"choices"`
	Usage   *usage          `json:"usage"`
	Error   json.RawMessage `json:"error"`
}

type choice struct {
	Index   format.Index `json:"index"`
	Delta   delta        `json:"delta"`
	Message *delta       `json:"message"`
	Finish  string       `json:"finish_reason"`
}

type delta struct {
	Content          prose      `json:"content"`
	Refusal          prose      `json:"refusal"`
	ReasoningContent prose      `json:"reasoning_content"`
	Reasoning        prose      `json:"reasoning"`
	ToolCalls        []toolCall `json:"tool_calls"`

	Details []json.RawMessage `json:"reasoning_details"` // the reasoning again, in the form that is sent back
}

// reasoning gives the reasoning under either name. A service that sends both sends the same twice.
func (d *delta) reasoning() string {
	if d.ReasoningContent != "" {
		return string(d.ReasoningContent)
	}
	return string(d.Reasoning)
}

type toolCall struct {
	Index    *format.Index `json:"index"`
	ID       string        `json:"id"`
	Function struct {
		Name      string           `json:"name"`
		Arguments format.Arguments `json:"arguments"`
	} `json:"function"`
}

type usage struct {
	Prompt     format.Count `json:"prompt_tokens"`
	Completion format.Count `json:"completion_tokens"`
	CacheHit   format.Count `json:"prompt_cache_hit_tokens"` // of services without details
	PromptInfo struct {
		Cached format.Count `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	CompletionInfo struct {
		Reasoning format.Count `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

// UnmarshalJSON never fails: what an answer cost must not make it unreadable.
func (u *usage) UnmarshalJSON(data []byte) error {
	type fields usage
	format.Loosely(data, (*fields)(u))
	return nil
}

func (u *usage) chunk() model.Usage {
	return model.Usage{
		Input: int64(u.Prompt), Output: int64(u.Completion),
		Cached: int64(max(u.PromptInfo.Cached, u.CacheHit)), Reasoning: int64(u.CompletionInfo.Reasoning),
	}
}

// prose is text that may come as a list of parts.
type prose string

// UnmarshalJSON takes a string, null, or a list whose parts have a text.
func (p *prose) UnmarshalJSON(data []byte) error {
	var text string
	err := json.Unmarshal(data, &text)
	if err == nil {
		*p = prose(text)
		return nil
	}
	var list []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(data, &list) != nil {
		return err
	}
	var b strings.Builder
	for _, part := range list {
		b.WriteString(part.Text)
	}
	*p = prose(b.String())
	return nil
}

func decode(raw []byte) (*chunk, error) {
	var c chunk
	err := format.Decode(raw, &c)
	return &c, err
}

// encoded gives the JSON of a text.
func encoded(text string) []byte {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always has a JSON form
	}
	return raw
}
