package recall

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/transcript"
)

const (
	framing   = 2 << 10             // bytes that are kept for heading and end of a page
	wholeText = maxText - 2*framing // of one message alone
	shownText = 4 << 10             // of a message among others
	margin    = "  "
)

// render writes an entry: a line of ours, then what was said, indented. It tells whether something of it
// is left out.
func render(e transcript.Entry, limit int, back bool) (text string, cut bool) {
	var b strings.Builder
	fmt.Fprintf(&b, "\n#%d ", e.Seq)
	when := ", " + e.Time.UTC().Format("2006-01-02 15:04:05 UTC")
	if back {
		when += ", taken back later"
	}
	switch e.Kind {
	case transcript.User:
		fmt.Fprintf(&b, "user%s\n", when)
		cut = write(&b, e.Text, limit)
	case transcript.Model:
		fmt.Fprintf(&b, "assistant%s\n", when)
		cut = write(&b, e.Text, limit)
	case transcript.Tool:
		fmt.Fprintf(&b, "call of %s%s: %s\n", clip.Chars(oneLine(e.Call.Name), maxTitle), when, clip.Chars(oneLine(e.Call.Outcome()), 300))
		cut = write(&b, "input "+e.Call.Input, limit/4)
		cut = write(&b, outcome(e.Call), limit/2) || cut
	case transcript.Program:
		fmt.Fprintf(&b, "note%s: %s\n", when, clip.Chars(oneLine(e.Text), 300))
	}
	return b.String(), cut
}

// write adds a text, indented, up to a number of bytes.
func write(b *strings.Builder, text string, limit int) (cut bool) {
	text = strings.TrimRight(clean.Text(text), "\n \t")
	if text == "" {
		return false
	}
	start, size := b.Len(), len(text)
	for line := range strings.SplitSeq(text, "\n") {
		room := limit - (b.Len() - start)
		if len(line)+len(margin)+1 > room {
			part := strings.ToValidUTF8(line[:max(0, min(len(line), room-len(margin)-1))], "")
			fmt.Fprintf(b, "%s%s… (%d bytes in all)\n", margin, part, size)
			return true
		}
		b.WriteString(margin + line + "\n")
	}
	return false
}

// outcome gives the data of a good result, a line for each field; longer texts stand below their name.
// What went wrong with another one is said by the line before.
func outcome(c *transcript.Call) string {
	if c.Result == nil || !c.Result.OK {
		return ""
	}
	var envelope struct{ Data json.RawMessage }
	if json.Unmarshal(c.Result.Output, &envelope) != nil || len(envelope.Data) == 0 {
		return ""
	}
	dec := json.NewDecoder(bytes.NewReader(envelope.Data))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return "result " + string(envelope.Data)
	}
	var b strings.Builder
	b.WriteString("result")
	for dec.More() {
		name, err := dec.Token()
		var value json.RawMessage
		if err != nil || dec.Decode(&value) != nil {
			break
		}
		var text string
		switch {
		case json.Unmarshal(value, &text) != nil:
			fmt.Fprintf(&b, "\n%s%v: %s", margin, name, value)
		case text == "":
		case strings.Contains(strings.TrimSuffix(text, "\n"), "\n"):
			fmt.Fprintf(&b, "\n%s%v:\n%s%s%s", margin, name, margin, margin, strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+margin+margin))
		default:
			fmt.Fprintf(&b, "\n%s%v: %s", margin, name, strings.TrimSuffix(text, "\n"))
		}
	}
	return b.String()
}
