package tool_test

import (
	"encoding/json"
	"strings"
	"testing"

	"eidolon/actors/tool"
)

// issue is a tool as a server describes one.
var issue = tool.Spec{Name: "mcp__forge__create_issue", InputSchema: json.RawMessage(`{"type":"object","properties":{
	"title":{"type":"string","minLength":1},
	"number":{"type":"integer"},
	"weight":{"type":"number"},
	"draft":{"type":"boolean"},
	"labels":{"type":"array","items":{"type":"string"}},
	"extra":{"type":"object"},
	"page":{"anyOf":[{"type":"integer"},{"type":"null"}]},
	"id":{"type":["string","integer"]},
	"free":true
},"required":["title"]}`)}

// What a schema says of somebody else's is theirs to judge: only texts that stand for another type are
// read, and keys must be one.
//
// Covers: R21
func TestDecodeForASchemaOfAnother(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"nothing":                       {``, `{}`},
		"as it comes, in its order":     {`{ "title": "a", "draft": true, "number": 3 }`, `{"title":"a","draft":true,"number":3}`},
		"texts that are other things":   {`{"number":"5","weight":"1.50","draft":"false","labels":"[\"a\", \"b\"]","extra":"{\"z\":1,\"a\":2}"}`, `{"number":5,"weight":1.50,"draft":false,"labels":["a","b"],"extra":{"z":1,"a":2}}`},
		"a choice of types":             {`{"page":"2"}`, `{"page":2}`},
		"an integer with a zero":        {`{"number":5.0,"weight":5.0}`, `{"number":5,"weight":5.0}`},
		"a text that may be one":        {`{"title":"5","id":"5","free":"5"}`, `{"title":"5","id":"5","free":"5"}`},
		"what does not fit is theirs":   {`{"number":"many","draft":1,"labels":"a","extra":"[]"}`, `{"number":"many","draft":1,"labels":"a","extra":"[]"}`},
		"keys that nobody has told of":  {`{"title":"a","colour":{"b":[1]}}`, `{"title":"a","colour":{"b":[1]}}`},
		"nothing where nothing must be": {`{"title":null,"number":null,"page":null,"free":null}`, `{"title":null,"page":null,"free":null}`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := issue.Decode(json.RawMessage(c.in))
			if err != nil || string(got) != c.want {
				t.Errorf("got  %s, %v\nwant %s", got, err, c.want)
			}
		})
	}
	closed := tool.Spec{Name: "mcp__a__b", InputSchema: json.RawMessage(`{"type":"object","properties":{"title":{"type":"string"},"n":{}},"additionalProperties":false}`)}
	for name, c := range map[string]struct {
		spec     tool.Spec
		in, want string
	}{
		"a list":           {issue, `[1]`, "must be one JSON object"},
		"a key twice":      {issue, `{"title":"a","title":"b"}`, `the key "title" is given twice`},
		"twice but for it": {issue, `{"title":"a","Title":"b"}`, "differ in letter case only"},
		"a key too many":   {closed, `{"titel":"a"}`, "there is no parameter titel; did you mean title? Parameters: n? any, title? string."},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := c.spec.Decode(json.RawMessage(c.in)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %v", got, err)
			}
		})
	}
}

func TestWordsForASchemaOfAnother(t *testing.T) {
	if got := string(issue.Schema()); got != string(issue.InputSchema) {
		t.Errorf("the schema was changed: %s", got)
	}
	want := "title string, draft? boolean, extra? object, free? any, id? string|integer, labels? array, number? integer, page? integer|null, weight? number"
	if got := issue.Signature(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := string(issue.Example()); got != `{"title":"..."}` {
		t.Errorf("example %s", got)
	}
	if got := issue.Explain(); !strings.HasSuffix(got, string(issue.InputSchema)) {
		t.Errorf("explained as %s", got)
	}
	many := make([]string, 100)
	for i := range many {
		many[i] = `"` + strings.Repeat("p", i+1) + `":{"type":"string"}`
	}
	for _, schema := range []string{`{"properties":{` + strings.Join(many, ",") + `}}`, strings.Repeat(`{"properties":{"a":`, 5000) + `{}` + strings.Repeat(`}}`, 5000), `[]`, `true`} {
		if got := (tool.Spec{InputSchema: json.RawMessage(schema)}).Signature(); len(got) > 500 {
			t.Errorf("a signature of %d bytes", len(got))
		}
	}
}

func TestMainParameterOfASchema(t *testing.T) {
	for schema, want := range map[string]string{
		`{"properties":{"a":{"type":"string"},"n":{"type":"integer"}}}`:          "a",
		`{"properties":{"a":{"type":"string"},"b":{"type":"string"}}}`:           "",
		`{"properties":{"a":{"type":"string"},"b":{"type":"string","enum":[]}}}`: "a",
		`{"properties":{"a":{"type":["string","null"]},"b":true}}`:               "",
		`[]`: "",
	} {
		if got := tool.MainOf(json.RawMessage(schema)); got != want {
			t.Errorf("%s: %q, want %q", schema, got, want)
		}
	}
}
