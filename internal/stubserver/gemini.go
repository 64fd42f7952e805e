package stubserver

import (
	"encoding/base64"
	"encoding/json"
	"strings"

	"eidolon/actors/model"
)

// gemini is the format of Google's Gemini API, and of its Code Assist.
type gemini struct{}

// geminiPath ends the path of every request.
const geminiPath = ":streamGenerateContent"

// geminiEncoder writes the events of one answer. A call has one event, which comes when it is complete.
type geminiEncoder struct {
	model  string
	assist bool
	open   *geminiCall
	signed bool // the first call is out
	input  strings.Builder
	usage  *geminiUsage
}

type (
	geminiEvent struct {
		Candidates []geminiCandidate `json:"candidates,omitempty"`
		Usage      *geminiUsage      `json:"usageMetadata,omitempty"`
		Model      string            `json:"modelVersion"`
		Response   string            `json:"responseId"`
	}
	geminiCandidate struct {
		Content geminiContent `json:"content"`
		Finish  string        `json:"finishReason,omitempty"`
		Index   int           `json:"index"`
	}
	geminiUsage struct {
		Prompt     int64 `json:"promptTokenCount"`
		Candidates int64 `json:"candidatesTokenCount"`
		Total      int64 `json:"totalTokenCount"`
		Cached     int64 `json:"cachedContentTokenCount,omitempty"`
		Thoughts   int64 `json:"thoughtsTokenCount,omitempty"`
	}
)

func (e *geminiEncoder) begin() string { return "" }

func (e *geminiEncoder) chunk(c model.Chunk) string {
	switch c := c.(type) {
	case model.Text:
		return e.closed() + e.part(geminiPart{Text: &c.Text}, "")
	case model.Reasoning:
		p := geminiPart{Text: &c.Text, Thought: true, Signature: base64.StdEncoding.EncodeToString([]byte(c.Signature))}
		return e.closed() + e.part(p, "")
	case model.CallOpened:
		before := e.closed()
		e.open = &geminiCall{ID: c.ID, Name: c.Name}
		e.input.Reset()
		return before
	case model.CallInput:
		e.input.WriteString(c.JSON)
	case model.CallClosed:
		return e.closed()
	case model.Usage:
		e.usage = &geminiUsage{
			Prompt: c.Input, Candidates: c.Output - c.Reasoning, Total: c.Input + c.Output, Cached: c.Cached, Thoughts: c.Reasoning,
		}
	}
	return ""
}

// closed gives the event of the call whose input has come, if there is one: a script goes on with
// something else only then, and says that the call is over later still.
func (e *geminiEncoder) closed() string {
	if e.open == nil {
		return ""
	}
	e.open.Args = json.RawMessage(e.input.String())
	p := geminiPart{Call: e.open}
	if !e.signed {
		e.signed, p.Signature = true, geminiSignature
	}
	e.open = nil
	return e.part(p, "")
}

// geminiSignature is what the first call of an answer is signed with. It has to come back, or the words
// for a call of another model.
const (
	geminiSignature = "c3R1Yi1zaWduYXR1cmU="
	geminiUnsigned  = "skip_thought_signature_validator"
)

func (e *geminiEncoder) end(end model.End) string {
	if end.Model != "" {
		e.model = end.Model
	}
	reason, known := geminiReasons[end.Reason]
	if !known {
		reason = end.Reason
	}
	empty := ""
	return e.part(geminiPart{Text: &empty}, reason)
}

// geminiReasons are the format's words for the usual ends of scripts.
var geminiReasons = map[string]string{
	"stop": "STOP", "tool_calls": "STOP", "length": "MAX_TOKENS", "content_filter": "SAFETY", "refusal": "PROHIBITED_CONTENT",
}

// part gives an event with one part.
func (e *geminiEncoder) part(p geminiPart, finish string) string {
	ev := geminiEvent{
		Candidates: []geminiCandidate{{Content: geminiContent{Role: "model", Parts: []geminiPart{p}}, Finish: finish}},
		Model:      e.model, Response: "stub",
	}
	if finish != "" {
		ev.Usage = e.usage
	}
	data := string(encode(ev))
	if e.assist {
		data = `{"response":` + data + `,"traceId":"stub"}`
	}
	return "data: " + data + "\r\n\r\n"
}

func (e *geminiEncoder) fault(f model.Error) string {
	return "data: " + string(gemini{}.refusal(f)) + "\r\n\r\n"
}

// refusal implements format.
func (gemini) refusal(f model.Error) []byte {
	type geminiError struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Status  string `json:"status"`
		Details []any  `json:"details,omitempty"`
	}
	words := geminiErrors[f.Kind]
	out := geminiError{Code: f.Status, Message: f.Message, Status: words.status}
	if out.Code == 0 {
		out.Code = words.code
	}
	if f.Kind == model.ContextLimit {
		out.Message = "The input token count exceeds the maximum number of tokens allowed. " + out.Message
	}
	if f.RetryAfter > 0 {
		out.Details = []any{map[string]string{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f.RetryAfter.String()}}
	}
	return encode(map[string]geminiError{"error": out})
}

// geminiErrors are the words of the format for failures.
var geminiErrors = map[model.Kind]struct {
	code   int
	status string
}{
	model.Auth:         {401, "UNAUTHENTICATED"},
	model.RateLimited:  {429, "RESOURCE_EXHAUSTED"},
	model.Overloaded:   {503, "UNAVAILABLE"},
	model.BadRequest:   {400, "INVALID_ARGUMENT"},
	model.ContextLimit: {400, "INVALID_ARGUMENT"},
}
