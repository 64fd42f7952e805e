package hooks_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/tool"
	"eidolon/internal/hooks"
)

// writer is a tool that changes files, and counts its calls.
type writer struct{ ran *int }

func (writer) Spec() tool.Spec {
	return tool.Spec{Namespace: "T", Name: "write", Params: []tool.Param{{Name: "path", Type: tool.String}}}
}

func (writer) Classify(tool.Call) (tool.Class, error) {
	return tool.Class{Edits: true, Speculative: true, Subject: "a<b"}, nil
}

func (w writer) Run(context.Context, tool.Call, tool.Class, func(tool.Progress)) tool.Result {
	*w.ran++
	return tool.OK(map[string]int{"bytes": 3}, "written\n")
}

var aCall = tool.Call{Key: "t1r1c1", Session: "s1", Name: "T.write", Input: json.RawMessage(`{"path":"a<b"}`)}

// What each kind of answer of a hook does to a call.
func TestBeforeACall(t *testing.T) {
	specific := func(fields string) string {
		return `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse",` + fields + `}}'`
	}
	const refused = "A hook of the user refused the call: "
	for _, c := range []struct {
		name, matcher, command string
		text                   string // of the result
		ran                    int
		notices                []string
		halted                 int
	}{
		{name: "says nothing", command: "true", text: "written\n", ran: 1},
		{name: "does not read", command: "exec <&-", text: "written\n", ran: 1},
		{name: "plain words", command: "echo hello", text: "written\n", ran: 1},
		{name: "exit 2", command: "echo no >&2; exit 2", text: refused + "no"},
		{name: "exit 2 without a reason", command: "exit 2", text: refused + "it gave no reason"},
		{name: "of another tool", matcher: "Bash|Read|Bash(x)", command: "exit 2", text: "written\n", ran: 1},
		{name: "of the family", matcher: "Edit", command: "exit 2", text: refused + "it gave no reason"},
		{name: "of a rule", matcher: "write(a*)", command: "exit 2", text: refused + "it gave no reason"},
		{name: "of the tool", matcher: "T.write", command: "exit 2", text: refused + "it gave no reason"},
		{name: "denies", command: specific(`"permissionDecision":"deny","permissionDecisionReason":"not here"`), text: refused + "not here"},
		{name: "the older words", command: `echo '{"decision":"block","reason":"not here"}'`, text: refused + "not here"},
		{name: "allows", command: specific(`"permissionDecision":"allow"`), text: "written\n", ran: 1},
		{
			name: "asks", command: specific(`"permissionDecision":"ask","permissionDecisionReason":"Sure?"`),
			text: refused + "Sure? (The hook wants the user to be asked; ask them in words, and go on when they have answered.)",
		},
		{
			name: "unknown decision", command: specific(`"permissionDecision":"defer"`),
			text: refused + "the PreToolUse hook `echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\"…` gave the unknown decision \"defer\"",
		},
		{
			name: "another input", command: specific(`"updatedInput":{}`),
			text: refused + "the PreToolUse hook `echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\"…` wants another input for the call, and eidolon does not change inputs",
		},
		{name: "adds", command: specific(`"additionalContext":"mind the gap"`), text: "written\n\n[PreToolUse hook of the user]\nmind the gap", ran: 1},
		{name: "tells the user", command: `printf '{"systemMessage":"a\\nb \\u001b[2J"}'`, text: "written\n", ran: 1, notices: []string{"a b ␛[2J"}},
		{
			name: "ends the turn", command: `echo '{"continue":false,"stopReason":"enough"}'`, text: refused + "enough", halted: 1,
			notices: []string{"the PreToolUse hook `echo '{\"continue\":false,\"stopReason\":\"enough\"}'` ended the turn: enough"},
		},
		{
			name: "fails", command: "echo oh >&2; exit 3", text: "written\n", ran: 1,
			notices: []string{"the PreToolUse hook `echo oh >&2; exit 3` failed (exit 3) and the work went on without it: oh"},
		},
		{
			name: "is no program", command: "no-such-program", text: "written\n", ran: 1,
			notices: []string{"the PreToolUse hook `no-such-program` failed (exit 127) and the work went on without it: bash: line 1: no-such-program: command not found"},
		},
		{
			name: "is no JSON", command: "echo '{oh'", text: "written\n", ran: 1,
			notices: []string{"the PreToolUse hook `echo '{oh'` printed what is no JSON object of the agreed form, so it was not heard: invalid character 'o' looking for beginning of object key string"},
		},
		{
			name: "hangs", command: "sleep 1000", text: "written\n", ran: 1,
			notices: []string{"the PreToolUse hook `sleep 1000` did not end within 150ms and was stopped; the work went on without it"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			hook := hooks.Hook{Matcher: c.matcher, Command: c.command}
			if c.name == "hangs" {
				hook.Timeout = 150 * time.Millisecond
			}
			p := open(t, map[hooks.Event][]hooks.Hook{hooks.PreToolUse: {hook}})
			ran := 0
			h := p.hooks(t).Wrap([]tool.Handler{writer{&ran}})[0]
			class, err := h.Classify(aCall)
			if err != nil {
				t.Fatal(err)
			}
			if (c.matcher == "Bash|Read|Bash(x)") != class.Speculative {
				t.Errorf("the call may start early: %v", class.Speculative)
			}
			r := h.Run(t.Context(), aCall, class, nil)
			if diff := cmp.Diff(c.text, r.Text); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.notices, p.notices); diff != "" {
				t.Error(diff)
			}
			blocked := strings.HasPrefix(c.text, refused)
			if ran != c.ran || r.OK == blocked || blocked != (r.Code == tool.HookBlocked) || p.halted != c.halted {
				t.Errorf("ran %d times, result %+v, halted %d times", ran, r, p.halted)
			}
		})
	}
}

// Of several hooks the strictest wins, all of them are asked, and all of them are heard in their order.
func TestTheStrictestWins(t *testing.T) {
	p := open(t, map[hooks.Event][]hooks.Hook{hooks.PreToolUse: {
		{Command: "until [ -e second ]; do sleep 0.01; done; echo first >&2; exit 2"}, // they run side by side
		{Command: `echo '{"hookSpecificOutput":{"permissionDecision":"allow"}}'; touch second`},
		{Command: "echo third >&2; exit 2"},
		{Matcher: "Bash", Command: "touch other"},
	}})
	ran := 0
	h := p.hooks(t).Wrap([]tool.Handler{writer{&ran}})[0]
	r := h.Run(t.Context(), aCall, tool.Class{Edits: true}, nil)
	if want := "A hook of the user refused the call: first\nthird"; r.Text != want || ran != 0 {
		t.Errorf("ran %d times: %s", ran, r.Text)
	}
	if _, err := os.Stat(filepath.Join(p.root, "other")); err == nil {
		t.Error("the hook of another tool ran")
	}
}

// Hooks after a call run one after the other, only when it did well, and add to its result.
func TestAfterACall(t *testing.T) {
	p := open(t, map[hooks.Event][]hooks.Hook{
		hooks.PreToolUse: {{Matcher: "Bash", Command: "exit 2"}},
		hooks.PostToolUse: {
			{Command: "cat >in.json; sleep 0.05; echo one >>order; echo lint >&2; exit 2"},
			{Command: `echo two >>order; echo '{"hookSpecificOutput":{"additionalContext":"more"}}'`},
		},
	})
	ran := 0
	h := p.hooks(t).Wrap([]tool.Handler{writer{&ran}})[0]
	r := h.Run(t.Context(), aCall, tool.Class{Edits: true}, nil)
	want := "written\n\n[PostToolUse hook of the user]\nlint\n\n[PostToolUse hook of the user]\nmore"
	if diff := cmp.Diff(want, r.Text); diff != "" || !r.OK {
		t.Error(diff)
	}
	if got := p.read(t, "order"); got != "one\ntwo\n" {
		t.Errorf("the order was %q", got)
	}
	if string(r.Data) != `{"bytes":3}` {
		t.Errorf("data %s", r.Data)
	}
}
