package recall_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/internal/recall"
	"eidolon/internal/store"
)

// has checks which parts a text has, and that it lacks those that begin with "no:".
func has(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		bad, not := strings.CutPrefix(part, "no:")
		if not == strings.Contains(text, bad) {
			t.Errorf("%q is wrong about\n%s", part, text)
		}
	}
}

// Covers: Y39, R36
func TestSearch(t *testing.T) {
	k := newKept(t)
	k.session(here, idA, said("where is the walrus?"), answered("The walrus is in parse.go."), said("and the giraffe?"), answered("Nowhere."))
	k.session(here, idB, said("a zebra"), said("who has seen a zebra with a hat?"), said("a hat"))
	k.session(there, idC, said("a walrus of somebody else"))
	for _, c := range []struct {
		name, input string
		want        []string
	}{
		{"this project's", `{"query":"walrus"}`, []string{
			"Passages, the best first.", "\n" + idA + `, 2026-01-02, "where is the walrus?"` + "\n", "  #1 user: where is the walrus?\n", "  #2 assistant: The walrus is in parse.go.",
			"no:somebody else", "no:" + here,
		}},
		{"all projects'", `{"query":"walrus","scope":"global"}`, []string{
			idC + `, 2026-01-02, "a walrus of somebody else", in ` + there + "\n  #1 user: a walrus of somebody else", ", in " + here,
		}},
		{"some of the words", `{"query":"giraffe hat"}`, []string{"No passage has all of the words; these have some of them.", "#3 user: and the giraffe?", "#3 user: a hat"}},
		{"nothing", `{"query":"\"green elephant\" -pink"}`, []string{
			"Nothing was found. Searched: 2 earlier sessions of this project.", "To try again:", "leave out the quotation marks", "leave out the words with -", `scope = "global"`,
		}},
		{"nothing anywhere", `{"query":"elephant","scope":"global"}`, []string{"Searched: 3 earlier sessions of all projects.", "no:global", "no:quotation"}},
		{"a limit", `{"query":"walrus or zebra","limit":1}`, []string{"There may be more: add a word, or set limit."}},
		{"a query without words", `{"query":"***"}`, []string{"name at least one word"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			has(t, k.run("thread_search", c.input, "").Text, c.want...)
		})
	}
}

// The session that runs is what is found when nothing else is, but for the turn that asks.
func TestSearchOfThisSession(t *testing.T) {
	k := newKept(t)
	k.session(here, idA, said("the walrus is called Ben"), said("no more"), said("what is the name of the walrus?"))
	has(t, k.run("thread_search", `{"query":"name"}`, idA).Text, "There are no earlier sessions of this project.", "no:Ben")
	k.session(here, idB, said("something else"))
	got := k.run("thread_search", `{"query":"walrus"}`, idA).Text
	has(t, got, idA+`, 2026-01-02, "the walrus is called Ben", this very session`, "#1 user: the walrus is called Ben", "no:#3")
	has(t, k.run("thread_search", `{"query":"name"}`, idA).Text, "Nothing was found. Searched: 1 earlier")
	k.session(here, idC, said("a walrus in another session"))
	has(t, k.run("thread_search", `{"query":"walrus"}`, idA).Text, idC, "no:"+idA)
}

// What scores far below the best passage is left out, and the best never is.
func TestSearchLeavesOutWhatIsFarBelow(t *testing.T) {
	k := newKept(t)
	k.session(here, idA, said("about the walrus"), event.Title{Title: "walrus"})
	k.session(here, idB, ended("x", `{"ok":true,"data":{"stdout":"`+strings.Repeat("many other words ", 200)+`walrus"}}`))
	k.session(here, idC, slices.Repeat([]event.Journalled{answered("of no interest")}, 100)...)
	has(t, k.run("thread_search", `{"query":"walrus"}`, "").Text, idA, "no:"+idB)
	has(t, k.run("thread_search", `{"query":"walrus many"}`, "").Text, idB)
}

// What the model looked for is not what was said, and what was found is not said again.
func TestSearchDoesNotFindSearches(t *testing.T) {
	k := newKept(t)
	k.session(here, idA, said("a walrus"))
	found := k.run("thread_search", `{"query":"walrus"}`, "")
	k.session(here, idB, said("look for it"),
		event.ToolUse{Call: "a", Name: recall.New(recall.Options{})[0].Spec().FullName(), Input: []byte(`{"query":"walrus"}`)},
		event.ToolResult{Call: "a", OK: true, Output: found.Envelope()})
	has(t, k.run("thread_search", `{"query":"walrus"}`, "").Text, idA, "no:"+idB)
}

// What was taken back is marked; of sessions that are gone, the archive is searched.
func TestSearchOfWhatWasTakenBack(t *testing.T) {
	k := newKept(t)
	k.session(here, idA, said("one"), said("a walrus"), event.Rewind{To: 1})
	has(t, k.run("thread_search", `{"query":"walrus"}`, "").Text, "#2 user, taken back later: a walrus")

	gone := store.Stored{ID: idC}
	_, err := gone.Archive(store.Options{Base: k.base}, []event.Envelope{
		{Seq: 4, Time: start, Turn: 1, Event: event.Message{Role: event.RoleUser, Text: "a zebra\x1b that is gone"}},
		{Seq: 5, Time: start, Turn: 1, Event: event.Message{Role: event.RoleAssistant, Text: "no such animal"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	has(t, k.run("thread_search", `{"query":"zebra"}`, "").Text, "Nothing was found")
	r := k.run("thread_search", `{"query":"zebra","scope":"global"}`, "")
	has(t, r.Text, "no:Nothing", "deleted since", "  "+idC+", 2026-01-02, user: a zebra␛ that is gone")
	has(t, string(r.Data), `"deleted":1`, "no:zebra")
}

// Whatever becomes of the index, there is an answer.
func TestSearchWithoutAnIndex(t *testing.T) {
	k := newKept(t)
	k.session(here, idA, said("a walrus"))
	path := filepath.Join(k.base, "index.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	has(t, k.run("thread_search", `{"query":"walrus"}`, "").Text, "#1 user: a walrus", "no:[")
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.RemoveAll(path + suffix); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(path, "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	has(t, k.run("thread_search", `{"query":"walrus"}`, "").Text, "#1 user: a walrus", "[the search index cannot be used")
	has(t, kept{t, ""}.run("thread_search", `{"query":"walrus"}`, "").Text, "There are no earlier sessions")
}

func TestSearchEndsWithItsContext(t *testing.T) {
	k := newKept(t)
	k.session(here, idA, said("a walrus"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, input := range map[string]string{"thread_search": `{"query":"walrus"}`, "read_thread": `{"id":"` + idA + `"}`} {
		h, c := k.handler(name), k.call(name, input, "")
		class, err := h.Classify(c)
		if err != nil {
			t.Fatal(err)
		}
		if r := h.Run(ctx, c, class, nil); r.Code != tool.Interrupted {
			t.Errorf("%s gives %+v", name, r)
		}
	}
}

// The structured outcome names places and holds no words.
func TestSearchOutcome(t *testing.T) {
	k := newKept(t)
	k.session(here, idA, said("a walrus"))
	got := string(k.run("thread_search", `{"query":"walrus"}`, "").Data)
	head, _, _ := strings.Cut(got, `"score"`)
	_, tail, _ := strings.Cut(got, "}]")
	want := []string{`{"hits":[{"id":"` + idA + `","seq":1,"turn":1,`, `,"sessions":1,"deleted":0,"searched":1,"some_words":false,"truncated":false}`}
	if diff := cmp.Diff(want, []string{head, tail}); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
}
