package stubserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/model"
)

// plain tells the names and ids that the service takes.
func plain(name string) bool {
	const signs = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
	return name != "" && len(name) <= 128 && strings.Trim(name, signs) == ""
}

// addTools checks the tools, and which of them the model is to use.
func (in *messagesRequest) addTools(out *model.Request) error {
	names := map[string]bool{}
	for i, t := range in.Tools {
		var schema struct{ Type string }
		switch {
		case !plain(t.Name):
			return fmt.Errorf("tools.%d.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'", i)
		case names[t.Name]:
			return errors.New("tools: Tool names must be unique")
		case strings.HasPrefix(t.Type, "web_search_"):
			out.WebSearch = true
		case t.Type != "" && t.Type != "custom":
			return fmt.Errorf("tools.%d: type %q is not known", i, t.Type)
		case json.Unmarshal(t.Schema, &schema) != nil || schema.Type != "object":
			return fmt.Errorf("tools.%d.input_schema.type: Field required", i)
		default:
			out.Tools = append(out.Tools, model.Tool{Name: t.Name, Description: t.Description, Schema: t.Schema})
		}
		names[t.Name] = true
	}
	calls := slices.ContainsFunc(out.Messages, func(m model.Message) bool { return len(m.Calls) > 0 })
	if len(in.Tools) == 0 && calls {
		return errors.New("Requests which include `tool_use` or `tool_result` blocks must define tools") //nolint:staticcheck // the service's own words
	}
	return in.choose(out, names)
}

func (in *messagesRequest) choose(out *model.Request, names map[string]bool) error {
	c := in.ToolChoice
	switch {
	case c == nil:
		return nil
	case len(in.Tools) == 0:
		return errors.New("tool_choice may only be specified while providing tools")
	case c.Type == "none":
		out.Tools = nil
	case c.Type == "any":
		out.Choice.Required = true
	case c.Type == "tool" && names[c.Name]:
		out.Choice.Name = c.Name
	case c.Type != "auto":
		return fmt.Errorf("tool_choice: %q of %q is not known", c.Name, c.Type)
	}
	return nil
}
