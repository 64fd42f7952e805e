package adapter_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const oneCall = "I look.\n!unquote_start\n<tool_call SysBuiltIn.bash id=\"m\" #m>ls\n</#m>\n!unquote_end\nDone.\n"

// Only what the model says live releases calls.
func TestWhoMayCall(t *testing.T) {
	for source, want := range map[string][]any{
		"model": {"m"}, "tool": {}, "file": {}, "user": {}, "reasoning": {}, "replay": {}, "": {}, "Model": {},
	} {
		a := answers(t, object{"kind": "xnl", "source": source, "text": oneCall})[0]
		if diff := cmp.Diff(want, a["calls"]); diff != "" {
			t.Errorf("%q: %s", source, diff)
		}
	}
}

// A call is released by the end of its block and by nothing that only looks like it, in pieces of any
// size.
func TestWhatReleasesCalls(t *testing.T) {
	call := func(id string) string { return "<tool_call bash id=\"" + id + "\" #x>ls\n</#x>\n" }
	block := func(inner string) string { return "!unquote_start\n" + inner + "!unquote_end\n" }
	for _, tt := range []struct {
		name, text string
		want       []any
	}{
		{"one", block(call("a")), []any{"a"}},
		{"several, in order", block(call("b") + call("a") + call("c")), []any{"b", "a", "c"}},
		{"two blocks", block(call("a")) + "text\n" + block(call("b")), []any{"a", "b"}},
		{"the same twice", block(call("a") + call("a")), []any{"a"}},
		{"without a block", call("a"), []any{}},
		{"the block does not end", "!unquote_start\n" + call("a"), []any{}},
		{"the call does not end", "!unquote_start\n<tool_call bash id=\"a\" #x>ls\n!unquote_end\n", []any{}},
		{"in a quote", "!quote_start\n" + block(call("a")) + "!quote_end\n", []any{}},
		{"in a fence", "```\n" + block(call("a")) + "```\n", []any{}},
		{"in the body of another", block("<tool_call write_file id=\"a\" { path = \"f\" } #w>\n" + oneCall + "</#w>\n"), []any{"a"}},
		{"in a comment", block("<!-- " + call("a") + " -->\n"), []any{}},
		{"not at the start of a line", "see !unquote_start\n" + call("a") + "!unquote_end\n", []any{}},
		{"invisible characters", "!unquote\u200b_start\n" + call("a") + "!unquote_end\n", []any{}},
		{"wide characters", "\uff01unquote_start\n" + call("a") + "!unquote_end\n", []any{}},
		{"another case", "!UNQUOTE_START\n" + call("a") + "!UNQUOTE_END\n", []any{}},
		{"nothing", "", []any{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range []int{0, 1, 2, 3, 7, 64} {
				a := answers(t, object{"kind": "xnl", "source": "model", "text": tt.text, "chunk": size})[0]
				if diff := cmp.Diff(tt.want, a["calls"]); diff != "" {
					t.Errorf("in pieces of %d:\n%s", size, diff)
				}
			}
		})
	}
}

// Whatever a text holds, its calls are the same in pieces of any size.
func FuzzPieces(f *testing.F) {
	f.Add(oneCall, 3)
	f.Add(strings.Repeat(oneCall, 3), 11)
	f.Fuzz(func(t *testing.T, text string, size int) {
		both := answers(t,
			object{"kind": "xnl", "source": "model", "text": text},
			object{"kind": "xnl", "source": "model", "text": text, "chunk": max(size&0xFF, 1)})
		if diff := cmp.Diff(both[0]["calls"], both[1]["calls"]); diff != "" {
			t.Error(diff)
		}
	})
}
