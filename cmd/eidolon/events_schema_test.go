package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
)

// eventSchema is the published schema of the lines of `exec --json`.
type eventSchema struct {
	resolved *jsonschema.Resolved
	events   map[string]*jsonschema.Schema // by their type
	common   *jsonschema.Schema
}

// readSchema reads the schema once for all tests.
var readSchema = sync.OnceValues(func() (*eventSchema, error) {
	data, err := os.ReadFile("../../docs/schema/exec-events.schema.json")
	if err != nil {
		return nil, err
	}
	s := &eventSchema{common: &jsonschema.Schema{}, events: map[string]*jsonschema.Schema{}}
	if err := json.Unmarshal(data, s.common); err != nil {
		return nil, err
	}
	for _, one := range s.common.OneOf {
		name := strings.TrimPrefix(one.Ref, "#/$defs/")
		s.events[name] = s.common.Defs[name]
	}
	s.resolved, err = s.common.Resolve(nil)
	return s, err
})

// checkLine holds a line against the schema. The schema lets others add fields; we may only print those
// that it has.
func checkLine(line []byte) error {
	s, err := readSchema()
	if err != nil {
		return err
	}
	var fields map[string]any
	if err := json.Unmarshal(line, &fields); err != nil {
		return err
	}
	kind, _ := fields["type"].(string)
	if s.events[kind] == nil {
		return fmt.Errorf("the schema does not have the type %q", kind)
	}
	if err := s.resolved.Validate(fields); err != nil {
		return fmt.Errorf("the schema does not allow it: %w", err)
	}
	for name := range fields {
		if s.events[kind].Properties[name] == nil && s.common.Properties[name] == nil {
			return fmt.Errorf("the schema does not have the field %q of %s", name, kind)
		}
	}
	return nil
}

// example finds the examples of a page.
var example = regexp.MustCompile("(?s)```json\n(.*?)```")

// Every type of event stands on the page that explains them, with an example of the form that is printed.
func TestDocumentedEvents(t *testing.T) {
	page, err := os.ReadFile("../../docs/exec-events.md")
	if err != nil {
		t.Fatal(err)
	}
	s, err := readSchema()
	if err != nil {
		t.Fatal(err)
	}
	left := maps.Clone(s.events)
	for _, found := range example.FindAllSubmatch(page, -1) {
		for line := range strings.Lines(string(found[1])) {
			var l eventLine
			if err := checkLine([]byte(line)); err != nil {
				t.Errorf("%s%v", line, err)
			} else if err := json.Unmarshal([]byte(line), &l); err != nil {
				t.Error(err)
			}
			delete(left, l.Type)
		}
	}
	if len(left) > 0 {
		t.Errorf("there is no example of %s", slices.Sorted(maps.Keys(left)))
	}
}

// The schema finds what is wrong with a line: without that it would show nothing.
func TestEventSchemaRefuses(t *testing.T) {
	for name, line := range map[string]string{
		"no number":          `{"type":"eidolon.interrupted"}`,
		"an unknown type":    `{"type":"eidolon.hologram","sequence_number":1}`,
		"a field too much":   `{"type":"eidolon.interrupted","sequence_number":1,"why":"x"}`,
		"a field too little": `{"type":"error","sequence_number":1,"kind":"auth","code":"auth"}`,
		"a field of another": `{"type":"eidolon.notice","sequence_number":1,"code":1,"message":"x"}`,
		"an item too much":   `{"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"type":"hologram"}}`,
		"an item half done":  `{"type":"response.output_item.done","sequence_number":1,"output_index":0,"item":{"id":"fc_1","type":"function_call","status":"in_progress","call_id":"1","name":"x","arguments":"{}"}}`,
	} {
		if checkLine([]byte(line)) == nil {
			t.Errorf("%s is allowed: %s", name, line)
		}
	}
}

// needed are the fields of version 0 that programs rely on. Nothing is ever taken out here, nor changed: that
// would be version 1, with a guide. What is added to the format may be added.
const needed = `
response.created: response
response.output_item.added: item output_index
response.content_part.added: content_index item_id output_index part
response.output_text.delta: content_index delta item_id output_index
response.output_text.done: content_index item_id output_index text
response.content_part.done: content_index item_id output_index part
response.function_call_arguments.delta: delta item_id output_index
response.function_call_arguments.done: arguments item_id output_index
response.output_item.done: item output_index
response.completed: response
error: code kind message
eidolon.session: id path
eidolon.reasoning.delta: delta
eidolon.tool_started: call_id
eidolon.tool_result: call_id ms ok output
eidolon.asked: call_id name reason
eidolon.answered: allow call_id
eidolon.todos: todos
eidolon.usage: cached_tokens estimated input_tokens model output_tokens reasoning_tokens
eidolon.notice: code message
eidolon.retry: attempt wait_ms
eidolon.interrupted:
response: created_at id model object output status
message: content id role status type
function_call: arguments call_id id name status type
part: text type
`

// Covers: W34, W35
func TestNeededFieldsStay(t *testing.T) {
	s, err := readSchema()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.TrimSpace(needed)) {
		name, fields, _ := strings.Cut(strings.TrimSpace(line), ":")
		def := s.common.Defs[name]
		if def == nil {
			t.Errorf("the schema does not have %s any more", name)
			continue
		}
		for field := range strings.FieldsSeq(fields) {
			if !slices.Contains(def.Required, field) || def.Properties[field] == nil {
				t.Errorf("the schema does not require the %s of %s any more", field, name)
			}
		}
	}
	for _, field := range []string{"type", "sequence_number"} {
		if !slices.Contains(s.common.Required, field) {
			t.Errorf("the schema does not require a %s any more", field)
		}
	}
	usage := s.common.Defs["response"].Properties["usage"].Required
	if diff := cmp.Diff([]string{"input_tokens", "output_tokens", "cached_tokens", "total_tokens"}, usage); diff != "" {
		t.Error(diff)
	}
	if !strings.HasPrefix(s.common.Description, "Version 0.") {
		t.Errorf("the schema is of %q", s.common.Description)
	}
}
