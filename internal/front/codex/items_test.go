package codex_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/internal/front/codex"
)

// A patch is a change of several files, and a search of the web is its query.
func TestItemsOfTools(t *testing.T) {
	for name, c := range map[string]struct {
		tool, input, output string
		ok                  bool
		want                map[string]any
	}{
		"patch": {
			tool: "apply_patch", input: `{"patch":"..."}`, ok: true,
			output: `{"ok":true,"data":{"files":[{"path":"a","action":"add"},{"path":"b","action":"modify"},{"path":"c","action":"delete"},{"path":"e","action":"modify","from":"d"}]}}`,
			want: map[string]any{"type": "file_change", "status": "completed", "changes": []any{
				map[string]any{"path": "a", "kind": "add"},
				map[string]any{"path": "b", "kind": "update"},
				map[string]any{"path": "c", "kind": "delete"},
				map[string]any{"path": "d", "kind": "delete"},
				map[string]any{"path": "e", "kind": "add"},
			}},
		},
		"patch that does not fit": {
			tool: "apply_patch", input: `{"patch":"..."}`, output: `{"ok":false,"error":{"code":"OldNotFound","message":"no"}}`,
			want: map[string]any{"type": "file_change", "status": "failed", "changes": []any{}},
		},
		"search": {
			tool: "web_search", input: `{"query":"go 1.26 changes"}`, output: `{"ok":true,"data":{}}`, ok: true,
			want: map[string]any{"type": "web_search", "query": "go 1.26 changes"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			s := codex.New(&out, codex.About{Thread: "1b4e28ba"})
			err := s.Render(t.Context(), []event.Envelope{
				{Seq: 1, Turn: 1, Event: event.Message{Role: event.RoleUser, Text: "go"}},
				{Seq: 2, Turn: 1, Round: 1, Event: event.ToolUse{Call: "c", Name: "SysBuiltIn." + c.tool, Input: json.RawMessage(c.input)}},
				{Turn: 1, Round: 1, Event: event.CallStarted{Call: "c", Name: "SysBuiltIn." + c.tool}},
				{Seq: 3, Turn: 1, Round: 1, Event: event.ToolResult{Call: "c", OK: c.ok, Output: json.RawMessage(c.output)}},
			})
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			var last struct {
				Type string
				Item map[string]any
			}
			if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || last.Type != "item.completed" {
				t.Fatalf("%v: %s", err, out.String())
			}
			delete(last.Item, "id")
			if diff := cmp.Diff(c.want, last.Item); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
