package redact

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strings"
)

// spellings gives a value and the ways in which programs write it down.
func spellings(value string) []string {
	lower := hex.EncodeToString([]byte(value))
	list := []string{
		strings.ReplaceAll(url.QueryEscape(value), "+", "%20"),
		value, inJSON(value, true), inJSON(value, false), url.QueryEscape(value), url.PathEscape(value),
		lower, strings.ToUpper(lower),
	}
	for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			list = append(list, inBase64(alphabet, value, before))
		}
	}
	return list
}

// inJSON is a value as it stands in a string of JSON. Some writers also replace what HTML gives a
// meaning to.
func inJSON(value string, html bool) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(html)
	if enc.Encode(value) != nil {
		return "" // a string can always be encoded
	}
	return strings.TrimSuffix(strings.TrimPrefix(b.String(), `"`), "\"\n")
}

// inBase64 is what a value becomes when so many other bytes stand before it, without the characters
// that also depend on what is around it. Three bytes are four characters.
func inBase64(alphabet *base64.Encoding, value string, before int) string {
	padded := append(make([]byte, before), value...)
	whole := len(padded) / 3 * 4 // characters that depend on nothing behind
	text := alphabet.EncodeToString(padded)
	switch len(padded) % 3 {
	case 1:
		whole++ // six of its eight bits
	case 2:
		whole += 2
	}
	first := []int{0, 2, 3}[before] // the first that depends on nothing before
	if whole <= first {
		return ""
	}
	return text[first:whole]
}
