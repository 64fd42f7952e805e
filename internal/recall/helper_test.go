package recall_test

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/internal/recall"
	"eidolon/internal/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	here  = "/home/me/work"
	there = "/home/me/other"

	idA = "1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b"
	idB = "1b4e9c85-8a57-4791-81fe-4c455b099bc9"
	idC = "9c858901-8a57-4791-81fe-4c455b099bc9"
)

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// kept is a base directory with sessions, and the tools over it.
type kept struct {
	t    testing.TB
	base string
}

func newKept(t testing.TB) kept { return kept{t, filepath.Join(t.TempDir(), "base")} }

// session makes a session of a workspace. Each event begins a minute after the one before, and each
// message of the user a turn.
func (k kept) session(workspace, id string, events ...event.Journalled) {
	k.t.Helper()
	l, err := store.Create(store.Options{Base: k.base, Workspace: workspace, ID: id})
	if err != nil {
		k.t.Fatal(err)
	}
	turn := 0
	meta := event.Meta{SchemaVersion: event.SchemaVersion, ID: id, Workspace: workspace}
	for _, e := range append([]event.Journalled{meta}, events...) {
		if m, ok := e.(event.Message); ok && m.Role == event.RoleUser {
			turn++
		}
		n := l.Next()
		envelope := event.Envelope{Seq: n, Time: start.Add(time.Duration(n) * time.Minute), Turn: turn, Round: 1, Event: e}
		if err := l.Append([]event.Envelope{envelope}, false); err != nil {
			k.t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		k.t.Fatal(err)
	}
}

func said(text string) event.Journalled { return event.Message{Role: event.RoleUser, Text: text} }

func answered(text string) event.Journalled {
	return event.Message{Role: event.RoleAssistant, Text: text}
}

func used(call, input string) event.Journalled {
	return event.ToolUse{Call: call, Name: "SysBuiltIn.bash", Input: json.RawMessage(input)}
}

func ended(call, output string) event.Journalled {
	return event.ToolResult{Call: call, OK: true, Output: json.RawMessage(output), MS: 20}
}

// handler gives one of the tools.
func (k kept) handler(name string) tool.Handler {
	k.t.Helper()
	for _, h := range recall.New(recall.Options{Base: k.base, Workspace: here}) {
		if h.Spec().Name == name {
			return h
		}
	}
	k.t.Fatalf("there is no tool %s", name)
	return nil
}

// call is a call in the third turn of a session.
func (k kept) call(name, input, session string) tool.Call {
	k.t.Helper()
	h := k.handler(name)
	decoded, err := h.Spec().Decode(json.RawMessage(input))
	if err != nil {
		k.t.Fatal(err)
	}
	return tool.Call{Key: "t3r1c1", Session: session, Name: h.Spec().FullName(), Input: decoded}
}

// run judges and runs a call.
func (k kept) run(name, input, session string) tool.Result {
	k.t.Helper()
	h, c := k.handler(name), k.call(name, input, session)
	class, err := h.Classify(c)
	if err != nil {
		return tool.FailWith(err)
	}
	return h.Run(k.t.Context(), c, class, func(tool.Progress) {})
}
