package tools_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/fslocal/guard"
	"eidolon/internal/tools"
)

type bashData struct {
	Stdout   string `json:"stdout"`
	Stderr   string `json:"stderr"`
	ExitCode int    `json:"exit_code"`
	TimedOut bool   `json:"timed_out"`
	Signal   string `json:"signal"`
}

func needShell(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no POSIX shell")
	}
}

// Covers: E6, Z19, Z20
func TestBash(t *testing.T) {
	needShell(t)
	w := newWorkspace(t, map[string]string{"sub/f": "x\n"})
	tests := map[string]struct {
		input string
		want  bashData
		text  string
	}{
		"output":            {input("command", "printf 'a\\nb\\n'"), bashData{Stdout: "a\nb\n"}, "a\nb\n"},
		"both streams":      {input("command", "printf out; printf err >&2"), bashData{Stdout: "out", Stderr: "err"}, "out\n[stderr]\nerr"},
		"an exit code":      {input("command", "echo no; exit 3"), bashData{Stdout: "no\n", ExitCode: 3}, "no\n[exit code 3]"},
		"nothing":           {input("command", "true"), bashData{}, "(no output)"},
		"only an exit code": {input("command", "false"), bashData{ExitCode: 1}, "[exit code 1]"},
		"a directory":       {input("command", "cat f", "cwd", " sub "), bashData{Stdout: "x\n"}, "x\n"},
		"trimmed":           {input("command", " \n echo a \n"), bashData{Stdout: "a\n"}, "a\n"},
		"several lines":     {input("command", "cat <<'EOF'\n  a  \nEOF\n"), bashData{Stdout: "  a  \n"}, "  a  \n"},
		"no input":          {input("command", "cat"), bashData{}, "(no output)"},
		"an end by signal":  {input("command", "kill -TERM $$"), bashData{ExitCode: 143, Signal: "SIGTERM"}, "[exit code 143, ended by SIGTERM]"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := w.call("bash", tt.input)
			if got := data[bashData](t, r); got != tt.want {
				t.Errorf("data %+v, want %+v", got, tt.want)
			}
			if r.Text != tt.text {
				t.Errorf("text %q, want %q", r.Text, tt.text)
			}
		})
	}
}

// Covers: E6, Z21
func TestBashTimeout(t *testing.T) {
	needShell(t)
	w := newWorkspace(t, nil)
	r := w.call("bash", input("command", "echo begun; sleep 30", "timeoutMs", 300))
	got := data[bashData](t, r)
	if got.Stdout != "begun\n" || got.ExitCode != -1 || !got.TimedOut || got.Stderr != "command ran out of time after 300ms and was ended with all it had started\n" {
		t.Errorf("data %+v", got)
	}
	if want := "begun\n[stderr]\n" + got.Stderr + "[exit code -1]"; r.Text != want {
		t.Errorf("text %q, want %q", r.Text, want)
	}
}

// timeouts records what a command was given.
type timeouts struct{ last fsapi.Command }

func (r *timeouts) Run(_ context.Context, c fsapi.Command, _ fsapi.Verdict, _ func(fsapi.Output)) (fsapi.Exit, error) {
	r.last = c
	return fsapi.Exit{}, nil
}

// Covers: E6, E51, R59
func TestBashCommand(t *testing.T) {
	tests := map[string]struct {
		limit int64 // BashTimeout in milliseconds
		input string
		want  fsapi.Command
	}{
		"as given":            {0, input("command", "a  'b '\n#c"), fsapi.Command{Text: "a  'b '\n#c", Timeout: 120_000 * 1e6}},
		"trimmed":             {0, input("command", "\n\t a b \r\n"), fsapi.Command{Text: "a b", Timeout: 120_000 * 1e6}},
		"an escaped blank":    {0, input("command", `ls a\ `), fsapi.Command{Text: `ls a\ `, Timeout: 120_000 * 1e6}},
		"its own limit":       {0, input("command", "a", "timeoutMs", 5), fsapi.Command{Text: "a", Timeout: 5 * 1e6}},
		"no limit":            {0, input("command", "a", "timeoutMs", 0), fsapi.Command{Text: "a"}},
		"a configured limit":  {7, input("command", "a"), fsapi.Command{Text: "a", Timeout: 7 * 1e6}},
		"configured to none":  {-1, input("command", "a"), fsapi.Command{Text: "a"}},
		"the root":            {-1, input("command", "a", "cwd", "./x/.."), fsapi.Command{Text: "a"}},
		"a directory":         {-1, input("command", "a", "cwd", "x/y/"), fsapi.Command{Text: "a", Dir: "x/y"}},
		"snake case accepted": {-1, input("command", "a", "timeout_ms", "9"), fsapi.Command{Text: "a", Timeout: 9 * 1e6}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			runner := &timeouts{}
			w := newWorkspace(t, nil, func(o *tools.Options) {
				o.Runner, o.BashTimeout = runner, time.Duration(tt.limit)*time.Millisecond
			})
			if r := w.call("bash", tt.input); !r.OK {
				t.Fatalf("%s", r.Envelope())
			}
			tt.want.Spool = filepath.Join(w.outDir, "t1r1c1")
			if !cmp.Equal(runner.last, tt.want) {
				t.Errorf("got  %+v\nwant %+v", runner.last, tt.want)
			}
		})
	}
	w := newWorkspace(t, nil, func(o *tools.Options) { o.Runner = &timeouts{} })
	failed(t, w.call("bash", input("command", " \n")), tool.InvalidInput, "", "command is empty")
	failed(t, w.call("bash", input("command", "a", "timeoutMs", 1<<40)), tool.InvalidInput, "", "at most 86400000")
}

// hindered is a runner whose commands fail because of a sandbox.
type hindered struct{}

func (hindered) Run(context.Context, fsapi.Command, fsapi.Verdict, func(fsapi.Output)) (fsapi.Exit, error) {
	return fsapi.Exit{Code: 1, Stderr: fsapi.Captured{Text: "no\n"}, Sandbox: "wall", Hindered: "the sandbox hides \"x\""}, nil
}

// TestBashHindered has the model and the session told what stopped a command.
//
// Covers: R71
func TestBashHindered(t *testing.T) {
	w := newWorkspace(t, nil, func(o *tools.Options) { o.Runner = hindered{} })
	r := w.call("bash", input("command", "a"))
	if r.Sandbox != "wall" || r.Hindered != "the sandbox hides \"x\"" {
		t.Errorf("%+v", r)
	}
	if want := "[stderr]\nno\n[exit code 1]\n[the sandbox hides \"x\"]"; r.Text != want {
		t.Errorf("text %q, want %q", r.Text, want)
	}
}

// noted is a runner that notes what it is to run.
type noted struct {
	command fsapi.Command
	verdict fsapi.Verdict
}

// Run implements fsapi.Runner.
func (n *noted) Run(_ context.Context, c fsapi.Command, v fsapi.Verdict, _ func(fsapi.Output)) (fsapi.Exit, error) {
	n.command, n.verdict = c, v
	return fsapi.Exit{}, nil
}

// TestBashOutside has a command run outside the sandbox by a verdict on just that: what the user has
// allowed is allowed, and what the guard denies stays denied.
//
// Covers: E5, R71
func TestBashOutside(t *testing.T) {
	for command, c := range map[string]struct{ inside, want fsapi.Decision }{
		"touch a":       {fsapi.Allow, fsapi.Allow},
		"echo doubtful": {fsapi.Allow, fsapi.Allow}, // the user has said so
		"a doubtful":    {fsapi.Ask, fsapi.Ask},
		"forbidden":     {fsapi.Allow, fsapi.Deny},
	} {
		got := &noted{}
		w := newWorkspace(t, nil, func(o *tools.Options) { o.Runner = got })
		h, call := w.prepare("bash", input("command", command))
		call.Outside = true
		h.Run(t.Context(), call, tool.Class{Verdict: &fsapi.Verdict{Decision: c.inside}}, func(tool.Progress) {})
		if !got.command.Outside || got.command.Text != command || got.verdict.Decision != c.want || got.verdict.Subject != got.command.Subject() {
			t.Errorf("%q: %+v with %+v", command, got.command, got.verdict)
		}
	}
}

// Covers: E5, E49
func TestBashJudgement(t *testing.T) {
	needShell(t)
	w := newWorkspace(t, nil)
	class := func(command string) tool.Class {
		c, err := w.classify("bash", input("command", command))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := class(" echo a "); !c.ReadOnly || !c.Speculative || c.Subject != "echo a" || c.Verdict.Decision != fsapi.Allow {
		t.Errorf("a reader: %+v", c)
	}
	if c := class("touch a"); c.ReadOnly || c.Speculative || c.Verdict.Decision != fsapi.Allow {
		t.Errorf("a writer: %+v", c)
	}
	if c := class("echo doubtful"); c.Speculative || c.Verdict.Decision != fsapi.Ask {
		t.Errorf("a doubtful reader: %+v", c)
	}
	failed(t, w.call("bash", input("command", "touch ran; forbidden")), tool.CommandBlocked, "command_blocked",
		"test.forbidden", "it is forbidden", "nothing was run")

	// Without a verdict, or with one for another command, nothing starts either.
	h, c := w.prepare("bash", input("command", "touch ran"))
	other := class("touch other")
	for name, class := range map[string]tool.Class{"none": {}, "another": other} {
		if r := h.Run(t.Context(), c, class, func(tool.Progress) {}); r.OK || r.Code != tool.CommandBlocked {
			t.Errorf("verdict %s: %s", name, r.Envelope())
		}
	}
	if _, err := os.Stat(filepath.Join(w.root, "ran")); err == nil {
		t.Error("the command was run")
	}
}

// With the real guard, what would ruin the machine never starts.
//
// Covers: E5, E49
func TestBashBehindTheGuard(t *testing.T) {
	needShell(t)
	w := newWorkspace(t, nil, func(o *tools.Options) {
		o.Judge = guard.New(guard.Options{Workspace: o.Files.Root(), Home: "/home/somebody", User: "somebody"})
	})
	for _, command := range []string{
		"rm -rf /", "sudo ls", "shutdown now", "REBOOT", "touch ran; reboot", "echo $(sudo id)", "true && rm -rf ~",
	} {
		t.Run(command, func(t *testing.T) {
			failed(t, w.call("bash", input("command", command)), tool.CommandBlocked, "command_blocked", "refused by rule", "nothing was run")
		})
	}
	if r := w.call("bash", input("command", "mkdir d && rm -rf d && echo done")); r.Text != "done\n" {
		t.Errorf("a harmless command gives %s", r.Envelope())
	}
	if _, err := os.Stat(filepath.Join(w.root, "ran")); err == nil {
		t.Error("a part of a refused command was run")
	}
}

// Covers: Z22
func TestBashKeepsLongOutput(t *testing.T) {
	needShell(t)
	w := newWorkspace(t, nil)
	r := w.call("bash", input("command", "seq 1 40000; echo problem >&2"))
	got := data[bashData](t, r)
	if !r.Cut || r.Spool != "@out/t1r1c1.out" || len(r.Text) > 60_000 {
		t.Errorf("cut %v, spool %q, %d bytes", r.Cut, r.Spool, len(r.Text))
	}
	for _, s := range []string{"1\n2\n", "40000\n", `path = "@out/t1r1c1.out"`, "[stderr]\nproblem\n"} {
		if !strings.Contains(r.Text, s) {
			t.Errorf("the text does not hold %q", s)
		}
	}
	if strings.Contains(r.Text, w.outDir) || strings.Contains(got.Stdout, w.outDir) {
		t.Error("the text names a place the model cannot read")
	}
	if r := w.call("grep", input("pattern", "^20000$", "path", r.Spool)); r.Text != "@out/t1r1c1.out:20000:20000" {
		t.Errorf("grep in the kept output gives %q", r.Text)
	}
}

func TestBashProgressIsText(t *testing.T) {
	needShell(t)
	w := newWorkspace(t, nil)
	r := w.call("bash", input("command", `printf 'a\303'; sleep 0.2; printf '\251b'; printf '\377' >&2`))
	var out, errs strings.Builder
	for _, p := range w.progress {
		if !utf8.ValidString(p.Text) || p.Text == "" {
			t.Errorf("piece %q", p.Text)
		}
		if p.Stream == "stdout" {
			out.WriteString(p.Text)
		} else {
			errs.WriteString(p.Text)
		}
	}
	if out.String() != "aéb" || errs.String() != "\ufffd" {
		t.Errorf("stdout %q, stderr %q (%s)", out.String(), errs.String(), r.Envelope())
	}
}

func TestBashIsCancelled(t *testing.T) {
	needShell(t)
	w := newWorkspace(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	h, c := w.prepare("bash", input("command", "echo begun; sleep 30"))
	class, err := h.Classify(c)
	if err != nil {
		t.Fatal(err)
	}
	r := h.Run(ctx, c, class, func(tool.Progress) { cancel() })
	cancel()
	failed(t, r, tool.Interrupted, "", "begun")
}
