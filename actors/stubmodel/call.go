package stubmodel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"eidolon/xnl"
)

// calls gives the calls of a part, whichever way they are written.
func (p Part) calls() []Call {
	if p.Call != nil {
		return []Call{*p.Call}
	}
	return p.Calls
}

// call is a call with everything filled in.
type call struct {
	id, name string
	input    []byte // JSON object, without the body
	bodyName string // "" without a body
	body     string
}

// prepare fills in the number of the step, and an id where the script has none.
func (c Call) prepare(step, number int) (call, error) {
	input, err := encodeJSON(numbered(c.Input, step))
	if err != nil {
		return call{}, fmt.Errorf("the input of %s has no JSON form: %w", c.Name, err)
	}
	out := call{id: c.ID, name: c.Name, input: input}
	if out.id == "" {
		out.id = fmt.Sprintf("call_%d_%d", step, number)
	}
	for name, text := range c.Body {
		out.bodyName, out.body = name, numbered(text, step).(string)
	}
	return out, nil
}

// block writes the calls as one XNL block.
func block(list []call) (string, error) {
	var b strings.Builder
	b.WriteString("!unquote_start\n")
	for _, c := range list {
		text, err := c.xnl()
		if err != nil {
			return "", fmt.Errorf("call %s of %s has no XNL form: %w", c.id, c.name, err)
		}
		b.Write(text)
		b.WriteByte('\n')
	}
	b.WriteString("!unquote_end\n")
	return b.String(), nil
}

func (c call) xnl() ([]byte, error) {
	input, err := xnl.FromJSON(c.input)
	if err != nil {
		return nil, err
	}
	e := &xnl.Element{Tag: "tool_call", Head: c.name, Meta: xnl.NewMap(xnl.Entry{Key: "id", Value: xnl.String(c.id)})}
	if _, err := xnl.Format(xnl.Word(c.name), xnl.Layout{}); err != nil { // no name of the language
		e.Head = ""
		e.Meta.Set("name", xnl.String(c.name))
	}
	if attrs, ok := input.(*xnl.Map); ok && attrs.Len() > 0 {
		e.Attrs = attrs
	}
	if c.bodyName != "" {
		e.Text = &xnl.Text{Value: c.body}
	}
	return xnl.Format(e, xnl.Layout{})
}

// json is the native form of the arguments. The body comes last, as a model would write it that was
// told so by the order of the schema.
func (c call) json() string {
	if c.bodyName == "" {
		return string(c.input)
	}
	last, _ := encodeJSON(map[string]string{c.bodyName: c.body}) // strings always have a JSON form
	if string(c.input) == "{}" {
		return string(last)
	}
	return string(c.input[:len(c.input)-1]) + "," + string(last[1:])
}

// numbered gives a copy of v with $STEP replaced in all strings.
func numbered(v any, step int) any {
	switch v := v.(type) {
	case string:
		return strings.ReplaceAll(v, "$STEP", strconv.Itoa(step))
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = numbered(v[i], step)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k := range v {
			out[k] = numbered(v[k], step)
		}
		return out
	default:
		return v
	}
}

// encodeJSON gives the JSON of v without the escapes that only HTML needs.
func encodeJSON(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(buf.Bytes(), "\n"), nil
}
