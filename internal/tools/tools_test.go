package tools_test

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
	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/fslocal/proc"
	"eidolon/internal/tools"
)

// judge stands for the guard: it denies what holds "forbidden", asks about "doubtful", and takes
// "echo" for a command that only reads.
type judge struct{}

func (judge) Judge(c fsapi.Command) fsapi.Verdict {
	v := fsapi.Verdict{Decision: fsapi.Allow, Subject: c.Subject(), ReadOnly: strings.HasPrefix(c.Text, "echo")}
	switch {
	case strings.Contains(c.Text, "forbidden"):
		v.Decision, v.Rule, v.Reason = fsapi.Deny, "test.forbidden", "it is forbidden"
	case strings.Contains(c.Text, "doubtful"):
		v.Decision, v.Rule, v.Reason = fsapi.Ask, "test.doubtful", "it is doubtful"
	}
	return v
}

// workspace is a real directory with the tools over it.
type workspace struct {
	t        *testing.T
	root     string
	outDir   string
	handlers map[string]tool.Handler
	progress []tool.Progress
}

// newWorkspace makes a workspace with the given files.
func newWorkspace(t *testing.T, files map[string]string, change ...func(*tools.Options)) *workspace {
	t.Helper()
	w := &workspace{t: t, root: t.TempDir(), outDir: t.TempDir(), handlers: map[string]tool.Handler{}}
	for name, content := range files {
		w.put(name, content)
	}
	local, err := fslocal.Open(fslocal.Options{Root: w.root})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { local.Close() })
	opts := tools.Options{
		Files: local, Judge: judge{}, OpenOut: fslocal.OpenReadOnly,
		Runner:    proc.New(proc.Options{Workspace: local, Environ: os.Environ()}),
		Protected: func(rel string) bool { return strings.HasPrefix(rel, ".git/") },
	}
	for _, c := range change {
		c(&opts)
	}
	for _, h := range tools.New(opts) {
		w.handlers[h.Spec().Name] = h
	}
	return w
}

// limited makes files over 4 MiB readable in part only.
func limited(t *testing.T) func(*tools.Options) {
	return func(o *tools.Options) {
		local, err := fslocal.Open(fslocal.Options{Root: o.Files.Root(), Limit: 4 << 20})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { local.Close() })
		o.Files = local
	}
}

func (w *workspace) put(name, content string) {
	w.t.Helper()
	full := filepath.Join(w.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *workspace) get(name string) string {
	w.t.Helper()
	data, err := os.ReadFile(filepath.Join(w.root, filepath.FromSlash(name)))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

// call makes a call the way the runtime does: decode, classify, run.
func (w *workspace) call(name, input string) tool.Result {
	w.t.Helper()
	return w.callIn(w.t.Context(), name, input)
}

func (w *workspace) callIn(ctx context.Context, name, input string) tool.Result {
	w.t.Helper()
	h, c := w.prepare(name, input)
	class, err := h.Classify(c)
	if err != nil {
		return tool.FailWith(err)
	}
	w.progress = nil
	return h.Run(ctx, c, class, func(p tool.Progress) { w.progress = append(w.progress, p) })
}

func (w *workspace) prepare(name, input string) (tool.Handler, tool.Call) {
	w.t.Helper()
	h := w.handlers[name]
	if h == nil {
		w.t.Fatalf("no tool %q", name)
	}
	raw, err := h.Spec().Decode(json.RawMessage(input))
	if err != nil {
		w.t.Fatal(err)
	}
	return h, tool.Call{Key: "t1r1c1", Name: h.Spec().FullName(), Input: raw, OutDir: w.outDir}
}

func (w *workspace) classify(name, input string) (tool.Class, error) {
	w.t.Helper()
	h, c := w.prepare(name, input)
	return h.Classify(c)
}

// input writes an object of a call; values are strings, numbers and so on.
func input(pairs ...any) string {
	m := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	raw, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// data reads the structured outcome of a good result.
func data[T any](t *testing.T, r tool.Result) T {
	t.Helper()
	if !r.OK {
		t.Fatalf("the call failed: %s", r.Envelope())
	}
	var v T
	dec := json.NewDecoder(strings.NewReader(string(r.Data)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, r.Data)
	}
	return v
}

// failed checks a bad result: its code, its older kind, and what its sentence says.
func failed(t *testing.T, r tool.Result, code tool.Code, kind string, says ...string) {
	t.Helper()
	if r.OK || r.Code != code {
		t.Fatalf("got %s, want code %s", r.Envelope(), code)
	}
	want := ""
	if kind != "" {
		want = `{"kind":"` + kind + `"}`
	}
	if string(r.Details) != want {
		t.Errorf("details %s, want %s", r.Details, want)
	}
	for _, s := range says {
		if !strings.Contains(r.Text, s) {
			t.Errorf("message %q does not say %q", r.Text, s)
		}
	}
}

// Covers: E7, E8, R15
func TestNew(t *testing.T) {
	var got []string
	w := newWorkspace(t, nil)
	for _, h := range tools.New(tools.Options{Files: nil, Runner: proc.New(proc.Options{}), Judge: judge{}}) {
		s := h.Spec()
		got = append(got, s.FullName())
		if s.Summary == "" || len(s.Params) == 0 || w.handlers[s.Name] == nil {
			t.Errorf("%s is not fully declared", s.FullName())
		}
	}
	want := "SysBuiltIn.bash SysBuiltIn.read_file SysBuiltIn.write_file SysBuiltIn.edit SysBuiltIn.edit_text " +
		"SysBuiltIn.move_file SysBuiltIn.apply_patch SysBuiltIn.ls SysBuiltIn.glob SysBuiltIn.grep SysBuiltIn.todo_write SysBuiltIn.exit_plan_mode"
	if list := strings.Join(got, " "); list != want {
		t.Errorf("got  %s\nwant %s", list, want)
	}
	for _, h := range tools.New(tools.Options{}) {
		if h.Spec().Name == "bash" {
			t.Error("bash exists without a runner")
		}
	}
}

// Readers may start early, writers say what they would change, and nobody leads outside.
//
// Covers: E50, E2
func TestClassify(t *testing.T) {
	w := newWorkspace(t, map[string]string{"a.txt": "a"})
	inside := filepath.Join(w.root, "a.txt")
	reads := func(subject string) tool.Class {
		return tool.Class{ReadOnly: true, Speculative: true, Subject: subject}
	}
	tests := map[string]struct {
		tool, input string
		want        tool.Class
	}{
		"read":             {"read_file", input("path", " ./a.txt\n"), reads("a.txt")},
		"read, absolute":   {"read_file", input("path", inside), reads("a.txt")},
		"read kept output": {"read_file", input("path", "@out/t1.out"), reads("@out/t1.out")},
		"ls":               {"ls", `{}`, reads(".")},
		"glob":             {"glob", input("pattern", "src/*.go"), reads("src")},
		"grep":             {"grep", input("pattern", "x", "path", "src"), reads("src")},
		"write":            {"write_file", input("path", "b/../a.txt", "content", ""), tool.Class{Edits: true, Subject: "a.txt"}},
		"write protected":  {"write_file", input("path", ".git/hooks/x", "content", ""), tool.Class{Edits: true, Subject: ".git/hooks/x", Protected: ".git/hooks/x"}},
		"edit protected":   {"edit", input("path", ".git/config", "old", "a", "new", "b"), tool.Class{Edits: true, Subject: ".git/config", Protected: ".git/config"}},
		"edit_text":        {"edit_text", input("path", "a", "action", "insert"), tool.Class{Edits: true, Subject: "a"}},
		"move":             {"move_file", input("from", "a", "to", "b"), tool.Class{Edits: true, Subject: "a", Also: []string{"b"}}},
		"move protected":   {"move_file", input("from", "a", "to", ".git/b"), tool.Class{Edits: true, Subject: "a", Also: []string{".git/b"}, Protected: ".git/b"}},
		"move away":        {"move_file", input("from", ".git/b", "to", "a"), tool.Class{Edits: true, Subject: ".git/b", Also: []string{"a"}, Protected: ".git/b"}},
		"todo_write":       {"todo_write", `{"items":[]}`, tool.Class{ReadOnly: true}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := w.classify(tt.tool, tt.input)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What a link leads to is a subject too, and a protected name stays one behind a link.
//
// Covers: R45, E50
func TestClassifySeesThroughLinks(t *testing.T) {
	w := newWorkspace(t, map[string]string{"docs/a.txt": "a", ".git/config": ""})
	for link, target := range map[string]string{"l": "docs", "g": ".git"} {
		if err := os.Symlink(target, filepath.Join(w.root, link)); err != nil {
			t.Skip(err)
		}
	}
	for name, tt := range map[string]struct {
		tool, input string
		want        tool.Class
	}{
		"read":  {"read_file", input("path", "l/a.txt"), tool.Class{ReadOnly: true, Speculative: true, Subject: "l/a.txt", Also: []string{"docs/a.txt"}}},
		"glob":  {"glob", input("pattern", "l/*"), tool.Class{ReadOnly: true, Speculative: true, Subject: "l", Also: []string{"docs"}}},
		"write": {"write_file", input("path", "g/x", "content", ""), tool.Class{Edits: true, Subject: "g/x", Also: []string{".git/x"}, Protected: ".git/x"}},
		"move": {"move_file", input("from", "l/a.txt", "to", "g/a"), tool.Class{
			Edits: true, Subject: "l/a.txt", Also: []string{"g/a", "docs/a.txt", ".git/a"}, Protected: ".git/a",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := w.classify(tt.tool, tt.input)
			if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
				t.Errorf("(-want +got):\n%s%v", diff, err)
			}
		})
	}
}

// Covers: E50, E3
func TestClassifyRefusesPathsOutside(t *testing.T) {
	w := newWorkspace(t, nil)
	calls := map[string]func(path string) string{
		"read_file":  func(p string) string { return input("path", p) },
		"write_file": func(p string) string { return input("path", p, "content", "x") },
		"edit":       func(p string) string { return input("path", p, "old", "a", "new", "b") },
		"edit_text":  func(p string) string { return input("path", p, "action", "insert", "insertAfter", 0, "newText", "x") },
		"move_file":  func(p string) string { return input("from", "a", "to", p) },
		"ls":         func(p string) string { return input("path", p) },
		"glob":       func(p string) string { return input("pattern", p+"/*.go") },
		"grep":       func(p string) string { return input("pattern", "x", "path", p) },
		"bash":       func(p string) string { return input("command", "pwd", "cwd", p) },
	}
	for name, in := range calls {
		for _, path := range []string{"..", "../x", "a/../../x", "/etc", "/"} {
			t.Run(name+" "+path, func(t *testing.T) {
				_, err := w.classify(name, in(path))
				if fsapi.CodeOf(err) != fsapi.OutsideWorkspace {
					t.Errorf("error %v, want OutsideWorkspace", err)
				}
				h, c := w.prepare(name, in(path))
				if r := h.Run(t.Context(), c, tool.Class{}, func(tool.Progress) {}); r.OK || r.Code != tool.OutsideWorkspace {
					t.Errorf("run gives %s", r.Envelope())
				}
			})
		}
	}
	if _, err := w.classify("read_file", input("path", "@out/../x")); err == nil {
		t.Error("@out leads outside")
	}
}

// Covers: Z69
func TestCallsEndWithTheirContext(t *testing.T) {
	w := newWorkspace(t, map[string]string{"a": "a\n"})
	late, cancelLate := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancelLate()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for name, in := range map[string]string{
		"read_file":  input("path", "a"),
		"write_file": input("path", "b", "content", "x"),
		"edit":       input("path", "a", "old", "a", "new", "b"),
		"edit_text":  input("path", "a", "action", "insert", "insertAfter", 0, "newText", "x"),
		"move_file":  input("from", "a", "to", "c"),
		"ls":         `{}`,
		"glob":       input("pattern", "*"),
		"grep":       input("pattern", "a"),
	} {
		t.Run(name, func(t *testing.T) {
			failed(t, w.callIn(late, name, in), tool.Timeout, "timeout")
			failed(t, w.callIn(gone, name, in), tool.Interrupted, "")
		})
	}
	if got := w.get("a"); got != "a\n" {
		t.Errorf("a was changed to %q", got)
	}
}
