package format

import (
	"bytes"
	"encoding/json"
)

// Frame recognises events that differ from an earlier one only in their text. All events of one answer
// have the same frame, so for most of them decoding the JSON can be left out.
//
// It is right by construction: the frame is taken over only after the decoder itself has read a probe
// inside it as exactly that probe and nothing else. What stands between the quotes of a JSON string
// changes nothing outside of them, so any other string there is read as just that string too.
//
// The zero value has learned nothing.
type Frame struct {
	prefix, suffix []byte
	key            int // index of the key that the text comes under
	misses         int // frames looked at since one was of use
}

// maxMisses ends the learning when each event has its own frame, as with random padding.
const maxMisses = 16

// Match gives the text of an event that fits, and the index of the key that it came under.
func (f *Frame) Match(raw []byte) (text string, key int, ok bool) {
	if len(f.prefix) == 0 || len(raw) < len(f.prefix)+len(f.suffix) ||
		!bytes.HasPrefix(raw, f.prefix) || !bytes.HasSuffix(raw, f.suffix) {
		return "", 0, false
	}
	// The quotes are the last byte of the prefix and the first of the suffix.
	text, ok = unquote(raw[len(f.prefix)-1 : len(raw)-len(f.suffix)+1])
	if ok {
		f.misses = 0
	}
	return text, f.key, ok
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

// Learn takes over the frame of an event if it is one with text alone. Keys are where text may be, each
// with its colon and the opening quote, such as `"content":"`. Says decodes an event and tells whether
// it says just that text under the key of that index, and nothing else.
func (f *Frame) Learn(raw []byte, keys []string, says func(raw []byte, key int, text string) bool) {
	if f.misses >= maxMisses {
		return
	}
	for i, key := range keys {
		start := bytes.Index(raw, []byte(key))
		if start < 0 {
			continue
		}
		start += len(key)
		length := bytes.IndexByte(raw[start:], '"') // a text with a quote in it gives no frame
		if length < 0 {
			continue
		}
		f.misses++
		prefix, suffix := raw[:start], raw[start+length:]
		if says(bytes.Join([][]byte{prefix, suffix}, []byte(probe)), i, probe) {
			f.prefix, f.suffix, f.key = bytes.Clone(prefix), bytes.Clone(suffix), i
			return
		}
	}
}
