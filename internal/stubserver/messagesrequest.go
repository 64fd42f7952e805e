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

type (
	messagesRequest struct {
		Model        string            `json:"model"`
		MaxTokens    int               `json:"max_tokens"`
		Messages     []messagesMessage `json:"messages"`
		System       json.RawMessage   `json:"system"`
		Tools        []messagesTool    `json:"tools"`
		ToolChoice   *messagesChoice   `json:"tool_choice"`
		Thinking     *messagesThinking `json:"thinking"`
		OutputConfig struct {
			Effort string `json:"effort"`
		} `json:"output_config"`
		Temperature   *float64        `json:"temperature"`
		StopSequences []string        `json:"stop_sequences"`
		Metadata      json.RawMessage `json:"metadata"`
		CacheControl  *messagesCache  `json:"cache_control"`
		Stream        bool            `json:"stream"`
	}
	messagesMessage struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"` // text, or a list of blocks
	}
	messagesBlock struct {
		Type         string          `json:"type"`
		Text         string          `json:"text"`
		Thinking     *string         `json:"thinking"`
		Signature    string          `json:"signature"`
		Data         string          `json:"data"`
		ID           string          `json:"id"`
		Name         string          `json:"name"`
		Input        json.RawMessage `json:"input"`
		ToolUseID    string          `json:"tool_use_id"`
		Content      json.RawMessage `json:"content"`
		IsError      bool            `json:"is_error"`
		Source       *messagesSource `json:"source"`
		CacheControl *messagesCache  `json:"cache_control"`
	}
	messagesSource struct {
		Type      string `json:"type"`
		MediaType string `json:"media_type"`
		Data      []byte `json:"data"`
	}
	messagesTool struct {
		Type         string          `json:"type"`
		Name         string          `json:"name"`
		Description  string          `json:"description"`
		Schema       json.RawMessage `json:"input_schema"`
		CacheControl *messagesCache  `json:"cache_control"`
	}
	messagesChoice struct {
		Type string `json:"type"`
		Name string `json:"name"`
	}
	messagesThinking struct {
		Type    string `json:"type"`
		Budget  int    `json:"budget_tokens"`
		Display string `json:"display"`
	}
	messagesCache struct {
		Type string `json:"type"`
		TTL  string `json:"ttl"`
	}
)

// parse implements format.
func (messages) parse(r *http.Request, body []byte) (model.Request, encoder, error) {
	var in messagesRequest
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields() // as the service does
	if err := decoder.Decode(&in); err != nil {
		return model.Request{}, nil, fmt.Errorf("the body is not a messages request: %w", err)
	}
	if r.Header.Get("Anthropic-Version") == "" {
		return model.Request{}, nil, errors.New("anthropic-version: header is required")
	}
	out := model.Request{
		Model: in.Model, MaxOutputTokens: in.MaxTokens, Temperature: in.Temperature, ThinkingLevel: in.OutputConfig.Effort,
	}
	for _, check := range []func(*model.Request) error{in.basics, in.addSystem, in.addMessages, in.addTools, in.think, in.marks} {
		if err := check(&out); err != nil {
			return model.Request{}, nil, err
		}
	}
	return out, &messagesEncoder{model: in.Model}, nil
}

func (in *messagesRequest) basics(*model.Request) error {
	switch {
	case in.Model == "":
		return errors.New("model: field required")
	case in.MaxTokens <= 0:
		return errors.New("max_tokens: must be greater than or equal to 1")
	case len(in.Messages) == 0:
		return errors.New("messages: at least one message is required")
	case !in.Stream:
		return errors.New("this server only streams; set stream to true")
	}
	return nil
}

func (in *messagesRequest) addSystem(out *model.Request) error {
	if len(in.System) == 0 {
		return nil
	}
	blocks, err := blocksOf(in.System)
	if err != nil {
		return fmt.Errorf("system: %w", err)
	}
	var texts []string
	for _, b := range blocks {
		if b.Type != "text" || strings.TrimSpace(b.Text) == "" {
			return errors.New("system: text content blocks must be non-empty")
		}
		texts = append(texts, b.Text)
	}
	out.Messages = append(out.Messages, model.Message{Role: model.System, Text: strings.Join(texts, "\n\n")})
	return nil
}

// addMessages reads the conversation: the user begins, speakers take turns, and calls are answered in
// the next message.
func (in *messagesRequest) addMessages(out *model.Request) error {
	var open []string // calls of the message before
	seen := map[string]bool{}
	for i, m := range in.Messages {
		if want := []string{"user", "assistant"}[i%2]; m.Role != want {
			return fmt.Errorf("messages.%d: roles must alternate between \"user\" and \"assistant\", and the first is \"user\"", i)
		}
		blocks, err := blocksOf(m.Content)
		if err != nil {
			return fmt.Errorf("messages.%d: %w", i, err)
		}
		r := messageReader{open: open, seen: seen, out: model.Message{Role: model.Role(m.Role)}}
		for j, b := range blocks {
			if err := r.add(b); err != nil {
				return fmt.Errorf("messages.%d.content.%d: %w", i, j, err)
			}
		}
		if len(r.open) > 0 {
			return fmt.Errorf("messages.%d: `tool_use` ids were found without `tool_result` blocks immediately after: %s", i, strings.Join(r.open, ", "))
		}
		out.Messages = append(out.Messages, r.out)
		open = r.calls
	}
	if len(open) > 0 {
		return fmt.Errorf("`tool_use` ids were found without `tool_result` blocks: %s", strings.Join(open, ", "))
	}
	return nil
}

// blocksOf gives the blocks of a content; a text is one block.
func blocksOf(raw json.RawMessage) ([]messagesBlock, error) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []messagesBlock{{Type: "text", Text: text}}, nil
	}
	var blocks []messagesBlock
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&blocks); err != nil {
		return nil, fmt.Errorf("content is neither text nor a list of blocks: %w", err)
	}
	if len(blocks) == 0 {
		return nil, errors.New("content must not be empty")
	}
	return blocks, nil
}

// maxMarks is how many marks for the cache a request may have.
const maxMarks = 4

// marks checks the marks for the cache.
func (in *messagesRequest) marks(*model.Request) error {
	marks := 0
	count := func(c *messagesCache) error {
		if c == nil {
			return nil
		}
		if marks++; c.Type != "ephemeral" {
			return fmt.Errorf("cache_control: type %q is not known", c.Type)
		}
		return nil
	}
	err := count(in.CacheControl)
	for _, t := range in.Tools {
		err = errors.Join(err, count(t.CacheControl))
	}
	contents := []json.RawMessage{in.System}
	for _, m := range in.Messages {
		contents = append(contents, m.Content)
	}
	for _, content := range contents {
		if len(content) == 0 {
			continue
		}
		blocks, _ := blocksOf(content) // was read before
		for _, b := range blocks {
			err = errors.Join(err, count(b.CacheControl))
			if b.CacheControl != nil && (b.Type == "thinking" || b.Type == "redacted_thinking") {
				err = errors.Join(err, fmt.Errorf("%s.cache_control: Extra inputs are not permitted", b.Type))
			}
		}
	}
	if marks > maxMarks {
		return fmt.Errorf("a maximum of %d blocks with cache_control may be provided, found %d", maxMarks, marks)
	}
	return err
}
