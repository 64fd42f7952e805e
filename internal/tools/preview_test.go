package tools_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/tool"
)

// What a person is shown before a call is what the call then does, and showing it changes nothing.
func TestPreviewIsWhatTheCallDoes(t *testing.T) {
	for name, tt := range map[string]struct{ tool, input string }{
		"new file":       {"write_file", input("path", "new/b.txt", "content", "one\n")},
		"replaced file":  {"write_file", input("path", "a.txt", "content", "one\nthree\n")},
		"appended":       {"write_file", input("path", "a.txt", "content", "three\n", "mode", "append")},
		"edit":           {"edit", input("path", "a.txt", "old", "two", "new", "2")},
		"edit of CRLF":   {"edit", input("path", "crlf.txt", "old", "a\nb", "new", "a\nc")},
		"insert":         {"edit_text", input("path", "./a.txt", "action", "insert", "insertAfter", 0, "newText", "zero")},
		"delete":         {"edit_text", input("path", "a.txt", "action", "delete_range", "startLine", 1, "endLine", 1)},
		"nothing to see": {"move_file", input("from", "a.txt", "to", "b.txt")},
		"no such text":   {"edit", input("path", "a.txt", "old", "three", "new", "2")},
		"no such file":   {"edit", input("path", "b.txt", "old", "three", "new", "2")},
		"a command":      {"bash", input("command", "rm a.txt")},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorkspace(t, map[string]string{"a.txt": "one\ntwo\n", "crlf.txt": "a\r\nb\r\n"})
			h, c := w.prepare(tt.tool, tt.input)
			shown, fails := h.(tool.Previewer).Preview(t.Context(), c)
			if got := w.get("a.txt"); got != "one\ntwo\n" {
				t.Errorf("the preview has changed the file to %q", got)
			}
			done := w.call(tt.tool, tt.input)
			if diff := cmp.Diff(done.Diff, shown); diff != "" {
				t.Errorf("what was shown differs from what was done (-done +shown):\n%s", diff)
			}
			if !done.OK && (fails == nil || fails.Text != done.Text) || done.OK && fails != nil {
				t.Errorf("it was said to fail with %+v, and was done with %+v", fails, done)
			}
		})
	}
}
