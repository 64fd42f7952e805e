package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"eidolon/actors/event"
)

// Covers: Z35, Z39, Z46
func TestOpenMendsTheEnd(t *testing.T) {
	all := conversation(8)
	lines := strings.SplitAfter(written(t, all), "\n")
	whole := func(n int) string { return strings.Join(lines[:n], "") }
	tests := []struct {
		name  string
		give  string
		keep  int    // events that are there afterwards
		torn  string // what was set aside
		kinds string // of problems with events.jsonl
	}{
		{"in order", whole(8), 8, "", ""},
		{"empty", "", 0, "", ""},
		{"only a part of the meta line", lines[0][:20], 0, lines[0][:20], "torn_tail"},
		{"half a line", whole(5) + lines[5][:9], 5, lines[5][:9], "torn_tail"},
		{"a line but for its line break", whole(5) + strings.TrimSuffix(lines[5], "\n"), 5, strings.TrimSuffix(lines[5], "\n"), "torn_tail"},
		{"a line break came, the rest did not", whole(5) + lines[5][:9] + "\n", 5, lines[5][:9] + "\n", "torn_tail"},
		{"zeros", whole(5) + strings.Repeat("\x00", 5000), 5, strings.Repeat("\x00", 5000), "torn_tail"},
		{"zeros and a line break", whole(5) + "\x00\x00\n", 5, "\x00\x00\n", "torn_tail"},
		{"several bad lines", whole(5) + "x\n\xff\xfe\n{\n", 5, "x\n\xff\xfe\n{\n", "torn_tail"},
		{
			"a number without end", whole(5) + `{"seq":9007199254740992,"ts":"2026-01-02T03:04:05Z","type":"title","turn":1,"round":1}` + "\n", 5,
			`{"seq":9007199254740992,"ts":"2026-01-02T03:04:05Z","type":"title","turn":1,"round":1}` + "\n", "torn_tail",
		},
		{"blank lines of an editor", whole(8) + "\n \r\n", 8, "", ""},
		{"line breaks of another system", strings.ReplaceAll(whole(8), "\n", "\r\n"), 8, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o, dir := damaged(t, tt.give)
			l := reopen(t, o)
			if diff := cmp.Diff(all[:tt.keep], readAll(t, l, 0), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
			if got := ofEvents(kinds(l)); got != tt.kinds {
				t.Errorf("problems are %q: %v", got, l.Facts().Problems)
			}
			torn, err := os.ReadFile(filepath.Join(dir, eventsName+".torn-1"))
			if string(torn) != tt.torn || (err == nil) != (tt.torn != "") {
				t.Errorf("set aside is %q, %v", torn, err)
			}
			if got := content(t, dir, eventsName); got+string(torn) != tt.give {
				t.Errorf("the file holds %q", got)
			}
			appendAll(t, l, all[tt.keep:])
			closed(t, l)
			l = reopen(t, o)
			if diff := cmp.Diff(all, readAll(t, l, 0)); diff != "" || kinds(l) != "" {
				t.Errorf("after going on: problems %q, events differ (-want +got):\n%s", kinds(l), diff)
			}
		})
	}
}

// ofEvents leaves out the problems of the files that follow from the events.
func ofEvents(kinds string) string {
	var out []string
	for k := range strings.FieldsSeq(kinds) {
		if k != historyName && k != stateName && k != todosName {
			out = append(out, k)
		}
	}
	return strings.Join(out, " ")
}

// damaged makes a session whose events are exactly this text.
func damaged(t testing.TB, text string) (Options, string) {
	t.Helper()
	o := options(t)
	l := create(t, o)
	closed(t, l)
	put(t, text, l.Facts().Dir, eventsName)
	return o, l.Facts().Dir
}

func TestOpenLeavesDamageInTheMiddle(t *testing.T) {
	all := conversation(8)
	lines := strings.SplitAfter(written(t, all), "\n")
	with := func(n int, text string) string {
		return strings.Join(lines[:n], "") + text + strings.Join(lines[n+1:], "")
	}
	without := func(n int) []event.Envelope { return append(append([]event.Envelope{}, all[:n]...), all[n+1:]...) }
	foreign := `{"seq":4,"ts":"2026-01-02T03:04:05.004Z","type":"message","turn":1,"round":1,"text":{"new":1}}`
	foreignEvent := all[4]
	foreignEvent.Event = event.Unknown{Kind: "message", Raw: []byte(foreign)}
	newer := `{"seq":4,"ts":"2026-01-02T03:04:05.004Z","type":"hologram","turn":1,"round":1,"depth":3}`
	newerEvent := all[4]
	newerEvent.Event = event.Unknown{Kind: "hologram", Raw: []byte(newer)}
	replaced := func(e event.Envelope) []event.Envelope {
		return append(append(append([]event.Envelope{}, all[:4]...), e), all[5:]...)
	}
	tests := []struct {
		name  string
		give  string
		want  []event.Envelope
		kinds string
	}{
		{"a line that is no JSON", with(4, "what?\n"), without(4), "damaged_line@5 sequence_gap@6"},
		{"zeros", with(4, strings.Repeat("\x00", 70_000)+"\n"), without(4), "damaged_line@5 sequence_gap@6"},
		{"a missing line", with(4, ""), without(4), "sequence_gap@5"},
		{"a line twice", with(4, lines[4]+lines[4]), all, "sequence_repeated@6"},
		{"an old number", with(4, lines[4]+lines[1]), all, "sequence_repeated@6"},
		{"fields that do not fit", with(4, foreign+"\n"), replaced(foreignEvent), "foreign_event@5"},
		{"a type of a newer program", with(4, newer+"\n"), replaced(newerEvent), ""},
		{"no meta", with(0, ""), without(0), "sequence_gap@1 meta@1"},
		{"a damaged meta", with(0, "{}\n"), without(0), "damaged_line@1 sequence_gap@2 meta@2"},
		{"meta of another session", with(0, strings.Replace(lines[0], testID, "other", 1)), nil, "meta@1"},
		{"meta of a newer program", with(0, strings.Replace(lines[0], `version":1`, `version":2`, 1)), nil, "schema_version@1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o, dir := damaged(t, tt.give)
			for range 2 { // the damage stays, and so do the reports
				l := reopen(t, o)
				if got := ofEvents(kinds(l)); got != tt.kinds {
					t.Errorf("problems are %q: %v", got, l.Facts().Problems)
				}
				got := readAll(t, l, 0)
				if diff := cmp.Diff(tt.want, got); tt.want != nil && diff != "" {
					t.Errorf("differs (-want +got):\n%s", diff)
				}
				if l.Next() != 8 {
					t.Errorf("next is %d", l.Next())
				}
				closed(t, l)
			}
			if got := content(t, dir, eventsName); got != tt.give {
				t.Errorf("the file holds %q", got)
			}
		})
	}
}

func TestProblemsAreCounted(t *testing.T) {
	line := written(t, conversation(1))
	o, _ := damaged(t, line+strings.Repeat("bad\n", 500)+line)
	l := reopen(t, o)
	got := l.Facts().Problems
	if len(got) > maxProblems+3 || !strings.Contains(kinds(l), "more") {
		t.Fatalf("%d problems, %s", len(got), kinds(l))
	}
	const want = "events.jsonl, line 2 (byte "
	if s := got[0].String(); !strings.HasPrefix(s, want) {
		t.Errorf("%q does not begin with %q", s, want)
	}
}

func TestTornEndsAreAllKept(t *testing.T) {
	o, dir := damaged(t, written(t, conversation(2))+"first")
	closed(t, reopen(t, o))
	put(t, content(t, dir, eventsName)+"second", dir, eventsName)
	closed(t, reopen(t, o))
	for n, want := range map[string]string{"1": "first", "2": "second"} {
		if got := content(t, dir, eventsName+".torn-"+n); got != want {
			t.Errorf("torn-%s holds %q", n, got)
		}
	}
}

func TestOpenWithoutEvents(t *testing.T) {
	for name, spoil := range map[string]func(path string) error{
		"no file":     func(string) error { return nil },
		"a directory": func(path string) error { return os.Mkdir(path, 0o700) },
	} {
		t.Run(name, func(t *testing.T) {
			o, dir := damaged(t, "")
			path := filepath.Join(dir, eventsName)
			if err := errors.Join(os.Remove(path), spoil(path)); err != nil {
				t.Fatal(err)
			}
			if l, err := Open(o); err == nil {
				t.Fatalf("opened with %+v", l.Facts())
			}
		})
	}
}

// The meta line says what the workspace is; the session is found by the directory it lies in.
func TestKeyOutlivesTheProcess(t *testing.T) {
	for name, tt := range map[string]struct {
		spoil func(path string) error
		same  bool
	}{
		"in order": {func(string) error { return nil }, true},
		"removed":  {os.Remove, false},
		"cut":      {func(p string) error { return os.Truncate(p, 10) }, false},
		"short key": {func(p string) error {
			return os.WriteFile(p, []byte(`{"schema_version":1,"key":"00"}`), 0o600)
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			l := create(t, o)
			appendAll(t, l, conversation(12))
			before := l.Facts().Key
			closed(t, l)
			if err := tt.spoil(filepath.Join(l.Facts().Dir, stateName)); err != nil {
				t.Fatal(err)
			}
			l = reopen(t, o)
			after := l.Facts().Key
			if len(after) != keySize || cmp.Equal(before, after) != tt.same || (kinds(l) == "") != tt.same {
				t.Errorf("before %x, after %x, problems %q", before, after, kinds(l))
			}
			closed(t, l)
			if l = reopen(t, o); !cmp.Equal(after, l.Facts().Key) || kinds(l) != "" {
				t.Errorf("then %x, problems %q", l.Facts().Key, kinds(l))
			}
		})
	}
}

// growing is a file that another program is writing to: it is longer each time somebody looks.
type growing struct {
	file
	extra int64
}

func (g *growing) Size() (int64, error) {
	size, err := g.file.Size()
	g.extra++
	return size + g.extra - 1, err
}

// What looks torn may be a line that another program is writing just now.
func TestOpenDoesNotCutWhatIsBeingWritten(t *testing.T) {
	text := written(t, conversation(3)) + "being writ"
	o, dir := damaged(t, text)
	o.wrap = func(_ string, f file) file { return &growing{file: f} }
	if _, err := Open(o); !errors.Is(err, ErrForeignWriter) {
		t.Errorf("got %v", err)
	}
	if got := content(t, dir, eventsName); got != text {
		t.Errorf("the file holds %q", got)
	}
	if _, err := os.Stat(filepath.Join(dir, eventsName+".torn-1")); err == nil {
		t.Error("something was set aside")
	}
}
