package openai

import (
	"bytes"
	"encoding/json"
)

// template recognises events that differ from an earlier one only in their text. All events of one
// answer have the same frame, so for most of them decoding the JSON can be left out.
//
// It is right by construction: the frame is taken over only after the decoder itself has read a probe
// inside it as exactly that probe and nothing else. What stands between the quotes of a JSON string
// changes nothing outside of them, so any other string there is read as just that string too.
type template struct {
	reasoning      bool // the text is reasoning
	prefix, suffix []byte
	misses         int // frames looked at since one was of use
}

// maxMisses ends the learning when each event has its own frame, as with random padding.
const maxMisses = 16

// frameKeys are the keys that text comes under.
var frameKeys = []struct {
	key       string
	reasoning bool
}{
	{`"content":"`, false},
	{`"reasoning_content":"`, true},
	{`"reasoning":"`, true},
}

// match gives the text of an event that fits.
func (t *template) match(raw []byte) (string, bool) {
	if len(t.prefix) == 0 || len(raw) < len(t.prefix)+len(t.suffix) ||
		!bytes.HasPrefix(raw, t.prefix) || !bytes.HasSuffix(raw, t.suffix) {
		return "", false
	}
	// The quotes are the last byte of the prefix and the first of the suffix.
	text, ok := unquote(raw[len(t.prefix)-1 : len(raw)-len(t.suffix)+1])
	if ok {
		t.misses = 0
	}
	return text, ok
}

// unquote reads a JSON string.
func unquote(quoted []byte) (string, bool) {
	inner := quoted[1 : len(quoted)-1]
	for _, c := range inner {
		if c < ' ' || c == '"' || c == '\\' || c >= 0x80 {
			var text string
			err := json.Unmarshal(quoted, &text)
			return text, err == nil
		}
	}
	return string(inner), true
}

// probe holds nothing that JSON would write in another way, and is in no real answer.
const probe = "eidolon probe of an event's frame"

// learn takes over the frame of an event that was decoded as c, if it is one with text alone.
func (t *template) learn(raw []byte, c *chunk) {
	if t.misses >= maxMisses || len(c.Choices) != 1 || c.Choices[0].Message != nil {
		return
	}
	for _, k := range frameKeys {
		start := bytes.Index(raw, []byte(k.key))
		if start < 0 {
			continue
		}
		start += len(k.key)
		length := bytes.IndexByte(raw[start:], '"') // a text with a quote in it gives no frame
		if length < 0 {
			continue
		}
		t.misses++
		prefix, suffix := raw[:start], raw[start+length:]
		if proven(prefix, suffix, k.reasoning) {
			t.prefix, t.suffix, t.reasoning = bytes.Clone(prefix), bytes.Clone(suffix), k.reasoning
			return
		}
	}
}

// proven tells whether an event of this frame says its text and nothing else.
func proven(prefix, suffix []byte, reasoning bool) bool {
	c, err := decode(bytes.Join([][]byte{prefix, suffix}, []byte(probe)))
	if err != nil || len(c.Choices) != 1 || c.Choices[0].Index != 0 || c.failed() {
		return false
	}
	text, thought := string(c.Choices[0].Delta.Content), c.Choices[0].Delta.reasoning()
	if reasoning {
		text, thought = thought, text
	}
	d := &c.Choices[0].Delta
	return text == probe && thought == "" && d.Refusal == "" && len(d.ToolCalls) == 0 &&
		c.Choices[0].Message == nil && c.Choices[0].Finish == "" && c.Usage == nil
}
