package format

import (
	"bytes"
	"slices"
)

// Frame recognises events that differ from an earlier one only in their text. All events of one answer
// have the same frame, so for most of them decoding the JSON can be left out.
//
// It is right by construction: the frame is taken over only after the decoder itself has read a probe
// inside it as exactly that probe and nothing else. What stands between the quotes of a JSON string
// changes nothing outside of them, so any other string there is read as just that string too. The same
// holds for a string or a number under a key that the decoder has no use for: another one there is
// passed over like the one before it.
//
// A frame without Skip that is otherwise zero is ready for use and has learned nothing.
type Frame struct {
	// Skip are keys that the decoder does not look at, wherever they stand, each with its colon, such as
	// `"sequence_number":`. Their values may differ from event to event.
	Skip []string

	parts  []part // of the event that was learned, in order
	key    int    // index of the key that the text comes under
	misses int    // frames looked at since one was of use
}

// part is a piece that is the same in all events, and the hole behind it.
type part struct {
	literal []byte
	hole    hole
}

// hole is a JSON value that differs between events of one frame.
type hole int

const (
	end    hole = iota // nothing, the event is over
	text               // the string that the event is about
	word               // a string that nobody reads
	number             // a number that nobody reads
)

// maxMisses ends the learning when each event has its own frame, as with random padding.
const maxMisses = 16

// Match gives the text of an event that fits, and the index of the key that it came under.
func (f *Frame) Match(raw []byte) (string, int, bool) {
	said, fits := "", len(f.parts) > 0
	for i := 0; fits && i < len(f.parts); i++ {
		p := &f.parts[i]
		if fits = bytes.HasPrefix(raw, p.literal); !fits {
			break
		}
		raw = raw[len(p.literal):]
		length := p.hole.length(raw)
		if fits = length >= 0; fits && p.hole == text {
			said, fits = Unquote(raw[:length])
		}
		raw = raw[max(length, 0):]
	}
	if !fits || len(raw) > 0 {
		return "", 0, false
	}
	f.misses = 0
	return said, f.key, true
}

// length gives the length of the value at the beginning of raw, or -1 if what stands there is none of
// the kind.
func (h hole) length(raw []byte) int {
	switch h {
	case end:
		return 0
	case text:
		return StringLength(raw)
	case word:
		if n := StringLength(raw); n >= 0 && plain(raw[1:n-1]) {
			return n
		}
	case number:
		n := 0
		for n < len(raw) && raw[n] >= '0' && raw[n] <= '9' {
			n++
		}
		if n == 1 || (n > 1 && raw[0] != '0') {
			return n
		}
	}
	return -1
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
		length := StringLength(raw[start-1:]) - len(`""`)
		if length < 0 {
			continue
		}
		f.misses++
		if says(bytes.Join([][]byte{raw[:start], raw[start+length:]}, []byte(probe)), i, probe) {
			f.take(raw, span{start - 1, start + length + 1, text})
			f.key = i
			return
		}
	}
}

// span is a hole in an event.
type span struct {
	from, to int
	hole     hole
}

// take makes the frame that of an event whose text has the given place.
func (f *Frame) take(raw []byte, said span) {
	spans := []span{said}
	for _, key := range f.Skip {
		if s, found := skipped(raw, key); found && (s.to <= said.from || s.from >= said.to) {
			spans = append(spans, s)
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return a.from - b.from })
	f.parts = nil
	from := 0
	for _, s := range spans {
		f.parts = append(f.parts, part{bytes.Clone(raw[from:s.from]), s.hole})
		from = s.to
	}
	f.parts = append(f.parts, part{literal: bytes.Clone(raw[from:])})
}

// skipped finds the value of a key. After a brace or a comma the quote of the key cannot be the end of
// another string, because no string is followed by a name.
func skipped(raw []byte, key string) (span, bool) {
	at := bytes.Index(raw, []byte(key))
	if at <= 0 || (raw[at-1] != '{' && raw[at-1] != ',') {
		return span{}, false
	}
	from := at + len(key)
	for _, h := range []hole{word, number} {
		if n := h.length(raw[from:]); n > 0 {
			return span{from, from + n, h}, true
		}
	}
	return span{}, false
}
