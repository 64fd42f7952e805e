package actors_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"eidolon/actors"
	"eidolon/actors/actorkit"
	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
	"eidolon/actors/indexer"
	"eidolon/actors/journal"
	"eidolon/actors/model"
	"eidolon/actors/providers"
	"eidolon/actors/renderer"
	"eidolon/actors/routes"
	"eidolon/actors/session"
	"eidolon/actors/stubmodel"
	"eidolon/actors/tool"
	"eidolon/internal/leaf/retry"
	"eidolon/internal/store"
)

// rig is a whole runtime with a scripted model, tools made for the test, and a log in memory, in a
// bubble of virtual time.
type rig struct {
	t      *testing.T
	system *actors.System
	conv   *actors.Session
	log    journal.Log
	seen   *witness
	failed chan string
}

// witness is a sink that remembers.
type witness struct {
	mu     sync.Mutex
	events []event.Envelope
	ended  chan event.Event // a TurnEnd or a Lost for each turn
	asked  chan event.Asked
	slow   func() // called in every Render
}

func (w *witness) Render(_ context.Context, events []event.Envelope) error {
	if w.slow != nil {
		w.slow()
	}
	w.mu.Lock()
	w.events = append(w.events, events...)
	w.mu.Unlock()
	for _, e := range events {
		switch ev := e.Event.(type) {
		case event.TurnEnd, event.Lost:
			w.ended <- ev
		case event.Asked:
			w.asked <- ev
		}
	}
	return nil
}

func (w *witness) all() []event.Envelope {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.events)
}

// text is the visible text of a turn.
func (w *witness) text() string {
	var b strings.Builder
	for _, e := range w.all() {
		if d, ok := e.Event.(event.TextDelta); ok {
			b.WriteString(d.Text)
		}
	}
	return b.String()
}

// of gives the events of one type.
func of[E event.Event](w *witness) []E {
	var out []E
	for _, e := range w.all() {
		if ev, ok := e.Event.(E); ok {
			out = append(out, ev)
		}
	}
	return out
}

// allowAll is a policy without rules.
type allowAll struct{}

func (allowAll) Rule(tool.Spec, tool.Class, []string) dispatcher.Ruling {
	return dispatcher.Ruling{Allow: true}
}

// fake is a tool made of functions.
type fake struct {
	name   string
	reads  bool
	limit  time.Duration
	main   string
	run    func(ctx context.Context, c tool.Call, emit func(tool.Progress)) tool.Result
	judge  func() // called while classifying
	params []tool.Param
}

func (f fake) Spec() tool.Spec {
	return tool.Spec{
		Namespace: "T", Name: f.name, ReadOnly: f.reads, Timeout: f.limit, Main: f.main,
		Params: append(f.params, tool.Param{Name: "arg", Type: tool.String}),
	}
}

func (f fake) Classify(tool.Call) (tool.Class, error) {
	if f.judge != nil {
		f.judge()
	}
	return tool.Class{ReadOnly: f.reads, Speculative: f.reads}, nil
}

func (f fake) Run(ctx context.Context, c tool.Call, _ tool.Class, emit func(tool.Progress)) tool.Result {
	return f.run(ctx, c, emit)
}

type rigOptions struct {
	tools   []tool.Handler
	native  bool
	log     journal.Log
	index   indexer.Index
	sink    *witness
	circuit providers.Circuit
	change  func(*session.Options)
}

// run starts a runtime, lets the test act, and ends it; goroutines that are left fail the test.
func run(t *testing.T, script string, o rigOptions, act func(t *testing.T, r *rig)) {
	t.Helper()
	parsed, err := stubmodel.Parse("test.yaml", []byte(script))
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		r := &rig{t: t, log: o.log, seen: o.sink, failed: make(chan string, 1)}
		if r.log == nil {
			if r.log, err = store.Memory(store.Options{}); err != nil {
				t.Fatal(err)
			}
		}
		if r.seen == nil {
			r.seen = &witness{}
		}
		r.seen.ended, r.seen.asked = make(chan event.Event, 16), make(chan event.Asked, 16)
		r.system, err = actors.Start(t.Context(), actors.Options{
			Tools: o.tools, Profiles: []string{"p", "q"}, InFlight: 4, Circuit: o.circuit, Calls: 32, Index: o.index, Script: parsed,
			Failed:    func(why string) { r.failed <- why },
			Notice:    func(line string) { r.failed <- line },
			Unhandled: func(who actorkit.Address, m any) { t.Errorf("%s does not know %T%+v", who, m, m) },
		})
		if err != nil {
			t.Fatal(err)
		}
		var specs []tool.Spec
		for _, h := range o.tools {
			specs = append(specs, h.Spec())
		}
		so := plainSession(r.log, r.system.StubModel(), specs, func(string) (renderer.Sink, bool) { return r.seen, true })
		so.Model.Native = o.native
		if o.change != nil {
			o.change(&so)
		}
		from := r.log.Next() // before the session adds the end of a turn that was cut
		if r.conv, err = r.system.Open(t.Context(), so); err != nil {
			t.Fatal(err)
		}
		r.conv.Tell(session.Attach{Name: "witness", From: from})
		act(t, r)
		if err := r.conv.Close(t.Context()); err != nil && o.log == nil {
			t.Errorf("close session: %v", err)
		}
		if err := r.system.Close(t.Context()); err != nil {
			t.Errorf("close runtime: %v", err)
		}
		time.Sleep(2 * time.Second) //nolint:forbidigo // virtual: the library's dead letter throttle ends
	})
}

// plainSession is a session with the product's limits and nothing special.
func plainSession(log journal.Log, client model.Client, specs []tool.Spec, sinks func(string) (renderer.Sink, bool)) session.Options {
	return session.Options{
		Log: log, Workspace: "/w", System: "You are a test.", Sinks: sinks,
		Model:    session.ModelOptions{Profile: "p", Name: "m", Client: client},
		Reminder: func(int) string { return "" }, Hint: func(tool.Code) string { return "" },
		Tools: specs, Policy: allowAll{}, Random: func() float64 { return 1 },
		Limits: session.Limits{
			CallsAtOnce: 8, CallTimeout: 2 * time.Minute, CallGrace: 5 * time.Second, Judging: 2 * time.Second,
			SyncDelay: time.Second, CloseWithin: 4 * time.Second, Element: 8 << 20,
			Retry: retry.Policy{Max: 3, First: 500 * time.Millisecond, Ceiling: 8 * time.Second, LongWait: time.Minute},
		},
	}
}

// turn sends a prompt and waits for the end of the turn.
func (r *rig) turn(prompt string) event.Event {
	r.t.Helper()
	r.conv.Tell(session.UserTurn{Text: prompt})
	return <-r.seen.ended
}

func (r *rig) mustEnd(prompt string, want event.EndReason) {
	r.t.Helper()
	end, _ := r.turn(prompt).(event.TurnEnd)
	if end.Reason != want {
		r.t.Errorf("the turn ended with %q, want %q; events: %s", end.Reason, want, r.dump())
	}
}

func (r *rig) dump() string {
	var b strings.Builder
	for _, e := range r.seen.all() {
		fmt.Fprintf(&b, "\n  %d %T%+v", e.Seq, e.Event, e.Event)
	}
	return b.String()
}

// results gives the outcome of each call: "ok" or its code.
func (r *rig) results() map[string]string {
	out := map[string]string{}
	for _, res := range of[event.ToolResult](r.seen) {
		var env struct {
			Error struct{ Code string }
		}
		if err := json.Unmarshal(res.Output, &env); err != nil {
			r.t.Error(err)
		}
		out[res.Call] = "ok"
		if !res.OK {
			out[res.Call] = env.Error.Code
		}
	}
	return out
}

// sleeper is a tool that takes time, and keeps a diary of who ran when.
type sleeper struct {
	mu    sync.Mutex
	diary []string
	start time.Time
}

func (s *sleeper) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.diary = append(s.diary, fmt.Sprintf("%.1f ", time.Since(s.start).Seconds())+fmt.Sprintf(format, args...))
}

// told gives the diary of one that others may still write to.
func (s *sleeper) told() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.diary, ", ")
}

func (s *sleeper) tool(name string, reads bool, takes time.Duration) fake {
	return fake{name: name, reads: reads, run: func(ctx context.Context, c tool.Call, _ func(tool.Progress)) tool.Result {
		var in struct{ Arg string }
		if err := json.Unmarshal(c.Input, &in); err != nil {
			return tool.FailWith(err)
		}
		s.note("%s starts", in.Arg)
		select {
		case <-time.After(takes): //nolint:forbidigo // virtual
			s.note("%s ends", in.Arg)
			return tool.OK(nil, "slept")
		case <-ctx.Done():
			s.note("%s cancelled", in.Arg)
			return tool.Fail(tool.Interrupted, "cancelled")
		}
	}}
}

const fourSleeps = `
answers:
  - parts:
      - {text: "words before the first ", deltas: 8, until: 800ms}
      - call: {name: T.read, id: a, input: {arg: a}}
      - {text: "words before the second ", deltas: 8, until: 1600ms}
      - call: {name: T.read, id: b, input: {arg: b}}
      - {text: "words before the third ", deltas: 8, until: 2400ms}
      - call: {name: T.read, id: c, input: {arg: c}}
      - {text: "words before the fourth ", deltas: 8, until: 3200ms}
      - call: {name: T.read, id: d, input: {arg: d}}
      - {text: "words after the fourth ", deltas: 8, until: 4s}
  - expect: {results: 4}
    parts: [text: done]
`

// Covers: E9, E15, E16, G5, Z5, Z11, R27, R107
func TestCallsRunWhileTheModelTalks(t *testing.T) {
	for _, native := range []bool{false, true} {
		t.Run(fmt.Sprintf("native=%v", native), func(t *testing.T) {
			s := &sleeper{}
			run(t, fourSleeps, rigOptions{native: native, tools: []tool.Handler{s.tool("read", true, time.Second)}}, func(t *testing.T, r *rig) {
				s.start = time.Now()
				r.mustEnd("go", event.EndDone)
				if took := time.Since(s.start); took != 4200*time.Millisecond {
					t.Errorf("the turn took %s of virtual time, want 4.2s", took)
				}
			})
			want := []string{"0.8 a starts", "1.6 b starts", "1.8 a ends", "2.4 c starts", "2.6 b ends", "3.2 d starts", "3.4 c ends", "4.2 d ends"}
			if !slices.Equal(s.diary, want) {
				t.Errorf("diary %q\nwant  %q", s.diary, want)
			}
		})
	}
}

// Covers: R107
func TestWritersRunAloneAndInOrder(t *testing.T) {
	script := `
answers:
  - parts:
      - call: {name: T.read, id: r1, input: {arg: r1}}
      - call: {name: T.read, id: r2, input: {arg: r2}}
      - call: {name: T.write, id: w1, input: {arg: w1}}
      - call: {name: T.read, id: r3, input: {arg: r3}}
      - call: {name: T.write, id: w2, input: {arg: w2}}
  - expect: {results: 5}
    parts: [text: done]
`
	for _, native := range []bool{false, true} {
		t.Run(fmt.Sprintf("native=%v", native), func(t *testing.T) {
			s := &sleeper{}
			tools := []tool.Handler{s.tool("read", true, time.Second), s.tool("write", false, time.Second)}
			run(t, script, rigOptions{native: native, tools: tools}, func(_ *testing.T, r *rig) {
				s.start = time.Now()
				r.mustEnd("go", event.EndDone)
			})
			got := strings.Join(s.diary, ", ")
			slices.Sort(s.diary[:2])
			want := "1.0 w1 starts, 2.0 w1 ends, 2.0 r3 starts, 3.0 r3 ends, 3.0 w2 starts, 4.0 w2 ends"
			if !strings.HasSuffix(got, want) || s.diary[0] != "0.0 r1 starts" || s.diary[1] != "0.0 r2 starts" {
				t.Errorf("diary %q", got)
			}
		})
	}
}

// Covers: E15, Z29
func TestReadsAreSpeculativeAndWritesCommit(t *testing.T) {
	script := `
answers:
  - parts:
      - raw: "!unquote_start\n<tool_call T.read id=\"r\" { arg = \"r\" }>\n<tool_call T.write id=\"w\" { arg = \"w\" }>\n"
      - pause: 3s
      - raw: "!unquote_end\n"
  - expect: {results: 2}
    parts: [text: done]
`
	s := &sleeper{}
	tools := []tool.Handler{s.tool("read", true, time.Second), s.tool("write", false, time.Second)}
	run(t, script, rigOptions{tools: tools}, func(_ *testing.T, r *rig) {
		s.start = time.Now()
		r.mustEnd("go", event.EndDone)
	})
	if want := []string{"0.0 r starts", "1.0 r ends", "3.0 w starts", "4.0 w ends"}; !slices.Equal(s.diary, want) {
		t.Errorf("diary %q, want %q", s.diary, want)
	}
}

// Covers: G6, R13, Z26
func TestEveryMisfortuneIsAResult(t *testing.T) {
	quick := func(context.Context, tool.Call, func(tool.Progress)) tool.Result { return tool.OK(nil, "fine") }
	tools := []tool.Handler{
		fake{name: "fine", reads: true, run: quick},
		fake{name: "panics", reads: true, run: func(context.Context, tool.Call, func(tool.Progress)) tool.Result { panic("oh no") }},
		fake{name: "hangs", reads: true, limit: 3 * time.Second, run: func(context.Context, tool.Call, func(tool.Progress)) tool.Result {
			time.Sleep(time.Minute) //nolint:forbidigo // virtual: it ignores its context
			return tool.OK(nil, "too late")
		}},
		fake{name: "obeys", reads: true, limit: 3 * time.Second, run: func(ctx context.Context, _ tool.Call, _ func(tool.Progress)) tool.Result {
			<-ctx.Done()
			return tool.OK(nil, "stopped in time")
		}},
		fake{name: "judged", reads: true, run: quick, judge: func() { panic("in classify") }},
		fake{name: "brooding", reads: true, run: quick, judge: func() { time.Sleep(time.Minute) }}, //nolint:forbidigo // virtual
	}
	call := func(name, input string) string {
		return fmt.Sprintf("!unquote_start\\n<tool_call %s id=\\\"x\\\" { %s }>\\n!unquote_end\\n", name, input)
	}
	for _, c := range []struct {
		name, raw string
		want      string // code of the one result
	}{
		{"fine", call("T.fine", ""), "ok"},
		{"short name", call("fine", ""), "ok"},
		{"panics", call("T.panics", ""), "Crashed"},
		{"hangs", call("T.hangs", ""), "Timeout"},
		{"obeys its deadline", call("T.obeys", ""), "ok"},
		{"panics while classified", call("T.judged", ""), "Crashed"},
		{"is classified for ever", call("T.brooding", ""), "Timeout"},
		{"unknown tool", call("T.fin", ""), "UnknownTool"},
		{"bad input", call("T.fine", "arg = 3"), "InvalidInput"},
		{"unknown tool with a text body", "!unquote_start\\n<tool_call fin id=\\\"x\\\" #b>\\nls\\n</#b>\\n!unquote_end\\n", "UnknownTool"},
		{"unknown parameter", call("T.fine", "argh = \\\"x\\\""), "InvalidInput"},
		{"malformed call", "!unquote_start\\n<tool_call T.fine id=\\\"x\\\" { arg = ]>\\n!unquote_end\\n", "INVALID_LITERAL"},
		{"call cut off", "!unquote_start\\n<tool_call T.fine id=\\\"x\\\" { arg = \\\"x", "UNCLOSED_CALL"},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := fmt.Sprintf("answers:\n  - parts:\n      - raw: \"%s\"\n  - expect: {results: 1}\n    parts: [text: goes on]\n", c.raw)
			run(t, script, rigOptions{tools: tools}, func(t *testing.T, r *rig) {
				r.mustEnd("go", event.EndDone)
				if got := r.results()["t1r1c1"]; got != c.want || len(r.results()) != 1 {
					t.Errorf("results %v, want %s; %s", r.results(), c.want, r.dump())
				}
				if !strings.Contains(r.seen.text(), "goes on") {
					t.Errorf("the turn did not go on: %q", r.seen.text())
				}
				time.Sleep(2 * time.Minute) //nolint:forbidigo // virtual: hanging handlers end
			})
		})
	}
}

// sinkNamed gives sink to one name and leaves the others to rest.
func sinkNamed(name string, sink renderer.Sink, rest func(string) (renderer.Sink, bool)) func(string) (renderer.Sink, bool) {
	return func(asked string) (renderer.Sink, bool) {
		if asked == name {
			return sink, true
		}
		return rest(asked)
	}
}

// Covers: E17, Z41
func TestInputsAreKeptAsWrittenAndAsTaken(t *testing.T) {
	quick := fake{
		name: "fine", reads: true, params: []tool.Param{{Name: "startLine", Type: tool.Integer}},
		run: func(_ context.Context, c tool.Call, _ func(tool.Progress)) tool.Result {
			return tool.OK(nil, string(c.Input))
		},
	}
	script := "answers:\n  - parts:\n      - call: {name: T.fine, id: a, input: {start_line: 3}}\n  - parts: [text: done]\n"
	run(t, script, rigOptions{tools: []tool.Handler{quick}}, func(t *testing.T, r *rig) {
		r.mustEnd("go", event.EndDone)
		use := of[event.ToolUse](r.seen)[0]
		if string(use.Input) != `{"start_line":3}` || string(use.Inner) != `{"startLine":3}` {
			t.Errorf("outer %s, inner %s", use.Input, use.Inner)
		}
	})
}

// The tools are there when the runtime is: a model that answers at once must not find them missing.
func TestToolsAreRegisteredFromTheStart(t *testing.T) {
	read, _ := reader()
	for range 100 {
		s, err := actors.Start(t.Context(), actors.Options{Tools: []tool.Handler{read}})
		if err != nil {
			t.Fatal(err)
		}
		all, err := s.Routes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(all, func(r routes.Route) bool { return r.Name == "tool/T.read" }) {
			t.Fatalf("the routes are %v", all)
		}
		if err := s.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
