package prompt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/tui/prompt"
)

// history makes one of prompts, the oldest first.
func history(prompts ...string) *prompt.History {
	h := prompt.NewHistory()
	for _, p := range prompts {
		h.Add(p)
	}
	return h
}

// all gives the prompts, the newest first.
func all(h *prompt.History) (prompts []string) {
	for i := range h.Len() {
		p, _ := h.At(i)
		prompts = append(prompts, p)
	}
	return prompts
}

// Up on the first row and Down on the last go through the prompts of before; what was being written
// is behind the newest.
func TestBrowsing(t *testing.T) {
	for _, c := range []struct{ steps, after string }{
		{"cursor.up", "third|"},
		{"cursor.up cursor.up", "two|\nrows"}, // the first row, so that the key goes on
		{"cursor.up cursor.up cursor.up", "first|"},
		{"cursor.up cursor.up cursor.up cursor.up", "first|"},
		{"cursor.up cursor.up cursor.down", "two\nrow|s"},
		{"cursor.up cursor.up cursor.down cursor.down", "third|"},
		{"cursor.up cursor.up cursor.up cursor.down", "two\nrows|"},
		{"cursor.up cursor.down", "dra|ft"},
		{"cursor.down", "dra|ft"},
		{"cursor.up 'x' cursor.down", "thirdx|"}, // changed, it is what is being written
		{"cursor.up 'x' cursor.up cursor.down", "thirdx|"},
		{"history.previous history.previous history.next", "third|"},
		{"cursor.up undo", "dra|ft"},
		{"cursor.up cursor.up cursor.up cursor.down cursor.left undo undo undo undo", "dra|ft"},
		{"'ed' cursor.up cursor.down undo undo undo", "dra|ft"},
	} {
		e := editor(t, "dra|ft", prompt.Options{History: history("first", "two\nrows", "third")})
		do(t, e, c.steps)
		if got := marked(t, e); got != c.after {
			t.Errorf("%s gives %q, want %q", c.steps, got, c.after)
		}
	}
}

func TestHistoryIsBounded(t *testing.T) {
	h := history("one", "two", "one", " \n", "", strings.Repeat("x", 1<<20))
	if d := cmp.Diff([]string{"one", "two"}, all(h)); d != "" {
		t.Error(d)
	}
	for i := range 2000 {
		h.Add(fmt.Sprint(i))
	}
	if newest, _ := h.At(0); h.Len() != 1000 || newest != "1999" {
		t.Errorf("%d prompts, the newest %s", h.Len(), newest)
	}
	for i := range 100 {
		h.Add(strings.Repeat("x", 200<<10) + fmt.Sprint(i))
	}
	if h.Len() != 20 {
		t.Errorf("%d prompts of 200 KB are kept", h.Len())
	}
}

func TestHistorySearch(t *testing.T) {
	h := history("fix the test", "run tests", "the fixture", "write docs", "faint text")
	for _, c := range []struct {
		query string
		limit int
		want  []prompt.Found
	}{
		{"", 2, []prompt.Found{{Text: "faint text"}, {Text: "write docs"}}},
		{"fix", 10, []prompt.Found{{"the fixture", []int{4, 5, 6}}, {"fix the test", []int{0, 1, 2}}, {"faint text", []int{0, 2, 8}}}},
		{"TEST", 10, []prompt.Found{{"run tests", []int{4, 5, 6, 7}}, {"fix the test", []int{8, 9, 10, 11}}}},
		{"ftt", 10, []prompt.Found{{"faint text", []int{0, 4, 6}}, {"fix the test", []int{0, 4, 8}}}},
		{"xyz", 10, nil},
		{"fix", 1, []prompt.Found{{"the fixture", []int{4, 5, 6}}}},
	} {
		if d := cmp.Diff(c.want, h.Search(c.query, c.limit)); d != "" {
			t.Errorf("%q: %s", c.query, d)
		}
	}
}

func TestHistoryFile(t *testing.T) {
	h := history("one", "two\nrows \u2028 \"quoted\"", "漢字")
	again := prompt.DecodeHistory(h.Encode())
	if d := cmp.Diff(all(h), all(again)); d != "" {
		t.Error(d)
	}
	torn := "\x00\n{\"prompt\":\"a\"}\nnoise\n{\"other\":1}\n[]\n{\"prompt\":5}\n{\"prompt\":\"b\",\"at\":1}\r\n\n{\"prompt\":\"\\u001b[2J\"}\n{\"prompt\":\"cut o"
	if d := cmp.Diff([]string{"␛[2J", "b", "a"}, all(prompt.DecodeHistory([]byte(torn)))); d != "" {
		t.Error(d)
	}
	if got := string(prompt.EncodePrompt("a\nb")); got != "{\"prompt\":\"a\\nb\"}\n" {
		t.Errorf("got %q", got)
	}
}

// A draft comes back as it was, with its folded pastes.
func TestDraft(t *testing.T) {
	e := editor(t, "see |, please", prompt.Options{})
	e.Paste(strings.Repeat("x\n", 20))
	s, err := prompt.DecodeSnapshot(e.Snapshot().Encode())
	if err != nil {
		t.Fatal(err)
	}
	other := prompt.New(prompt.Options{})
	other.Restore(s)
	if got := marked(t, other); got != "see <40>|, please" || other.Text() != e.Text() {
		t.Errorf("got %q, %q", got, other.Text())
	}
	if s.Empty() || !(prompt.Snapshot{}).Empty() {
		t.Error("empty is the wrong way round")
	}
}

// Whatever is in the files, there is something valid to go on with.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"pieces":["a","long\n","b"],"cursor":2}`))
	f.Add([]byte(`{"prompt":"a"}` + "\n" + `{"prompt":"e` + "\u0301" + `"}`))
	f.Add([]byte(`{"pieces":["e","","\u0301"],"cursor":-1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		h := prompt.DecodeHistory(data)
		if d := cmp.Diff(all(h), all(prompt.DecodeHistory(h.Encode()))); d != "" {
			t.Error(d)
		}
		s, err := prompt.DecodeSnapshot(data)
		if err != nil && !s.Empty() {
			t.Errorf("%v with text", err)
		}
		e := prompt.New(prompt.Options{History: h})
		e.Restore(s)
		sound(t, e)
	})
}

// A search runs at every key, so it looks at the beginnings of prompts only.
func BenchmarkHistorySearch(b *testing.B) {
	h := prompt.NewHistory()
	for i := range 1000 {
		h.Add(fmt.Sprint(i, " ", strings.Repeat("some words of a prompt ", i%200)))
	}
	for b.Loop() {
		h.Search("words of", 50)
	}
}
