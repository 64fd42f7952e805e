package store

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/actors/tool"
)

// Covers: E32, E60, E62
func TestStateSumsUp(t *testing.T) {
	o, all := options(t), conversation(20) // two turns and the message that starts the third
	l := create(t, o)
	appendAll(t, l, all)
	estimate := event.Envelope{Seq: 20, Turn: 3, Time: start.Add(time.Second), Event: event.Usage{InputTokens: 1, ReasoningTokens: 4, Estimated: true, Model: "m3"}}
	handed := event.Envelope{Seq: 21, Turn: 3, Time: start.Add(time.Second), Event: event.ToolResult{
		Call: "t3r1c1", Output: json.RawMessage("{}"), Spent: &tool.Spent{Requests: 2, InputTokens: 100, OutputTokens: 7, Model: "small"},
	}}
	appendAll(t, l, []event.Envelope{estimate, handed})
	closed(t, l)
	dir := l.Facts().Dir
	want := content(t, dir, stateName)
	var got state
	if err := json.Unmarshal([]byte(want), &got); err != nil {
		t.Fatal(err)
	}
	got.Key = ""
	if diff := cmp.Diff(state{
		SchemaVersion: stateVersion, Events: 22, Size: int64(len(content(t, dir, eventsName))),
		Title: "Reading", Prompt: "What is in a.txt?", Model: "m3", Created: start, Active: start.Add(time.Second),
		Turns: 2, Turn: 3, Messages: 5,
		Tokens: Tokens{Input: 121, Output: 17, Cached: 4, Reasoning: 4, Estimated: true}, Context: 1,
	}, got); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
	wantTodos := "[\n  {\n    \"id\": \"1\",\n    \"content\": \"read\",\n    \"status\": \"completed\"\n  }\n]\n"
	if got := content(t, dir, todosName); got != wantTodos {
		t.Errorf("todos are %s", got)
	}

	put(t, "[]", dir, todosName)
	put(t, strings.Replace(want, `"turns": 2`, `"turns": 9`, 1), dir, stateName)
	l = reopen(t, o)
	if content(t, dir, stateName) != want || content(t, dir, todosName) != wantTodos || kinds(l) != "" {
		t.Errorf("stale files were not made anew, problems %q", kinds(l))
	}
	appendAll(t, l, []event.Envelope{{Seq: 22, Event: event.Todos{Todos: []tool.Todo{}}}})
	if got := content(t, dir, todosName); got != "[]\n" {
		t.Errorf("an empty list is %q", got)
	}
}

// The state is on disk before the session ends in good order: after each turn and title.
func TestStateIsWrittenAfterATurn(t *testing.T) {
	l := create(t, options(t))
	appendAll(t, l, conversation(10))
	if got := content(t, l.Facts().Dir, stateName); !strings.Contains(got, `"turns": 1`) {
		t.Errorf("state is %s", got)
	}
}

func TestDerivedFilesAreNoReasonToStop(t *testing.T) {
	o, all := options(t), conversation(20)
	l := create(t, o)
	for _, name := range []string{stateName, todosName} {
		path := filepath.Join(l.Facts().Dir, name)
		_ = os.Remove(path)
		if err := os.MkdirAll(filepath.Join(path, "in the way"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	appendAll(t, l, all)
	if got := readAll(t, l, 0); len(got) != len(all) {
		t.Errorf("%d events", len(got))
	}
	if err := l.Close(); err == nil {
		t.Error("nothing was said at the end")
	}
	l = reopen(t, o)
	if l.Next() != 20 || kinds(l) != strings.Join([]string{stateName, stateName, todosName}, " ") {
		t.Errorf("next is %d, problems %q", l.Next(), kinds(l))
	}
	left, err := filepath.Glob(filepath.Join(l.Facts().Dir, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestFollowerPairsCallsWithAnswers(t *testing.T) {
	use := func(turn, round int, id string) event.Envelope {
		return event.Envelope{Turn: turn, Round: round, Event: event.ToolUse{ModelID: id}}
	}
	answer := func(turn, round int) event.Envelope {
		return event.Envelope{Turn: turn, Round: round, Event: event.Message{Role: event.RoleAssistant}}
	}
	other := event.Envelope{Turn: 1, Round: 1, Event: event.Message{Role: event.RoleToolResults}}
	tests := []struct {
		name   string
		events []event.Envelope
		want   string // ids of the calls of each record
	}{
		{"two calls", []event.Envelope{use(1, 1, "a"), use(1, 1, "b"), answer(1, 1)}, "a,b"},
		{"none", []event.Envelope{answer(1, 1)}, ""},
		{"each round its own", []event.Envelope{use(1, 1, "a"), answer(1, 1), use(1, 2, "b"), answer(1, 2)}, "a|b"},
		{"a round that failed", []event.Envelope{use(1, 1, "a"), use(1, 2, "b"), answer(1, 2)}, "b"},
		{"an answer that came never", []event.Envelope{use(1, 1, "a"), answer(2, 1)}, ""},
		{"an answer twice", []event.Envelope{use(1, 1, "a"), answer(1, 1), answer(1, 1)}, "a|"},
		{"messages of others", []event.Envelope{use(1, 1, "a"), other, answer(1, 1)}, "|a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var f follower
			var records []string
			for _, e := range tt.events {
				if r := f.follow(e).record; r != nil {
					var ids []string
					for _, c := range r.calls {
						ids = append(ids, c.ModelID)
					}
					records = append(records, strings.Join(ids, ","))
				}
			}
			if got := strings.Join(records, "|"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// What follows from the events follows rewinds too: the task list is what it was then.
// Covers: R82
func TestRewindInDerivedFiles(t *testing.T) {
	o := options(t)
	l := create(t, o)
	appendAll(t, l, conversation(3))
	list := func(contents ...string) event.Todos {
		var todos []tool.Todo
		for _, c := range contents {
			todos = append(todos, tool.Todo{ID: "1", Content: c, Status: "pending"})
		}
		return event.Todos{Todos: todos}
	}
	for _, step := range []struct {
		add  event.Journalled
		want string // content of the first task
	}{
		{list("a"), "a"}, // event 3
		{list("b"), "b"},
		{event.Rewind{To: 3}, "a"}, // event 5
		{list("c"), "c"},
		{event.Rewind{To: 4}, "b"}, // the first rewind is taken back
		{event.Rewind{To: 2}, ""},
	} {
		if _, err := l.Add(step.add); err != nil {
			t.Fatal(err)
		}
		var got []tool.Todo
		if err := json.Unmarshal([]byte(content(t, l.Facts().Dir, todosName)), &got); err != nil {
			t.Fatal(err)
		}
		if len(got) > 0 != (step.want != "") || len(got) > 0 && got[0].Content != step.want {
			t.Errorf("after %+v the tasks are %+v, want %q", step.add, got, step.want)
		}
	}
	was := content(t, l.Facts().Dir, todosName)
	closed(t, l)
	put(t, "stale", l.Facts().Dir, todosName)
	l = reopen(t, o)
	if got := content(t, l.Facts().Dir, todosName); got != was {
		t.Errorf("made anew it is %q, want %q", got, was)
	}
}

// The mode that was chosen last is there when the session is opened again.
// Covers: Z45
func TestPostureIsKept(t *testing.T) {
	o := options(t)
	l := create(t, o)
	appendAll(t, l, conversation(10))
	for _, mode := range []string{"yolo", "plan"} {
		if _, err := l.Add(event.Posture{Mode: mode}); err != nil {
			t.Fatal(err)
		}
	}
	closed(t, l)
	if got := reopen(t, o).Known().Posture; got != "plan" {
		t.Errorf("the mode is %q", got)
	}
}

// A session is what its last turn that counts is: a rewind to an interrupted one makes it interrupted.
func TestRewindBringsTheEndBack(t *testing.T) {
	o := options(t)
	l := create(t, o)
	appendAll(t, l, conversation(2)) // the meta and a question
	add := func(turn int, ev event.Event) int64 {
		t.Helper()
		e := event.Envelope{Seq: l.Next(), Time: start, Turn: turn, Event: ev}
		appendAll(t, l, []event.Envelope{e})
		return e.Seq
	}
	check := func(want Status) {
		t.Helper()
		if got := summary(t, find(t, o)).State; got != want && got != StatusOpen {
			t.Errorf("it is %s, want %s", got, want)
		}
		if got := l.derived.follower.state.End; (got == string(event.EndInterrupted) || got == "") != (want == StatusInterrupted) {
			t.Errorf("the end is %q, want that of %s", got, want)
		}
	}
	cut := add(1, event.TurnEnd{Reason: event.EndInterrupted})
	check(StatusInterrupted)
	add(2, event.Message{Role: event.RoleUser, Text: "two"})
	add(2, event.TurnEnd{Reason: event.EndDone})
	check(StatusEnded)
	back := add(2, event.Rewind{To: cut})
	check(StatusInterrupted)
	add(2, event.Rewind{To: back - 1})
	check(StatusEnded)
	add(2, event.Rewind{To: 0})
	check(StatusEnded)
}

// A rewind that was not written to its end never was.
func TestLineageOfATornLog(t *testing.T) {
	o := options(t)
	l := create(t, o)
	appendAll(t, l, conversation(10))
	if _, err := l.Add(event.Rewind{To: 2}); err != nil {
		t.Fatal(err)
	}
	closed(t, l)
	whole := content(t, l.Facts().Dir, eventsName)
	for name, log := range map[string]string{
		"torn":     strings.TrimSuffix(whole, "\n"),
		"repeated": whole + strings.Replace(whole[strings.LastIndex(strings.TrimSuffix(whole, "\n"), "\n")+1:], `"to":2`, `"to":0`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			put(t, log, l.Facts().Dir, eventsName)
			lineage, err := find(t, o).Lineage(t.Context())
			if err != nil || lineage.Counts(2) != true || lineage.Counts(5) != (name == "torn") {
				t.Errorf("event 2 counts: %v, event 5: %v; %v", lineage.Counts(2), lineage.Counts(5), err)
			}
		})
	}
}
