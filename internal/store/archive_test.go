package store

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eidolon/actors/event"
)

// Covers: R35
func TestArchive(t *testing.T) {
	o := options(t)
	o.Now = func() time.Time { return start }
	l := create(t, o)
	appendAll(t, l, conversation(12))
	closed(t, l)
	s := find(t, o)
	messages := []event.Envelope{
		{Seq: 3, Time: start, Turn: 1, Event: event.Message{Role: event.RoleUser, Text: "one\ntwo"}},
		{Seq: 4, Time: start, Turn: 1, Event: event.Message{Role: event.RoleSystem, Text: "reminder", Hidden: true}},
		{Seq: 5, Time: start, Turn: 1, Event: event.Title{Title: "x"}},
		{Seq: 6, Time: start, Turn: 1, Event: event.Message{Role: event.RoleAssistant, Text: "three"}},
	}
	first, err := s.Archive(o, messages)
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(o.Base, "archive", "20260102T030405.000000000Z.jsonl"); first != want {
		t.Errorf("the archive is %s, want %s", first, want)
	}
	lines := strings.Split(strings.TrimSuffix(content(t, first), "\n"), "\n")
	if len(lines) != 2 {
		t.Fatalf("the archive is %q", lines)
	}
	var got Archived
	if err := json.Unmarshal([]byte(lines[0]), &got); err != nil || got != (Archived{testID, 3, start, 1, event.RoleUser, "one\ntwo"}) {
		t.Errorf("got %+v, %v", got, err)
	}
	second, err := s.Archive(o, messages[3:]) // at the same moment
	if err != nil || second == first || content(t, first) == content(t, second) {
		t.Errorf("the second archive is %s, %v", second, err)
	}
	if none, err := s.Archive(o, messages[1:3]); none != "" || err != nil {
		t.Errorf("nothing to archive made %s, %v", none, err)
	}

	// With the session for good goes what was archived of it, and nothing else.
	other := Stored{ID: "of-another"}
	kept, err := other.Archive(o, messages)
	if err != nil {
		t.Fatal(err)
	}
	if got := archivedTexts(t, o.Base); got != "one\ntwo|three" { // of the session that is there the log has them
		t.Errorf("the archives of lost sessions have %q", got)
	}
	if err := s.Purge(o); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(o.Base, "archive", "*"))
	if err != nil || len(left) != 1 || left[0] != kept {
		t.Errorf("left is %q, %v", left, err)
	}
}

// archivedTexts gives what is archived of sessions that are not there any more.
func archivedTexts(t *testing.T, base string) string {
	t.Helper()
	var all []string
	err := Archives(t.Context(), base, func(a Archived) error {
		all = append(all, a.Text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, "|")
}
