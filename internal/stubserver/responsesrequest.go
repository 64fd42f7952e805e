package stubserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"eidolon/actors/model"
)

// responsesKnown are the parameters that the service has.
var responsesKnown = []string{
	"background", "conversation", "include", "input", "instructions", "max_output_tokens", "max_tool_calls", "metadata", "model",
	"parallel_tool_calls", "previous_response_id", "prompt", "prompt_cache_key", "reasoning", "safety_identifier", "service_tier", "store",
	"stream", "stream_options", "temperature", "text", "tool_choice", "tools", "top_logprobs", "top_p", "truncation", "user",
}

// loginRefuses are those of them that the service behind the ChatGPT login does not take.
var loginRefuses = []string{"max_output_tokens", "temperature", "top_p", "previous_response_id", "metadata", "user"}

type (
	responsesRequest struct {
		Model        string            `json:"model"`
		Instructions *string           `json:"instructions"`
		Input        []json.RawMessage `json:"input"`
		Include      []string          `json:"include"`
		MaxOutput    int               `json:"max_output_tokens"`
		Temperature  *float64          `json:"temperature"`
		CacheKey     string            `json:"prompt_cache_key"`
		Store        *bool             `json:"store"`
		Stream       bool              `json:"stream"`
		Tools        []responsesTool   `json:"tools"`
		Choice       json.RawMessage   `json:"tool_choice"`
		Reasoning    struct {
			Effort string `json:"effort"`
		} `json:"reasoning"`
	}
	responsesTool struct {
		Type        string          `json:"type"`
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
	}
)

// parse implements format.
func (responses) parse(r *http.Request, body []byte) (model.Request, encoder, error) {
	var in responsesRequest
	if err := json.Unmarshal(body, &in); err != nil {
		return model.Request{}, nil, fmt.Errorf("the body is not a responses request: %w", err)
	}
	if err := in.check(r.URL.Path, body); err != nil {
		return model.Request{}, nil, err
	}
	out := model.Request{
		Model: in.Model, MaxOutputTokens: in.MaxOutput, ThinkingLevel: in.Reasoning.Effort, Temperature: in.Temperature, CacheKey: in.CacheKey,
	}
	if in.Instructions != nil && *in.Instructions != "" {
		out.Messages = append(out.Messages, model.Message{Role: model.System, Text: *in.Instructions})
	}
	if err := in.addItems(&out); err != nil {
		return model.Request{}, nil, err
	}
	if err := in.addTools(&out); err != nil {
		return model.Request{}, nil, err
	}
	return out, &responsesEncoder{model: in.Model, proofs: slices.Contains(in.Include, "reasoning.encrypted_content")}, nil
}

// check refuses what the service at the path refuses.
func (in *responsesRequest) check(path string, body []byte) error {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(body, &given); err != nil {
		return err
	}
	login := strings.Contains(path, "/backend-api/codex/")
	for name := range given {
		if !slices.Contains(responsesKnown, name) {
			return words("Unknown parameter: '%s'.", name)
		}
		if login && slices.Contains(loginRefuses, name) {
			return words("Unsupported parameter: %s", name)
		}
	}
	switch {
	case in.Model == "":
		return errors.New("model is missing")
	case len(in.Input) == 0:
		return errors.New("input is missing")
	case !in.Stream:
		return errors.New("this server only streams; set stream to true")
	case login && (in.Instructions == nil || *in.Instructions == ""):
		return words("Instructions are required")
	case login && (in.Store == nil || *in.Store):
		return words("Store must be set to false")
	}
	return nil
}

// addTools reads the tools and the choice among them.
func (in *responsesRequest) addTools(out *model.Request) error {
	for _, t := range in.Tools {
		switch {
		case t.Type == "web_search":
			out.WebSearch = true
		case t.Type != "function":
			return words("Invalid value: '%s'.", t.Type)
		case t.Name == "":
			return errors.New("a function needs a name")
		default:
			out.Tools = append(out.Tools, model.Tool{Name: t.Name, Description: t.Description, Schema: t.Parameters})
		}
	}
	var (
		word   string
		choice struct{ Type, Name string }
	)
	switch {
	case len(in.Choice) == 0:
	case json.Unmarshal(in.Choice, &word) == nil:
		if !slices.Contains([]string{"", "auto", "none", "required"}, word) {
			return words("Invalid value: '%s'.", word)
		}
		out.Choice.Required = word == "required"
	case json.Unmarshal(in.Choice, &choice) == nil:
		if !slices.ContainsFunc(out.Tools, func(t model.Tool) bool { return t.Name == choice.Name }) {
			return words("Tool choice '%s' not found in 'tools' parameter.", choice.Name)
		}
		out.Choice.Name = choice.Name
	}
	return nil
}

// words is a failure in the words of the service.
func words(format string, args ...any) error { return fmt.Errorf(format, args...) }
