package stubmodel

import (
	"fmt"
	"strings"

	"eidolon/actors/model"
)

// check compares a request with what is expected and says what differs first.
func (e *Expect) check(req model.Request) error {
	var last model.Message
	if n := len(req.Messages); n > 0 {
		last = req.Messages[n-1]
	}
	switch {
	case e.Model != "" && e.Model != req.Model:
		return fmt.Errorf("expected model %q, but the request names %q", e.Model, req.Model)
	case e.Messages != nil && *e.Messages != len(req.Messages):
		return fmt.Errorf("expected %d messages, but there are %d (%s)", *e.Messages, len(req.Messages), roles(req.Messages))
	case e.Results != nil && *e.Results != results(last):
		return fmt.Errorf("expected %d tool results in the last message, but there are %d; it is %s", *e.Results, results(last), show(textOf(last)))
	case e.Tools != nil && *e.Tools != (len(req.Tools) > 0):
		return fmt.Errorf("expected tools: %v, but %d tools are offered", *e.Tools, len(req.Tools))
	}
	if err := e.Last.check("the last message", textOf(last)); err != nil {
		return err
	}
	var system []string
	for _, m := range req.Messages {
		if m.Role == model.System {
			system = append(system, m.Text)
		}
	}
	return e.System.check("the system prompt", strings.Join(system, "\n"))
}

func (m Match) check(what, text string) error {
	for _, want := range m.Contains {
		if !strings.Contains(text, want) {
			return fmt.Errorf("expected %q in %s, which is %s", want, what, show(text))
		}
	}
	for _, no := range m.Excludes {
		if strings.Contains(text, no) {
			return fmt.Errorf("did not expect %q in %s, which is %s", no, what, show(text))
		}
	}
	return nil
}

// textOf gives the words of a message, native results included.
func textOf(m model.Message) string {
	out := m.Text
	for _, r := range m.Results {
		if out != "" {
			out += "\n"
		}
		out += r.Text
	}
	return out
}

// results counts tool results: native ones, or in XNL the elements at the start of a line.
func results(m model.Message) int {
	return len(m.Results) + strings.Count("\n"+m.Text, "\n<tool_resp ")
}

func roles(messages []model.Message) string {
	names := make([]string, len(messages))
	for i, m := range messages {
		names[i] = string(m.Role)
	}
	return strings.Join(names, ", ")
}

// show quotes a text, and only the ends of a long one.
func show(text string) string {
	const edge = 150
	if len(text) <= 2*edge {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprintf("%q ... %q", strings.ToValidUTF8(text[:edge], ""), strings.ToValidUTF8(text[len(text)-edge:], ""))
}
