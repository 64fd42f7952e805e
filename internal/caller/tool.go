package caller

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"eidolon/actors/model"
)

// ToolForms says how a tool is given.
const ToolForms = "NAME:json=FILE or NAME:inline=JSON"

// ParseTool reads a tool: its name, and the JSON Schema of its input, in a file or as it is. The
// description in the schema is that of the tool. The schema itself reaches the model unchanged.
func ParseTool(text string, read func(file string) ([]byte, error)) (model.Tool, error) {
	name, from, ok := strings.Cut(text, ":")
	how, value, given := strings.Cut(from, "=")
	if !ok || !given || value == "" || how != "json" && how != "inline" {
		return model.Tool{}, fmt.Errorf("%q is no tool: it takes %s", text, ToolForms)
	}
	if err := checkName(name); err != nil {
		return model.Tool{}, err
	}
	data := []byte(value)
	if how == "json" {
		var err error
		if data, err = read(value); err != nil {
			return model.Tool{}, err
		}
	}
	t, err := toolOf(name, data)
	if err != nil {
		err = fmt.Errorf("the schema of %s: %w", name, err)
	}
	return t, err
}

// AddTool adds a tool to others, whose names it must not have.
func AddTool(tools []model.Tool, t model.Tool) ([]model.Tool, error) {
	if slices.ContainsFunc(tools, func(other model.Tool) bool { return other.Name == t.Name }) {
		return nil, fmt.Errorf("the tool %s is given twice", t.Name)
	}
	return append(tools, t), nil
}

// checkName refuses names that services refuse.
func checkName(name string) error {
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`).MatchString(name) {
		return fmt.Errorf("%q is no name for a tool: services take up to 64 letters, digits, _ and -", name)
	}
	return nil
}

// passable gives a name that a model invented in a form that services take back.
func passable(name string) string {
	if checkName(name) == nil {
		return name
	}
	fit := regexp.MustCompile(`[^A-Za-z0-9_-]`).ReplaceAllString(name, "_")
	return fit[:min(len(fit), 64)]
}

// schema is what is looked at in a tool's schema.
type schema struct {
	Type        json.RawMessage `json:"type"`
	Description string          `json:"description"`
}

func toolOf(name string, data []byte) (model.Tool, error) {
	var s schema
	if err := decode(data, &s); err != nil {
		return model.Tool{}, err
	}
	if len(s.Type) > 0 && !bytes.Contains(s.Type, []byte(`"object"`)) {
		return model.Tool{}, fmt.Errorf("its type is %s and not \"object\"; give the schema of the input alone", s.Type)
	}
	var line bytes.Buffer
	if err := json.Compact(&line, data); err != nil {
		return model.Tool{}, err
	}
	return model.Tool{Name: name, Description: s.Description, Schema: line.Bytes()}, nil
}

// decode reads one JSON object and says in plain words why it is none.
func decode(data []byte, to any) error {
	err := json.Unmarshal(data, to)
	syntax, broken := errors.AsType[*json.SyntaxError](err)
	switch _, odd := errors.AsType[*json.UnmarshalTypeError](err); {
	case broken:
		return fmt.Errorf("it is no JSON: %w (at byte %d)", err, syntax.Offset)
	case odd || err == nil && !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")):
		return errors.New("it is not the JSON object that it has to be")
	}
	return err
}

// ParseChoice reads what the model is to do with the tools: auto, required, or function: and a name.
func ParseChoice(text string, tools []model.Tool) (model.Choice, error) {
	name, named := strings.CutPrefix(text, "function:")
	known := slices.ContainsFunc(tools, func(t model.Tool) bool { return t.Name == name })
	switch {
	case text == "" || text == "auto":
		return model.Choice{}, nil
	case len(tools) == 0:
		return model.Choice{}, errors.New("there is no tool to choose: give some with --tool")
	case text == "required":
		return model.Choice{Required: true}, nil
	case named && known:
		return model.Choice{Required: true, Name: name}, nil
	case named:
		return model.Choice{}, fmt.Errorf("there is no tool %q; give it with --tool", name)
	}
	return model.Choice{}, fmt.Errorf("%q is no choice: it takes auto, required or function:NAME", text)
}
