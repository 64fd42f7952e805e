package responses

import (
	"encoding/json"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
)

// event is one event of the stream, as far as it says something for us. The library's type has no place
// for encrypted reasoning and refuses the looser types that some services send, so this is our own. What
// only some events have is decoded when it is needed.
type event struct {
	Type     string          `json:"type"`
	Response json.RawMessage `json:"response"`
	Item     json.RawMessage `json:"item"`
	Part     json.RawMessage `json:"part"`
	Error    json.RawMessage `json:"error"`

	ItemID  prose `json:"item_id"`
	Output  *int  `json:"output_index"` // which item of the answer; nil where services leave it out
	Content int   `json:"content_index"`
	Summary int   `json:"summary_index"`

	Delta     prose            `json:"delta"`
	Text      prose            `json:"text"`
	Refusal   prose            `json:"refusal"`
	Arguments format.Arguments `json:"arguments"`
}

// response is the answer as a whole: what is known of it in an event, or an answer that is no stream.
type response struct {
	Object     string            `json:"object"`
	Status     string            `json:"status"`
	Model      string            `json:"model"`
	Output     []json.RawMessage `json:"output"`
	Usage      *usage            `json:"usage"`
	Error      json.RawMessage   `json:"error"`
	Incomplete struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
}

// item is one thing in an answer: a message, a call, reasoning, or what concerns the service alone.
type item struct {
	Type      string           `json:"type"`
	ID        string           `json:"id"`
	CallID    string           `json:"call_id"`
	Name      string           `json:"name"`
	Arguments format.Arguments `json:"arguments"`
	Content   []part           `json:"content"`
	Summary   []part           `json:"summary"`
	Encrypted string           `json:"encrypted_content"`
	Phase     string           `json:"phase"`
}

// part is a part of an item.
type part struct {
	Type    string `json:"type"`
	Text    string `json:"text"`
	Refusal string `json:"refusal"`
}

type usage struct {
	Input     format.Count `json:"input_tokens"`
	Output    format.Count `json:"output_tokens"`
	InputInfo struct {
		Cached  format.Count `json:"cached_tokens"`
		Written format.Count `json:"cache_write_tokens"`
	} `json:"input_tokens_details"`
	OutputInfo struct {
		Reasoning format.Count `json:"reasoning_tokens"`
	} `json:"output_tokens_details"`
}

// UnmarshalJSON never fails: what an answer cost must not make it unreadable.
func (u *usage) UnmarshalJSON(data []byte) error {
	type fields usage
	format.Loosely(data, (*fields)(u))
	return nil
}

func (u *usage) chunk() model.Usage {
	return model.Usage{
		Input: int64(u.Input), Output: int64(u.Output),
		Cached: int64(u.InputInfo.Cached), Written: int64(u.InputInfo.Written), Reasoning: int64(u.OutputInfo.Reasoning),
	}
}

// prose is text where an event that we do not know may have anything.
type prose string

// UnmarshalJSON takes a string and passes over the rest.
func (p *prose) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*p = prose(text)
	}
	return nil
}

func decode(raw []byte) (*event, error) {
	var e event
	err := format.Decode(raw, &e)
	return &e, err
}

// read takes a part of an event. What cannot be read is of a type to come, and says nothing to us.
func read(raw json.RawMessage, into any) bool { return json.Unmarshal(raw, into) == nil }

// encoded gives the JSON of a value that always has one.
func encoded(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}
