package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"eidolon/internal/leaf/clip"
)

const (
	maxInput = 64 << 20 // bytes of one input; escapes make JSON larger than the text it holds
	maxDepth = 64       // open objects and arrays
)

// encode gives the JSON of v without the escapes that only HTML needs.
func encode(v any) (json.RawMessage, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(buf.Bytes(), "\n"), nil
}

// writeJSON writes a string, a json.Number or a bool, none of which can fail.
func writeJSON(out *bytes.Buffer, v any) {
	raw, err := encode(v)
	if err != nil {
		raw = []byte("null")
	}
	out.Write(raw)
}

// jsonObject is an object with its keys in the order of the source, each of them once. Values are
// *jsonObject, []any, string, json.Number, bool or nil.
type jsonObject struct {
	keys   []string
	values []any
}

// parseInput reads one object and nothing after it.
func parseInput(raw []byte) (*jsonObject, error) {
	switch {
	case len(raw) > maxInput:
		return nil, fmt.Errorf("the input has %d bytes, more than the limit of %d", len(raw), maxInput)
	case !utf8.Valid(raw):
		return nil, errors.New("the input is not valid UTF-8")
	case len(bytes.TrimSpace(raw)) == 0:
		return &jsonObject{}, nil
	}
	v, err := parseValue(raw)
	if err != nil {
		return nil, err
	}
	in, ok := v.(*jsonObject)
	if !ok {
		return nil, fmt.Errorf("the input must be one JSON object, got %s", describe(v))
	}
	return in, nil
}

// parseValue reads one value and nothing after it.
func parseValue(raw []byte) (any, error) {
	p := jsonParser{json.NewDecoder(bytes.NewReader(raw))}
	p.dec.UseNumber()
	v, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if _, err := p.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the input must be one JSON object, got something after it")
	}
	return v, nil
}

type jsonParser struct{ dec *json.Decoder }

func (p jsonParser) token() (json.Token, error) {
	tok, err := p.dec.Token()
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("the input is not complete JSON: it ends too early")
	case err != nil:
		return nil, fmt.Errorf("the input is not valid JSON: %w", err)
	}
	return tok, nil
}

func (p jsonParser) value(depth int) (any, error) {
	tok, err := p.token()
	if err != nil {
		return nil, err
	}
	delim, ok := tok.(json.Delim)
	if !ok {
		return tok, nil
	}
	if depth == maxDepth {
		return nil, fmt.Errorf("the input is nested deeper than %d levels", maxDepth)
	}
	if delim == '{' {
		return p.object(depth + 1)
	}
	return p.array(depth + 1)
}

func (p jsonParser) object(depth int) (any, error) {
	o := &jsonObject{}
	seen := map[string]string{}
	for p.dec.More() {
		tok, err := p.token()
		if err != nil {
			return nil, err
		}
		key, ok := tok.(string)
		if !ok {
			return nil, errors.New("the input is not valid JSON: a key must be a string")
		}
		if other, ok := seen[strings.ToLower(key)]; ok {
			return nil, twice(other, key)
		}
		seen[strings.ToLower(key)] = key
		v, err := p.value(depth)
		if err != nil {
			return nil, err
		}
		o.keys, o.values = append(o.keys, key), append(o.values, v)
	}
	_, err := p.token() // the closing brace
	return o, err
}

func twice(a, b string) error {
	if a == b {
		return fmt.Errorf("the key %q is given twice", shorten(a))
	}
	return fmt.Errorf("the keys %q and %q differ in letter case only", shorten(a), shorten(b))
}

func (p jsonParser) array(depth int) (any, error) {
	list := []any{}
	for p.dec.More() {
		v, err := p.value(depth)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := p.token() // the closing bracket
	return list, err
}

// describe names a value in a sentence about what came instead of what was expected.
func describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("the string %q", shorten(v))
	case json.Number:
		return "the number " + shorten(v.String())
	case bool:
		return fmt.Sprintf("%t", v)
	case []any:
		return "an array"
	}
	return "an object"
}

// shorten keeps the start of a text that is quoted in a sentence.
func shorten(s string) string { return clip.Short(s, 40) }
