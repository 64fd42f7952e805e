package stubserver

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"eidolon/actors/model"
)

func (c *geminiContent) text() (string, error) {
	var b strings.Builder
	for i := range c.Parts {
		if c.Parts[i].Text == nil {
			return "", errors.New("only text parts are allowed here")
		}
		b.WriteString(*c.Parts[i].Text)
	}
	return b.String(), nil
}

// addTo appends a content to the request. A model that signs its calls wants the first one of each
// content signed.
func (c *geminiContent) addTo(req *model.Request, signs bool) error {
	said := model.Message{Role: model.User}
	switch {
	case len(c.Parts) == 0:
		return errors.New("must include at least one parts field")
	case c.Role == "model":
		said.Role = model.Assistant
	case c.Role != "user":
		return fmt.Errorf("please use a valid role: user, model. It is %q", c.Role)
	}
	for i := range c.Parts {
		p := &c.Parts[i]
		if err := p.checkSignature(signs && len(said.Calls) == 0); err != nil {
			return err
		}
		if err := p.addTo(req, &said); err != nil {
			return fmt.Errorf("parts[%d]: %w", i, err)
		}
	}
	if said.Text != "" || len(said.Images)+len(said.Calls)+len(said.Thoughts) > 0 {
		if open := unanswered(req.Messages); open != "" {
			return fmt.Errorf("the function call %q has no response", open)
		}
		req.Messages = append(req.Messages, said)
	}
	return nil
}

// checkSignature refuses a signature that is not what was given. With wanted a call needs one.
func (p *geminiPart) checkSignature(wanted bool) error {
	switch {
	case p.Call == nil || p.Signature == geminiSignature || p.Signature == geminiUnsigned:
		return nil
	case p.Signature != "":
		return errors.New("corrupted thought signature")
	case wanted:
		return fmt.Errorf("function call is missing a thought_signature in functionCall parts: %q", p.Call.Name)
	}
	return nil
}

func (p *geminiPart) addTo(req *model.Request, said *model.Message) error {
	fromModel := said.Role == model.Assistant
	switch {
	case p.Text != nil:
		return p.addText(said)
	case p.Data != nil:
		return p.Data.addTo(said)
	case p.Call != nil && fromModel:
		args := string(p.Call.Args)
		if !strings.HasPrefix(args, "{") {
			return errors.New("args is not an object")
		}
		id := p.Call.ID
		if id == "" {
			id = p.Call.Name
		}
		said.Calls = append(said.Calls, model.Call{ID: id, Name: p.Call.Name, Input: args, Signature: p.Signature})
	case p.Response != nil && !fromModel:
		return p.Response.addTo(req)
	default:
		return errors.New("required oneof field data must have one initialized field that fits the role")
	}
	return nil
}

func (p *geminiPart) addText(said *model.Message) error {
	signature, err := base64.StdEncoding.DecodeString(p.Signature)
	if err != nil {
		return errors.New("thoughtSignature: base64 decoding failed")
	}
	thought := model.Thought{Signature: string(signature)}
	if p.Thought {
		thought.Text = *p.Text
	} else {
		said.Text += *p.Text
	}
	if thought != (model.Thought{}) {
		said.Thoughts = append(said.Thoughts, thought)
	}
	return nil
}

func (b *geminiBlob) addTo(said *model.Message) error {
	switch b.MediaType {
	case "image/png", "image/jpeg", "image/webp":
		said.Images = append(said.Images, model.Image{MediaType: b.MediaType, Data: b.Data})
		return nil
	}
	return fmt.Errorf("unsupported MIME type: %s", b.MediaType)
}

// addTo appends a result. Without an id it answers the open call of its name.
func (f *geminiResponse) addTo(req *model.Request) error {
	if f.Name == "" {
		return errors.New("function_response.name: name cannot be empty")
	}
	result := model.Result{ID: f.ID, OK: true}
	if f.ID == "" {
		result.ID = f.Name
	}
	raw, ok := f.Response["output"]
	if failed, given := f.Response["error"]; given {
		raw, ok, result.OK = failed, true, false
	}
	if !ok || json.Unmarshal(raw, &result.Text) != nil {
		result.Text = string(encode(f.Response))
	}
	return addResult(req, result)
}
