package stubserver

import (
	"bytes"
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
