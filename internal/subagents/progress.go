package subagents

import (
	"encoding/json"
	"strings"

	"eidolon/actors/event"
	"eidolon/internal/front/news"
	"eidolon/internal/leaf/clip"
	"eidolon/xnl"
)

// progressLine is the most of a line of progress, in bytes.
const progressLine = 140

// about says what a call of the subagent is about, in a line for people: in the notation that the line of
// any other call has.
func about(use event.ToolUse) string {
	input := news.Input(use)
	text := string(input)
	if node, err := xnl.FromJSON(input); err == nil {
		if line, err := xnl.Format(node, xnl.Layout{}); err == nil {
			text = string(line)
		}
	}
	name := news.ToolName(use.Name)
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
	return clip.Short(strings.Join(strings.Fields(text), " "), progressLine)
}
