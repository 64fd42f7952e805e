package chat_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/actors/event"
	"eidolon/internal/store"
)

func TestNoSessionIsNotTheLatest(t *testing.T) {
	t.Parallel()
	k := newTalk(t, "answers: []\nafter: echo\n", nil)
	k.open("")
	k.say("hello")
	k.leave()
	ctx := t.Context()
	for name, ask := range map[string]func() error{
		"Past":   func() error { _, _, err := k.Past(ctx, "", true, 1); return err },
		"Turns":  func() error { _, err := k.Turns(ctx, ""); return err },
		"Fork":   func() error { _, err := k.Fork(ctx, "", 0); return err },
		"Rewind": func() error { _, err := k.Rewind(ctx, "", 1, false, true); return err },
		"Export": func() error { _, err := k.Export(ctx, "", "all.md"); return err },
		"Rename": func() error { return k.Rename(ctx, "", "another") },
		"Report": func() error { _, err := k.Report(ctx, "status"); return err },
		"Locate": func() error { _, err := k.Locate(ctx, ""); return err },
	} {
		if err := ask(); err == nil {
			t.Errorf("%s takes no session for one", name)
		}
	}
	if _, err := os.Stat(filepath.Join(k.root, "all.md")); err == nil {
		t.Error("no session was exported")
	}
}

func TestRenameAndFind(t *testing.T) {
	t.Parallel()
	k := newTalk(t, "answers: []\nafter: echo\n", nil)
	k.open("")
	k.say("hello")
	k.leave()
	if err := k.Rename(t.Context(), k.now.ID, "A  good name"); err != nil {
		t.Fatal(err)
	}
	found, err := k.Find(t.Context(), "")
	if err != nil || len(found) != 1 || found[0].Title != "A good name" {
		t.Errorf("got %+v, %v", found, err)
	}
	k.open(k.now.ID)
	if k.now.Title != "A good name" {
		t.Errorf("it is opened as %q", k.now.Title)
	}
}

func TestLocate(t *testing.T) {
	t.Parallel()
	k := newTalk(t, "answers: []\nafter: echo\n", nil)
	k.open("")
	k.say("hello")
	if id, err := k.Locate(t.Context(), k.now.ID[:6]); err != nil || id != k.now.ID {
		t.Errorf("got %s, %v, want %s", id, err, k.now.ID)
	}
	unknown := "0000"
	if strings.HasPrefix(k.now.ID, unknown) {
		unknown = "1111"
	}
	_, err := k.Locate(t.Context(), unknown)
	if _, ok := errors.AsType[*store.NotFoundError](err); !ok {
		t.Errorf("an unknown beginning gives %v", err)
	}
}

func TestExport(t *testing.T) {
	t.Parallel()
	k := newTalk(t, "answers: []\nafter: echo\n", nil)
	k.open("")
	k.say("hello there")
	path, err := k.Export(t.Context(), k.now.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || filepath.Dir(path) != k.root || !strings.Contains(string(text), "hello there") {
		t.Errorf("%s has %q, %v", path, text, err)
	}
	if _, err := k.Export(t.Context(), k.now.ID, path); err == nil {
		t.Error("a file that exists was written over")
	}
	if _, err := k.Export(t.Context(), k.now.ID, "all.pdf"); err == nil {
		t.Error("a format that nobody knows was written")
	}
	if _, err := k.Export(t.Context(), "nobody", "none.md"); err == nil {
		t.Error("a session that is not there was exported")
	}
	if _, err := os.Stat(filepath.Join(k.root, "none.md")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what could not be exported left a file: %v", err)
	}
}

func TestFork(t *testing.T) {
	t.Parallel()
	k := newTalk(t, "answers: []\nafter: echo\n", nil)
	k.open("")
	k.say("one")
	k.say("two")
	k.leave()
	id, err := k.Fork(t.Context(), k.now.ID, 1)
	if err != nil || id == k.now.ID {
		t.Fatalf("got %q, %v", id, err)
	}
	turns, err := k.Turns(t.Context(), id)
	if err != nil || len(turns) != 1 || turns[0].Prompt != "one" {
		t.Errorf("the fork has the turns %+v, %v", turns, err)
	}
}

func TestRewindAndUndo(t *testing.T) {
	t.Parallel()
	k := newTalk(t, twoAnswers, nil)
	k.write("notes.txt", "milk\n")
	k.open("")
	k.say("change it")
	k.say("and more")
	k.leave()
	id := k.now.ID
	prompts := func() (all string) {
		turns, err := k.Turns(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, turn := range turns {
			all += turn.Prompt + "; "
		}
		return all
	}
	for _, step := range []struct {
		name    string
		turn    int
		really  bool
		prompts string
		notes   string
	}{
		{"only looking", 1, false, "change it; and more; ", "bread\n"},
		{"back", 1, true, "", "milk\n"},
		{"undo", -1, true, "change it; and more; ", "bread\n"},
		{"back by one", 2, true, "change it; ", "bread\n"},
	} {
		report, err := k.Rewind(t.Context(), id, step.turn, true, step.really)
		if err != nil || strings.TrimSpace(report) == "" {
			t.Fatalf("%s: %q, %v", step.name, report, err)
		}
		if got := prompts(); got != step.prompts {
			t.Errorf("%s: the turns are %q, want %q", step.name, got, step.prompts)
		}
		if got := k.read("notes.txt"); got != step.notes {
			t.Errorf("%s: the file has %q, want %q", step.name, got, step.notes)
		}
	}
}

func TestPastBeginsAnewWhenItIsFresh(t *testing.T) {
	t.Parallel()
	k := newTalk(t, "answers: []\nafter: echo\n", nil)
	k.open("")
	k.say("hello")
	past := func(fresh bool) []event.Envelope {
		events, _, err := k.Past(t.Context(), k.now.ID, fresh, 1)
		if err != nil {
			t.Fatal(err)
		}
		return events
	}
	k.leave()
	first := past(true)
	if len(first) == 0 || len(past(false)) != 0 {
		t.Fatal("all of a short session comes at once")
	}
	if again := past(true); len(again) != len(first) {
		t.Errorf("got %d events from the end, want %d", len(again), len(first))
	}
}
