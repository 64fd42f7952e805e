package tool

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Schema is the declaration as JSON Schema, for native calling and for listings. Its keys are in
// declared order, so that equal declarations give equal bytes and a provider's prompt cache holds.
// One that somebody else made is given as it is.
func (s Spec) Schema() json.RawMessage {
	if s.InputSchema != nil {
		return s.InputSchema
	}
	var out bytes.Buffer
	writeObjectSchema(&out, "", s.Params)
	return out.Bytes()
}

func writeObjectSchema(out *bytes.Buffer, summary string, fields []Param) {
	out.WriteString(`{"type":"object"`)
	writeSummary(out, summary)
	out.WriteString(`,"properties":{`)
	required := []string{}
	for i, f := range fields {
		if i > 0 {
			out.WriteByte(',')
		}
		writeJSON(out, f.Name)
		out.WriteByte(':')
		writeSchema(out, f)
		if f.Required {
			required = append(required, f.Name)
		}
	}
	out.WriteByte('}')
	if len(required) > 0 {
		out.WriteString(`,"required":`)
		writeJSON(out, required)
	}
	out.WriteString(`,"additionalProperties":false}`)
}

func writeSchema(out *bytes.Buffer, p Param) {
	if p.Type == Object && len(p.Fields) > 0 {
		writeObjectSchema(out, p.Summary, p.Fields)
		return
	}
	out.WriteString(`{"type":`)
	writeJSON(out, string(p.Type))
	writeSummary(out, p.Summary)
	if len(p.Enum) > 0 {
		out.WriteString(`,"enum":`)
		writeJSON(out, p.Enum)
	}
	if p.Min != nil {
		out.WriteString(`,"minimum":` + strconv.FormatInt(*p.Min, 10))
	}
	if p.Type == Array && p.Items != nil {
		out.WriteString(`,"items":`)
		writeSchema(out, *p.Items)
	}
	out.WriteByte('}')
}

func writeSummary(out *bytes.Buffer, summary string) {
	if summary != "" {
		out.WriteString(`,"description":`)
		writeJSON(out, summary)
	}
}
