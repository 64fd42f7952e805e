package stubserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"eidolon/actors/model"
)

type (
	chatRequest struct {
		Model         string        `json:"model"`
		Messages      []chatMessage `json:"messages"`
		Tools         []chatTool    `json:"tools"`
		MaxTokens     int           `json:"max_tokens"`
		MaxCompletion int           `json:"max_completion_tokens"`
		Effort        string        `json:"reasoning_effort"`
		Temperature   *float64      `json:"temperature"`
		Stream        bool          `json:"stream"`
		StreamOptions struct {
			IncludeUsage bool `json:"include_usage"`
		} `json:"stream_options"`
	}
	chatMessage struct {
		Role      string          `json:"role"`
		Content   json.RawMessage `json:"content"` // text, or a list of parts
		Reasoning string          `json:"reasoning_content"`
		Calls     []chatCall      `json:"tool_calls"`
		CallID    string          `json:"tool_call_id"`
	}
	chatTool struct {
		Type     string `json:"type"`
		Function struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"function"`
	}
)

// parse implements format.
func (chat) parse(_ *http.Request, body []byte) (model.Request, encoder, error) {
	var in chatRequest
	if err := json.Unmarshal(body, &in); err != nil {
		return model.Request{}, nil, fmt.Errorf("the body is not a chat completions request: %w", err)
	}
	switch {
	case in.Model == "":
		return model.Request{}, nil, errors.New("model is missing")
	case len(in.Messages) == 0:
		return model.Request{}, nil, errors.New("messages are missing")
	case !in.Stream:
		return model.Request{}, nil, errors.New("this server only streams; set stream to true")
	}
	out := model.Request{
		Model: in.Model, MaxOutputTokens: max(in.MaxTokens, in.MaxCompletion),
		ThinkingLevel: in.Effort, Temperature: in.Temperature,
	}
	for i, m := range in.Messages {
		if err := addMessage(&out, m); err != nil {
			return model.Request{}, nil, fmt.Errorf("messages[%d]: %w", i, err)
		}
	}
	if open := unanswered(out.Messages); open != "" {
		return model.Request{}, nil, fmt.Errorf("the tool call %q has no result", open)
	}
	for _, t := range in.Tools {
		if t.Type != "function" || t.Function.Name == "" {
			return model.Request{}, nil, errors.New("a tool needs type function and a name")
		}
		out.Tools = append(out.Tools, model.Tool{Name: t.Function.Name, Description: t.Function.Description, Schema: t.Function.Parameters})
	}
	return out, &chatEncoder{model: in.Model, withUsage: in.StreamOptions.IncludeUsage}, nil
}

// addMessage appends m to the request. Results of one answer's calls come as a message each and
// become one.
func addMessage(req *model.Request, m chatMessage) error {
	text, images, err := content(m.Content)
	if err != nil {
		return err
	}
	open := unanswered(req.Messages)
	if open != "" && m.Role != "tool" {
		return fmt.Errorf("the tool call %q has no result", open)
	}
	switch m.Role {
	case "system", "developer":
		req.Messages = append(req.Messages, model.Message{Role: model.System, Text: text})
	case "user":
		req.Messages = append(req.Messages, model.Message{Role: model.User, Text: text, Images: images})
	case "assistant":
		said := model.Message{Role: model.Assistant, Text: text}
		if m.Reasoning != "" {
			said.Thoughts = []model.Thought{{Text: m.Reasoning}}
		}
		for _, c := range m.Calls {
			said.Calls = append(said.Calls, model.Call{ID: c.ID, Name: c.Function.Name, Input: c.Function.Arguments})
		}
		req.Messages = append(req.Messages, said)
	case "tool":
		return addResult(req, model.Result{ID: m.CallID, Text: text, OK: true})
	default:
		return fmt.Errorf("role %q is not known", m.Role)
	}
	return nil
}

func addResult(req *model.Request, r model.Result) error {
	if !slices.Contains(unansweredAll(req.Messages), r.ID) {
		return fmt.Errorf("the tool message answers %q, which is no open call of the message before", r.ID)
	}
	last := &req.Messages[len(req.Messages)-1]
	if last.Role != model.ToolResults {
		req.Messages = append(req.Messages, model.Message{Role: model.ToolResults, Results: []model.Result{r}})
		return nil
	}
	last.Results = append(last.Results, r)
	return nil
}

// unanswered gives the first call without a result among those of the last answer, or "".
func unanswered(messages []model.Message) string {
	if open := unansweredAll(messages); len(open) > 0 {
		return open[0]
	}
	return ""
}

func unansweredAll(messages []model.Message) []string {
	var open []string
	for i := max(0, len(messages)-2); i < len(messages); i++ {
		for _, c := range messages[i].Calls {
			open = append(open, c.ID)
		}
		for _, r := range messages[i].Results {
			if at := slices.Index(open, r.ID); at >= 0 {
				open = slices.Delete(open, at, at+1)
			}
		}
	}
	return open
}

// content reads a content field: null, a string, or parts, which are texts and pictures.
func content(raw json.RawMessage) (string, []model.Image, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil, nil
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text, nil, nil
	}
	var parts []struct {
		Type  string               `json:"type"`
		Text  string               `json:"text"`
		Image struct{ URL string } `json:"image_url"`
	}
	if err := json.Unmarshal(raw, &parts); err != nil {
		return "", nil, errors.New("content is neither text nor a list of parts")
	}
	var images []model.Image
	for _, p := range parts {
		switch p.Type {
		case "text":
			text += p.Text
		case "image_url":
			image, err := imageOf(p.Image.URL)
			if err != nil {
				return "", nil, err
			}
			images = append(images, image)
		default:
			return "", nil, fmt.Errorf("content of type %q is not known", p.Type)
		}
	}
	return text, images, nil
}
