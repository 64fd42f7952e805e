package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Explain tells the inputs in words: the [Spec.Signature], then a line for each parameter that has more to
// say than its type. A schema that somebody else made speaks for itself.
func (s Spec) Explain() string {
	if s.InputSchema != nil {
		return "The inputs as a JSON Schema:\n" + string(s.InputSchema)
	}
	lines := []string{s.Signature()}
	if len(s.Params) == 0 {
		lines[0] = "no inputs"
	}
	return strings.Join(explain(lines, "", s.Params), "\n")
}

func explain(lines []string, at string, params []Param) []string {
	for _, p := range params {
		name := join(at, p.Name)
		said := strings.Join(strings.Fields(p.Summary), " ")
		if p.Min != nil {
			least := fmt.Sprintf("at least %d", *p.Min)
			if said != "" {
				least += "; "
			}
			said = least + said
		}
		if said != "" {
			lines = append(lines, name+": "+said)
		}
		lines = explain(lines, name, p.Fields)
		if p.Items != nil {
			lines = explain(lines, name+"[]", p.Items.Fields)
		}
	}
	return lines
}

// Example is an input that [Spec.Decode] takes, with something in every required parameter and in the one
// that takes the text of a call.
func (s Spec) Example() json.RawMessage {
	var out bytes.Buffer
	if s.InputSchema != nil {
		writeJSON(&out, readOutline(s.InputSchema).example())
		return out.Bytes()
	}
	writeExample(&out, s.Params, s.Main)
	return out.Bytes()
}

func writeExample(out *bytes.Buffer, params []Param, also string) {
	out.WriteByte('{')
	first := true
	for _, p := range params {
		if !p.Required && p.Name != also {
			continue
		}
		if !first {
			out.WriteByte(',')
		}
		first = false
		writeJSON(out, p.Name)
		out.WriteByte(':')
		writeExampleValue(out, p)
	}
	out.WriteByte('}')
}

func writeExampleValue(out *bytes.Buffer, p Param) {
	switch p.Type {
	case String:
		text := "..."
		if len(p.Enum) > 0 {
			text = p.Enum[0]
		}
		writeJSON(out, text)
	case Integer:
		n := int64(1)
		if p.Min != nil {
			n = *p.Min
		}
		writeJSON(out, n)
	case Boolean:
		out.WriteString("true")
	case Array:
		out.WriteByte('[')
		if p.Items != nil {
			writeExampleValue(out, *p.Items)
		}
		out.WriteByte(']')
	case Object:
		writeExample(out, p.Fields, "")
	}
}
