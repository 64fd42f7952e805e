package foreign

import (
	"bytes"
	"encoding/json"
)

// called is an object that stands for a call, in the words of all models. With any other member it is
// something else.
type called struct {
	Name     string          `json:"name"`
	Tool     string          `json:"tool"`
	ToolName string          `json:"tool_name"`
	Function json.RawMessage `json:"function"` // a name, or an object of this kind

	Arguments  json.RawMessage `json:"arguments"`
	Parameters json.RawMessage `json:"parameters"`
	Input      json.RawMessage `json:"input"`
	Args       json.RawMessage `json:"args"`

	// What some add, and nobody needs.
	ID     json.RawMessage `json:"id"`
	CallID json.RawMessage `json:"call_id"`
	Type   json.RawMessage `json:"type"`
}

// callMembers are the members of it.
var callMembers = []string{
	"name", "tool", "tool_name", "function", "arguments", "parameters", "input", "args", "id", "call_id", "type",
}

// readObject gives the name and the input of a call, or "".
func readObject(raw json.RawMessage) (string, json.RawMessage) {
	var c called
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if d.Decode(&c) != nil {
		return "", nil
	}
	var names []string
	for _, name := range []string{c.Name, c.Tool, c.ToolName} {
		if name != "" {
			names = append(names, name)
		}
	}
	var name string
	switch {
	case len(c.Function) == 0:
	case json.Unmarshal(c.Function, &name) == nil:
		names = append(names, name)
	case len(names) == 0:
		return readObject(c.Function)
	}
	input := inputOf(c.Arguments, c.Parameters, c.Input, c.Args)
	if len(names) != 1 || input == nil {
		return "", nil
	}
	return names[0], input
}

// inputOf gives the one input that is given, an object or the text of one, or nil.
func inputOf(given ...json.RawMessage) json.RawMessage {
	var input json.RawMessage
	for _, raw := range given {
		if len(raw) == 0 {
			continue
		}
		if input != nil {
			return nil
		}
		input = raw
	}
	var text string
	if len(input) > 0 && json.Unmarshal(input, &text) == nil {
		input = json.RawMessage(text)
	}
	input = bytes.TrimSpace(input)
	if len(input) == 0 || input[0] != '{' || !json.Valid(input) {
		return nil
	}
	return input
}
