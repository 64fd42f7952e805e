package responses

import (
	"bytes"
	"hash/maphash"
	"slices"

	"eidolon/internal/providers/format"
)

// again is a long text that comes again when it is over: with its own end, with that of its part, of its
// item and of the answer. Decoding each of these events, and what is in it, costs more than all the pieces
// before, so the text is taken out first, and what is left is decoded with a word in its place.
//
// It is right by construction: a string under a key is one to the decoder whatever stands in it. An event
// is read this way only where a text is all that its long string can be; any other, and any that has a
// fault, is decoded as it came.
type again struct {
	least int // bytes that a long text has
	seed  maphash.Seed
	sum   uint64 // of the text as it stands in events
	text  string
	out   bool // of the event in hand
}

// standIn is the word in the place of the text. It holds nothing that JSON would write in another way.
const standIn = "eidolon left out a long text here"

// longText is how long a text has to be for this to pay.
const longText = 4 << 10

// textKey is what a long text comes under. No string has it in itself, where its quotes would be escaped.
var textKey = []byte(`"text":`)

// leaveOut gives an event without its first long text, or nil if it has none.
func (a *again) leaveOut(raw []byte) []byte {
	for from := 0; len(raw)-from > a.least; {
		at := bytes.Index(raw[from:], textKey)
		if at < 0 {
			return nil
		}
		from += at + len(textKey)
		n := format.StringLength(raw[from:])
		if n < a.least {
			continue
		}
		short := slices.Concat(raw[:from], []byte(`"`+standIn+`"`), raw[from+n:])
		if bytes.Count(short, []byte(standIn)) != 1 || !a.keep(raw[from:from+n]) {
			return nil
		}
		return short
	}
	return nil
}

// keep takes over a text as it stands in an event, if it is one.
func (a *again) keep(quoted []byte) bool {
	sum := maphash.Bytes(a.seed, quoted)
	if sum == a.sum && a.text != "" {
		return true
	}
	text, ok := format.Unquote(quoted)
	if ok {
		a.sum, a.text = sum, text
	}
	return ok
}

// put gives the text that a word of the event in hand stands for: nearly always itself.
func (a *again) put(word string) string {
	if a.out && word == standIn {
		return a.text
	}
	return word
}
