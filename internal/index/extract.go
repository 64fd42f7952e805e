package index

import (
	"bytes"
	"encoding/json"
	"strings"

	"eidolon/actors/event"
	"eidolon/xnl"
)

// Role is who said what was found.
type Role string

// The roles.
const (
	User      Role = "user"
	Assistant Role = "assistant"
	Call      Role = "call"   // the name and the input of a tool
	Output    Role = "result" // and its output
	Title     Role = "title"
)

const (
	maxSaid = 1 << 20 // bytes of a message that are searched
	maxDone = 4 << 10 // and of a call's input or output
)

// searchTool is the name of the tool with which a model searches the index. Its calls are not found, or
// each search would find those before it.
const searchTool = "SysBuiltIn.thread_search"

// passage is the text by which an event is found.
type passage struct {
	role Role
	text string
}

// extract gives the passage of an event. Most kinds of events have none: what the model is told in
// secret is not for the user, and what tools gave back is found where they gave it.
func extract(e event.Event) (passage, bool) {
	switch e := e.(type) {
	case event.Message:
		switch {
		case e.Role == event.RoleUser && !e.Hidden:
			return found(User, clip(e.Text, maxSaid))
		case e.Role == event.RoleAssistant && !e.Hidden:
			return found(Assistant, clip(xnl.Visible(e.Text), maxSaid))
		}
	case event.Title:
		return found(Title, e.Title)
	case event.ToolUse:
		if e.Name == searchTool { // looking for a word is not saying it
			return passage{}, false
		}
		return found(Call, e.Name+" "+values(e.Input, maxDone))
	case event.ToolResult:
		return found(Output, values(e.Output, maxDone))
	case event.Meta, event.Reasoning, event.Usage, event.Decision, event.Todos, event.Error, event.Interrupted, event.TurnEnd,
		event.Compaction, event.Posture, event.Agent, event.Checkpoint, event.Rewind, event.Unknown,
		event.TextDelta, event.ReasoningDelta, event.CallOpened, event.CallInput, event.CallStarted, event.CallProgress,
		event.Asked, event.Answered, event.Retry, event.Notice, event.Lost:
	}
	return passage{}, false
}

func found(role Role, text string) (passage, bool) {
	return passage{role, text}, strings.TrimSpace(text) != ""
}

// clip cuts a text at a number of bytes, between two characters.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "")
}

// values gives the strings and numbers of a JSON value, a line each, up to a number of bytes. Names of
// fields are no text of anybody.
func values(raw json.RawMessage, limit int) string {
	var b strings.Builder
	for rest := []byte(raw); len(rest) > 0 && b.Len() < limit; {
		i := bytes.IndexAny(rest, "\"-0123456789")
		if i < 0 {
			break
		}
		rest = rest[i:]
		end := literal(rest)
		text, after := rest[:end], bytes.TrimLeft(rest[end:], " \t\r\n")
		rest = rest[end:]
		if len(after) > 0 && after[0] == ':' {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(unquote(text))
	}
	return clip(b.String(), limit)
}

// literal gives the length of the string or number that valid JSON begins with.
func literal(b []byte) int {
	if b[0] != '"' {
		n := 1
		for n < len(b) && strings.IndexByte("+-.eE0123456789", b[n]) >= 0 {
			n++
		}
		return n
	}
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}

// unquote gives the text of a literal.
func unquote(b []byte) string {
	if b[0] != '"' {
		return string(b)
	}
	if bytes.IndexByte(b, '\\') < 0 {
		return string(b[1 : len(b)-1])
	}
	var s string
	_ = json.Unmarshal(b, &s) // the line was decoded before, so it is a string
	return s
}
