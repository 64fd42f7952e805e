package view_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"eidolon/actors"
	"eidolon/actors/actorkit"
	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
	"eidolon/actors/renderer"
	"eidolon/actors/session"
	"eidolon/actors/stubmodel"
	"eidolon/actors/tool"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/leaf/retry"
	"eidolon/internal/store"
	"eidolon/tui/view"
)

// sink collects what a renderer is told.
type sink struct {
	mu      sync.Mutex
	batches [][]event.Envelope
	ended   chan struct{}
}

func (s *sink) Render(_ context.Context, events []event.Envelope) error {
	s.mu.Lock()
	s.batches = append(s.batches, events)
	s.mu.Unlock()
	for _, e := range events {
		if _, ok := e.Event.(event.TurnEnd); ok {
			s.ended <- struct{}{}
		}
	}
	return nil
}

type allowAll struct{}

func (allowAll) Rule(tool.Spec, tool.Class, []string) dispatcher.Ruling {
	return dispatcher.Ruling{Allow: true}
}

// echo is a tool that says what it was given, after a while.
type echo struct{ name string }

func (e echo) Spec() tool.Spec {
	return tool.Spec{
		Namespace: "SysBuiltIn", Name: e.name, Main: "content", ReadOnly: e.name == "read_file",
		Params: []tool.Param{{Name: "path", Type: tool.String}, {Name: "content", Type: tool.String}, {Name: "command", Type: tool.String}},
	}
}

func (e echo) Classify(tool.Call) (tool.Class, error) {
	return tool.Class{ReadOnly: e.name == "read_file", Speculative: e.name == "read_file"}, nil
}

func (e echo) Run(_ context.Context, c tool.Call, _ tool.Class, emit func(tool.Progress)) tool.Result {
	emit(tool.Progress{Stream: "stdout", Text: "working\n"})
	time.Sleep(time.Second) //nolint:forbidigo // virtual
	var in struct{ Path, Content, Command string }
	if err := json.Unmarshal(c.Input, &in); err != nil {
		return tool.FailWith(err)
	}
	if in.Path == "missing" {
		return tool.Fail(tool.NotFound, "there is no such file")
	}
	r := tool.OK(map[string]any{"content": "line 1\nline 2\n", "stdout": in.Command + "\n", "exit_code": 3}, "ok")
	if in.Content != "" {
		r.Diff = "--- /dev/null\n+++ b/" + in.Path + "\n@@ -0,0 +1 @@\n+" + in.Content + "\n"
	}
	return r
}

// play runs a script on the whole runtime and gives what a renderer was told.
func play(t *testing.T, script string, native bool, prompts ...string) [][]event.Envelope {
	t.Helper()
	parsed, err := stubmodel.Parse("test.yaml", []byte(script))
	if err != nil {
		t.Fatal(err)
	}
	s := &sink{}
	synctest.Test(t, func(t *testing.T) {
		s.ended = make(chan struct{}, 16) // of the bubble
		log, err := store.Memory(store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		handlers := []tool.Handler{echo{"bash"}, echo{"read_file"}, echo{"write_file"}}
		system, err := actors.Start(t.Context(), actors.Options{
			Tools: handlers, Profiles: []string{"p"}, InFlight: 4, Calls: 32, Script: parsed,
			Failed: func(string) {}, Notice: func(string) {}, Unhandled: func(actorkit.Address, any) {},
		})
		if err != nil {
			t.Fatal(err)
		}
		var specs []tool.Spec
		for _, h := range handlers {
			specs = append(specs, h.Spec())
		}
		conv, err := system.Open(t.Context(), session.Options{
			Log: log, Workspace: "/w", System: "You are a test.", Tools: specs, Policy: allowAll{},
			Sinks:    func(string) (renderer.Sink, bool) { return s, true },
			Model:    session.ModelOptions{Profile: "p", Name: "m", Client: system.StubModel(), Native: native},
			Reminder: func(int) string { return "" }, Hint: func(tool.Code) string { return "" }, Random: func() float64 { return 1 },
			Limits: session.Limits{
				CallsAtOnce: 8, CallTimeout: 2 * time.Minute, CallGrace: 5 * time.Second, Judging: 2 * time.Second,
				SyncDelay: time.Second, CloseWithin: 4 * time.Second, Element: 8 << 20,
				Retry: retry.Policy{Max: 3, First: 500 * time.Millisecond, Ceiling: 8 * time.Second, LongWait: time.Minute},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		conv.Tell(session.Attach{Name: "view"})
		for _, p := range prompts {
			if command, ok := strings.CutPrefix(p, "@!"); ok {
				conv.Tell(session.RunCommand{Text: command})
			} else {
				conv.Tell(session.UserTurn{Text: p})
			}
			<-s.ended
		}
		if err := conv.Close(t.Context()); err != nil {
			t.Error(err)
		}
		if err := system.Close(t.Context()); err != nil {
			t.Error(err)
		}
		time.Sleep(2 * time.Second) //nolint:forbidigo // virtual: the library's dead letter throttle ends
	})
	return s.batches
}

// history is the items of a model, by their order, as the frames gave them.
type history struct {
	model *view.Model
	items []*view.Item
	frame view.Frame
}

func newHistory(o view.Options) *history { return &history{model: view.New(o)} }

func (h *history) apply(events ...event.Envelope) {
	h.model.Apply(events)
	h.take()
}

func (h *history) take() {
	h.frame = h.model.Frame()
	if h.frame.Reset {
		h.items = nil
	}
	for _, item := range h.frame.Items {
		place := len(h.items)
		for i, old := range h.items {
			if old.ID == item.ID {
				place = i
			}
		}
		if place == len(h.items) {
			h.items = append(h.items, item)
		} else {
			h.items[place] = item
		}
	}
}

// kept leaves out what only those saw who were there: live notices, and how long thinking took.
func kept(h *history) []*view.Item {
	var out []*view.Item
	for _, item := range h.items {
		i := *item
		i.ID = 0
		if i.Kind == view.ReasoningItem {
			i.Blocks, i.More = nil, nil
		}
		if i.Kind != view.NoticeItem || strings.HasPrefix(i.Source, "interrupted") {
			out = append(out, &i)
		}
	}
	return out
}

// same asks that a session looks the same live, with batches that come again, and from its log.
func same(t *testing.T, batches [][]event.Envelope) *history {
	t.Helper()
	if n := len(batches) / 200; n > 1 { // a frame for each of thousands of deltas shows nothing more
		var few [][]event.Envelope
		for part := range slices.Chunk(batches, n) {
			few = append(few, slices.Concat(part...))
		}
		batches = few
	}
	live, twice, log := newHistory(view.Options{}), newHistory(view.Options{}), newHistory(view.Options{})
	var all, events []event.Envelope
	for _, b := range batches {
		live.apply(b...)
		twice.apply(b...)
		twice.apply(b...)
		all = append(all, b...)
	}
	for _, e := range all {
		if e.Journalled() {
			events = append(events, e)
		}
	}
	log.apply(events...)
	if d := cmp.Diff(kept(live), kept(log)); d != "" {
		t.Errorf("live and from the log: %s", d)
	}
	if d := cmp.Diff(live.items, twice.items); d != "" {
		t.Errorf("once and twice: %s", d)
	}
	status := cmpopts.IgnoreFields(view.Status{}, "Doing", "Since")
	if d := cmp.Diff(live.frame.Status, log.frame.Status, status); d != "" {
		t.Errorf("status: %s", d)
	}
	return log
}

// Covers: E62
func TestASessionLooksTheSameFromItsLog(t *testing.T) {
	scripts, err := filepath.Glob("../../testdata/model/*.yaml")
	if err != nil || len(scripts) == 0 {
		t.Fatal(err)
	}
	for _, name := range scripts {
		script, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, native := range []bool{false, true} {
			if native && (strings.Contains(string(script), "raw:") || strings.Contains(string(script), "!unquote")) {
				continue // written for the other form of calls
			}
			form := map[bool]string{false: " xnl", true: " native"}[native]
			t.Run(strings.TrimSuffix(filepath.Base(name), ".yaml")+form, func(t *testing.T) {
				same(t, play(t, string(script), native, "do it", "@!make", "and again"))
			})
		}
	}
}

func TestTextAndCallsInTheirOrder(t *testing.T) {
	script := `
answers:
  - parts:
      - reasoning: "I think\nand think"
        deltas: 5
        every: 1s
      - text: "First I **read**.\n"
        chunk: 3
      - call: {name: SysBuiltIn.read_file, id: r, input: {path: a.txt}}
      - text: "Then I write.\n"
        chunk: 2
      - call: {name: SysBuiltIn.write_file, id: w, input: {path: b.txt}, body: {content: "new"}}
      - text: "And look.\n"
      - call: {name: SysBuiltIn.read_file, id: m, input: {path: missing}}
      - text: "That is all for now.\n"
  - parts:
      - reasoning: "hm"
      - text: "Done."
        deltas: 3
        every: 100ms
`
	log := same(t, play(t, script, false, "go"))
	var got []string
	for _, item := range log.items {
		got = append(got, view.Lines(item, lang.Table{})...)
	}
	want := `you: go
reasoning: thought
assistant: First I read.
tool: SysBuiltIn.read_file { path = "a.txt" }: ok 1 s
  ⎿ line 1
    line 2
assistant: Then I write.
tool: SysBuiltIn.write_file { path = "b.txt" }: ok 1 s
  ⎿ b.txt +1 -0
    1 + new
assistant: And look.
tool: SysBuiltIn.read_file { path = "missing" }: failed
  ⎿ there is no such file
assistant: That is all for now.
reasoning: thought
assistant: Done.
`
	text := strings.Join(got, "\n") + "\n"
	if i := strings.Index(text, "turn:"); i >= 0 {
		text = text[:i]
	}
	if d := cmp.Diff(want, text); d != "" {
		t.Error(d)
	}
}
