package event_test

import (
	"os"
	"regexp"
	"testing"

	"eidolon/actors/event"
)

// The examples in the documentation are lines as this program writes them, one for each type.
func TestDocumentedLines(t *testing.T) {
	page, err := os.ReadFile("../../docs/sessions.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, example := range regexp.MustCompile("(?s)```json\n(.*?)```").FindAllSubmatch(page, -1) {
		e, err := event.Decode(example[1])
		if err != nil {
			t.Errorf("%s: %v", example[1], err)
			continue
		}
		again, err := event.Encode(nil, e)
		if err != nil || string(again) != string(example[1]) {
			t.Errorf("the example\n%sis written as\n%s(%v)", example[1], again, err)
		}
		if ev, ok := e.Event.(event.Journalled); ok {
			seen[ev.Type()] = true
		}
	}
	for _, tt := range lines {
		if kind := tt.give.Type(); !seen[kind] && kind != "hologram" {
			t.Errorf("there is no example of %s", kind)
		}
	}
}
