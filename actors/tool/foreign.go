package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eidolon/internal/leaf/clip"
	"eidolon/internal/leaf/nearest"
)

// outline is what is looked at in a JSON Schema that somebody else made. What else it says is the affair of
// whoever made it, who judges the inputs too.
type outline struct {
	types      []string // that it names, at its top or in a choice; empty when it names none
	properties map[string]outline
	names      []string // of the properties: the required ones first, each half in order
	required   []string
	closed     bool // an object has these properties and no others
	enum       bool
}

// outlineDepth is how deep a schema is looked into: as deep as an example of an input goes.
const outlineDepth = 4

// readOutline takes what it understands: a part that has another form than expected says nothing.
func readOutline(schema json.RawMessage) outline { return outlineOf(schema, outlineDepth) }

func outlineOf(schema json.RawMessage, depth int) outline {
	var parts struct {
		Type       json.RawMessage            `json:"type"`
		AnyOf      []json.RawMessage          `json:"anyOf"`
		OneOf      []json.RawMessage          `json:"oneOf"`
		Properties map[string]json.RawMessage `json:"properties"`
		Patterns   json.RawMessage            `json:"patternProperties"`
		Additional json.RawMessage            `json:"additionalProperties"`
		Required   []string                   `json:"required"`
		Enum       json.RawMessage            `json:"enum"`
	}
	if depth == 0 || json.Unmarshal(schema, &parts) != nil {
		return outline{}
	}
	o := outline{
		properties: make(map[string]outline, len(parts.Properties)), required: parts.Required, enum: parts.Enum != nil,
		closed: string(parts.Additional) == "false" && parts.Patterns == nil,
	}
	var one string
	if json.Unmarshal(parts.Type, &one) == nil {
		o.types = []string{one}
	} else if json.Unmarshal(parts.Type, &o.types) != nil {
		o.types = nil
	}
	for _, choice := range append(parts.AnyOf, parts.OneOf...) {
		of := outlineOf(choice, depth-1).types
		if len(of) == 0 { // it may be anything
			o.types = nil
			break
		}
		o.types = append(o.types, of...)
	}
	for name, property := range parts.Properties {
		o.properties[name] = outlineOf(property, depth-1)
		o.names = append(o.names, name)
	}
	slices.SortFunc(o.names, func(a, b string) int {
		if ra, rb := slices.Contains(o.required, a), slices.Contains(o.required, b); ra != rb {
			if ra {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	return o
}

// takes says whether a value of a type fits.
func (o outline) takes(kind string) bool { return len(o.types) == 0 || slices.Contains(o.types, kind) }

// typeText names the types for a reader.
func (o outline) typeText() string {
	if len(o.types) == 0 {
		return "any"
	}
	return strings.Join(slices.Compact(slices.Clone(o.types)), "|")
}

// MainOf gives the parameter of a schema that can take the text body of a call: its only text, or "". Long
// texts need no quoting there.
func MainOf(schema json.RawMessage) string {
	main := ""
	for name, p := range readOutline(schema).properties {
		if p.enum || !slices.Equal(p.types, []string{"string"}) {
			continue
		}
		if main != "" {
			return ""
		}
		main = name
	}
	return main
}

// maxSignature bounds what is said of parameters that somebody else named, in bytes.
const maxSignature = 500

func (o outline) signature() string {
	parts := make([]string, len(o.names))
	for i, name := range o.names {
		mark := "?"
		if slices.Contains(o.required, name) {
			mark = ""
		}
		parts[i] = name + mark + " " + o.properties[name].typeText()
	}
	return clip.Short(strings.Join(parts, ", "), maxSignature)
}

// foreign writes the canonical form of an input for a schema that somebody else made. They judge it, so
// that only what leaves no doubt is mended here, and that alone is refused which the schema excludes by
// name.
func (s Spec) foreign(out *bytes.Buffer, in *jsonObject) error {
	o := readOutline(s.InputSchema)
	given := &jsonObject{}
	for i, key := range in.keys {
		p, known := o.properties[key]
		value := in.values[i]
		switch {
		case !known && o.closed:
			return s.stranger("", key, o.names)
		case known && value == nil && !p.takes("null") && !slices.Contains(o.required, key):
			continue
		case known:
			value = p.mend(value)
		}
		given.keys, given.values = append(given.keys, key), append(given.values, value)
	}
	writeAny(out, given)
	return nil
}

// mend reads a value that came as text where no text is meant: in XNL all that is long is written so.
func (o outline) mend(value any) any {
	if n, whole := wholeNumber(value); whole && len(o.types) > 0 && o.takes("integer") && !o.takes("number") && !o.takes("string") {
		return json.Number(strconv.FormatInt(n, 10))
	}
	text, isText := value.(string)
	if !isText || o.takes("string") {
		return value
	}
	meant, err := parseValue([]byte(text))
	if err != nil || !o.takes(kindOf(meant)) {
		return value
	}
	return meant
}

// kindOf names the type of a value as schemas do.
func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case string:
		return "string"
	case json.Number:
		return "number"
	case bool:
		return "boolean"
	case []any:
		return "array"
	}
	return "object"
}

// example gives something for every property that is required.
func (o outline) example() map[string]any {
	all := map[string]any{}
	for _, name := range o.required {
		switch p := o.properties[name]; {
		case p.takes("string"):
			all[name] = "..."
		case p.takes("integer"), p.takes("number"):
			all[name] = 1
		case p.takes("boolean"):
			all[name] = true
		case p.takes("array"):
			all[name] = []any{}
		default:
			all[name] = p.example()
		}
	}
	return all
}

// stranger is the error of a key that no parameter has.
func (s Spec) stranger(at, key string, names []string) error {
	message := fmt.Sprintf("there is no parameter %s", join(at, shorten(key)))
	if near := nearest.Name(key, names); near != "" {
		message += fmt.Sprintf("; did you mean %s?", join(at, near))
	}
	return s.wrong(join(at, key), message)
}
