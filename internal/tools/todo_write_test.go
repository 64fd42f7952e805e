package tools_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/tool"
)

// Covers: E64
func TestTodoWrite(t *testing.T) {
	w := newWorkspace(t, nil)
	r := w.call("todo_write", `{"items":[
		{"content":" Read the code\n","status":"completed"},
		{"id":"fix","content":"Fix it","active_form":" Fixing it ","status":"in_progress"},
		{"id":" ","content":"Test it","status":"pending"}]}`)
	if want := `{"total":3,"pending":1,"in_progress":1,"completed":1}`; string(r.Data) != want || r.Text != want {
		t.Errorf("data %s, text %q, want %s", r.Data, r.Text, want)
	}
	want := []tool.Todo{
		{ID: "1", Content: "Read the code", Status: "completed"},
		{ID: "fix", Content: "Fix it", ActiveForm: "Fixing it", Status: "in_progress"},
		{ID: "3", Content: "Test it", Status: "pending"},
	}
	if diff := cmp.Diff(want, r.Effects.SetTodos); diff != "" {
		t.Errorf("todos (-want +got):\n%s", diff)
	}
	if r := w.call("todo_write", `{"items":[]}`); !r.OK || r.Effects.SetTodos == nil || len(r.Effects.SetTodos) != 0 {
		t.Errorf("an empty list asks for %#v", r.Effects.SetTodos)
	}
}

// Covers: E64
func TestTodoWriteFails(t *testing.T) {
	item := func(id, content, status string) string {
		return fmt.Sprintf(`{"id":%q,"content":%q,"status":%q}`, id, content, status)
	}
	many := strings.TrimSuffix(strings.Repeat(`{"content":"x","status":"pending"},`, 201), ",")
	tests := map[string]struct{ items, says string }{
		"the same id":         {item("a", "x", "pending") + "," + item("a", "y", "pending"), "items[1].id is \"a\", as is items[0].id"},
		"an id of a place":    {item("2", "x", "pending") + "," + item("", "y", "pending"), "items[1].id is \"2\", as is items[0].id"},
		"two in progress":     {item("a", "x", "in_progress") + "," + item("b", "y", "in_progress"), "items[0] and items[1] are both in_progress"},
		"no content":          {item("a", " \n", "pending"), "items[0].content is empty"},
		"a long content":      {item("a", strings.Repeat("x", 3000), "pending"), "too long"},
		"more than enough of": {many, "201 tasks are too many"},
	}
	w := newWorkspace(t, nil)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := w.call("todo_write", `{"items":[`+tt.items+`]}`)
			failed(t, r, tool.InvalidInput, "invalid_input", tt.says)
			if r.Effects.SetTodos != nil {
				t.Error("a refused list takes effect")
			}
		})
	}
}
