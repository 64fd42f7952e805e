package gemini

import (
	"bytes"
	"encoding/json"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
)

// The wire's parts of a conversation. A part has one of its fields, a signature aside.
type (
	content struct {
		Role  string `json:"role,omitempty"`
		Parts []part `json:"parts"`
	}
	part struct {
		Text      *string           `json:"text,omitempty"`
		Thought   bool              `json:"thought,omitempty"`
		Data      *blob             `json:"inlineData,omitempty"`
		Call      *functionCall     `json:"functionCall,omitempty"`
		Response  *functionResponse `json:"functionResponse,omitempty"`
		Signature string            `json:"thoughtSignature,omitempty"`
	}
	blob struct {
		MediaType string `json:"mimeType"`
		Data      []byte `json:"data"`
	}
	functionCall struct {
		ID   string          `json:"id,omitempty"`
		Name string          `json:"name"`
		Args json.RawMessage `json:"args,omitempty"`
	}
	functionResponse struct {
		ID       string `json:"id,omitempty"`
		Name     string `json:"name"`
		Response output `json:"response"`
	}
	output struct {
		Output *string `json:"output,omitempty"`
		Error  *string `json:"error,omitempty"`
	}
)

// encoder turns runs into contents. The opening run becomes the system instruction, which is no
// content, see [settingsOf].
type encoder struct {
	signer signer // whose signatures go back
	signs  bool   // the first call of a content needs one
}

func (e encoder) encode(r format.Run) ([]any, error) {
	var c content
	switch r.Side {
	case format.User:
		c = content{Role: "user", Parts: userParts(r)}
	case format.Assistant:
		c = content{Role: "model", Parts: e.modelParts(r)}
	default:
	}
	if len(c.Parts) == 0 { // the service refuses a content without
		return nil, nil
	}
	return []any{c}, nil
}

// userParts gives the results first, because services want them right after the calls.
func userParts(r format.Run) []part {
	var out []part
	for _, result := range r.Results() {
		f := &functionResponse{ID: result.ID, Name: name(r.CallOf(result).Name), Response: output{Output: &result.Text}}
		if !result.OK {
			f.Response = output{Error: &result.Text}
		}
		out = append(out, part{Response: f})
	}
	for _, image := range r.Images() {
		out = append(out, imagePart(image))
	}
	if text := r.Text(); text != "" {
		out = append(out, part{Text: &text})
	}
	return out
}

// imagePart gives a picture, or words for one in a format that the service refuses: it would refuse all
// later requests of the conversation too.
func imagePart(image model.Image) part {
	if image.MediaType == "image/gif" {
		return part{Text: new("[A GIF picture was attached here. This service does not take GIF.]")}
	}
	return part{Data: &blob{MediaType: image.MediaType, Data: image.Data}}
}

func (e encoder) modelParts(r format.Run) []part {
	var out []part
	unsigned := e.signs
	for i := range r.Messages {
		m := &r.Messages[i]
		out = append(out, e.signer.thoughtParts(m.Thoughts)...)
		out = append(out, e.signer.textParts(m.Text, m.Thoughts)...)
		for _, call := range m.Calls {
			p := part{Call: &functionCall{ID: call.ID, Name: name(call.Name), Args: arguments(call.Input)}, Signature: e.signer.unwrap(ofCall, call.Signature)}
			if unsigned && p.Signature == "" {
				p.Signature = noSignature
			}
			unsigned = false
			out = append(out, p)
		}
	}
	return out
}

// arguments gives the input of a call as the object that it has to be.
func arguments(input string) json.RawMessage {
	return bytes.TrimSpace([]byte(format.Input(input)))
}

// maxName is how long the name of a function may be.
const maxName = 64

// name gives the name that a model called as the service takes it back: it does not begin with a digit.
func name(called string) string {
	plain := format.Name(called, maxName-1)
	if first := plain[0]; first == '-' || (first >= '0' && first <= '9') {
		return "_" + plain
	}
	return plain
}
