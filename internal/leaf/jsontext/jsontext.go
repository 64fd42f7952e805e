// Package jsontext finds the JSON value in an answer that was to be nothing else. Models like to wrap
// it in a code fence, or to say a word before it.
package jsontext

import (
	"encoding/json"
	"strings"
)

// Find gives the value as it stands in the text: the whole of it, or what a code fence that is the only
// one holds.
func Find(text string) (json.RawMessage, bool) {
	text = strings.TrimSpace(text)
	if json.Valid([]byte(text)) {
		return json.RawMessage(text), true
	}
	const fence = "```"
	_, rest, ok := strings.Cut(text, fence)
	inner, after, closed := strings.Cut(rest, fence)
	if !ok || !closed || strings.Contains(after, fence) {
		return nil, false
	}
	if head, body, ok := strings.Cut(inner, "\n"); ok && !json.Valid([]byte(inner)) && !strings.ContainsAny(head, "{[\"") {
		inner = body
	}
	inner = strings.TrimSpace(inner)
	return json.RawMessage(inner), json.Valid([]byte(inner))
}
