package replay

import (
	"regexp"
	"strings"

	"eidolon/actors/event"
)

// replies are what the model was told about the calls of one round.
type replies struct {
	native map[string]string // by the key of the call
	xnl    []string          // in the order of the calls
}

// head begins the answer to an XNL call, or what the model is told of a command of the user. Its text ends at the same marker.
var head = regexp.MustCompile(`(?m)^<(?:tool_resp id|user_command text)=.* ok=(?:true|false)(?: code="[^"]*")? #([0-9a-f]{8})>\n`)

// repliesOf reads a tool_results message back.
func repliesOf(m event.Message) *replies {
	out := &replies{native: map[string]string{}}
	for _, r := range m.Results {
		out.native[r.Call] = r.Text
	}
	eachReply(m.Text, func(_, _ string, body string) { out.xnl = append(out.xnl, body) })
	return out
}

// eachReply calls fn for each answer to an XNL call in a text: what stands before it, its marker, and
// its body. It gives what stands behind the last.
func eachReply(text string, fn func(before, marker, body string)) string {
	for {
		at := head.FindStringSubmatchIndex(text)
		if at == nil {
			return text
		}
		marker := text[at[2]:at[3]]
		body, rest, ok := strings.Cut(text[at[1]:], "</#"+marker+">\n")
		if !ok {
			return text
		}
		fn(text[:at[1]], marker, body)
		text = rest
	}
}

// next gives what the model was told about a call. Calls in the text are asked for in their order.
func (r *replies) next(use event.ToolUse) (string, bool) {
	if use.Source == event.SourceNative {
		text, ok := r.native[use.Call]
		return text, ok
	}
	if len(r.xnl) == 0 {
		return "", false
	}
	text := r.xnl[0]
	r.xnl = r.xnl[1:]
	return text, true
}

// withoutMarkers gives a tool_results text in which the secret markers are all alike.
func withoutMarkers(text string) string {
	var b strings.Builder
	rest := eachReply(text, func(before, marker, body string) {
		b.WriteString(strings.Replace(before, "#"+marker, "#marker", 1) + body + "</#marker>\n")
	})
	return b.String() + rest
}
