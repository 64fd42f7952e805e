package xnl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// FromJSON turns one JSON value into a node: objects become maps, arrays become arrays, and so on,
// in source order. Of a repeated key the last value counts. A number that does not fit, nesting
// that could not be read back, and bad JSON are a *SyntaxError.
func FromJSON(src []byte) (Node, error) {
	d := json.NewDecoder(bytes.NewReader(src))
	d.UseNumber()
	r := jsonReader{d: d}
	n, err := r.value(0)
	if err == nil {
		if _, end := d.Token(); end != io.EOF {
			err = r.fail(UnexpectedToken, "expected nothing after the JSON value")
		}
	}
	if syntax, ok := errors.AsType[*SyntaxError](err); ok {
		return nil, syntax.locate(src)
	}
	return n, err
}

type jsonReader struct{ d *json.Decoder }

func (r jsonReader) fail(code Code, msg string) error {
	return &SyntaxError{Code: code, Offset: int(r.d.InputOffset()), Msg: msg}
}

// token returns the next token, or an error in our form.
func (r jsonReader) token() (json.Token, error) {
	t, err := r.d.Token()
	switch {
	case err == nil:
		return t, nil
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		e := &SyntaxError{Code: UnexpectedEOF, Offset: int(r.d.InputOffset()), Msg: "the JSON value is cut off", atEnd: true}
		return nil, e
	default:
		return nil, r.fail(UnexpectedToken, err.Error())
	}
}

func (r jsonReader) value(depth int) (Node, error) {
	t, err := r.token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Delim:
		if depth >= maxDepth {
			return nil, r.fail(LimitExceeded, tooDeep)
		}
		if t == '{' {
			return r.object(depth + 1)
		}
		return r.array(depth + 1)
	case string:
		return String(t), nil
	case bool:
		return Bool(t), nil
	case json.Number:
		return r.number(t)
	default:
		return Null{}, nil
	}
}

func (r jsonReader) number(t json.Number) (Node, error) {
	n, ok := numberNode([]byte(t), !strings.ContainsAny(string(t), ".eE"))
	if !ok {
		return nil, r.fail(InvalidLiteral, "the number is too large")
	}
	return n, nil
}

func (r jsonReader) object(depth int) (Node, error) {
	m := &Map{}
	for r.d.More() {
		key, err := r.token()
		if err != nil {
			return nil, err
		}
		value, err := r.value(depth)
		if err != nil {
			return nil, err
		}
		m.Set(key.(string), value) // the decoder lets nothing else stand for a key
	}
	_, err := r.token()
	return m, err
}

func (r jsonReader) array(depth int) (Node, error) {
	a := Array{}
	for r.d.More() {
		value, err := r.value(depth)
		if err != nil {
			return nil, err
		}
		a = append(a, value)
	}
	_, err := r.token()
	return a, err
}

// ToJSON prints a node as compact JSON, pairs in order. Elements and words have no JSON image and
// are refused with ErrUnprintable, like NaN and the infinities.
func ToJSON(n Node) ([]byte, error) { return appendJSON(nil, n) }

// MarshalJSON implements json.Marshaler, keeping the order of the pairs.
func (m *Map) MarshalJSON() ([]byte, error) { return appendJSON(nil, m) }

func appendJSON(dst []byte, n Node) ([]byte, error) {
	switch n := n.(type) {
	case *Map:
		return appendJSONObject(dst, n)
	case Array:
		return appendJSONArray(dst, n)
	case String:
		return appendQuoted(dst, string(n)), nil
	case Int:
		return strconv.AppendInt(dst, n.Value, 10), nil
	case Float:
		if math.IsNaN(n.Value) || math.IsInf(n.Value, 0) {
			return dst, fmt.Errorf("%w: the number %v", ErrUnprintable, n.Value)
		}
		return appendFloat(dst, n.Value), nil
	case Bool:
		return strconv.AppendBool(dst, bool(n)), nil
	case Null:
		return append(dst, "null"...), nil
	case *Element, Word:
	}
	return dst, fmt.Errorf("%w: a node of type %T in JSON", ErrUnprintable, n)
}

func appendJSONObject(dst []byte, m *Map) ([]byte, error) {
	dst = append(dst, '{')
	first := true
	var err error
	for key, value := range m.All() {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(appendQuoted(dst, key), ':')
		if dst, err = appendJSON(dst, value); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}

func appendJSONArray(dst []byte, a Array) ([]byte, error) {
	dst = append(dst, '[')
	var err error
	for i, value := range a {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendJSON(dst, value); err != nil {
			return dst, err
		}
	}
	return append(dst, ']'), nil
}
