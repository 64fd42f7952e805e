package tool_test

import (
	"testing"

	"eidolon/actors/tool"
)

func TestExplain(t *testing.T) {
	tests := map[string]struct {
		spec tool.Spec
		want string
	}{
		"nothing": {tool.Spec{}, "no inputs"},
		"types alone": {
			tool.Spec{Params: []tool.Param{{Name: "path", Type: tool.String, Required: true}}},
			"path string",
		},
		"with words": {
			tool.Spec{Params: []tool.Param{
				{Name: "query", Type: tool.String, Required: true, Summary: "what to\n look for"},
				{Name: "limit", Type: tool.Integer, Min: new(int64(1))},
				{Name: "from", Type: tool.Integer, Min: new(int64(0)), Summary: "the first"},
			}},
			"query string, limit? integer, from? integer\nquery: what to look for\nlimit: at least 1\nfrom: at least 0; the first",
		},
		"inside": {
			tool.Spec{Params: []tool.Param{
				{Name: "items", Type: tool.Array, Items: &tool.Param{Type: tool.Object, Fields: []tool.Param{{Name: "a", Type: tool.String, Summary: "one"}}}},
				{Name: "place", Type: tool.Object, Fields: []tool.Param{{Name: "b", Type: tool.Boolean, Summary: "two"}}},
			}},
			"items? [{a? string}], place? {b? boolean}\nitems[].a: one\nplace.b: two",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := tt.spec.Explain(); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestExampleIsAnInput(t *testing.T) {
	spec := tool.Spec{
		Main: "text",
		Params: []tool.Param{
			{Name: "name", Type: tool.String, Required: true},
			{Name: "mode", Type: tool.String, Required: true, Enum: []string{"slow", "fast"}},
			{Name: "line", Type: tool.Integer, Required: true, Min: new(int64(7))},
			{Name: "count", Type: tool.Integer, Required: true},
			{Name: "force", Type: tool.Boolean, Required: true},
			{Name: "items", Type: tool.Array, Required: true, Items: &tool.Param{Type: tool.Object, Fields: []tool.Param{
				{Name: "id", Type: tool.String}, {Name: "content", Type: tool.String, Required: true},
			}}},
			{Name: "free", Type: tool.Array, Required: true},
			{Name: "text", Type: tool.String},
			{Name: "rest", Type: tool.String},
		},
	}
	const want = `{"name":"...","mode":"slow","line":7,"count":1,"force":true,"items":[{"content":"..."}],"free":[],"text":"..."}`
	got := spec.Example()
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if canonical, err := spec.Decode(got); err != nil || string(canonical) != want {
		t.Errorf("it decodes to %s, %v", canonical, err)
	}
	if none := string(tool.Spec{}.Example()); none != "{}" {
		t.Errorf("without parameters: %s", none)
	}
}
