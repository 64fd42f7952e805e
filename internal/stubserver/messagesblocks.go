package stubserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/model"
)

// messageReader reads the blocks of one message.
type messageReader struct {
	open  []string // calls of the message before that have no result yet
	calls []string // of this one
	seen  map[string]bool
	out   model.Message
}

func (r *messageReader) add(b messagesBlock) error {
	var (
		whose model.Role
		add   func(messagesBlock) error
	)
	switch b.Type {
	case "text":
		return r.addText(b)
	case "image":
		whose, add = model.User, r.addImage
	case "tool_result":
		whose, add = model.User, r.addResult
	case "thinking", "redacted_thinking":
		whose, add = model.Assistant, r.addThought
	case "tool_use":
		whose, add = model.Assistant, r.addCall
	default:
		return fmt.Errorf("content of type %q is not known", b.Type)
	}
	if role := r.out.Role; role != whose && !(role == model.ToolResults && whose == model.User) {
		return fmt.Errorf("`%s` blocks are not permitted in messages of this role", b.Type)
	}
	return add(b)
}

func (r *messageReader) addText(b messagesBlock) error {
	if strings.TrimSpace(b.Text) == "" {
		return errors.New("text content blocks must contain non-whitespace text")
	}
	if r.out.Text != "" {
		r.out.Text += "\n\n"
	}
	r.out.Text += b.Text
	return nil
}

func (r *messageReader) addImage(b messagesBlock) error {
	known := []string{"image/png", "image/jpeg", "image/gif", "image/webp"}
	if s := b.Source; s == nil || s.Type != "base64" || !slices.Contains(known, s.MediaType) || len(s.Data) == 0 {
		return errors.New("image.source: not an image in base64")
	}
	r.out.Images = append(r.out.Images, model.Image{MediaType: b.Source.MediaType, Data: b.Source.Data})
	return nil
}

// addThought checks that a thought comes back as it was given, and before everything else.
func (r *messageReader) addThought(b messagesBlock) error {
	if len(r.out.Calls) > 0 || r.out.Text != "" {
		return fmt.Errorf("`%s` blocks must come before the others", b.Type)
	}
	if b.Type == "redacted_thinking" {
		if b.Data == "" {
			return errors.New("data: field required")
		}
		r.out.Thoughts = append(r.out.Thoughts, model.Thought{Signature: b.Data})
		return nil
	}
	signature, _, _ := cutLast(b.Signature, ".")
	if b.Thinking == nil || b.Signature != sealed(signature, *b.Thinking) {
		return errors.New("Invalid `signature` in `thinking` block") //nolint:staticcheck // the service's own words
	}
	r.out.Thoughts = append(r.out.Thoughts, model.Thought{Text: *b.Thinking, Signature: signature})
	return nil
}

// cutLast cuts around the last separator.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

func (r *messageReader) addCall(b messagesBlock) error {
	var input map[string]any
	switch {
	case !plain(b.ID):
		return errors.New("tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'")
	case !plain(b.Name):
		return errors.New("tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'")
	case json.Unmarshal(b.Input, &input) != nil || input == nil:
		return errors.New("tool_use.input: Input should be a valid dictionary")
	case r.seen[b.ID]:
		return fmt.Errorf("`tool_use` ids must be unique: %s", b.ID)
	}
	r.seen[b.ID] = true
	r.calls = append(r.calls, b.ID)
	r.out.Calls = append(r.out.Calls, model.Call{ID: b.ID, Name: b.Name, Input: string(b.Input)})
	return nil
}

// addResult takes the result of a call. Results come before everything else of their message.
func (r *messageReader) addResult(b messagesBlock) error {
	at := slices.Index(r.open, b.ToolUseID)
	switch {
	case at < 0:
		return fmt.Errorf("unexpected `tool_use_id` found in `tool_result` blocks: %s", b.ToolUseID)
	case r.out.Text != "" || len(r.out.Images) > 0:
		return errors.New("`tool_result` blocks must come before the others")
	}
	r.open = slices.Delete(r.open, at, at+1)
	text, err := resultText(b.Content)
	if err != nil {
		return err
	}
	if b.IsError && strings.TrimSpace(text) == "" {
		return errors.New("content cannot be empty if `is_error` is true")
	}
	r.out.Role = model.ToolResults
	r.out.Results = append(r.out.Results, model.Result{ID: b.ToolUseID, Text: text, OK: !b.IsError})
	return nil
}

// resultText gives the words of a result, which may have none.
func resultText(content json.RawMessage) (string, error) {
	if len(content) == 0 {
		return "", nil
	}
	blocks, err := blocksOf(content)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for _, b := range blocks {
		text.WriteString(b.Text)
	}
	return text.String(), nil
}
