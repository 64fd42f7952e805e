package tool_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"eidolon/actors/tool"
)

var spec = tool.Spec{
	Namespace: "Test", Name: "do",
	Params: []tool.Param{
		{Name: "path", Type: tool.String, Required: true},
		{Name: "startLine", Type: tool.Integer, Min: new(int64(1))},
		{Name: "force", Type: tool.Boolean},
		{Name: "mode", Type: tool.String, Enum: []string{"overwrite", "append"}},
		{Name: "items", Type: tool.Array, Items: &tool.Param{Type: tool.Object, Fields: []tool.Param{
			{Name: "content", Type: tool.String, Required: true},
			{Name: "activeForm", Type: tool.String},
		}}},
		{Name: "extra", Type: tool.Object},
		{Name: "any", Type: tool.Array},
	},
}

// Covers: E7, E51
func TestDecodeGivesTheCanonicalForm(t *testing.T) {
	tests := map[string]struct{ in, want string }{
		"as declared":             {`{"path":"a","startLine":3}`, `{"path":"a","startLine":3}`},
		"declared order":          {`{"force":true,"startLine":3,"path":"a"}`, `{"path":"a","startLine":3,"force":true}`},
		"snake case":              {`{"path":"a","start_line":3}`, `{"path":"a","startLine":3}`},
		"snake case inside":       {`{"path":"a","items":[{"active_form":"x","content":"y"}]}`, `{"path":"a","items":[{"content":"y","activeForm":"x"}]}`},
		"null is not given":       {`{"path":"a","startLine":null}`, `{"path":"a"}`},
		"an integer as a string":  {`{"path":"a","startLine":"12"}`, `{"path":"a","startLine":12}`},
		"an integer with a zero":  {`{"path":"a","startLine":12.0}`, `{"path":"a","startLine":12}`},
		"a boolean as a string":   {`{"path":"a","force":"false"}`, `{"path":"a","force":false}`},
		"text is not touched":     {`{"path":" <a>&\u0041\n "}`, `{"path":" <a>&A\n "}`},
		"blanks between tokens":   {" {\n\t\"path\" : \"a\" }\n", `{"path":"a"}`},
		"free objects keep order": {`{"path":"a","extra":{"z":1,"a":[1.50,{"q":null}]}}`, `{"path":"a","extra":{"z":1,"a":[1.50,{"q":null}]}}`},
		"free arrays":             {`{"path":"a","any":[1,"x",[]]}`, `{"path":"a","any":[1,"x",[]]}`},
		"empty arrays":            {`{"path":"a","items":[]}`, `{"path":"a","items":[]}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := spec.Decode(json.RawMessage(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			again, err := spec.Decode(got)
			if err != nil || string(again) != string(got) {
				t.Errorf("the canonical form decodes to %s, %v", again, err)
			}
		})
	}
}

func TestDecodeRefuses(t *testing.T) {
	tests := map[string]struct{ in, param, says string }{
		"a missing parameter":    {`{}`, "path", "path is missing"},
		"a blank input":          {"  ", "path", "path is missing"},
		"null for a required":    {`{"path":null}`, "path", "path is missing"},
		"an unknown key":         {`{"pth":"a"}`, "pth", "no parameter pth; did you mean path?"},
		"a far unknown key":      {`{"path":"a","colour":1}`, "colour", "no parameter colour. Parameters: path string"},
		"another letter case":    {`{"Path":"a"}`, "Path", "did you mean path?"},
		"an unknown key inside":  {`{"path":"a","items":[{"contents":"x"}]}`, "items[0].contents", "did you mean items[0].content?"},
		"a missing field":        {`{"path":"a","items":[{"content":"x"},{}]}`, "items[1].content", "items[1].content is missing"},
		"the same key twice":     {`{"path":"a","path":"b"}`, "", `the key "path" is given twice`},
		"two letter cases":       {`{"path":"a","PATH":"b"}`, "", `"path" and "PATH" differ in letter case only`},
		"both spellings":         {`{"path":"a","startLine":1,"start_line":1}`, "startLine", `given twice, as "startLine" and as "start_line"`},
		"twice in free objects":  {`{"path":"a","extra":{"k":1,"K":2}}`, "", "differ in letter case only"},
		"a number for a string":  {`{"path":5}`, "path", "path must be a string, got the number 5"},
		"a list for a string":    {`{"path":["a"]}`, "path", "path must be a string, got an array"},
		"a word for an integer":  {`{"path":"a","startLine":"five"}`, "startLine", `startLine must be an integer, got the string "five"`},
		"a fraction":             {`{"path":"a","startLine":1.5}`, "startLine", "got the number 1.5"},
		"an integer too large":   {`{"path":"a","startLine":1e30}`, "startLine", "got the number 1e30"},
		"under the minimum":      {`{"path":"a","startLine":0}`, "startLine", "an integer of at least 1, got the number 0"},
		"a number for a boolean": {`{"path":"a","force":1}`, "force", "force must be true or false, got the number 1"},
		"another boolean word":   {`{"path":"a","force":"True"}`, "force", "force must be true or false"},
		"outside the enum":       {`{"path":"a","mode":"appendd"}`, "mode", "one of overwrite, append (did you mean append?)"},
		"no array":               {`{"path":"a","items":{}}`, "items", "items must be an array, got an object"},
		"no object":              {`{"path":"a","items":["x"]}`, "items[0]", `items[0] must be an object, got the string "x"`},
		"a free value":           {`{"path":"a","extra":3}`, "extra", "extra must be an object"},
		"a list at the top":      {`[{"path":"a"}]`, "", "must be one JSON object, got an array"},
		"a string at the top":    {`"path"`, "", "must be one JSON object"},
		"null at the top":        {`null`, "", "must be one JSON object, got null"},
		"two objects":            {`{"path":"a"}{"path":"b"}`, "", "something after it"},
		"rubbish behind":         {`{"path":"a"}x`, "", "something after it"},
		"cut off":                {`{"path":"a`, "", "ends too early"},
		"cut off between":        {`{"path":"a",`, "", "ends too early"},
		"no JSON":                {`{path:"a"}`, "", "not valid JSON"},
		"not UTF-8":              {"{\"path\":\"\xff\"}", "", "not valid UTF-8"},
		"too deep":               {`{"path":"a","any":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`, "", "deeper than 64"},
		"too long":               {`{"path":"` + strings.Repeat("a", 65<<20) + `"}`, "", "more than the limit"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := spec.Decode(json.RawMessage(tt.in))
			var in *tool.InputError
			if !errors.As(err, &in) {
				t.Fatalf("got %s and error %v, want an *InputError", got, err)
			}
			if in.Param != tt.param {
				t.Errorf("param %q, want %q", in.Param, tt.param)
			}
			if !strings.Contains(in.Message, tt.says) {
				t.Errorf("message %q does not say %q", in.Message, tt.says)
			}
			if !strings.Contains(in.Message, "Test.do: ") || !strings.Contains(in.Message, "Parameters: path string, startLine? integer") {
				t.Errorf("message %q lacks the tool or its parameters", in.Message)
			}
			if len(in.Message) > 1000 {
				t.Errorf("message has %d bytes", len(in.Message))
			}
		})
	}
}

func TestInto(t *testing.T) {
	type input struct {
		Path string `json:"path"`
	}
	got, err := tool.Into[input](json.RawMessage(`{"path":"a"}`))
	if err != nil || got.Path != "a" {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := tool.Into[input](json.RawMessage(`{"path":"a","more":1}`)); err == nil {
		t.Error("a declared parameter without a field was not noticed")
	}
}

func TestSchema(t *testing.T) {
	got := string(spec.Schema())
	want := `{"type":"object","properties":{"path":{"type":"string"},"startLine":{"type":"integer","minimum":1},` +
		`"force":{"type":"boolean"},"mode":{"type":"string","enum":["overwrite","append"]},` +
		`"items":{"type":"array","items":{"type":"object","properties":{"content":{"type":"string"},` +
		`"activeForm":{"type":"string"}},"required":["content"],"additionalProperties":false}},` +
		`"extra":{"type":"object"},"any":{"type":"array"}},"required":["path"],"additionalProperties":false}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !json.Valid([]byte(got)) {
		t.Error("not valid JSON")
	}
}

// What Decode accepts is valid JSON, and its canonical form is a fixed point.
func FuzzDecode(f *testing.F) {
	f.Add(`{"path":"a","start_line":"3","items":[{"content":"x"}]}`)
	f.Add(`{"path":"a","extra":{"a":{"b":[1,2,{"c":null}]}}}`)
	f.Add(`{"path":"\ud800","path ":1}`)
	f.Add(`{"path":"a",}`)
	f.Fuzz(func(t *testing.T, in string) {
		got, err := spec.Decode(json.RawMessage(in))
		if err != nil {
			var bad *tool.InputError
			if !errors.As(err, &bad) || bad.Message == "" {
				t.Fatalf("error %v is no *InputError with a message", err)
			}
			return
		}
		if !json.Valid([]byte(in)) || !json.Valid(got) {
			t.Fatalf("%q was accepted as %s", in, got)
		}
		again, err := spec.Decode(got)
		if err != nil || string(again) != string(got) {
			t.Fatalf("%s decodes to %s, %v", got, again, err)
		}
	})
}
