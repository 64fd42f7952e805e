package modeltest

import (
	"encoding/json"
	"reflect"
	"testing"

	"eidolon/internal/leaf/diff"
)

// Quote gives a text as a string of JSON.
func Quote(s string) string {
	b, _ := json.Marshal(s) // a string always has a JSON form
	return string(b)
}

// SameJSON compares two JSON texts by meaning.
func SameJSON(t *testing.T, want, got string) {
	t.Helper()
	w, wantLines := read(t, want)
	g, gotLines := read(t, got)
	if !reflect.DeepEqual(w, g) {
		t.Errorf("JSON is not as wanted:\n%s", diff.Unified("json", wantLines, gotLines))
	}
}

// read gives what a JSON text means, and the same in lines that can be compared.
func read(t *testing.T, text string) (value any, lines []byte) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s is no JSON: %v", text, err)
	}
	lines, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return value, append(lines, '\n')
}
