package stubserver

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"eidolon/actors/model"
)

// The fields of a request that the service knows and this package reads. The service refuses those that
// it does not know.
type (
	geminiRequest struct {
		Contents   []geminiContent `json:"contents"`
		System     *geminiContent  `json:"systemInstruction"`
		Tools      []geminiTools   `json:"tools"`
		ToolConfig struct {
			Calling struct {
				Mode    string   `json:"mode"`
				Allowed []string `json:"allowedFunctionNames"`
			} `json:"functionCallingConfig"`
		} `json:"toolConfig"`
		Generation struct {
			MaxOutput   int      `json:"maxOutputTokens"`
			Temperature *float64 `json:"temperature"`
			Thinking    struct {
				Include bool   `json:"includeThoughts"`
				Budget  *int   `json:"thinkingBudget"`
				Level   string `json:"thinkingLevel"`
			} `json:"thinkingConfig"`
		} `json:"generationConfig"`
		Session string `json:"session_id"` // Code Assist only
	}
	geminiContent struct {
		Role  string       `json:"role"`
		Parts []geminiPart `json:"parts"`
	}
	geminiPart struct {
		Text     *string         `json:"text,omitempty"`
		Thought  bool            `json:"thought,omitempty"`
		Data     *geminiBlob     `json:"inlineData,omitempty"`
		Call     *geminiCall     `json:"functionCall,omitempty"`
		Response *geminiResponse `json:"functionResponse,omitempty"`

		Signature string `json:"thoughtSignature,omitempty"`
	}
	geminiBlob struct {
		MediaType string `json:"mimeType"`
		Data      []byte `json:"data"`
	}
	geminiCall struct {
		ID   string          `json:"id,omitempty"`
		Name string          `json:"name"`
		Args json.RawMessage `json:"args,omitempty"`
	}
	geminiResponse struct {
		ID       string                     `json:"id"`
		Name     string                     `json:"name"`
		Response map[string]json.RawMessage `json:"response"`
	}
	geminiTools struct {
		Functions []struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
			Schema      json.RawMessage `json:"parametersJsonSchema"`
		} `json:"functionDeclarations"`
		Search *struct{} `json:"googleSearch"`
	}
	assistRequest struct { // of Code Assist
		Model   string          `json:"model"`
		Project string          `json:"project"`
		Prompt  string          `json:"user_prompt_id"`
		Request json.RawMessage `json:"request"`
	}
)

// parse implements format.
func (gemini) parse(r *http.Request, body []byte) (model.Request, encoder, error) {
	name, assist := geminiModel(r.URL.Path)
	if assist {
		var outer assistRequest
		if err := strictly(body, &outer); err != nil {
			return model.Request{}, nil, err
		}
		name, body = outer.Model, outer.Request
	}
	var in geminiRequest
	if err := strictly(body, &in); err != nil {
		return model.Request{}, nil, err
	}
	switch {
	case r.URL.Query().Get("alt") != "sse":
		return model.Request{}, nil, errors.New("this server only streams events; set alt=sse in the address")
	case name == "":
		return model.Request{}, nil, errors.New("the address names no model")
	case in.Session != "" && !assist:
		return model.Request{}, nil, errors.New(`unknown name "session_id": cannot find field`)
	}
	out, err := in.request(name)
	return out, &geminiEncoder{model: name, assist: assist}, err
}

// geminiModel takes the name of the model out of the path. For Code Assist there is none in it.
func geminiModel(path string) (name string, assist bool) {
	path = strings.TrimSuffix(path, geminiPath)
	if strings.HasSuffix(path, "/v1internal") {
		return "", true
	}
	_, name, _ = strings.Cut(path, "/models/")
	return name, false
}

// strictly decodes and refuses what is not known.
func strictly(body []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("invalid JSON payload received: %w", err)
	}
	return nil
}

func (in *geminiRequest) request(name string) (model.Request, error) {
	thinking := in.Generation.Thinking
	out := model.Request{
		Model: name, MaxOutputTokens: in.Generation.MaxOutput, Temperature: in.Generation.Temperature,
		ThinkingLevel: strings.ToLower(thinking.Level), CacheKey: in.Session,
		Choice: model.Choice{Required: in.ToolConfig.Calling.Mode == "ANY", Name: strings.Join(in.ToolConfig.Calling.Allowed, " ")},
	}
	if thinking.Level != "" && thinking.Budget != nil {
		return out, errors.New("you can only set one of thinking budget and thinking level")
	}
	if err := in.readTools(&out); err != nil {
		return out, err
	}
	if in.System != nil {
		text, err := in.System.text()
		if err != nil {
			return out, fmt.Errorf("systemInstruction: %w", err)
		}
		out.Messages = append(out.Messages, model.Message{Role: model.System, Text: text})
	}
	if len(in.Contents) == 0 {
		return out, errors.New("contents are not specified")
	}
	for i := range in.Contents {
		if err := in.Contents[i].addTo(&out, strings.HasPrefix(name, "gemini-3")); err != nil {
			return out, fmt.Errorf("contents[%d]: %w", i, err)
		}
	}
	if open := unanswered(out.Messages); open != "" {
		return out, errors.New("the number of function response parts must be equal to that of the function call parts of the turn before")
	}
	return out, nil
}

func (in *geminiRequest) readTools(out *model.Request) error {
	for _, set := range in.Tools {
		out.WebSearch = out.WebSearch || set.Search != nil
		for _, f := range set.Functions {
			schema := f.Schema
			switch {
			case f.Name == "" || strings.ContainsAny(f.Name, " /\"'"):
				return fmt.Errorf("the name %q of a function is not valid", f.Name)
			case len(f.Parameters) > 0 && len(f.Schema) > 0:
				return errors.New("parameters and parametersJsonSchema are mutually exclusive")
			case len(schema) == 0:
				schema = f.Parameters
			}
			out.Tools = append(out.Tools, model.Tool{Name: f.Name, Description: f.Description, Schema: schema})
		}
	}
	if out.Choice != (model.Choice{}) && len(out.Tools) == 0 {
		return errors.New("function calling config is set without function declarations")
	}
	return nil
}

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
