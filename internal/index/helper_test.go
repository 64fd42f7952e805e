package index

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/store"
)

const (
	workspace = "/home/Me/My Project"
	idA       = "1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b"
	idB       = "9c858901-8a57-4791-81fe-4c455b099bc9"
)

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func said(text string) event.Journalled { return event.Message{Role: event.RoleUser, Text: text} }
func answered(text string) event.Journalled {
	return event.Message{Role: event.RoleAssistant, Text: text}
}

// makeBase gives a base directory.
func makeBase(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "base")
}

// makeSession makes a session with events.
func makeSession(t testing.TB, base, id string, events ...event.Journalled) {
	t.Helper()
	l, err := store.Create(store.Options{Base: base, Workspace: workspace, ID: id})
	if err != nil {
		t.Fatal(err)
	}
	meta := event.Meta{SchemaVersion: event.SchemaVersion, ID: id, Workspace: workspace}
	appendAll(t, l, append([]event.Journalled{meta}, events...))
}

// goOn adds events to a session.
func goOn(t testing.TB, base, id string, events ...event.Journalled) {
	t.Helper()
	l, err := store.Open(store.Options{Base: base, Workspace: workspace, ID: id})
	if err != nil {
		t.Fatal(err)
	}
	appendAll(t, l, events)
}

func appendAll(t testing.TB, l *store.Log, events []event.Journalled) {
	t.Helper()
	for _, e := range events {
		n := l.Next()
		envelope := event.Envelope{Seq: n, Time: start.Add(time.Duration(n) * time.Minute), Turn: 1, Event: e}
		if err := l.Append([]event.Envelope{envelope}, false); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

func logsOf(t testing.TB, base string) []store.LogFile {
	t.Helper()
	logs, err := store.Logs(store.Options{Base: base, Workspace: workspace})
	if err != nil {
		t.Fatal(err)
	}
	return logs
}

// dirOf gives the directory of a session.
func dirOf(t testing.TB, base, id string) string {
	t.Helper()
	s, err := store.Find(store.Options{Base: base, Workspace: workspace, ID: id})
	if err != nil {
		t.Fatal(err)
	}
	return s.Dir
}

// find searches, and gives the snippets of all hits: one session after the other, with the beginning
// of its id.
func find(t testing.TB, base, query string) string {
	t.Helper()
	res := searched(t, base, query)
	if len(res.Notices) > 0 {
		t.Fatalf("notices %q", res.Notices)
	}
	return lines(res)
}

func searched(t testing.TB, base, query string) Result {
	t.Helper()
	res, err := New(Options{Base: base}).Search(t.Context(), request(t, query))
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func request(t testing.TB, query string) Request {
	t.Helper()
	q, err := ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	return Request{Query: q, Workspace: workspace, Limit: 10}
}

func lines(res Result) string {
	var all []string
	for _, f := range res.Sessions {
		for _, h := range f.Hits {
			all = append(all, f.ID[:4]+" "+string(h.Role)+": "+bracketed(h.Snippet, h.Marks))
		}
	}
	return strings.Join(all, "\n")
}

func same(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("found\n%s\nwant\n%s", got, want)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// edit changes the log of the session idA by hand, which makes it younger.
func edit(t testing.TB, base string, change func(string) string) {
	t.Helper()
	path := filepath.Join(dirOf(t, base, idA), "events.jsonl")
	content, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(path, []byte(change(string(content))), 0o600))
	later := time.Now().Add(time.Hour)
	must(t, os.Chtimes(path, later, later))
}
