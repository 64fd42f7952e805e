package stubmodel

import (
	"encoding/json"
	"slices"

	"eidolon/actors/model"
)

// echo gives the words of an echo part: the last user message, or the whole request as JSON.
func echo(what string, req model.Request) (string, error) {
	if what == "user" {
		return lastUserText(req), nil
	}
	raw, err := RequestJSON(req)
	return string(raw), err
}

// RequestJSON shows a request in the shape that people know from services.
func RequestJSON(req model.Request) ([]byte, error) { return encodeJSON(jsonRequest(req)) }

func lastUserText(req model.Request) string {
	for _, v := range slices.Backward(req.Messages) {
		if m := v; m.Role == model.User {
			return m.Text
		}
	}
	return ""
}

// The request in the shape that people know from services.
type (
	requestJSON struct {
		Model           string        `json:"model"`
		Messages        []messageJSON `json:"messages"`
		Tools           []toolJSON    `json:"tools,omitempty"`
		ToolChoice      string        `json:"tool_choice,omitempty"`
		WebSearch       bool          `json:"web_search,omitempty"`
		MaxOutputTokens int           `json:"max_output_tokens,omitempty"`
		ThinkingLevel   string        `json:"thinking_level,omitempty"`
		Temperature     *float64      `json:"temperature,omitempty"`
	}
	messageJSON struct {
		Role    model.Role   `json:"role"`
		Content string       `json:"content"`
		Calls   []callJSON   `json:"tool_calls,omitempty"`
		Results []resultJSON `json:"tool_results,omitempty"`
	}
	callJSON struct {
		ID        string `json:"id"`
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	}
	resultJSON struct {
		ID      string `json:"id"`
		Content string `json:"content"`
		OK      bool   `json:"ok"`
	}
	toolJSON struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		Parameters  json.RawMessage `json:"parameters,omitempty"`
	}
)

func jsonRequest(req model.Request) requestJSON {
	out := requestJSON{
		Model: req.Model, Messages: []messageJSON{},
		ToolChoice: choiceText(req.Choice), WebSearch: req.WebSearch,
		MaxOutputTokens: req.MaxOutputTokens, ThinkingLevel: req.ThinkingLevel, Temperature: req.Temperature,
	}
	for _, m := range req.Messages {
		shown := messageJSON{Role: m.Role, Content: m.Text}
		for _, c := range m.Calls {
			shown.Calls = append(shown.Calls, callJSON{c.ID, c.Name, c.Input})
		}
		for _, r := range m.Results {
			shown.Results = append(shown.Results, resultJSON{r.ID, r.Text, r.OK})
		}
		out.Messages = append(out.Messages, shown)
	}
	for _, t := range req.Tools {
		out.Tools = append(out.Tools, toolJSON{t.Name, t.Description, t.Schema})
	}
	return out
}

// choiceText is a choice as people type it.
func choiceText(c model.Choice) string {
	switch {
	case c.Name != "":
		return "function:" + c.Name
	case c.Required:
		return "required"
	}
	return ""
}
