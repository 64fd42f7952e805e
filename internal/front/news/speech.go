package news

import (
	"encoding/json"
	"strings"

	"eidolon/actors/event"
)

// Speech gathers what the model thinks and says until a stretch of it is whole: a call or the end of the
// answer ends one. The zero Speech is empty.
type Speech struct{ thought, text strings.Builder }

// Think adds to the thoughts.
func (s *Speech) Think(text string) { s.thought.WriteString(text) }

// Say adds to the words.
func (s *Speech) Say(text string) { s.text.WriteString(text) }

// Thought takes the thoughts so far.
func (s *Speech) Thought() string { return take(&s.thought) }

// Text takes the words so far. Blanks alone, as stand between two calls, are none.
func (s *Speech) Text() string {
	text := take(&s.text)
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return text
}

func take(b *strings.Builder) string {
	text := b.String()
	b.Reset()
	return text
}

// builtIn begins the names of the built-in tools: tool.BuiltIn, which is not for front-ends.
const builtIn = "SysBuiltIn."

// ToolName is how other programs are told of a tool: a built-in one by its short name.
func ToolName(name string) string { return strings.TrimPrefix(name, builtIn) }

// Input is the input of a call as the tool takes it. Of a call that cannot be read it is an empty object.
func Input(use event.ToolUse) json.RawMessage {
	input := use.Input
	if len(use.Inner) > 0 {
		input = use.Inner
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(input, &fields) != nil || fields == nil {
		return json.RawMessage("{}")
	}
	return input
}

// Outcome is the output of a call as other programs are told of it.
type Outcome struct {
	Data  map[string]json.RawMessage
	Error struct{ Code, Message string }
}

// ReadOutcome takes the envelope of a result apart.
func ReadOutcome(r event.ToolResult) Outcome {
	var o Outcome
	_ = json.Unmarshal(r.Output, &o) // an envelope that cannot be read says nothing
	return o
}

// Failure says why the call failed.
func (o Outcome) Failure() string { return o.Error.Code + ": " + o.Error.Message }

// Words is the text that the call gave, if it gave any.
func (o Outcome) Words() (text string, found bool) {
	for _, field := range []string{"content", "stdout", "stderr", "text"} {
		var s string
		if raw, there := o.Data[field]; there && json.Unmarshal(raw, &s) == nil {
			text += s
			found = true
		}
	}
	return text, found
}

// Text is what the call gave, in words: its text where it has one, else all of it; or why it failed.
func (o Outcome) Text(ok bool) string {
	if !ok {
		return o.Failure()
	}
	text, found := o.Words()
	if found || len(o.Data) == 0 {
		return text
	}
	all, err := json.Marshal(o.Data)
	if err != nil {
		return ""
	}
	return string(all)
}
