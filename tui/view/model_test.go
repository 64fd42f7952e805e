package view_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/internal/leaf/lang"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// texts gives the items as plain lines.
func (h *history) texts() string {
	var b strings.Builder
	for _, item := range h.items {
		for _, line := range view.Lines(item, lang.Table{}) {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// Turns that were taken back are gone, and come back when that is taken back too.
func TestRewind(t *testing.T) {
	answer := func(s string) event.Message { return event.Message{Role: event.RoleAssistant, Text: s} }
	todo := func(s string) event.Todos { return event.Todos{Todos: []tool.Todo{{Content: s, Status: "pending"}}} }
	done := event.TurnEnd{Reason: event.EndDone}
	events := script(
		said("one"), nextRound{}, answer("first"), todo("a"), done, // 0 to 3
		said("two"), nextRound{}, event.TextDelta{Item: 1, Text: "sec"}, answer("second"), todo("b"), done, // 4 to 7
		event.Rewind{To: 3},                               // 8
		said("three"), nextRound{}, answer("third"), done, // 9 to 11
		event.Rewind{To: 7}, // 12: as it was before the first rewind
	)
	at := func(kept int64) []event.Envelope {
		var out []event.Envelope
		for _, e := range events {
			if !e.Journalled() || e.Seq < kept {
				out = append(out, e)
			}
		}
		return out
	}
	note := "notice: the conversation goes on from here; what came after was taken back\n"
	tests := []struct {
		name       string
		kept       int64
		want, todo string
	}{
		{"before", 8, "you: one\nassistant: first\nyou: two\nassistant: second\n", "b"},
		{"taken back", 9, "you: one\nassistant: first\n" + note, "a"},
		{"gone on", 12, "you: one\nassistant: first\n" + note + "you: three\nassistant: third\n", "a"},
		{"taken back itself", 13, "you: one\nassistant: first\nyou: two\nassistant: second\n" + note, "b"},
	}
	step := newHistory(view.Options{})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			once := newHistory(view.Options{})
			once.apply(at(tt.kept)...)
			step.apply(at(tt.kept)...) // what it knows already is left out
			for _, h := range []*history{once, step} {
				if d := cmp.Diff(tt.want, h.texts()); d != "" {
					t.Error(d)
				}
				if got := h.frame.Todos.Todos[0].Content; got != tt.todo {
					t.Errorf("todo %q, want %q", got, tt.todo)
				}
			}
		})
	}
}

// A frame has what changed, and blocks that are the same are the same blocks.
func TestFramesHaveWhatChanged(t *testing.T) {
	h := newHistory(view.Options{})
	h.apply(script(said("x"), nextRound{}, event.TextDelta{Item: 1, Text: "para one\n\npara two\n\npara"})...)
	before := h.items[1]
	next := script(said("x"), nextRound{}, event.TextDelta{Item: 1, Offset: 24, Text: " three"})
	h.apply(next...)
	after := h.items[1]
	if len(h.frame.Items) != 1 || after == before {
		t.Fatalf("%d items", len(h.frame.Items))
	}
	if before.Blocks[0] != after.Blocks[0] || before.Blocks[1] != after.Blocks[1] || before.Blocks[2] == after.Blocks[2] {
		t.Error("final blocks were made again, or the open one was changed")
	}
	if before.Blocks[2].Text != "para" || after.Blocks[2].Text != "para three" {
		t.Errorf("%q, then %q", before.Blocks[2].Text, after.Blocks[2].Text)
	}
	if h.take(); len(h.frame.Items) != 0 {
		t.Errorf("%d items in a frame without news", len(h.frame.Items))
	}
}

// Covers: E60, E61, E62
func TestStatus(t *testing.T) {
	h := newHistory(view.Options{Window: 1000, MaxInputChars: 2000})
	h.apply(script(event.Meta{ID: "a1", Workspace: "/w", Model: "m"}, event.Title{Title: "name"}, event.Posture{Mode: "plan"},
		event.Agent{Name: "reviewer"}, said("x"), nextRound{}, event.ReasoningDelta{Text: "hm"})...)
	s := h.frame.Status
	want := view.Status{
		Session: "a1", Title: "name", Workspace: "/w", Model: "m", Posture: "plan", Agent: "reviewer",
		Running: true, Since: time.Date(2026, 1, 2, 3, 4, 4, 0, time.UTC), Doing: "thinking", Context: -1, Cache: -1, Utilisation: 0,
	}
	if d := cmp.Diff(want, s); d != "" {
		t.Error(d)
	}
	usage := event.Usage{InputTokens: 300, OutputTokens: 50, CachedTokens: 100, Model: "m2", Cost: new(0.5)}
	h = newHistory(view.Options{Window: 1000, MaxInputChars: 2000})
	h.apply(script(said("x"), nextRound{}, usage, event.TurnEnd{Reason: event.EndDone}, said("y"), nextRound{}, usage, used("bash", "{}"),
		event.CallStarted{Call: "bash"})...)
	s = h.frame.Status
	one := view.Spent{Requests: 1, In: 300, Out: 50, Cached: 100, Cost: new(0.5)}
	both := view.Spent{Requests: 2, In: 600, Out: 100, Cached: 200, Cost: new(1.0)}
	if d := cmp.Diff([]view.Spent{one, both}, []view.Spent{s.Turn, s.All}); d != "" {
		t.Error(d)
	}
	if s.Context != 35 || s.Cache != 33 || s.Utilisation != 35 || s.Model != "m2" || s.Calls != 1 || s.Doing != "running" {
		t.Errorf("%+v", s)
	}
	asked := ended("invoke_subagent", "{}")
	asked.Spent = &tool.Spent{Requests: 3, InputTokens: 900, OutputTokens: 90, CachedTokens: 10, Model: "small", Cost: new(0.25), Unpriced: true}
	h = newHistory(view.Options{Window: 1000})
	h.apply(script(said("x"), nextRound{}, usage, used("invoke_subagent", "{}"), asked)...)
	s = h.frame.Status
	withSubagent := view.Spent{Requests: 4, In: 1200, Out: 140, Cached: 110, Cost: new(0.75), Unpriced: true}
	if d := cmp.Diff([]view.Spent{withSubagent, withSubagent}, []view.Spent{s.Turn, s.All}); d != "" {
		t.Error(d)
	}
	if s.Context != 35 || s.Cache != 33 || s.Model != "m2" {
		t.Errorf("what a subagent asked is taken for the conversation: %+v", s)
	}
	h = newHistory(view.Options{})
	h.apply(script(said("x"), nextRound{}, event.TextDelta{Item: 1, Text: "I look."}, used("bash", "{}"), usage, event.CallStarted{Call: "bash"})...)
	if doing := h.frame.Status.Doing; doing != "running" {
		t.Errorf("%s, while a call runs behind the end of the answer", doing)
	}
	h = newHistory(view.Options{})
	h.apply(script(said("x"), nextRound{}, event.TextDelta{Item: 1, Text: "I look."}, used("bash", "{}"), nextRound{}, ended("bash", "{}"))...)
	if doing := h.frame.Status.Doing; doing != "waiting" {
		t.Errorf("%s, before the next answer begins", doing)
	}
	h = newHistory(view.Options{Window: 1000, MaxInputChars: 2000})
	h.apply(script(said("x"), nextRound{}, usage)...)
	s = h.frame.Status
	for range 10 {
		h.apply(event.Envelope{Seq: 1000 + int64(s.All.Requests), Turn: 2, Round: 1, Event: usage})
		s = h.frame.Status
		s.All.Requests++
	}
	if u := h.frame.Status.Utilisation; u > 100 {
		t.Errorf("utilisation %d", u)
	}
}

// A command that ran and is asked about again, for outside the sandbox, says so until there is an answer.
func TestAskedAgain(t *testing.T) {
	h := newHistory(view.Options{})
	var got []string
	for _, e := range script(said("x"), nextRound{}, used("a", `{"command":"make"}`), event.CallStarted{Call: "a"},
		event.Asked{Call: "a", Name: "bash", Input: input(`{"command":"make"}`), Rule: event.RuleOutside},
		event.Decision{Call: "a", Verdict: "allow", By: "user", Rule: event.RuleOutside, Asked: true}, event.Answered{Call: "a", Allow: true},
		event.CallStarted{Call: "a"}) {
		h.apply(e)
		if state := h.frame.Items[len(h.frame.Items)-1].State.Text; len(got) == 0 || got[len(got)-1] != state {
			got = append(got, state)
		}
	}
	if d := cmp.Diff([]string{"", "queued", "running", "asks you", "running"}, got); d != "" {
		t.Error(d)
	}
}

// Questions are answered once, in their order, also when their batch comes again.
func TestQuestions(t *testing.T) {
	asked := func(call string) event.Asked {
		return event.Asked{Call: call, Name: "n", Input: input(`{"command":"rm \u202ex"}`)}
	}
	events := script(said("x"), nextRound{}, used("a", "{}"), used("b", "{}"), asked("a"), asked("b"),
		event.Decision{Call: "a", Verdict: "allow", By: "user", Asked: true}, event.Answered{Call: "a", Allow: true}, event.Answered{Call: "b"})
	h := newHistory(view.Options{})
	var got []string
	for i, e := range events {
		h.apply(e)
		h.apply(events[:i+1]...)
		name := "-"
		if a := h.frame.Asked; a != nil {
			name = a.Call
			if a.Preview[0].Text != "rm <U+202E>x" {
				t.Errorf("preview %q", a.Preview[0].Text)
			}
		}
		got = append(got, name)
	}
	if d := cmp.Diff("- - - a a a b -", strings.Join(got, " ")); d != "" {
		t.Error(d)
	}
}

// A view that comes late, or again, has the same as one that was there all the time.
func TestOverlapsAreDropped(t *testing.T) {
	events := script(said("x"), nextRound{}, event.ReasoningDelta{Text: "I think"}, event.TextDelta{Item: 1, Text: "Hello "},
		event.Notice{Code: "n", Message: "once"}, event.TextDelta{Item: 1, Offset: 6, Text: "world\n"},
		event.CallOpened{Call: "w", Name: "write_file"}, event.CallInput{Call: "w", Text: "one\n"}, event.CallInput{Call: "w", Offset: 4, Text: "two\n"})
	want := newHistory(view.Options{})
	want.apply(events...)
	for i := range events {
		h := newHistory(view.Options{})
		h.apply(events[:i]...)
		h.apply(events...)
		if d := cmp.Diff(want.items, h.items); d != "" {
			t.Errorf("after %d events: %s", i, d)
		}
	}
}

func TestColours(t *testing.T) {
	code := "package a\n" + strings.Repeat("// a comment that is long enough\n", 200) + "func x() {}\n"
	h := newHistory(view.Options{})
	h.apply(script(said("x"), nextRound{}, event.TextDelta{Item: 1, Text: "text\n\n```go\n" + code + "```\n\n```klingon\nx\n```\nend\n"})...)
	if n := len(h.frame.Wanted); n != 1 || h.frame.Wanted[0].Text != strings.TrimSuffix(code, "\n") {
		t.Fatalf("%d wanted", n)
	}
	w := h.frame.Wanted[0]
	before := h.items[1]
	spans := highlight(w.Lang, w.Text)
	h.model.Coloured(w.ID, spans)
	h.model.Coloured(w.ID+1, spans)
	h.take()
	if len(h.frame.Wanted) != 0 {
		t.Error("it is wanted again")
	}
	after := h.items[1]
	for i, b := range after.Blocks {
		checkBlock(t, b)
		if i > 0 && b.Text != before.Blocks[i].Text {
			t.Errorf("block %d is %q now", i, b.Text)
		}
	}
	for _, b := range after.Blocks[1 : len(after.Blocks)-3] { // all lines but the first are comments
		if s := b.Spans[len(b.Spans)-1]; s.Style.Role != theme.Comment || s.End != len(b.Text) {
			t.Errorf("%v at the end of %d bytes", s, len(b.Text))
		}
	}
	first, last := after.Blocks[1], after.Blocks[len(after.Blocks)-3]
	if first.Text[:7] != "package" || first.Spans[0].Style.Role != theme.Keyword || before.Blocks[1].Spans[0].Style.Role != theme.Code {
		t.Errorf("%v", first.Spans[:1])
	}
	if !strings.HasSuffix(last.Text, "func x() {}") || !cmp.Equal(last.Spans[len(last.Spans)-1].Style.Role, theme.Code) {
		t.Errorf("%q %v", last.Text, last.Spans)
	}
}

func TestLines(t *testing.T) {
	h := newHistory(view.Options{ASCII: true})
	h.apply(script(said("go\non"), nextRound{}, event.ReasoningDelta{Text: "hm"}, event.TextDelta{Item: 1, Text: "# Head\n\n- [site](https://a.b)\n- c\n\n```\ncode\n```\n"},
		used("read_file", `{"path":"a"}`), ended("read_file", `{"content":"x\n"}`), event.Error{Message: "bad"})...)
	want := `you: go
  on
reasoning: thought for 1 s
assistant: # Head

- site (https://a.b)
- c

  code
tool: SysBuiltIn.read_file { path = "a" }: ok 12 ms
  | x
error: bad
`
	if d := cmp.Diff(want, h.texts()); d != "" {
		t.Error(d)
	}
}

// What is asked about stands there as it would be read: short values in our notation, texts of many lines as
// they are, each under its name.
func TestAskedInput(t *testing.T) {
	for name, c := range map[string]struct{ input, want string }{
		"nothing":          {`{}`, "{}"},
		"a word":           {`{"prompt":"look"}`, "look"},
		"a text":           {`{"plan":"1. a\n2. b\n"}`, "1. a\n2. b"},
		"words":            {`{"query":"a","limit":3}`, "{\n  query = \"a\"\n  limit = 3\n}"},
		"a text and words": {`{"prompt":"Look.\nThen \u202etell.","agent":"reviewer","readOnly":false}`, "{\n  agent = \"reviewer\"\n  readOnly = false\n}\nprompt:\nLook.\nThen <U+202E>tell."},
		"two texts":        {`{"old":"a\nb","new":"c\nd"}`, "old:\na\nb\nnew:\nc\nd"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHistory(view.Options{})
			h.apply(script(said("x"), nextRound{}, used("ask", c.input), event.Asked{Call: "ask", Name: "ask", Input: input(c.input)})...)
			var lines []string
			for _, b := range h.frame.Asked.Preview {
				lines = append(lines, b.Text)
			}
			if d := cmp.Diff(c.want, strings.Join(lines, "\n")); d != "" {
				t.Error(d)
			}
		})
	}
}
