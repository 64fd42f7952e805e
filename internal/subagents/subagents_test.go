package subagents_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/internal/agents"
	"eidolon/internal/store"
	"eidolon/internal/subagents"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// run runs a call whose work comes to what start says.
func run(ctx context.Context, input string, start func(subagents.Order) (subagents.Report, error)) (tool.Result, string) {
	var told strings.Builder
	h := subagents.New(subagents.Options{
		Agents: func(context.Context) agents.Set {
			return agents.Set{Agents: []agents.Agent{{Name: "reviewer", Prompt: "You review."}}}
		},
		Fits: func(o subagents.Order) error {
			if o.Model == "big" {
				return errors.New("subagents may not use big")
			}
			return nil
		},
		Start: func(_ context.Context, o subagents.Order, progress func(string)) (subagents.Report, error) {
			progress("read_file a.go")
			return start(o)
		},
	})
	c := tool.Call{Session: "s", Key: "t1r1c1", Name: h.Spec().FullName(), Input: json.RawMessage(input)}
	r := h.Run(ctx, c, tool.Class{}, func(p tool.Progress) { told.WriteString(p.Text) })
	return r, told.String()
}

// However long an answer is, the log of the session that asked stays small.
func TestKeptAnswer(t *testing.T) {
	answer := "x" + strings.Repeat("é", 8<<20)
	r, _ := run(t.Context(), `{"prompt":"look"}`, func(subagents.Order) (subagents.Report, error) {
		return subagents.Report{Session: "1b4e", Answer: answer, Reason: event.EndDone}, nil
	})
	var kept struct{ Text string }
	if err := json.Unmarshal(r.Data, &kept); err != nil || len(kept.Text) != 1<<20-1 || !strings.HasPrefix(answer, kept.Text) {
		t.Errorf("%d bytes are kept, %v", len(kept.Text), err)
	}
}

// Covers: Y46
func TestResults(t *testing.T) {
	spent := store.Tokens{Input: 1900, Output: 100}
	long := strings.Repeat("é", 40<<10)
	for name, c := range map[string]struct {
		gone   bool // whoever made the call
		report subagents.Report
		err    error
		code   tool.Code
		text   string
	}{
		"done": {
			report: subagents.Report{Session: "1b4e", Answer: "Nobody.", Reason: event.EndDone, Requests: 2, Calls: 1, Tokens: spent},
			text:   "Nobody.\n\n[subagent: session 1b4e, 2 requests, 1 tool call, 2k tokens]",
		},
		"done without a word": {
			report: subagents.Report{Reason: event.EndDone, Requests: 1},
			text:   "(The subagent ended without a word.)\n\n[subagent: 1 request, 0 tool calls, 0 tokens]",
		},
		"stopped": {
			report: subagents.Report{Answer: "So far.", Reason: event.EndMaxTurns, Requests: 50},
			text:   "So far.\n\n[It was stopped after 50 requests, so this is not its final answer.]\n\n[subagent: 50 requests, 0 tool calls, 0 tokens]",
		},
		"long": {
			report: subagents.Report{Session: "1b4e", Answer: long, Reason: event.EndDone, Requests: 1},
			text:   long[:50<<10] + "\n\n[The answer goes on: 81920 bytes in all. It is in session 1b4e.]\n\n[subagent: session 1b4e, 1 request, 0 tool calls, 0 tokens]",
		},
		"long and kept nowhere": {
			report: subagents.Report{Answer: long, Reason: event.EndDone, Requests: 1},
			text:   long[:50<<10] + "\n\n[The answer goes on: 81920 bytes in all.]\n\n[subagent: 1 request, 0 tool calls, 0 tokens]",
		},
		"failed": {
			report: subagents.Report{Session: "1b4e", Answer: "I shall", Reason: event.EndError, Failure: "No such model."},
			code:   tool.Failed, text: "The subagent failed: No such model. What it did is in session 1b4e.\n\nIt said last:\n\nI shall",
		},
		"not begun":   {err: errors.New("no key"), code: tool.Failed, text: "The subagent could not begin: no key"},
		"interrupted": {gone: true, report: subagents.Report{Reason: event.EndInterrupted}, code: tool.Interrupted, text: "The subagent was interrupted."},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if c.gone {
				cancel()
			}
			r, told := run(ctx, `{"prompt":"look"}`, func(subagents.Order) (subagents.Report, error) { return c.report, c.err })
			if r.OK != (c.code == "") || r.Code != c.code || r.Text != c.text {
				t.Errorf("got %v %s %.200q, want %s %.200q", r.OK, r.Code, r.Text, c.code, c.text)
			}
			if told != "read_file a.go\n" {
				t.Errorf("progress %q", told)
			}
		})
	}
}

// Whoever lets it run lets it change things unasked; the agent is what a rule may be about.
func TestClasses(t *testing.T) {
	set := agents.Set{Agents: []agents.Agent{{Name: "reviewer"}, {Name: "strange", Untrusted: true}}}
	h := subagents.New(subagents.Options{Agents: func(context.Context) agents.Set { return set }})
	if s := h.Spec(); s.Name != "invoke_subagent" || s.Timeout >= 0 || !s.Delegates {
		t.Errorf("spec %+v", s)
	}
	const unasked = "nobody is asked about each of them"
	for input, want := range map[string]tool.Class{
		`{"prompt":"look","readOnly":true}`:  {ReadOnly: true},
		`{"prompt":"do","agent":"REVIEWER"}`: {Unasked: unasked, Subject: "reviewer"},
		`{"prompt":"do","agent":"strange"}`: {
			Unasked: unasked + "; the agent strange is the project's, whose file you have not trusted", Subject: "strange",
		},
		`{"prompt":"do","readOnly":false}`:     {Unasked: unasked},
		`{"prompt":"\u2003","readOnly":false}`: {},
	} {
		got, err := h.Classify(tool.Call{Input: json.RawMessage(input)})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", input, err, diff)
		}
	}
}

func TestOrders(t *testing.T) {
	for name, c := range map[string]struct {
		input string
		want  subagents.Order
		code  tool.Code
	}{
		"plain": {input: `{"prompt":"look"}`, want: subagents.Order{Prompt: "look"}},
		"all": {
			input: `{"prompt":"look","agent":"Reviewer","readOnly":true,"model":"small"}`,
			want:  subagents.Order{Prompt: "look", ReadOnly: true, Model: "small", Agent: &agents.Agent{Name: "reviewer", Prompt: "You review."}},
		},
		"nobody":               {input: `{"prompt":"look","agent":"nobody"}`, code: tool.InvalidInput},
		"a model that may not": {input: `{"prompt":"look","model":"big"}`, code: tool.InvalidInput},
		"empty":                {input: `{"prompt":" \n"}`, code: tool.InvalidInput},
	} {
		t.Run(name, func(t *testing.T) {
			var got subagents.Order
			r, _ := run(t.Context(), c.input, func(o subagents.Order) (subagents.Report, error) {
				got = o
				return subagents.Report{Reason: event.EndDone}, nil
			})
			if r.Code != c.code {
				t.Fatalf("result %s %s", r.Code, r.Text)
			}
			if c.code == "" {
				c.want.Session, c.want.Call = "s", "t1r1c1"
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("order (-want +got):\n%s", diff)
			}
		})
	}
}

// The words of the last round are the answer, and everything is counted once however often it is shown.
func TestWatch(t *testing.T) {
	prompt := event.Envelope{Seq: 1, Turn: 1, Event: event.Message{Role: event.RoleUser, Text: "look"}}
	first := []event.Envelope{
		prompt,
		{Turn: 1, Round: 1, Event: event.TextDelta{Item: 1, Text: "Let me see."}},
		{Seq: 2, Turn: 1, Round: 1, Event: event.ToolUse{Call: "c1", Name: "SysBuiltIn.read_file", Input: json.RawMessage("{\"path\":\n\"a.go\"}")}},
		{Seq: 3, Turn: 1, Round: 1, Event: event.Usage{Model: "m", InputTokens: 5, OutputTokens: 2}},
		{Seq: 4, Turn: 1, Round: 1, Event: event.ToolResult{Call: "c1", Output: json.RawMessage(`{"error":{"message":"there is no\na.go"}}`)}},
	}
	last := []event.Envelope{
		{Turn: 1, Round: 2, Event: event.TextDelta{Item: 2, Text: "Nobody "}},
		{Turn: 1, Round: 2, Event: event.TextDelta{Item: 2, Offset: 7, Text: "calls it.\n"}},
		{Seq: 5, Turn: 1, Round: 2, Event: event.Usage{Model: "m", InputTokens: 9, OutputTokens: 3}},
		{Seq: 6, Turn: 1, Round: 2, Event: event.TurnEnd{Reason: event.EndDone}},
	}
	w := subagents.NewWatch()
	shown := make(chan error, 1)
	go func() {
		shown <- errors.Join(w.Render(t.Context(), first), w.Render(t.Context(), append(first[1:], last...)))
	}()
	var lines []string
	got := w.Until(t.Context(), func(line string) { lines = append(lines, line) })
	if err := <-shown; err != nil {
		t.Fatal(err)
	}
	want := subagents.Report{
		Model: "m", Answer: "Nobody calls it.", Reason: event.EndDone, Requests: 2, Calls: 1, Tokens: store.Tokens{Input: 14, Output: 5}, Unpriced: true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{`read_file { path = "a.go" }`, "  failed: there is no a.go"}, lines); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}

// What ends the wait early gives what there is, and holds up nobody who still shows events.
func TestWatchEndsEarly(t *testing.T) {
	w := subagents.NewWatch()
	w.Lost("its log cannot be written")
	w.Lost("and again")
	got := w.Until(t.Context(), func(string) {})
	if got.Reason != event.EndError || got.Failure != "its log cannot be written" {
		t.Errorf("report %+v", got)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	w = subagents.NewWatch()
	if got := w.Until(gone, func(string) {}); got.Reason != "" {
		t.Errorf("report %+v", got)
	}
	late := []event.Envelope{
		{Seq: 1, Event: event.Message{Role: event.RoleUser}}, {Seq: 2, Event: event.ToolUse{Call: "c1"}}, {Seq: 3, Event: event.TurnEnd{}},
	}
	if err := w.Render(t.Context(), late); err != nil {
		t.Error(err)
	}
}
