package claude

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// NewID gives a random UUID.
func NewID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

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
	}
	if about {
		return name + "(" + rest
	}
	return name
}
