package format

import (
	"slices"
	"strings"

	"eidolon/actors/model"
)

// Side is who a run of messages belongs to on the wire, where speakers must take turns.
type Side int

// The sides of a conversation.
const (
	neither   Side = iota // says nothing and belongs to any run
	Opening               // the system message in front
	User                  // people, tools and later system messages
	Assistant             // the model
)

// Run is a stretch of messages of one side.
type Run struct {
	Side     Side
	Messages []model.Message
	before   []model.Message // those of the conversation before them
}

// runOf gives the messages of a run that say something.
func runOf(messages []model.Message, from, to int) Run {
	r := Run{before: messages[:from], Messages: messages[from:to]}
	for i := from; i < to && r.Side == neither; i++ {
		r.Side = sideOf(messages, i)
	}
	return r
}

// sideOf gives the side of the message at the index.
func sideOf(messages []model.Message, index int) Side {
	m := &messages[index]
	switch {
	case m.Text == "" && len(m.Calls) == 0 && len(m.Results) == 0 && len(m.Images) == 0:
		return neither // some services refuse an empty message
	case m.Role == model.Assistant:
		return Assistant
	case m.Role == model.System && index == 0:
		return Opening
	}
	return User
}

// runEnd gives the end of the run that begins at the index: up to the next message of another side.
func runEnd(messages []model.Message, from int) int {
	of := neither
	for i := from; i < len(messages); i++ {
		switch s := sideOf(messages, i); {
		case s == neither:
		case of == neither:
			of = s
		case s != of:
			return i
		}
	}
	return len(messages)
}

// Text gives the texts of the run as one. Texts that are sent under another role than their own are
// tagged.
func (r Run) Text() string {
	var texts []string
	for i := range r.Messages {
		if m := &r.Messages[i]; m.Text != "" {
			texts = append(texts, tagged(m.Role, len(r.before)+i, m.Text))
		}
	}
	return strings.Join(texts, "\n\n")
}

// Calls gives the native calls of the run.
func (r Run) Calls() []model.Call {
	return gather(r, func(m *model.Message) []model.Call { return m.Calls })
}

// Results gives the results of native calls in the run.
func (r Run) Results() []model.Result {
	return gather(r, func(m *model.Message) []model.Result { return m.Results })
}

// CallOf gives the call that a result of the run answers, or one without a name when there is none.
func (r Run) CallOf(result model.Result) model.Call {
	for _, m := range slices.Backward(r.before) {
		for _, call := range m.Calls {
			if call.ID == result.ID {
				return call
			}
		}
	}
	return model.Call{ID: result.ID}
}

// Images gives the pictures of the run.
func (r Run) Images() []model.Image {
	return gather(r, func(m *model.Message) []model.Image { return m.Images })
}

// Thoughts gives the blocks of reasoning of the run.
func (r Run) Thoughts() []model.Thought {
	return gather(r, func(m *model.Message) []model.Thought { return m.Thoughts })
}

func gather[T any](r Run, of func(*model.Message) []T) []T {
	var out []T
	for i := range r.Messages {
		out = append(out, of(&r.Messages[i])...)
	}
	return out
}

// tagged marks a text that is sent under another role than its own.
func tagged(role model.Role, index int, text string) string {
	switch {
	case role == model.System && index > 0:
		return "<system_note>\n" + text + "\n</system_note>"
	case role == model.ToolResults:
		return "<tool_results>\n" + text + "\n</tool_results>"
	}
	return text
}
