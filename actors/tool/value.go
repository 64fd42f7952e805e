package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"eidolon/internal/leaf/nearest"
)

// value writes the canonical form of one value.
func (s Spec) value(out *bytes.Buffer, at string, v any, p Param) error {
	switch p.Type {
	case String:
		return s.text(out, at, v, p)
	case Integer:
		return s.integer(out, at, v, p)
	case Boolean:
		if text, ok := v.(string); ok && (text == "true" || text == "false") {
			v = text == "true"
		}
		if b, ok := v.(bool); ok {
			writeJSON(out, b)
			return nil
		}
		return s.expected(at, "true or false", v)
	case Array:
		return s.array(out, at, v, p)
	case Object:
		in, ok := v.(*jsonObject)
		switch {
		case !ok:
			return s.expected(at, "an object", v)
		case len(p.Fields) == 0:
			writeAny(out, in)
			return nil
		}
		return s.object(out, at, in, p.Fields)
	}
	return s.wrong(at, fmt.Sprintf("%s is declared with the unknown type %q", at, p.Type))
}

func (s Spec) text(out *bytes.Buffer, at string, v any, p Param) error {
	text, ok := v.(string)
	if !ok {
		return s.expected(at, "a string", v)
	}
	if len(p.Enum) > 0 && !slices.Contains(p.Enum, text) {
		want := "one of " + strings.Join(p.Enum, ", ")
		if near := nearest.Name(text, p.Enum); near != "" {
			want += fmt.Sprintf(" (did you mean %s?)", near)
		}
		return s.expected(at, want, v)
	}
	writeJSON(out, text)
	return nil
}

func (s Spec) integer(out *bytes.Buffer, at string, v any, p Param) error {
	n, ok := wholeNumber(v)
	if !ok {
		return s.expected(at, "an integer", v)
	}
	if p.Min != nil && n < *p.Min {
		return s.expected(at, fmt.Sprintf("an integer of at least %d", *p.Min), v)
	}
	out.WriteString(strconv.FormatInt(n, 10))
	return nil
}

// wholeNumber reads a number without a fraction, or a string that holds an integer and nothing else.
func wholeNumber(v any) (int64, bool) {
	text, ok := v.(string)
	if number, isNumber := v.(json.Number); isNumber {
		text, ok = number.String(), true
		// Beyond 2^53 a float does not say which integer was meant.
		if f, err := number.Float64(); err == nil && f == math.Trunc(f) && math.Abs(f) <= 1<<53 {
			return int64(f), true
		}
	}
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

func (s Spec) array(out *bytes.Buffer, at string, v any, p Param) error {
	list, ok := v.([]any)
	if !ok {
		return s.expected(at, "an array", v)
	}
	out.WriteByte('[')
	for i, item := range list {
		if i > 0 {
			out.WriteByte(',')
		}
		if p.Items == nil {
			writeAny(out, item)
			continue
		}
		if err := s.value(out, fmt.Sprintf("%s[%d]", at, i), item, *p.Items); err != nil {
			return err
		}
	}
	out.WriteByte(']')
	return nil
}

func (s Spec) expected(at, want string, got any) error {
	return s.wrong(at, fmt.Sprintf("%s must be %s, got %s", at, want, describe(got)))
}

// writeAny writes a value that the declaration says nothing about, in its own order.
func writeAny(out *bytes.Buffer, v any) {
	switch v := v.(type) {
	case *jsonObject:
		out.WriteByte('{')
		for i, key := range v.keys {
			if i > 0 {
				out.WriteByte(',')
			}
			writeJSON(out, key)
			out.WriteByte(':')
			writeAny(out, v.values[i])
		}
		out.WriteByte('}')
	case []any:
		out.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				out.WriteByte(',')
			}
			writeAny(out, item)
		}
		out.WriteByte(']')
	default:
		writeJSON(out, v)
	}
}
