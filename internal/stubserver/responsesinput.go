package stubserver

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/model"
)

// responsesInput is an item of a conversation.
type responsesInput struct {
	Type      string          `json:"type"`
	ID        string          `json:"id"`
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`
	CallID    string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments *string         `json:"arguments"`
	Output    *string         `json:"output"`
	Encrypted string          `json:"encrypted_content"`
	Summary   []responsesPart `json:"summary"`
}

// addItems reads the conversation.
func (in *responsesRequest) addItems(out *model.Request) error {
	alone := "" // reasoning after which nothing has come yet
	for i, raw := range in.Input {
		var item responsesInput
		if err := json.Unmarshal(raw, &item); err != nil {
			return fmt.Errorf("input[%d]: %w", i, err)
		}
		answers := item.Type == itemCall || item.Type == itemReasoning || item.Role == "assistant"
		if alone != "" && !answers {
			break
		}
		if alone = ""; item.Type == itemReasoning {
			alone = item.ID
		}
		if err := addItem(out, item); err != nil {
			return fmt.Errorf("input[%d]: %w", i, err)
		}
	}
	if alone != "" {
		return words("Item '%s' of type 'reasoning' was provided without its required following item.", alone)
	}
	if open := unanswered(out.Messages); open != "" {
		return words("No tool output found for function call %s.", open)
	}
	return nil
}

// addItem appends an item to the request. Items of one answer become one message.
func addItem(out *model.Request, item responsesInput) error {
	switch item.Type {
	case "", itemMessage:
		return addSpoken(out, item)
	case itemCall:
		if item.CallID == "" || item.Name == "" || item.Arguments == nil {
			return errors.New("a function_call needs call_id, name and arguments")
		}
		said := lastSaid(out)
		said.Calls = append(said.Calls, model.Call{ID: item.CallID, Name: item.Name, Input: *item.Arguments})
	case itemResult:
		if item.Output == nil {
			return errors.New("a function_call_output needs an output")
		}
		if addResult(out, model.Result{ID: item.CallID, Text: *item.Output, OK: true}) != nil {
			return words("No tool call found for function call output with call_id %s.", item.CallID)
		}
	case itemReasoning:
		if item.Encrypted == "" || item.Summary == nil {
			return words("Item with id '%s' not found. Items are not persisted when `store` is set to false.", item.ID)
		}
		thought := model.Thought{Signature: item.Encrypted}
		for _, p := range item.Summary {
			if p.Type != partSummary || p.Text == nil {
				return fmt.Errorf("summary of type %q is not known", p.Type)
			}
			thought.Text += *p.Text
		}
		said := lastSaid(out)
		said.Thoughts = append(said.Thoughts, thought)
	default:
		return words("Invalid value: '%s'.", item.Type)
	}
	return nil
}

// lastSaid gives the answer that an item belongs to.
func lastSaid(out *model.Request) *model.Message {
	if n := len(out.Messages); n == 0 || out.Messages[n-1].Role != model.Assistant {
		out.Messages = append(out.Messages, model.Message{Role: model.Assistant})
	}
	return &out.Messages[len(out.Messages)-1]
}

// addSpoken appends a message.
func addSpoken(out *model.Request, item responsesInput) error {
	if open := unanswered(out.Messages); open != "" && item.Role != "assistant" {
		return words("No tool output found for function call %s.", open)
	}
	role := model.System
	if item.Role == "user" {
		role = model.User
	}
	switch item.Role {
	case "system", "developer", "user":
		text, images, err := inputParts(item.Content)
		out.Messages = append(out.Messages, model.Message{Role: role, Text: text, Images: images})
		return err
	case "assistant":
		text, err := answerParts(item.Content)
		lastSaid(out).Text += text
		return err
	}
	return fmt.Errorf("role %q is not known", item.Role)
}

// inputParts reads what is said to a model: a text, or parts.
func inputParts(raw json.RawMessage) (string, []model.Image, error) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text, nil, nil
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
		URL  string `json:"image_url"`
	}
	if err := json.Unmarshal(raw, &parts); err != nil {
		return "", nil, errors.New("content is neither text nor a list of parts")
	}
	var images []model.Image
	for _, p := range parts {
		switch p.Type {
		case "input_text":
			text += p.Text
		case "input_image":
			image, err := imageOf(p.URL)
			if err != nil {
				return "", nil, err
			}
			images = append(images, image)
		default:
			return "", nil, words("Invalid value: '%s'.", p.Type)
		}
	}
	return text, images, nil
}

// answerParts reads what a model said.
func answerParts(raw json.RawMessage) (string, error) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text, nil
	}
	var parts []responsesPart
	if err := json.Unmarshal(raw, &parts); err != nil {
		return "", errors.New("content is neither text nor a list of parts")
	}
	for _, p := range parts {
		switch {
		case p.Type == partAnswered && p.Text != nil:
			text += *p.Text
		case p.Type == partRefused && p.Refusal != nil:
			text += *p.Refusal
		default:
			return "", words("Invalid value: '%s'.", p.Type)
		}
	}
	return text, nil
}

// imageOf reads a picture that is in its own address.
func imageOf(url string) (model.Image, error) {
	rest, isData := strings.CutPrefix(url, "data:")
	kind, encoded, found := strings.Cut(rest, ";base64,")
	data, err := base64.StdEncoding.DecodeString(encoded)
	if !isData || !found || err != nil || !slices.Contains([]string{"image/png", "image/jpeg", "image/gif", "image/webp"}, kind) {
		return model.Image{}, errors.New("an image needs a data URL of a PNG, JPEG, GIF or WebP picture in Base64")
	}
	return model.Image{MediaType: kind, Data: data}, nil
}
