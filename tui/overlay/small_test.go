package overlay_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/tui/keys"
	"eidolon/tui/overlay"
	"eidolon/tui/screen"
	"eidolon/tui/view"
)

func cancelled(o overlay.ChoiceOptions) *overlay.Choice {
	o.Text = "The turn was cancelled, and 2 prompts are waiting. What becomes of them?"
	o.Options = []overlay.Option{
		{Text: "send the next one", Note: "run the linter too", Act: keys.QueueSendNext},
		{Text: "keep them", Note: "until the next turn ends", Act: keys.QueueKeep},
		{Text: "drop them", Act: keys.QueueDrop},
	}
	o.Default = 1
	return overlay.NewChoice(overlay.CancelQueued, o)
}

func TestChoice(t *testing.T) {
	golden(t, "choice", cancelled(overlay.ChoiceOptions{}))

	var options []overlay.Option
	for i := range 12 {
		options = append(options, overlay.Option{Text: fmt.Sprintf("answer %d", i+1)})
	}
	c := overlay.NewChoice(overlay.Cards, overlay.ChoiceOptions{Text: strings.Repeat("A question with many words. ", 30), Options: options})
	press(t, c, "end")
	golden(t, "choice-long", c)
}

func TestChoiceKeys(t *testing.T) {
	tests := []struct {
		name string
		keys []string
		want []string
	}{
		{"the default", []string{"enter"}, []string{"1"}},
		{"a digit", []string{"3"}, []string{"2"}},
		{"a digit without an answer", []string{"4", "9"}, nil},
		{"a key of its own", []string{"d"}, []string{"2"}},
		{"another one is marked", []string{"up", "up", "enter"}, []string{"0"}},
		{"the last", []string{"end", "ctrl+p", "ctrl+n", "enter"}, []string{"2"}},
		{"escape", []string{"esc"}, []string{"cancel"}},
		{"other letters", []string{"x", "0", "f5"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var told []string
			c := cancelled(overlay.ChoiceOptions{
				OnPick:   func(i int) { told = append(told, fmt.Sprint(i)) },
				OnCancel: func() { told = append(told, "cancel") },
			})
			press(t, c, tt.keys...)
			if diff := cmp.Diff(tt.want, told); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A question that opens by itself takes no answer that was on its way to the prompt.
func TestChoiceIsDeafAtFirst(t *testing.T) {
	var told []string
	now := newClock()
	c := cancelled(overlay.ChoiceOptions{
		Now:      now.Now,
		OnPick:   func(i int) { told = append(told, fmt.Sprint(i)) },
		OnCancel: func() { told = append(told, "cancel") },
	})
	s := newStage(t)
	area := s.draw(c, 100, 30)
	at := place(t, s.text(area), "drop them")
	press(t, c, "enter", "1", "d", "esc")
	c.HandleMouse(at)
	if told != nil {
		t.Errorf("at once: %v", told)
	}
	now.pass()
	c.HandleMouse(at)
	press(t, c, "1", "esc")
	if want := []string{"2", "0", "cancel"}; !slices.Equal(told, want) {
		t.Errorf("later: %v", told)
	}
}

func page(o overlay.PagerOptions) *overlay.Pager {
	text := strings.Repeat("a line of help about some key\n", 50) + "the needle is here\n" + strings.Repeat("more of it\n", 50)
	return overlay.NewPager(overlay.Help, o, screen.Plain(text))
}

func TestPager(t *testing.T) {
	p := page(overlay.PagerOptions{Note: "v1", OnCopy: func(string) {}})
	golden(t, "pager", p)
	press(t, p, "/")
	typeText(t, p, "Needle")
	golden(t, "pager-searching", p)
	press(t, p, "enter")
	golden(t, "pager-found", p)

	log := overlay.NewPager(overlay.Log, overlay.PagerOptions{AtEnd: true, Rows: 6}, screen.Plain("one\ntwo \x1b[31m\nthree\tcolumns\r\nfour\nfive\nsix\nseven\n"))
	golden(t, "pager-log", log)

	question := overlay.NewPager(overlay.Question, overlay.PagerOptions{Rows: 4}, screen.Plain(strings.Repeat("Which of the two? ", 12)))
	golden(t, "question", question)
	for _, key := range []string{"y", "enter", "/", "left"} {
		if press(t, question, key) {
			t.Errorf("%s is kept from the prompt", key)
		}
	}
}

func TestPagerKeys(t *testing.T) {
	for _, tt := range []struct {
		keys []string
		want string // in the first row, or in the upper edge
	}{
		{[]string{"pgdn"}, "a line of help"},
		{[]string{"G"}, "more of it"},
		{[]string{"end"}, "more of it"},
		{[]string{"end", "home"}, "a line of help"},
		{[]string{"/", "n", "e", "e", "enter"}, "1 of 1"},
		{[]string{"/", "x", "x", "enter"}, "not found"},
		{[]string{"/", "o", "f", "enter", "N"}, "100 of 100"},
		{[]string{"/", "o", "f", "enter", "n", "enter"}, "3 of 100"},
		{[]string{"/", "o", "f", "enter", "esc"}, "a line of help"},
		{[]string{"j", "k", " ", "b", "down", "up"}, "a line of help"},
	} {
		p := page(overlay.PagerOptions{})
		s := newStage(t)
		s.draw(p, 80, 24)
		press(t, p, tt.keys...)
		rows := s.text(s.draw(p, 80, 24))
		if !strings.Contains(rows[0]+rows[1], tt.want) {
			t.Errorf("%v: %q, %q", tt.keys, rows[0], rows[1])
		}
	}
}

func TestPagerTells(t *testing.T) {
	var told []string
	p := overlay.NewPager(overlay.Diff, overlay.PagerOptions{
		OnCancel: func() { told = append(told, "cancel") },
		OnCopy:   func(text string) { told = append(told, text) },
	}, []*view.Block{{Text: "a", First: view.Gutter{Text: "1 "}}, {Text: "b", Gap: true}, {Text: "c", Join: true}})
	press(t, p, "c", "esc", "q")
	if diff := cmp.Diff([]string{"a\n\nbc", "cancel", "cancel"}, told); diff != "" {
		t.Error(diff)
	}
}

func TestInput(t *testing.T) {
	var told []string
	i := overlay.NewInput(overlay.Rename, overlay.InputOptions{
		Label: "the name that lists of sessions show", Text: "fix calc",
		OnAccept: func(text string) { told = append(told, "accept "+text) },
		OnCancel: func() { told = append(told, "cancel") },
		OnChange: func(text string) { told = append(told, text) },
	})
	golden(t, "input", i)
	press(t, i, "!", "alt+b", "left", "x", "ctrl+k", "enter", "esc")
	i.Paste("é\x1b[0m\n漢")
	want := []string{"fix calc!", "fixx calc!", "fixx", "accept fixx", "cancel", "fixxé␛[0m 漢"}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Error(diff)
	}
	i.Paste(strings.Repeat("long 漢字 ", 9000))
	golden(t, "input-long", i)
	if len(i.Text()) > 8<<10 {
		t.Errorf("%d bytes were taken", len(i.Text()))
	}
}

// The search above the prompt says how it stands, and goes from hit to hit.
func TestSearchInput(t *testing.T) {
	var steps []int
	i := overlay.NewInput(overlay.Search, overlay.InputOptions{OnStep: func(d int) { steps = append(steps, d) }})
	typeText(t, i, "nee")
	i.SetNote("3 of 17")
	golden(t, "search", i)
	press(t, i, "down", "up", "ctrl+n")
	if !slices.Equal(steps, []int{1, -1, 1}) {
		t.Errorf("steps %v", steps)
	}
}
