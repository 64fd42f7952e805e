package yamldoc

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// easeJSON makes JSON readable as YAML. What valid JSON may hold and the library refuses is replaced
// by the character that is meant: one written as two \u escapes (a surrogate pair), and \/. Lines
// stay where they are. Other documents are returned as they are.
func easeJSON(data []byte) []byte {
	if !bytes.Contains(data, []byte(`\u`)) && !bytes.Contains(data, []byte(`\/`)) || !json.Valid(data) {
		return data
	}
	out := make([]byte, 0, len(data))
	for i := 0; i < len(data); {
		high, isEscape := escape(data[i:])
		switch {
		case data[i] != '\\':
			out = append(out, data[i])
			i++
		case data[i+1] == '/': // valid JSON: a backslash is never last
			out = append(out, '/')
			i += 2
		case isEscape && utf16.IsSurrogate(high):
			i += 6
			low, _ := escape(data[i:])
			r := utf16.DecodeRune(high, low)
			if r != utf8.RuneError { // else a half without its other half
				i += 6
			}
			out = utf8.AppendRune(out, r)
		default:
			out = append(out, data[i], data[i+1])
			i += 2
		}
	}
	return out
}

// escape reads the escape \uXXXX at the beginning of data.
func escape(data []byte) (rune, bool) {
	if len(data) < 6 || data[0] != '\\' || data[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(data[2:6]), 16, 16)
	return rune(n), err == nil
}
