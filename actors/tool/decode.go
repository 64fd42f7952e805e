package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// InputError is an input that does not fit a tool's declaration.
type InputError struct {
	Param   string // the parameter that is wrong, such as "items[2].status", or ""
	Message string
}

// Error gives the message, which names the parameter.
func (e *InputError) Error() string { return e.Message }

// Decode checks what a model wrote against the declaration and gives its canonical form: one JSON
// object with the declared names in declared order, and nothing else. Everything that looks at an
// input (policy, guard, the tool itself) gets this form, so that no two of them can read it
// differently. Errors are an [*InputError].
//
// A name may be given in snake_case. A key that comes twice is refused, also when the two differ in
// letter case or spelling only, because readers disagree on which one counts; so is an unknown key.
// An optional parameter that is null counts as not given, and a blank input as {}.
//
// Types are exact, with three exceptions that models need and that leave no doubt: an integer may
// come as a string that holds nothing else ("5") or as a number with a zero fraction (5.0), and a
// boolean as the string "true" or "false".
//
// With a schema that somebody else made ([Spec].InputSchema) the keys are as they came, in their own order,
// and a text where the schema wants none is read as the JSON that it holds.
func (s Spec) Decode(raw json.RawMessage) (json.RawMessage, error) {
	in, err := parseInput(raw)
	if err != nil {
		return nil, s.wrong("", err.Error())
	}
	var out bytes.Buffer
	if s.InputSchema != nil {
		err = s.foreign(&out, in)
	} else {
		err = s.object(&out, "", in, s.Params)
	}
	if err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// Into reads the canonical form that [Spec.Decode] gave into a T, whose fields carry the declared
// names in json tags. A field that T does not have is an error: T and the declaration differ.
func Into[T any](raw json.RawMessage) (T, error) {
	var v T
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&v); err != nil {
		return v, fmt.Errorf("the input does not fit %T: %w", v, err)
	}
	return v, nil
}

// object writes the canonical form of an object with the given fields.
func (s Spec) object(out *bytes.Buffer, at string, in *jsonObject, fields []Param) error {
	given, err := s.match(at, in, fields)
	if err != nil {
		return err
	}
	out.WriteByte('{')
	first := true
	for i, f := range fields {
		v := given[i]
		if v == nil {
			if f.Required {
				return s.wrong(join(at, f.Name), fmt.Sprintf("%s is missing", join(at, f.Name)))
			}
			continue
		}
		if !first {
			out.WriteByte(',')
		}
		first = false
		writeJSON(out, f.Name)
		out.WriteByte(':')
		if err := s.value(out, join(at, f.Name), v, f); err != nil {
			return err
		}
	}
	out.WriteByte('}')
	return nil
}

// match sorts the values of in by the field they are for. A nil value was not given.
func (s Spec) match(at string, in *jsonObject, fields []Param) ([]any, error) {
	given := make([]any, len(fields))
	from := make([]string, len(fields)) // the key that gave it
	for k, key := range in.keys {
		i := fieldOf(key, fields)
		if i < 0 {
			return nil, s.unknown(at, key, fields)
		}
		if from[i] != "" {
			return nil, s.wrong(join(at, fields[i].Name),
				fmt.Sprintf("%s is given twice, as %q and as %q", join(at, fields[i].Name), from[i], key))
		}
		from[i] = key
		given[i] = in.values[k]
	}
	return given, nil
}

func fieldOf(key string, fields []Param) int {
	for i, f := range fields {
		if key == f.Name || key == snake(f.Name) {
			return i
		}
	}
	return -1
}

func (s Spec) unknown(at, key string, fields []Param) error {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return s.stranger(at, key, names)
}

// wrong makes the error of one parameter. It ends in the list of all of them, so that the call can
// be repeated without another look at the card.
func (s Spec) wrong(param, message string) error {
	list := "It takes no parameters."
	if signature := s.Signature(); signature != "" {
		list = "Parameters: " + signature + "."
	}
	end := ". "
	if strings.HasSuffix(message, "?") {
		end = " "
	}
	return &InputError{Param: param, Message: s.FullName() + ": " + message + end + list}
}

// Signature lists the parameters on one line, as "path string, startLine? integer"; a question mark
// stands for an optional one.
func (s Spec) Signature() string {
	if s.InputSchema != nil {
		return readOutline(s.InputSchema).signature()
	}
	return signature(s.Params)
}

func signature(params []Param) string {
	parts := make([]string, len(params))
	for i, p := range params {
		mark := ""
		if !p.Required {
			mark = "?"
		}
		parts[i] = p.Name + mark + " " + typeText(p)
	}
	return strings.Join(parts, ", ")
}

func typeText(p Param) string {
	switch p.Type {
	case String:
		if len(p.Enum) > 0 {
			return strings.Join(p.Enum, "|")
		}
	case Array:
		if p.Items != nil {
			return "[" + typeText(*p.Items) + "]"
		}
	case Object:
		if len(p.Fields) > 0 {
			return "{" + signature(p.Fields) + "}"
		}
	case Integer, Boolean:
	}
	return string(p.Type)
}

// snake is the snake_case spelling of a camelCase name.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func join(at, name string) string {
	if at == "" {
		return name
	}
	return at + "." + name
}
