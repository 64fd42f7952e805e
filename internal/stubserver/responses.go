package stubserver

import (
	"encoding/json"
	"fmt"

	"eidolon/actors/model"
)

// responses is the format of OpenAI's Responses API.
type responses struct{}

// refusal implements format. Failures look the same as in the other format of the service.
func (responses) refusal(f model.Error) []byte { return chat{}.refusal(f) }

// responsesEncoder writes the events of one answer. Items come one after the other, each from its
// beginning over its pieces to its end, in which all of it comes again, and at the end the whole answer.
type responsesEncoder struct {
	model  string
	proofs bool // the client wants its reasoning in encrypted form
	next   int  // number of the next event
	items  []responsesItem
	open   bool // the last item is not over
	part   int  // of the open message: its last part
	usage  *responsesUsage
}

type (
	responsesEvent struct {
		Type        string             `json:"type"`
		Arguments   *string            `json:"arguments,omitempty"`
		Content     *int               `json:"content_index,omitempty"`
		Delta       *string            `json:"delta,omitempty"`
		Item        *responsesItem     `json:"item,omitempty"`
		ItemID      string             `json:"item_id,omitempty"`
		Logprobs    []string           `json:"logprobs,omitzero"`
		Obfuscation string             `json:"obfuscation,omitempty"`
		Output      *int               `json:"output_index,omitempty"`
		Part        *responsesPart     `json:"part,omitempty"`
		Refusal     *string            `json:"refusal,omitempty"`
		Response    *responsesResponse `json:"response,omitempty"`
		Number      int                `json:"sequence_number"`
		Summary     *int               `json:"summary_index,omitempty"`
		Text        *string            `json:"text,omitempty"`
	}
	responsesResponse struct {
		ID         string            `json:"id"`
		Object     string            `json:"object"`
		Created    int64             `json:"created_at"`
		Status     string            `json:"status"`
		Error      *responsesError   `json:"error"`
		Incomplete *responsesReason  `json:"incomplete_details"`
		Model      string            `json:"model"`
		Output     []responsesItem   `json:"output"`
		Store      bool              `json:"store"`
		Usage      *responsesUsage   `json:"usage"`
		Metadata   map[string]string `json:"metadata"`
	}
	responsesError struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	responsesReason struct {
		Reason string `json:"reason"`
	}
	responsesItem struct {
		ID        string          `json:"id"`
		Type      string          `json:"type"`
		Status    string          `json:"status,omitempty"`
		Role      string          `json:"role,omitempty"`
		Content   []responsesPart `json:"content,omitzero"`
		CallID    string          `json:"call_id,omitempty"`
		Name      string          `json:"name,omitempty"`
		Arguments *string         `json:"arguments,omitempty"`
		Summary   []responsesPart `json:"summary,omitzero"`
		Encrypted string          `json:"encrypted_content,omitempty"`
	}
	responsesPart struct {
		Type        string   `json:"type"`
		Text        *string  `json:"text,omitempty"`
		Refusal     *string  `json:"refusal,omitempty"`
		Annotations []string `json:"annotations,omitzero"`
	}
	responsesUsage struct {
		Input        int64 `json:"input_tokens"`
		InputDetails struct {
			Cached  int64 `json:"cached_tokens"`
			Written int64 `json:"cache_write_tokens"`
		} `json:"input_tokens_details"`
		Output        int64 `json:"output_tokens"`
		OutputDetails struct {
			Reasoning int64 `json:"reasoning_tokens"`
		} `json:"output_tokens_details"`
		Total int64 `json:"total_tokens"`
	}
)

// The types of items and parts.
const (
	itemMessage   = "message"
	itemCall      = "function_call"
	itemResult    = "function_call_output"
	itemReasoning = "reasoning"

	partAnswered = "output_text"
	partRefused  = "refusal"
	partSummary  = "summary_text"
)

func (e *responsesEncoder) begin() string {
	return e.event(responsesEvent{Type: "response.created", Response: e.response("in_progress")}) +
		e.event(responsesEvent{Type: "response.in_progress", Response: e.response("in_progress")})
}

func (e *responsesEncoder) chunk(c model.Chunk) string {
	switch c := c.(type) {
	case model.Text:
		return e.enter(itemMessage) + e.piece("response.output_text.delta", c.Text)
	case model.Reasoning:
		return e.reasoning(c)
	case model.CallOpened:
		out := e.close()
		return out + e.add(responsesItem{ID: e.id("fc"), Type: itemCall, CallID: c.ID, Name: c.Name, Arguments: new("")})
	case model.CallInput:
		if !e.in(itemCall) {
			return ""
		}
		return e.piece("response.function_call_arguments.delta", c.JSON)
	case model.CallClosed:
		return e.close()
	case model.Usage:
		e.usage = &responsesUsage{Input: c.Input, Output: c.Output, Total: c.Input + c.Output}
		e.usage.InputDetails.Cached, e.usage.InputDetails.Written = c.Cached, c.Written
		e.usage.OutputDetails.Reasoning = c.Reasoning
	}
	return ""
}

// reasoning writes a thought. One with a signature ends its item.
func (e *responsesEncoder) reasoning(c model.Reasoning) string {
	out := e.enter(itemReasoning)
	if c.Text != "" {
		out += e.piece("response.reasoning_summary_text.delta", c.Text)
	}
	if c.Signature != "" {
		e.last().Encrypted = c.Signature
		out += e.close()
	}
	return out
}

func (e *responsesEncoder) fault(f model.Error) string {
	r := e.response("failed")
	r.Error = &responsesError{Code: chatErrors[f.Kind].code, Message: f.Message}
	return e.event(responsesEvent{Type: "response.failed", Response: r})
}

// declined is what the model says when it refuses, which the format keeps apart from an answer.
const declined = "I cannot help with that."

func (e *responsesEncoder) end(end model.End) string {
	if end.Model != "" {
		e.model = end.Model
	}
	out := ""
	if end.Stop == model.Refused {
		out = e.decline()
	}
	out += e.close()
	reason := map[model.Stop]string{model.Length: "max_output_tokens", model.Filtered: "content_filter"}[end.Stop]
	if reason == "" {
		return out + e.event(responsesEvent{Type: "response.completed", Response: e.response("completed")})
	}
	r := e.response("incomplete")
	r.Incomplete = &responsesReason{reason}
	return out + e.event(responsesEvent{Type: "response.incomplete", Response: r})
}

// response gives the answer as far as it is.
func (e *responsesEncoder) response(status string) *responsesResponse {
	r := &responsesResponse{
		ID: "resp_stub", Object: "response", Status: status, Model: e.model, Output: []responsesItem{}, Metadata: map[string]string{},
	}
	if status != "in_progress" {
		r.Output, r.Usage = append(r.Output, e.items...), e.usage
	}
	return r
}

// event writes an event and numbers it.
func (e *responsesEncoder) event(ev responsesEvent) string {
	ev.Number = e.next
	e.next++
	return "event: " + ev.Type + "\ndata: " + string(encode(ev)) + "\n\n"
}

func (e *responsesEncoder) id(kind string) string { return fmt.Sprintf("%s_%d", kind, len(e.items)) }

func (e *responsesEncoder) last() *responsesItem { return &e.items[len(e.items)-1] }

// in tells whether an item of a type is open.
func (e *responsesEncoder) in(kind string) bool { return e.open && e.last().Type == kind }

// raw gives the item as it is now; what is written of it later does not change it.
func (e *responsesEncoder) raw() *responsesItem {
	var copied responsesItem
	if err := json.Unmarshal(encode(e.last()), &copied); err != nil {
		panic(err) // it was just written
	}
	return &copied
}
