package hooks_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/hooks"
)

func TestPrompt(t *testing.T) {
	const adds = "A hook of the user adds to the prompt that follows:\n"
	for _, c := range []struct {
		name    string
		hooks   []string
		before  []string
		refused string
		notices int
	}{
		{name: "nothing to say", hooks: []string{"true"}},
		{name: "plain words", hooks: []string{"echo on main", "echo; echo dirty"}, before: []string{adds + "on main\ndirty"}},
		{name: "braces that are no JSON", hooks: []string{"echo '{on main}'"}, before: []string{adds + "{on main}"}},
		{name: "JSON", hooks: []string{`echo '{"hookSpecificOutput":{"additionalContext":"x\u202ey"}}'`}, before: []string{adds + "x<U+202E>y"}},
		{name: "refused", hooks: []string{"echo x", "echo no >&2; exit 2"}, refused: "no"},
		{name: "refused in JSON", hooks: []string{`echo '{"decision":"block","reason":"no"}'`}, refused: "no"},
		{name: "ended", hooks: []string{`echo '{"continue":false,"stopReason":"no"}'`}, refused: "no", notices: 1},
		{name: "failed", hooks: []string{"exit 1"}, notices: 1},
		{name: "a flood", hooks: []string{"yes | head -c 30000"}, before: []string{adds + strings.Repeat("y\n", 4998) + "y…"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var configured []hooks.Hook
			for _, command := range c.hooks {
				configured = append(configured, hooks.Hook{Command: command})
			}
			p := open(t, map[hooks.Event][]hooks.Hook{hooks.UserPromptSubmit: configured})
			before, err := p.hooks(t).Prompt(t.Context(), "hi")
			if diff := cmp.Diff(c.before, before); diff != "" {
				t.Error(diff)
			}
			refused, ok := errors.AsType[*hooks.RefusedError](err)
			if ok != (c.refused != "") || ok && refused.Reason != c.refused || !ok && err != nil {
				t.Errorf("error %v", err)
			}
			if len(p.notices) != c.notices || p.halted != 0 {
				t.Errorf("notices %q, halted %d times", p.notices, p.halted)
			}
		})
	}
}

func TestStop(t *testing.T) {
	const goOn = "A hook of the user does not let the turn end yet: "
	for _, c := range []struct{ name, command, want string }{
		{"content", "true", ""},
		{"not content", "echo tests fail >&2; exit 2", goOn + "tests fail"},
		{"in JSON", `echo '{"decision":"block","reason":"tests fail"}'`, goOn + "tests fail"},
		{"content the second time", `case $(cat) in *'"stop_hook_active":true'*) ;; *) exit 2;; esac`, ""},
		{"ends it all the same", `echo '{"decision":"block","reason":"x","continue":false}'`, ""},
		{"fails", "exit 1", ""},
	} {
		p := open(t, map[hooks.Event][]hooks.Hook{hooks.Stop: {{Command: c.command}}})
		h := p.hooks(t)
		got, err := h.Stop(t.Context(), true)
		if got != c.want || err != nil || !h.Stops() || p.halted != 0 {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
}
