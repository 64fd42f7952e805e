package format

import (
	"strings"
	"testing"
)

// What a service is told of a call is an object under a name that it takes.
func TestCallsGoBack(t *testing.T) {
	for input, want := range map[string]string{
		"":              `{}`,
		"null":          `{}`,
		` {"a": 1} `:    ` {"a": 1} `,
		`["a"]`:         `{"value":["a"]}`,
		`"a"`:           `{"value":"a"}`,
		` 12`:           `{"value":12}`,
		`{"a":`:         `{"invalid_json":"{\"a\":"}`,
		`{"a":1} {"b"}`: `{"invalid_json":"{\"a\":1} {\"b\"}"}`,
	} {
		if got := Input(input); got != want {
			t.Errorf("input %q is sent as %q, want %q", input, got, want)
		}
	}
	for name, want := range map[string]string{
		"read_file-2":             "read_file-2",
		"":                        "unnamed",
		"ls\x1b[31m\x00 ü":        "ls__31m___",
		strings.Repeat("n", 5000): strings.Repeat("n", 64),
	} {
		if got := Name(name, 64); got != want {
			t.Errorf("name %q is sent as %q, want %q", name, got, want)
		}
	}
}
