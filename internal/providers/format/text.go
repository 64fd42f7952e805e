package format

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

// StringLength gives the length of the JSON string at the beginning of raw, with its quotes, or -1.
func StringLength(raw []byte) int {
	if len(raw) == 0 || raw[0] != '"' {
		return -1
	}
	for at := 1; ; {
		i := bytes.IndexByte(raw[at:], '"')
		if i < 0 {
			return -1
		}
		at += i + 1
		before := raw[1 : at-1]
		if escapes := len(before) - len(bytes.TrimRight(before, `\`)); escapes%2 == 0 {
			return at
		}
	}
}

// escaped are the escapes of one letter, by that letter.
var escaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// Unquote reads a JSON string that has the given quotes. It does so faster than the decoder, and leaves to
// it what is rare: letters by their number, and what is no JSON or no UTF-8.
func Unquote(quoted []byte) (string, bool) {
	inner := quoted[1 : len(quoted)-1]
	var text strings.Builder
	var high byte
	from := 0 // all before it is in text
	for i := 0; i < len(inner); i++ {
		c := inner[i]
		high |= c
		if c >= ' ' && c != '\\' && c != '"' {
			continue
		}
		if c != '\\' || i+1 == len(inner) || escaped[inner[i+1]] == 0 {
			return decoded(quoted)
		}
		if text.Cap() == 0 {
			text.Grow(len(inner))
		}
		text.Write(inner[from:i])
		i++
		text.WriteByte(escaped[inner[i]])
		from = i + 1
	}
	if high >= utf8.RuneSelf && !utf8.Valid(inner) {
		return decoded(quoted)
	}
	if from == 0 {
		return string(inner), true
	}
	text.Write(inner[from:])
	return text.String(), true
}

// decoded reads a JSON string by the decoder.
func decoded(quoted []byte) (string, bool) {
	var text string
	err := json.Unmarshal(quoted, &text)
	return text, err == nil
}

// plain tells a text that JSON writes as it is.
func plain(inner []byte) bool {
	return !slices.ContainsFunc(inner, func(c byte) bool { return c < ' ' || c == '\\' })
}
