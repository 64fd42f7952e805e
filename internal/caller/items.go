package caller

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/model"
	"eidolon/internal/leaf/picture"
)

// item is one entry of a conversation, of any type.
type item struct {
	Type    string          `json:"type"`
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`

	CallID    string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments string          `json:"arguments"`
	Signature string          `json:"signature"` // as it was told with the call
	Output    json.RawMessage `json:"output"`
}

// part is a piece of a message.
type part struct {
	Type     string          `json:"type"`
	Text     string          `json:"text"`
	Refusal  string          `json:"refusal"`
	ImageURL json.RawMessage `json:"image_url"`
}

// conversation is a list of messages that grows item by item.
type conversation struct {
	messages []model.Message
	open     []string        // calls without an output
	called   map[string]bool // ids that were used
}

// ParseItems reads a conversation: a JSON array of messages, calls and their outputs. What the model
// thought is left out. A call must have its output before the conversation goes on, as services demand.
func ParseItems(data []byte) ([]model.Message, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			return nil, fmt.Errorf("it is no JSON: %w (at byte %d)", err, syntax.Offset)
		}
		return nil, errors.New("it is not the JSON array of items that it has to be")
	}
	c := conversation{called: map[string]bool{}}
	for i, raw := range list {
		var it item
		if err := json.Unmarshal(raw, &it); err != nil {
			return nil, fmt.Errorf("item %d has not the form of one: %w", i, err)
		}
		if err := c.add(it); err != nil {
			return nil, fmt.Errorf("item %d: %w", i, err)
		}
	}
	switch {
	case len(c.open) > 0:
		return nil, fmt.Errorf("the call %s has no function_call_output", c.open[0])
	case len(c.messages) == 0:
		return nil, errors.New("nothing is said in it")
	}
	return c.messages, nil
}

func (c *conversation) add(it item) error {
	switch {
	case it.Type == "message" || it.Type == "" && it.Role != "":
		return c.addMessage(it)
	case it.Type == "function_call":
		return c.addCall(it)
	case it.Type == "function_call_output":
		return c.addOutput(it)
	case it.Type == "reasoning" || it.Type == "web_search_call":
		return nil // the model's own affair
	case it.Type == "":
		return errors.New("it has no type")
	}
	return fmt.Errorf("the type %q is not known here; message, function_call and function_call_output are", it.Type)
}

// roles are those of messages.
var roles = map[string]model.Role{
	"user": model.User, "assistant": model.Assistant, "system": model.System, "developer": model.System,
}

func (c *conversation) addMessage(it item) error {
	role, known := roles[it.Role]
	if !known {
		return fmt.Errorf("the role %q is not known here; user, assistant, system and developer are", it.Role)
	}
	m, err := message(role, it.Content)
	if err != nil {
		return err
	}
	if last := c.last(); last != nil && role == model.Assistant && last.Role == model.Assistant {
		last.Text = strings.TrimPrefix(last.Text+"\n\n"+m.Text, "\n\n") // an answer in which text follows a call
		return nil
	}
	if len(c.open) > 0 {
		return fmt.Errorf("the call %s has no function_call_output before it", c.open[0])
	}
	c.messages = append(c.messages, m)
	return nil
}

func (c *conversation) last() *model.Message {
	if len(c.messages) == 0 {
		return nil
	}
	return &c.messages[len(c.messages)-1]
}

// addCall adds a call to the answer that it belongs to.
func (c *conversation) addCall(it item) error {
	if it.Name == "" {
		return errors.New("it has no name")
	}
	if strings.TrimSpace(it.Arguments) == "" {
		it.Arguments = "{}"
	}
	var input map[string]json.RawMessage
	switch {
	case it.CallID == "":
		return errors.New("it has no call_id")
	case c.called[it.CallID]:
		return fmt.Errorf("the call_id %s was used before", it.CallID)
	case json.Unmarshal([]byte(it.Arguments), &input) != nil || input == nil:
		return errors.New("its arguments are no JSON object, written as a string")
	}
	if last := c.last(); last == nil || last.Role != model.Assistant {
		if len(c.open) > 0 {
			return fmt.Errorf("the call %s has no function_call_output before it", c.open[0])
		}
		c.messages = append(c.messages, model.Message{Role: model.Assistant})
	}
	call := model.Call{ID: it.CallID, Name: passable(it.Name), Input: it.Arguments, Signature: it.Signature}
	c.last().Calls = append(c.last().Calls, call)
	c.open, c.called[it.CallID] = append(c.open, it.CallID), true
	return nil
}

// addOutput adds the output of a call of the answer before it.
func (c *conversation) addOutput(it item) error {
	at := slices.Index(c.open, it.CallID)
	if at < 0 {
		return fmt.Errorf("there is no open call %q that it could be the output of", it.CallID)
	}
	m, err := message(model.ToolResults, it.Output)
	if err != nil {
		return err
	}
	c.open = slices.Delete(c.open, at, at+1)
	if c.last().Role != model.ToolResults {
		c.messages = append(c.messages, model.Message{Role: model.ToolResults})
	}
	last := c.last()
	last.Results = append(last.Results, model.Result{ID: it.CallID, Text: m.Text, OK: true})
	calls := c.messages[len(c.messages)-2].Calls
	place := func(r model.Result) int {
		return slices.IndexFunc(calls, func(call model.Call) bool { return call.ID == r.ID })
	}
	slices.SortFunc(last.Results, func(a, b model.Result) int { return place(a) - place(b) })
	return nil
}

// message reads a content: a text, or a list of parts.
func message(role model.Role, content json.RawMessage) (model.Message, error) {
	m := model.Message{Role: role}
	if json.Unmarshal(content, &m.Text) == nil && len(content) > 0 {
		return m, nil
	}
	var parts []part
	if err := json.Unmarshal(content, &parts); err != nil {
		return m, errors.New("its content is neither a text nor a list of parts")
	}
	for _, p := range parts {
		switch p.Type {
		case "input_text", "output_text", "text":
			m.Text += p.Text
		case "refusal":
			m.Text += p.Refusal
		case "input_image":
			if role != model.User {
				return m, errors.New("only messages of the user can have images")
			}
			image, err := parseImage(p.ImageURL)
			if err != nil {
				return m, err
			}
			m.Images = append(m.Images, image)
		default:
			return m, fmt.Errorf("a part of type %q is not known here", p.Type)
		}
	}
	return m, nil
}

// parseImage reads an image that is in the item itself. Nothing is fetched.
func parseImage(raw json.RawMessage) (model.Image, error) {
	var address string
	if json.Unmarshal(raw, &address) != nil {
		var wrapped struct {
			URL string `json:"url"`
		}
		_ = json.Unmarshal(raw, &wrapped) // what is no address is told of below
		address = wrapped.URL
	}
	kind, text, ok := strings.Cut(strings.TrimPrefix(address, "data:"), ";base64,")
	if !ok || !strings.HasPrefix(address, "data:") {
		return model.Image{}, errors.New("an image has to be in the item, in the form data:image/png;base64,DATA")
	}
	if !picture.Known(kind) {
		return model.Image{}, fmt.Errorf("images of type %q are not known; png, jpeg, gif and webp are", kind)
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(data) == 0 {
		return model.Image{}, errors.New("the image is no Base64")
	}
	return model.Image{MediaType: kind, Data: data}, nil
}
