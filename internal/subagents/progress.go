package subagents

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"eidolon/actors/event"
	"eidolon/xnl"
)

// progressLine is the most of a line of progress, in bytes.
const progressLine = 140

// about says what a call of the subagent is about, in a line for people: in the notation that the line of
// any other call has.
func about(use event.ToolUse) string {
	text := string(inputOf(use))
	if node, err := xnl.FromJSON(inputOf(use)); err == nil {
		if line, err := xnl.Format(node, xnl.Layout{}); err == nil {
			text = string(line)
		}
	}
	name := strings.TrimPrefix(use.Name, "SysBuiltIn.")
	if text == "{}" {
		return name
	}
	return name + " " + short(text)
}

// because says why a call failed, behind a colon, or nothing.
func because(envelope json.RawMessage) string {
	var e struct{ Error struct{ Message string } }
	if json.Unmarshal(envelope, &e) != nil || e.Error.Message == "" {
		return ""
	}
	return ": " + short(e.Error.Message)
}

// short puts a text on one line and cuts it.
func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= progressLine {
		return text
	}
	end := progressLine
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

func inputOf(use event.ToolUse) json.RawMessage {
	if use.Inner != nil {
		return use.Inner
	}
	return use.Input
}
