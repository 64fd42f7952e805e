package claude_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"eidolon/internal/front/claude"
)

func TestHello(t *testing.T) {
	for name, c := range map[string]struct {
		request string
		want    claude.Hello
		err     string
	}{
		"nothing":          {request: `{"systemPrompt":[""]}`},
		"a prompt":         {request: `{"systemPrompt":["a","b"]}`, want: claude.Hello{System: "a\n\nb"}},
		"a plain prompt":   {request: `{"systemPrompt":"a"}`, want: claude.Hello{System: "a"}},
		"an odd prompt":    {request: `{"systemPrompt":7}`, err: "neither a text nor a list"},
		"more prompt":      {request: `{"appendSystemPrompt":"x"}`, want: claude.Hello{Append: "x"}},
		"rules":            {request: `{"disallowedTools":["Bash"]}`, want: claude.Hello{Deny: []string{"Bash"}}},
		"a schema":         {request: `{"jsonSchema":{"type":"object"}}`, want: claude.Hello{Schema: []byte(`{"type":"object"}`)}},
		"hooks that watch": {request: `{"hooks":{"Stop":[{}]},"agents":{"a":{}}}`, want: claude.Hello{Ignored: []string{"agents", "hooks that only look on"}}},
		"hooks":            {request: `{"hooks":{"UserPromptSubmit":[{}],"PreToolUse":[{}]}}`, err: "PreToolUse and UserPromptSubmit may refuse things"},
		"settings":         {request: `{"settings":{"x":1}}`, err: "settings of another program"},
		"an organisation":  {request: `{"managedSettings":{"x":1}}`, err: "settings of another program"},
		"servers":          {request: `{"sdkMcpServers":["s"]}`, want: claude.Hello{Ignored: []string{"MCP servers of the SDK"}}},
	} {
		t.Run(name, func(t *testing.T) {
			line := `{"type":"control_request","request_id":"1","request":` + strings.Replace(c.request, "{", `{"subtype":"initialize",`, 1) + "}\n"
			conn, err := claude.Begin(strings.NewReader(line))
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("error %v", err)
				}
				return
			}
			if diff := cmp.Diff(c.want, conn.Hello, cmpopts.IgnoreUnexported(claude.Hello{})); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
	if _, err := claude.Begin(strings.NewReader("\n\n")); err == nil || !strings.Contains(err.Error(), "there is no input") {
		t.Errorf("error %v", err)
	}
}

func TestNames(t *testing.T) {
	got := claude.Names("Bash(git log:*, x),Read Edit", "", "mcp__a__b", "MultiEdit(docs/**)", "TodoWrite")
	want := []string{"Bash(git log:*, x)", "Read", "Edit", "mcp__a__b", "Edit(docs/**)", "todo_write"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Whatever comes, nothing breaks.
func FuzzBegin(f *testing.F) {
	f.Add([]byte(hello))
	f.Add([]byte(user("a", "b")))
	f.Add([]byte(`{"type":"control_request","request":{"subtype":"initialize","systemPrompt":["a"],"hooks":{"Stop":[]}}}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		conn, err := claude.Begin(strings.NewReader(string(line)))
		if conn == nil {
			t.Errorf("no connection to tell of %v", err)
		}
	})
}
