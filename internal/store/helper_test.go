package store

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/journal"
	"eidolon/actors/tool"
)

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

const testID = "1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b"

// options gives a place of its own for the sessions of a test.
func options(t testing.TB) Options {
	t.Helper()
	return Options{Base: filepath.Join(t.TempDir(), "base"), Workspace: "/home/Me/My Project", ID: testID}
}

// conversation makes the first n events of a session that has a bit of everything.
func conversation(n int) []event.Envelope {
	turn := []event.Journalled{
		event.Message{Role: event.RoleUser, Text: "What is in a.txt?\n"},
		event.ToolUse{
			Call: "t1r1c1", ModelID: "a", Name: "SysBuiltIn.read_file", Input: json.RawMessage(`{"path":"a.txt","n":1}`),
			ReadOnly: true, Source: event.SourceXNL, TextBefore: "I look.\n",
		},
		event.ToolResult{Call: "t1r1c1", OK: true, Output: json.RawMessage(`{"ok":true,"data":"x"}`), MS: 1.25},
		event.Message{Role: event.RoleAssistant, Text: "I look.\n<tool_call ...>"},
		event.Usage{InputTokens: 10, OutputTokens: 5, CachedTokens: 2, Model: "m2"},
		event.Message{Role: event.RoleToolResults, Text: "<tool_resp ...>"},
		event.Todos{Todos: []tool.Todo{{ID: "1", Content: "read", Status: "completed"}}},
		event.Title{Title: "Reading"},
		event.TurnEnd{Reason: event.EndDone},
	}
	events := []event.Envelope{{Time: start, Event: event.Meta{
		SchemaVersion: event.SchemaVersion, ID: testID, Workspace: "/home/Me/My Project", Model: "m1",
	}}}
	for i := 1; i < n; i++ {
		k := i - 1
		events = append(events, event.Envelope{
			Seq: int64(i), Time: start.Add(time.Duration(i) * time.Millisecond), Turn: k/len(turn) + 1, Round: 1, Event: turn[k%len(turn)],
		})
	}
	return events[:n]
}

// written gives the content of a journal with these events.
func written(t testing.TB, events []event.Envelope) string {
	t.Helper()
	var b []byte
	for _, e := range events {
		var err error
		if b, err = event.Encode(b, e); err != nil {
			t.Fatal(err)
		}
	}
	return string(b)
}

func create(t testing.TB, o Options) *Log {
	t.Helper()
	return must(t)(Create(o))
}

func reopen(t testing.TB, o Options) *Log {
	t.Helper()
	return must(t)(Open(o))
}

// must ends the test on an error and else closes the log when the test is over.
func must(t testing.TB) func(*Log, error) *Log {
	return func(l *Log, err error) *Log {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		return l
	}
}

func appendAll(t testing.TB, l *Log, events []event.Envelope) {
	t.Helper()
	if err := l.Append(events, false); err != nil {
		t.Fatal(err)
	}
}

func readAll(t testing.TB, l *Log, from int64) []event.Envelope {
	t.Helper()
	var got []event.Envelope
	if err := l.Read(t.Context(), from, func(e event.Envelope) error { got = append(got, e); return nil }); err != nil {
		t.Fatal(err)
	}
	return got
}

func closed(t testing.TB, l *Log) {
	t.Helper()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

func content(t testing.TB, path ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func put(t testing.TB, text string, path ...string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(path...), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// kinds gives the problems of a log in short, as "torn_tail@3".
func kinds(l *Log) string {
	var short []string
	for _, p := range l.Facts().Problems {
		s := string(p.Kind)
		if p.Line > 0 {
			s = fmt.Sprintf("%s@%d", s, p.Line)
		} else if p.Kind == journal.ProblemDerived {
			s = p.File
		}
		short = append(short, s)
	}
	return strings.Join(short, " ")
}
