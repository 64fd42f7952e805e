package screen_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/leaf/width"
	"eidolon/tui/screen"
	"eidolon/tui/theme"
)

// full is a status line with everything in it.
func full() screen.StatusLine {
	return screen.StatusLine{
		Posture: "ask", Agent: "reviewer", Activity: "running 2 calls", Since: noon,
		Model: "sonnet", Sent: 12_400, Received: 1_234, Utilisation: 41, Context: 23, Cache: -1,
		Session: "a1b2c3d4-0000", Title: "fix calc", Dir: "~/src/calc", Branch: "main",
	}
}

func idle() screen.StatusLine {
	return screen.StatusLine{Posture: "ask", Utilisation: -1, Context: -1, Cache: -1}
}

// Covers: E61
func TestStatusLine(t *testing.T) {
	later := noon.Add(12*time.Second + 250*time.Millisecond)
	with := func(s screen.StatusLine, f func(*screen.StatusLine)) screen.StatusLine {
		f(&s)
		return s
	}
	tests := []struct {
		name string
		w    int
		line screen.StatusLine
		want string
	}{
		{"everything", 160, full(), " sonnet  ↑12.4k ↓1.2k  used 41%  ctx 23%  a1b2c3d4 fix calc  ~/src/calc ⎇ main  @reviewer  ask                                  ⠇ running 2 calls 12s  Esc stop"},
		{"at 100 columns the directory goes", 100, full(), " sonnet  ↑12.4k ↓1.2k  used 41%  ctx 23%  @reviewer  ask            ⠇ running 2 calls 12s  Esc stop"},
		{"at 80 the context", 80, full(), " sonnet  used 41%  @reviewer  ask               ⠇ running 2 calls 12s  Esc stop"},
		{"at 40 there is one word", 40, full(), "used 41%  @reviewer  ask   ⠇ running 12s"},
		{"at 20 what matters most", 20, full(), "ask    ⠇ running 12s"},
		{"in 3 columns the posture", 3, full(), "ask"},
		{"in 2 nothing", 2, full(), ""},
		{"idle", 40, idle(), "ask"},
		{"yolo is said in words", 20, with(full(), func(s *screen.StatusLine) { s.Posture = "yolo" }), "yolo   ⠇ running 12s"},
		{"commands are not confined", 60, with(full(), func(s *screen.StatusLine) { s.Open = true }), " ask  not confined          ⠇ running 2 calls 12s  Esc stop"},
		{"an approval waits", 60, with(full(), func(s *screen.StatusLine) { s.Waiting = 1 }), " ask  1 approval waiting    ⠇ running 2 calls 12s  Esc stop"},
		{"a chord", 40, with(idle(), func(s *screen.StatusLine) { s.Chord = "Ctrl+X …" }), "ask                             Ctrl+X …"},
		{"a notice", 40, with(idle(), func(s *screen.StatusLine) { s.Notice = "Ctrl+C again to quit" }), "ask                 Ctrl+C again to quit"},
		{"nothing moves", 20, with(full(), func(s *screen.StatusLine) { s.Still = true }), "ask      running 12s"},
		{"a wait counts down", 60, with(idle(), func(s *screen.StatusLine) {
			s.Activity, s.Since, s.Until = "retry 2", noon, noon.Add(15*time.Second)
		}), " ask                              ⠇ retry 2 in 3s  Esc stop"},
		{"on little room too", 20, with(idle(), func(s *screen.StatusLine) {
			s.Activity, s.Since, s.Until = "retry 2", noon, noon.Add(15*time.Second)
		}), "ask    ⠇ retry in 3s"},
		{"a wait that is over", 20, with(idle(), func(s *screen.StatusLine) {
			s.Activity, s.Since, s.Until = "retry 2", noon, noon.Add(time.Second)
		}), "ask      ⠇ retry 12s"},
		{"utilisation is at most all of it", 20, with(idle(), func(s *screen.StatusLine) { s.Utilisation = 170 }), "used 100%  ask"},
		{"the cache", 160, with(full(), func(s *screen.StatusLine) { s.Cache = 95 }), " sonnet  ↑12.4k ↓1.2k  cache 95%  used 41%  ctx 23%  a1b2c3d4 fix calc  ~/src/calc ⎇ main  @reviewer  ask                       ⠇ running 2 calls 12s  Esc stop"},
		{"hostile texts", 90, with(idle(), func(s *screen.StatusLine) {
			s.Model, s.Title, s.Dir = "\x1b[31mm", "[red]\u202e"+strings.Repeat("漢", 5000), "/"+strings.Repeat("d\n", 5000)
		}), " ␛[31mm  [red]<U+202E>漢漢漢漢漢…  … d d d d d d d d d d d d d d d  ask"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := canvasOf(t, tt.w, 1)
			tt.line.Draw(c, later)
			if diff := cmp.Diff(tt.want, rowsOf(t, c)[0]); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A field that matters more is never left out for one that matters less, and nothing is cut in half.
func TestStatusLineDropsWholeFields(t *testing.T) {
	fields := []string{"ask", "12s", "@reviewer", "41%", "sonnet", "↑12.4k ↓1.2k", "ctx 23%", "fix calc", "~/src/calc ⎇ main"}
	for w := 1; w < 200; w++ {
		c := canvasOf(t, w, 1)
		full().Draw(c, noon.Add(12*time.Second))
		row := rowsOf(t, c)[0]
		if width.Of(row) > w {
			t.Fatalf("%d columns: %q", w, row)
		}
		missing := ""
		for _, f := range fields {
			switch shown := strings.Contains(row, f); {
			case !shown:
				missing = f
			case missing != "":
				t.Errorf("%d columns have %q, but not %q: %q", w, f, missing, row)
			}
		}
	}
}

func TestStatusLineRoles(t *testing.T) {
	s := idle()
	s.Posture = "yolo"
	c := canvasOf(t, 40, 1)
	s.Draw(c, noon)
	if got := roleAt(c, 0, 0); got != theme.Danger {
		t.Errorf("yolo is drawn in role %d", got)
	}
	if got := roleAt(c, 39, 0); got != theme.Status {
		t.Errorf("the end of the line is drawn in role %d", got)
	}
}

// The spinner goes by the clock it is given.
func TestSpinner(t *testing.T) {
	seen := ""
	for i := range 5 {
		c := canvasOf(t, 20, 1)
		c.ASCII = true
		full().Draw(c, noon.Add(time.Duration(i)*screen.SpinnerGap))
		row := rowsOf(t, c)[0]
		seen += row[len("ask     ") : len("ask     ")+1]
	}
	if seen != `-\|/-` {
		t.Errorf("the spinner shows %q", seen)
	}
}

func TestElapsed(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 59 * time.Second: "59s", 61 * time.Second: "1m01s", 2*time.Hour + 5*time.Minute: "2h05m",
	} {
		if got := screen.Elapsed(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}

func TestWindowTitle(t *testing.T) {
	for _, tt := range []struct {
		line screen.StatusLine
		want string
	}{
		{idle(), "eidolon"},
		{full(), "* fix calc - eidolon"},
		{screen.StatusLine{Waiting: 2, Since: noon, Title: "a\x1b]0;b\a"}, "? a␛]0;b␇ - eidolon"},
	} {
		if got := tt.line.WindowTitle(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestLines(t *testing.T) {
	todo := screen.TodoLine{Done: 2, Total: 5, Text: "fixing Add \x1b[2J" + strings.Repeat("x", 9000)}
	tests := []struct {
		name string
		w    int
		draw func(screen.Canvas)
		want string
	}{
		{"todo", 60, todo.Draw, " todo ▸ 2/5 fixing Add ␛[2Jxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"},
		{"todo on a narrow screen", 20, todo.Draw, "todo ▸ 2/5 fixing A…"},
		{"new lines", 60, screen.NewLinesBar{Lines: 84}.Draw, "── ↓ 84 new lines (End) " + strings.Repeat("─", 36)},
		{"one new line", 30, screen.NewLinesBar{Lines: 1}.Draw, "↓ 1 new line (End)"},
		{"uncounted", 30, screen.NewLinesBar{}.Draw, "↓ more below (End)"},
		{"too small", 12, screen.DrawTooSmall, "too small, …"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := canvasOf(t, tt.w, 1)
			tt.draw(c)
			if diff := cmp.Diff(tt.want, rowsOf(t, c)[0]); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// No row of the status costs an allocation for each of its cells.
func TestStatusLineAllocates(t *testing.T) {
	c := canvasOf(t, 200, 1)
	s := full()
	s.Dir = "/" + strings.Repeat("deep/", 40)
	n := testing.AllocsPerRun(20, func() { s.Draw(c, noon) })
	if n > 60 {
		t.Error(fmt.Sprint(n) + " allocations")
	}
}

// Covers: E60
func TestTheCostIsShownWhenItIsKnown(t *testing.T) {
	c := canvasOf(t, 120, 1)
	s := full()
	s.Draw(c, noon)
	if row := rowsOf(t, c)[0]; strings.Contains(row, "cost") {
		t.Errorf("without a price: %q", row)
	}
	s.Cost = new(0.01234)
	s.Draw(c, noon)
	if row := rowsOf(t, c)[0]; !strings.Contains(row, "cost 0.0123") {
		t.Errorf("with one: %q", row)
	}
}
