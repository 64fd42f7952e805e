package gemini

import (
	"encoding/json"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
)

// event is one event of the stream, or a whole answer: what this package reads of a
// GenerateContentResponse. Fields that are not here are passed over.
type event struct {
	Candidates []candidate     `json:"candidates"`
	Feedback   feedback        `json:"promptFeedback"`
	Usage      *usage          `json:"usageMetadata"`
	Model      string          `json:"modelVersion"`
	Error      json.RawMessage `json:"error"`
	Response   *event          `json:"response"` // of Code Assist, with all the rest in it
}

type candidate struct {
	Index   format.Index `json:"index"`
	Content struct {
		Parts []said `json:"parts"`
	} `json:"content"`
	Finish string `json:"finishReason"`
}

// said is a part of an answer.
type said struct {
	Text      string    `json:"text"`
	Thought   bool      `json:"thought"`
	Signature string    `json:"thoughtSignature"`
	Call      *calledAs `json:"functionCall"`
}

type calledAs struct {
	ID   string          `json:"id"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

type feedback struct {
	Blocked string `json:"blockReason"`
}

type usage struct {
	Prompt     format.Count `json:"promptTokenCount"`
	ToolPrompt format.Count `json:"toolUsePromptTokenCount"` // what the service's own tools added to the prompt
	Cached     format.Count `json:"cachedContentTokenCount"`
	Candidates format.Count `json:"candidatesTokenCount"`
	Thoughts   format.Count `json:"thoughtsTokenCount"`
}

// UnmarshalJSON never fails: what an answer cost must not make it unreadable.
func (u *usage) UnmarshalJSON(data []byte) error {
	type fields usage
	format.Loosely(data, (*fields)(u))
	return nil
}

func (u usage) chunk() model.Usage {
	return model.Usage{
		Input: int64(u.Prompt + u.ToolPrompt), Output: int64(u.Candidates + u.Thoughts),
		Cached: int64(u.Cached), Reasoning: int64(u.Thoughts),
	}
}

// decode reads an event, out of its wrapping if it has one.
func decode(raw []byte) (*event, error) {
	var e event
	if err := format.Decode(raw, &e); err != nil {
		return nil, err
	}
	if e.Response == nil {
		return &e, nil
	}
	if !e.failed() {
		return e.Response, nil
	}
	e.Response = nil
	return &e, nil
}

func (e *event) failed() bool { return format.Given(e.Error) }
