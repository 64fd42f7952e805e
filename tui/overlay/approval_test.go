package overlay_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/tui/overlay"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// clock is a time that a test turns on.
type clock struct{ now time.Time }

func newClock() *clock { return &clock{time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time               { return c.now }
func (c *clock) turn(by time.Duration)        { c.now = c.now.Add(by) }
func (c *clock) pass()                        { c.turn(overlay.Deaf) }
func says(v overlay.Verdict, n string) string { return fmt.Sprintf("%d %q", v, n) }

// diff is a change as the history shows it.
func diff(lines int) []*view.Block {
	var all []*view.Block
	for i := range lines {
		b := &view.Block{
			Text: fmt.Sprintf("return a + %d", i), Fill: theme.Added,
			First: view.Gutter{Text: fmt.Sprintf("%4d + ", i+1), Role: theme.Hunk}, Rest: view.Gutter{Text: "       "},
		}
		if i%2 == 0 {
			b.Fill, b.First.Text = theme.Removed, fmt.Sprintf("%4d - ", i+1)
		}
		all = append(all, b)
	}
	return all
}

func command() overlay.Request {
	return overlay.Request{
		Tool: "SysBuiltIn.bash", Input: "git push origin main \\\n\t--force\u202e # \x1b[31m harmless",
		Asker: "reviewer", Rule: `commands.ask "git push *" (eidolon.yaml:12)`, Reason: "it changes a remote repository",
		Session: `"git push" to origin`, Project: `every "git push"`,
	}
}

func TestApproval(t *testing.T) {
	c := newClock()
	a := overlay.NewApproval(command(), overlay.ApprovalOptions{Now: c.Now})
	golden(t, "approval", a)
	golden(t, "approval-ascii", a)
	c.pass()
	press(t, a, "tab")
	typeText(t, a, "not with force, 漢字")
	golden(t, "approval-note", a)

	edit := overlay.NewApproval(overlay.Request{
		Tool: "SysBuiltIn.edit_text", Input: `path = "calc/calc.go"`, Rule: "posture ask", Reason: "it writes a file", Blocks: diff(60),
		Session: "edits of calc/calc.go",
	}, overlay.ApprovalOptions{Now: c.Now})
	golden(t, "approval-diff", edit)
	press(t, edit, "end")
	golden(t, "approval-diff-end", edit)
}

// All of a call can be read at every size before it is allowed: paging through it shows each line.
func TestApprovalShowsEverything(t *testing.T) {
	r := command()
	r.Blocks = diff(40)
	for _, size := range [][2]int{{300, 100}, {100, 30}, {80, 24}, {40, 10}, {20, 6}} {
		a := overlay.NewApproval(r, overlay.ApprovalOptions{Now: newClock().Now})
		s := newStage(t)
		seen, last := "", ""
		for {
			rows := s.text(s.draw(a, size[0], size[1]))
			shown := strings.Join(rows, "\n")
			if shown == last {
				break // the end
			}
			last = shown
			for _, row := range rows {
				seen += strings.Trim(row, " │▐#~")
			}
			press(t, a, "pgdn")
		}
		for _, want := range []string{"SysBuiltIn.bash", "reviewer", "--force", "<U+202E>", "␛[31m"} {
			if !strings.Contains(seen, want) && size[0] > 20 {
				t.Errorf("%v: %q was never in sight", size, want)
			}
		}
		for i := range 40 {
			if want := fmt.Sprintf("a + %d", i); !strings.Contains(seen, want) && size[0] > 20 {
				t.Errorf("%v: %q was never in sight", size, want)
			}
		}
	}
}

func TestApprovalKeys(t *testing.T) {
	tests := []struct {
		name string
		keys []string
		want []string
	}{
		{"once", []string{"y"}, []string{says(overlay.AllowOnce, "")}},
		{"session", []string{"s"}, []string{says(overlay.AllowSession, "")}},
		{"project", []string{"p"}, []string{says(overlay.AllowProject, "")}},
		{"no", []string{"n"}, []string{says(overlay.Deny, "")}},
		{"the answer marked at first is no", []string{"enter"}, []string{says(overlay.Deny, "")}},
		{"escape is no", []string{"esc"}, []string{says(overlay.Deny, "")}},
		{"another one is marked", []string{"up", "up", "enter"}, []string{says(overlay.AllowSession, "")}},
		{"up stops at the first", []string{"up", "up", "up", "up", "left", "enter"}, []string{says(overlay.AllowOnce, "")}},
		{"and down at the last", []string{"up", "down", "right", "down", "enter"}, []string{says(overlay.Deny, "")}},
		{"a note", []string{"tab", "y", "e", "s", "enter", "n"}, []string{says(overlay.Deny, "yes")}},
		{"a note that is kept", []string{"tab", "o", "k", "tab", "y"}, []string{says(overlay.AllowOnce, "ok")}},
		{"a dropped note", []string{"tab", "o", "k", "esc", "y"}, []string{says(overlay.AllowOnce, "")}},
		{"a dropped change of a note", []string{"tab", "o", "k", "enter", "tab", "x", "esc", "y"}, []string{says(overlay.AllowOnce, "ok")}},
		{"other letters", []string{"x", "q", "1", "Y"}, nil},
		{"scrolling", []string{"pgdn", "pgup", "home", "end", "f5"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var told []string
			c := newClock()
			a := overlay.NewApproval(command(), overlay.ApprovalOptions{
				Now:      c.Now,
				OnAnswer: func(v overlay.Verdict, note string) { told = append(told, says(v, note)) },
			})
			newStage(t).draw(a, 100, 30)
			c.pass()
			press(t, a, tt.keys...)
			if diff := cmp.Diff(tt.want, told); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Keys that were on their way to the prompt when the approval came decide nothing.
func TestApprovalIsDeafAtFirst(t *testing.T) {
	var told []string
	c := newClock()
	a := overlay.NewApproval(command(), overlay.ApprovalOptions{
		Now:      c.Now,
		OnAnswer: func(v overlay.Verdict, note string) { told = append(told, says(v, note)) },
	})
	all := []string{"y", "s", "p", "n", "enter", "tab", "esc"}
	try := func(when string) {
		for _, key := range all {
			if !press(t, a, key) {
				t.Errorf("%s: %s goes to the prompt", when, key)
			}
		}
		for y := range 30 {
			a.HandleMouse(overlay.Mouse{X: 5, Y: y, Act: overlay.DoubleClick})
		}
		if len(told) > 0 {
			t.Errorf("%s: %v", when, told)
		}
	}
	c.turn(time.Hour)
	try("before it was drawn")
	s := newStage(t)
	s.draw(a, 100, 30)
	try("when it appears")
	c.turn(overlay.Deaf - 1)
	s.draw(a, 100, 30)
	try("just before the time is over")
	c.turn(overlay.Deaf - 1)
	try("while somebody types on")
	c.turn(overlay.Deaf)
	press(t, a, "y")
	if want := []string{says(overlay.AllowOnce, "")}; !slices.Equal(told, want) {
		t.Errorf("after it: %v", told)
	}
}

// What an approval for longer would cover is said before it is offered, and without that it is not.
func TestApprovalOffers(t *testing.T) {
	r := command()
	r.Session, r.Project = "", ""
	var told []string
	c := newClock()
	a := overlay.NewApproval(r, overlay.ApprovalOptions{
		Now:      c.Now,
		OnAnswer: func(v overlay.Verdict, note string) { told = append(told, says(v, note)) },
	})
	s := newStage(t)
	rows := strings.Join(s.text(s.draw(a, 100, 30)), "\n")
	c.pass()
	press(t, a, "s", "p")
	if strings.Contains(rows, "session") || strings.Contains(rows, "project") || told != nil {
		t.Errorf("%v\n%s", told, rows)
	}
}

// What is covered can be changed before it is allowed, is said where it is offered, and is told with the
// answer.
//
// Covers: R48
func TestApprovalThatCoversMore(t *testing.T) {
	r := command()
	r.Wide = "every command that begins with git"
	for _, size := range [][2]int{{100, 30}, {40, 10}} {
		var told []string
		c := newClock()
		var a *overlay.Approval
		a = overlay.NewApproval(r, overlay.ApprovalOptions{
			Now:      c.Now,
			OnAnswer: func(v overlay.Verdict, _ string) { told = append(told, fmt.Sprint(v, a.Wide())) },
		})
		s := newStage(t)
		shown := func() string { return strings.Join(s.text(s.draw(a, size[0], size[1])), "\n") }
		if size[0] == 100 {
			golden(t, "approval-wide", a)
		}
		shown()
		press(t, a, "w")
		if a.Wide() {
			t.Error("a key that was on its way changes what is covered")
		}
		c.pass()
		press(t, a, "w")
		rows := shown()
		if wide := strings.Contains(rows, "in this session  every command that begins with git") || strings.Contains(rows, "session+"); !wide {
			t.Errorf("%v: the answers do not say what they cover:\n%s", size, rows)
		}
		press(t, a, "w", "w", "p")
		press(t, a, "w", "s")
		if want := []string{"project true", "session false"}; !slices.Equal(told, want) {
			t.Errorf("%v: %v", size, told)
		}
	}
}

func TestApprovalMouse(t *testing.T) {
	for _, size := range [][2]int{{100, 30}, {40, 10}} {
		var told []string
		c := newClock()
		a := overlay.NewApproval(command(), overlay.ApprovalOptions{
			Now:      c.Now,
			OnAnswer: func(v overlay.Verdict, note string) { told = append(told, says(v, note)) },
		})
		s := newStage(t)
		area := s.draw(a, size[0], size[1])
		c.pass()
		at := place(t, s.text(area), "yes")
		a.HandleMouse(at)
		if told != nil {
			t.Errorf("%v: one click answers: %v", size, told)
		}
		a.HandleMouse(overlay.Mouse{X: at.X, Y: at.Y, Act: overlay.WheelDown})
		a.HandleMouse(at)
		if want := []string{says(overlay.AllowOnce, "")}; !slices.Equal(told, want) {
			t.Errorf("%v: %v", size, told)
		}
	}
}

// place gives a click on the first place that shows a text.
func place(t *testing.T, rows []string, text string) overlay.Mouse {
	t.Helper()
	for y, row := range rows {
		if before, _, ok := strings.Cut(row, text); ok {
			return overlay.Mouse{X: utf8.RuneCountInString(before), Y: y, Act: overlay.Click}
		}
	}
	t.Fatalf("%q is nowhere in %q", text, rows)
	return overlay.Mouse{}
}

// A short command stands above the reasons: at 60x15 it is in sight before anything is scrolled.
func TestApprovalShowsShortCommandFirst(t *testing.T) {
	r := command()
	r.Reason = strings.Repeat("it may change what nothing brings back ", 8)
	r.Blocks = diff(1)
	r.Blocks[0].Text = "git push --force"
	s := newStage(t)
	got := strings.Join(s.text(s.draw(overlay.NewApproval(r, overlay.ApprovalOptions{Now: newClock().Now}), 60, 15)), "\n")
	if !strings.Contains(got, "git push --force") {
		t.Errorf("the command is out of sight:\n%s", got)
	}
}

// Who is asked a second time about a command, for outside the sandbox, reads that in the answer itself.
func TestApprovalAgain(t *testing.T) {
	r := overlay.RequestOf(view.Asked{Name: "SysBuiltIn.bash", Rule: event.RuleOutside, Reason: "Run it again without the sandbox?"})
	s := newStage(t)
	got := strings.Join(s.text(s.draw(overlay.NewApproval(r, overlay.ApprovalOptions{Now: newClock().Now}), 60, 15)), "\n")
	if !strings.Contains(got, "y  yes, once more, without the sandbox") {
		t.Error(got)
	}
}
