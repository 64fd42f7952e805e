package keys_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/google/go-cmp/cmp"

	"eidolon/tui/keys"
)

var update = flag.Bool("update", false, "write docs/keys.md")

const page = "../../docs/keys.md"

// The documentation of the keys is the table.
func TestPage(t *testing.T) {
	table, _ := keys.New(nil)
	if *update {
		if err := os.WriteFile(page, []byte(table.Page()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(table.Page(), string(got)); d != "" {
		t.Errorf("go test ./tui/keys -update brings docs/keys.md up to date:\n%s", d)
	}
}

// Every action has a name, a key and a help of its own, and a key has one action in a place.
func TestTableIsWhole(t *testing.T) {
	table, _ := keys.New(nil)
	names, bound := map[string]bool{}, map[string]string{}
	count := 0
	for _, g := range table.Help() {
		for _, l := range g.Lines {
			count++
			if len(l.Keys) == 0 || l.Text == "" || names[l.Name] {
				t.Errorf("%s: %+v", g.Title, l)
			}
			names[l.Name] = true
			if a, ok := keys.ParseAction(l.Name); !ok || a != l.Action || a.String() != l.Name || a.Help() != l.Text {
				t.Errorf("%s is action %v", l.Name, a)
			}
			for _, key := range l.Keys {
				place := string(g.Title) + " " + key
				if other := bound[place]; other != "" {
					t.Errorf("%s: %s and %s have %s", g.Title, other, l.Name, key)
				}
				bound[place] = l.Name
			}
		}
	}
	if count != len(keys.Names()) {
		t.Errorf("the help has %d of %d actions", count, len(keys.Names()))
	}
	for a := keys.Submit; a <= keys.ReadClose; a++ {
		if a.String() == "none" {
			t.Errorf("action %d is not in the table", a)
		}
	}
}

// lookup gives what a row of keys does, one after the other.
func lookup(t *testing.T, table *keys.Table, row string, contexts ...keys.Context) (hits []keys.Hit) {
	t.Helper()
	var pending keys.Stroke
	for name := range strings.FieldsSeq(row) {
		ev := event(t, name)
		hit := table.Lookup(ev, pending, contexts...)
		if pending = (keys.Stroke{}); hit.State == keys.Pending {
			pending = keys.Of(ev)
		}
		hits = append(hits, hit)
	}
	return hits
}

// event makes the event of a few keys.
func event(t *testing.T, name string) *tcell.EventKey {
	t.Helper()
	switch name {
	case "up":
		return tcell.NewEventKey(tcell.KeyUp, 0, 0)
	case "end":
		return tcell.NewEventKey(tcell.KeyEnd, 0, 0)
	case "enter":
		return tcell.NewEventKey(tcell.KeyEnter, 0, 0)
	}
	if c, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tcell.NewEventKey(tcell.KeyRune, rune(c[0]), tcell.ModCtrl)
	}
	if c, ok := strings.CutPrefix(name, "alt+"); ok {
		return tcell.NewEventKey(tcell.KeyRune, rune(c[0]), tcell.ModAlt)
	}
	return tcell.NewEventKey(tcell.KeyRune, []rune(name)[0], 0)
}

func TestLookup(t *testing.T) {
	writing := []keys.Context{keys.Prompt, keys.Chat, keys.Always}
	for _, c := range []struct {
		name     string
		row      string
		contexts []keys.Context
		want     []keys.Hit
	}{
		{"two keys", "ctrl+x y", writing, []keys.Hit{
			{State: keys.Pending, Context: keys.Prompt}, {Action: keys.CopyMarked, Context: keys.Chat, State: keys.Bound},
		}},
		{"two keys that do nothing are used up, and the next is free", "ctrl+x ctrl+r ctrl+r", writing, []keys.Hit{
			{State: keys.Pending, Context: keys.Prompt}, {State: keys.Broken}, {Action: keys.HistorySearch, Context: keys.Prompt, State: keys.Bound},
		}},
		{"text", "y", writing, []keys.Hit{{}}},
		{"the nearest place has the key", "up", []keys.Context{keys.List, keys.Prompt, keys.Chat}, []keys.Hit{
			{Action: keys.ListUp, Context: keys.List, State: keys.Bound},
		}},
		{"the place behind it", "end", []keys.Context{keys.Chat}, []keys.Hit{{Action: keys.ScrollEnd, Context: keys.Chat, State: keys.Bound}}},
		{"letters answer a request for approval", "y", []keys.Context{keys.Approval, keys.Box}, []keys.Hit{
			{Action: keys.ApproveOnce, Context: keys.Approval, State: keys.Bound},
		}},
		{"a large letter is another key", "n N", []keys.Context{keys.Approval}, []keys.Hit{
			{Action: keys.ApproveDeny, Context: keys.Approval, State: keys.Bound}, {},
		}},
		{"but not with Alt: Caps Lock may be on", "alt+B", writing, []keys.Hit{{Action: keys.WordLeft, Context: keys.Prompt, State: keys.Bound}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, _ := keys.New(nil)
			if d := cmp.Diff(c.want, lookup(t, table, c.row, c.contexts...)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestOverrides(t *testing.T) {
	for _, c := range []struct {
		name     string
		config   map[string]string
		problems []keys.Problem
		labels   map[keys.Action]string
	}{
		{
			"a key for an action, which keeps its own",
			map[string]string{"ctrl+s": "history.search"},
			nil,
			map[keys.Action]string{keys.HistorySearch: "Ctrl+R, Ctrl+S"},
		},
		{
			"the action that had the key loses it",
			map[string]string{"Ctrl-T": "history.search"},
			[]keys.Problem{{"Ctrl-T", "was the last key of todos, which has none now"}},
			map[keys.Action]string{keys.HistorySearch: "Ctrl+R, Ctrl+T", keys.Todos: ""},
		},
		{
			"a key given away and another one instead",
			map[string]string{"ctrl+t": "history.search", "f2": "todos"},
			nil,
			map[keys.Action]string{keys.Todos: "F2"},
		},
		{
			"no action",
			map[string]string{"ctrl+p": "none"},
			nil,
			map[keys.Action]string{keys.CursorUp: "Up", keys.ListUp: "Up"},
		},
		{
			"lists keep a key that the prompt gives away",
			map[string]string{"ctrl+p": "history.previous"},
			nil,
			map[keys.Action]string{keys.CursorUp: "Up", keys.ListUp: "Up, Ctrl+P", keys.HistoryPrevious: "Alt+P, Ctrl+P"},
		},
		{
			"two keys",
			map[string]string{"ctrl+x r": "history.search"},
			nil,
			map[keys.Action]string{keys.HistorySearch: "Ctrl+R, Ctrl+X r"},
		},
		{
			"misspelt action",
			map[string]string{"ctrl+s": "history.serach"},
			[]keys.Problem{{"ctrl+s", `there is no action "history.serach"; is "history.search" meant?`}},
			nil,
		},
		{
			"misspelt key",
			map[string]string{"ctrl+entr": "prompt.newline", "ctlr+s": "todos", "ctrl+foo": "todos"},
			[]keys.Problem{
				{"ctlr+s", `no key "ctlr+s"; is "ctrl+s" meant?`},
				{"ctrl+entr", `no key "ctrl+entr"; is "ctrl+enter" meant?`},
				{"ctrl+foo", `no key "ctrl+foo"; a key is written like ctrl+r, alt+enter, f1 or ctrl+x y`},
			},
			nil,
		},
		{
			"a character in the prompt",
			map[string]string{"q": "quit"},
			[]keys.Problem{{"q", "is text where quit happens, so it stays text"}},
			map[keys.Action]string{keys.Quit: "Ctrl+D"},
		},
		{
			"a character in a question",
			map[string]string{"a": "approve.session"},
			nil,
			map[keys.Action]string{keys.ApproveSession: "s, a"},
		},
		{
			"the first of two keys",
			map[string]string{"ctrl+x": "kill.word-left"},
			[]keys.Problem{{"ctrl+x", "is the beginning of ctrl+x /, ctrl+x a, ctrl+x c, ctrl+x h, ctrl+x m, ctrl+x q, ctrl+x s, ctrl+x v, ctrl+x y; give these to none first"}},
			nil,
		},
		{
			"two keys that begin with a key",
			map[string]string{"ctrl+r x": "todos"},
			[]keys.Problem{{"ctrl+r x", "was the last key of history.search, which has none now"}},
			map[keys.Action]string{keys.Todos: "Ctrl+T, Ctrl+R x"},
		},
		{
			"two keys of which nothing is left",
			map[string]string{"ctrl+x h": "none", "ctrl+r h": "none"},
			[]keys.Problem{{"ctrl+x h", "was the last key of select.all, which has none now"}},
			map[keys.Action]string{keys.HistorySearch: "Ctrl+R"},
		},
		{
			"the same key twice",
			map[string]string{"ctrl+s": "todos", "Control+S": "files"},
			[]keys.Problem{{"ctrl+s", "is the same key as Control+S, which is used"}},
			map[keys.Action]string{keys.Files: "Ctrl+F, Ctrl+S"},
		},
		{
			"a key that many terminals do not send",
			map[string]string{"ctrl+shift+r": "history.search"},
			[]keys.Problem{{"ctrl+shift+r", "does not arrive from terminals without extended keys"}},
			nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, problems := keys.New(c.config)
			if d := cmp.Diff(c.problems, problems); d != "" {
				t.Error(d)
			}
			for action, want := range c.labels {
				var all []string
				for _, chord := range table.Keys(action) {
					all = append(all, chord.Label())
				}
				if got := strings.Join(all, ", "); got != want {
					t.Errorf("%v has %s, want %s", action, got, want)
				}
			}
		})
	}
}

func TestParseChord(t *testing.T) {
	for text, want := range map[string]string{
		"ctrl+r": "ctrl+r", "Ctrl-R": "ctrl+r", "CONTROL+r": "ctrl+r", "alt+enter": "alt+enter", "option+return": "alt+enter",
		"shift+tab": "shift+tab", "f1": "f1", "F24": "f24", "ctrl+x y": "ctrl+x y", "  ctrl+x   ctrl+s ": "ctrl+x ctrl+s",
		"ctrl+m": "enter", "ctrl+i": "tab", "ctrl+[": "esc", "ctrl+h": "backspace", "alt+ctrl+m": "alt+enter",
		"ctrl++": "ctrl++", "ctrl+-": "ctrl+-", "ctrl--": "ctrl+-", "+": "+", "-": "-", "N": "N", "shift+n": "N", "alt+N": "alt+shift+n",
		"ctrl+space": "ctrl+space", "ctrl+@": "ctrl+space", "alt+shift+n": "alt+shift+n", "ctrl+shift+-": "ctrl+-", "ctrl+shift+_": "ctrl+_", "ctrl+shift+n": "ctrl+shift+n", "é": "é",
		"pageup": "pgup", "shift+ctrl+alt+up": "ctrl+alt+shift+up",
	} {
		got, err := keys.ParseChord(text)
		if err != nil || got.String() != want {
			t.Errorf("%q is %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "a b", "ctrl+x y z", "ctrl+", "f0", "f65", "ff", "f+1", "ctrl", "hyper+a", "f01x", "\xff"} {
		if got, err := keys.ParseChord(text); err == nil {
			t.Errorf("%q is %q", text, got)
		}
	}
}

// What the parser accepts it spells in a way that means the same.
func FuzzParseChord(f *testing.F) {
	f.Add("ctrl+x alt+shift+enter")
	f.Add("alt+Ǆ")
	f.Fuzz(func(t *testing.T, text string) {
		chord, err := keys.ParseChord(text)
		if err != nil {
			return
		}
		if again, err := keys.ParseChord(chord.String()); err != nil || again != chord {
			t.Errorf("%q is %q, which is %q, %v", text, chord, again, err)
		}
	})
}

// A look-up happens for every key.
func BenchmarkLookup(b *testing.B) {
	table, _ := keys.New(nil)
	ev := tcell.NewEventKey(tcell.KeyRune, 'a', 0)
	for b.Loop() {
		table.Lookup(ev, keys.Stroke{}, keys.List, keys.Prompt, keys.Chat, keys.Always)
	}
}
