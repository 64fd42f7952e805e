package claude

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// NewID gives the id of a message or a request.
func NewID() string { return uuid.NewString() }

// Once is the connection of who has nothing to say but one prompt.
func Once(prompt string) *Conn {
	message, err := json.Marshal(object{"role": "user", "content": prompt})
	if err != nil {
		message = nil // a string always has a form
	}
	c := &Conn{in: newReader(strings.NewReader(""))}
	c.Hello.first = &input{Type: "user", userLine: userLine{Message: message}}
	return c
}

// Names takes lists of tools or permission rules apart: commas and blanks stand between them, but not
// within parentheses. Tools that have another name here get it.
func Names(lists ...string) []string {
	var all []string
	for _, list := range lists {
		depth := 0
		parts := strings.FieldsFunc(list, func(r rune) bool {
			switch r {
			case '(':
				depth++
			case ')':
				depth--
			case ',', ' ', '\n', '\t':
				return depth <= 0
			}
			return false
		})
		for _, part := range parts {
			all = append(all, renamed(part))
		}
	}
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}

// renamed gives a rule the name that its tool has here.
func renamed(rule string) string {
	name, rest, about := strings.Cut(rule, "(")
	switch name {
	case "MultiEdit", "NotebookEdit":
		name = "Edit"
	case "TodoWrite":
		name = "todo_write"
	case "ExitPlanMode":
		name = "exit_plan_mode"
	case "Task", "Agent":
		name = "invoke_subagent"
	case "WebFetch":
		name = "fetch_webpage"
	case "WebSearch":
		name = "web_search"
	}
	if about {
		return name + "(" + rest
	}
	return name
}
