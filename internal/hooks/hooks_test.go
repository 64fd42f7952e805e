package hooks_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/fslocal/guard"
	"eidolon/fslocal/proc"
	"eidolon/internal/hooks"
)

// place is a workspace with the real runner and the real guard.
type place struct {
	root string
	o    hooks.Options

	mu      sync.Mutex
	notices []string
	halted  int
}

func open(t *testing.T, configured map[hooks.Event][]hooks.Hook) *place {
	t.Helper()
	root := t.TempDir()
	files, err := fslocal.Open(fslocal.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { files.Close() })
	p := &place{root: files.Root()}
	p.o = hooks.Options{
		Hooks: configured, Session: "s1", Transcript: "/base/events.jsonl", Root: p.root, CallTimeout: 2 * time.Minute,
		Runner: proc.New(proc.Options{Workspace: files, Environ: []string{"PATH=" + os.Getenv("PATH")}}),
		Judge:  guard.New(guard.Options{Workspace: p.root, Home: "/home/u", User: "u"}),
		Rule: func(text string) (func(tool.Spec, tool.Class) bool, error) {
			if text == "bad()" {
				return nil, errors.New("empty")
			}
			return func(spec tool.Spec, class tool.Class) bool {
				return text == spec.Name+"("+class.Subject[:1]+"*)"
			}, nil
		},
		Mode: func() string { return "ask" },
		Notice: func(line string) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.notices = append(p.notices, line)
		},
		Halt: func() { p.halted++ },
	}
	return p
}

func (p *place) hooks(t *testing.T) *hooks.Hooks {
	t.Helper()
	h, notices, err := hooks.New(p.o)
	if err != nil {
		t.Fatal(err)
	}
	p.notices = append(p.notices, notices...)
	return h
}

func (p *place) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(p.root, name))
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// What a hook is told, as one line of JSON, and where it runs.
func TestInput(t *testing.T) {
	tell := func(file string) []hooks.Hook {
		return []hooks.Hook{{Command: "cat >" + file + ".json; echo $EIDOLON_PROJECT_DIR $PWD >" + file}}
	}
	p := open(t, map[hooks.Event][]hooks.Hook{
		hooks.PreToolUse: tell("pre"), hooks.PostToolUse: tell("post"), hooks.UserPromptSubmit: tell("prompt"), hooks.Stop: tell("stop"),
	})
	h, ran := p.hooks(t), 0
	h.Wrap([]tool.Handler{writer{&ran}})[0].Run(t.Context(), aCall, tool.Class{}, nil)
	if _, err := h.Prompt(t.Context(), "a <b> \"c\"\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Stop(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	common := `{"session_id":"s1","transcript_path":"/base/events.jsonl","cwd":"` + p.root + `","permission_mode":"ask","hook_event_name":`
	for file, want := range map[string]string{
		"pre":    `"PreToolUse","tool_name":"T.write","tool_input":{"path":"a<b"},"tool_use_id":"t1r1c1"}`,
		"post":   `"PostToolUse","tool_name":"T.write","tool_input":{"path":"a<b"},"tool_use_id":"t1r1c1","tool_response":{"text":"written\n","data":{"bytes":3}}}`,
		"prompt": `"UserPromptSubmit","prompt":"a <b> \"c\"\n"}`,
		"stop":   `"Stop","stop_hook_active":true}`,
	} {
		if diff := cmp.Diff(common+want+"\n", p.read(t, file+".json")); diff != "" {
			t.Errorf("%s: %s", file, diff)
		}
		if got, want := p.read(t, file), p.root+" "+p.root+"\n"; got != want {
			t.Errorf("%s ran in %q", file, got)
		}
	}
}

// watched is a runner that tells when a command prints something.
type watched struct {
	fsapi.Runner
	said func()
}

func (w watched) Run(ctx context.Context, c fsapi.Command, v fsapi.Verdict, _ func(fsapi.Output)) (fsapi.Exit, error) {
	return w.Runner.Run(ctx, c, v, func(fsapi.Output) { w.said() })
}

// A hook ends with what it was asked for.
func TestCancel(t *testing.T) {
	waits := []hooks.Hook{{Command: "echo began; sleep 1000"}}
	for name, do := range map[string]func(ctx context.Context, h *hooks.Hooks) error{
		"call": func(ctx context.Context, h *hooks.Hooks) error {
			ran := 0
			r := h.Wrap([]tool.Handler{writer{&ran}})[0].Run(ctx, aCall, tool.Class{}, nil)
			if r.Code != tool.Interrupted || ran != 0 {
				t.Errorf("ran %d times, result %+v", ran, r)
			}
			return ctx.Err()
		},
		"prompt": func(ctx context.Context, h *hooks.Hooks) error {
			_, err := h.Prompt(ctx, "hi")
			return err
		},
		"stop": func(ctx context.Context, h *hooks.Hooks) error {
			_, err := h.Stop(ctx, false)
			return err
		},
	} {
		p := open(t, map[hooks.Event][]hooks.Hook{hooks.PreToolUse: waits, hooks.UserPromptSubmit: waits, hooks.Stop: waits})
		ctx, cancel := context.WithCancel(t.Context())
		p.o.Runner = watched{p.o.Runner, cancel}
		if err := do(ctx, p.hooks(t)); !errors.Is(err, context.Canceled) || len(p.notices) > 0 {
			t.Errorf("%s: %v, notices %q", name, err, p.notices)
		}
		cancel()
	}
}

// The guard's word counts for hooks: what it denies is not run, and its user hears of it.
func TestGuard(t *testing.T) {
	p := open(t, map[hooks.Event][]hooks.Hook{
		hooks.UserPromptSubmit: {{Command: "touch denied; sudo true"}, {Command: "chmod -R 777 /srv/x 2>/dev/null; touch asked"}},
		hooks.Stop:             {{Command: "rm -rf /"}},
	})
	if v := p.o.Judge.Judge(fsapi.Command{Text: "chmod -R 777 /srv/x 2>/dev/null; touch asked"}); v.Decision != fsapi.Ask {
		t.Fatalf("the guard says %s", v.Decision)
	}
	h := p.hooks(t)
	if len(p.notices) != 2 || !strings.HasPrefix(p.notices[0], "the UserPromptSubmit hook `touch denied; sudo true` is not run: ") || h.Stops() {
		t.Errorf("notices %q", p.notices)
	}
	if _, err := h.Prompt(t.Context(), "hi"); err != nil {
		t.Error(err)
	}
	p.read(t, "asked")
	if _, err := os.Stat(filepath.Join(p.root, "denied")); err == nil {
		t.Error("a denied hook ran")
	}
}

// Without hooks there is nothing in the way, and with hooks the time of a call holds theirs.
func TestWithoutHooks(t *testing.T) {
	p := open(t, nil)
	h := p.hooks(t)
	ran := 0
	handlers := []tool.Handler{writer{&ran}}
	if h != nil || !slices.Equal(h.Wrap(handlers), handlers) || h.Stops() {
		t.Errorf("there are hooks: %+v", h)
	}
	if before, err := h.Prompt(t.Context(), "hi"); before != nil || err != nil {
		t.Errorf("%q, %v", before, err)
	}
	p = open(t, map[hooks.Event][]hooks.Hook{
		hooks.PreToolUse:  {{Command: "true"}, {Command: "true", Timeout: time.Second}},
		hooks.PostToolUse: {{Command: "true", Timeout: time.Second}, {Command: "true", Timeout: 2 * time.Second}},
	})
	if got := p.hooks(t).Wrap(handlers)[0].Spec().Timeout; got != 2*time.Minute+time.Minute+3*time.Second {
		t.Errorf("the time of a call is %s", got)
	}
}

func TestBadMatchers(t *testing.T) {
	p := open(t, nil)
	for matcher, want := range map[string]string{"a||b": "one side", "bad()": "no rule: empty", "Bash(x)": "may name tools only"} {
		if matcher == "Bash(x)" {
			p.o.Rule = nil
		}
		p.o.Hooks = map[hooks.Event][]hooks.Hook{hooks.PreToolUse: {{Matcher: matcher, Command: "true", Where: "c.yaml:3"}}}
		_, _, err := hooks.New(p.o)
		if err == nil || !strings.HasPrefix(err.Error(), "c.yaml:3: the matcher ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", matcher, err)
		}
		p = open(t, nil)
	}
}
