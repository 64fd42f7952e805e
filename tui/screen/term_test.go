package screen_test

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/google/go-cmp/cmp"

	"eidolon/tui/screen"
)

// guard notes what it is told.
type guard struct {
	mu   sync.Mutex
	undo string
	said []string
}

func (g *guard) Arm(undo string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.undo = undo
	g.said = append(g.said, "arm")
}

func (g *guard) Disarm() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.said = append(g.said, "disarm")
}

// open opens a terminal on a fake device. The environment is given as name=value.
func open(tb testing.TB, tty *fakeTTY, g screen.Guard, environment ...string) *screen.Terminal {
	tb.Helper()
	tb.Setenv("LC_ALL", "C.UTF-8")
	tb.Setenv("NO_COLOR", "")
	t, err := screen.Open(screen.Options{Env: env(environment...), Now: time.Now, Guard: g, Tty: tty, Title: "eidolon"})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = t.Close() })
	return t
}

func env(environment ...string) func(string) string {
	return func(name string) string {
		for _, e := range environment {
			if value, ok := strings.CutPrefix(e, name+"="); ok {
				return value
			}
		}
		return ""
	}
}

// Covers: Y1
func TestEveryModeIsSwitchedOffAgain(t *testing.T) {
	ends := map[string]func(t *testing.T, term *screen.Terminal){
		"close":   func(t *testing.T, term *screen.Terminal) { t.Helper(); closes(t, term) },
		"fini":    func(t *testing.T, term *screen.Terminal) { t.Helper(); term.Screen().Fini() },
		"suspend": func(t *testing.T, term *screen.Terminal) { t.Helper(); _ = term.Screen().Suspend() },
		"resumed, then closed": func(t *testing.T, term *screen.Terminal) {
			t.Helper()
			_ = term.Screen().Suspend()
			_ = term.Screen().Resume()
			term.Screen().Show()
			closes(t, term)
		},
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			tty, g := newFakeTTY(40, 10), &guard{}
			term := open(t, tty, g, "TERM=xterm-256color", "TERM_PROGRAM=ghostty")
			term.Progress(true)
			page(term.Screen(), "x")
			v := newVT(40, 10)
			v.write(tty.taken())
			modes := v.on()
			slices.Sort(modes)
			want := []string{"?1", "?1000", "?1002", "?1004", "?1006", "?1049", "?2004", "?9001", "keys", "kitty"}
			if diff := cmp.Diff(want, modes); diff != "" {
				t.Fatalf("switched on (-want +got):\n%s", diff)
			}
			end(t, term)
			rest := tty.taken()
			undone := *v
			undone.modes = maps.Clone(v.modes)
			v.write(rest)
			if left := v.on(); len(left) > 0 || !v.modes["?25"] || !v.modes["?7"] {
				t.Errorf("left on: %v of %v", left, v.modes)
			}
			if last := v.oscs[len(v.oscs)-1]; last != "9;4;0" {
				t.Errorf("the last words were %q", last)
			}
			undone.write(g.undo)
			if left := undone.on(); len(left) > 0 || !undone.modes["?25"] || !undone.modes["?7"] {
				t.Errorf("the guard would leave on: %v", left)
			}
			if tty.running {
				t.Error("the device is still in use")
			}
			if g.said[len(g.said)-1] != "disarm" {
				t.Errorf("the guard was told %v", g.said)
			}
		})
	}
}

func closes(t *testing.T, term *screen.Terminal) {
	t.Helper()
	for range 2 {
		if err := term.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestEndWhileNobodyTakesEvents(t *testing.T) {
	for range 20 {
		tty := newFakeTTY(20, 3)
		term := open(t, tty, nil, "TERM=xterm-256color")
		for range 200 {
			tty.in <- []byte(strings.Repeat("pasted text ", 10))
		}
		closes(t, term)
		for term.Screen().PollEvent() != nil { // what had come before
		}
	}
}

func TestATerminalThatTakesNothingIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tty := newFakeTTY(20, 3)
		term := open(t, tty, nil, "TERM=xterm-256color")
		tty.full = make(chan struct{})
		began := time.Now()
		if err := term.Close(); err == nil {
			t.Error("the end was reported as orderly")
		}
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("it took %v", took)
		}
		close(tty.full)
	})
}

func TestTitlesHoldNoOrders(t *testing.T) {
	for title, want := range map[string]string{
		"fix calc":               "2;fix calc",
		"a\x1b]52;c;AAAA\x07b":   "2;a␛]52;c;AAAA␇b",
		"$<9999>":                "2;$<9999>", // a pause, for the library
		"two\nlines":             "2;two lines",
		"\u009c\u202e":           "2;<9C><U+202E>",
		strings.Repeat("世", 100): "2;" + strings.Repeat("世", 39) + "…",
	} {
		tty := newFakeTTY(20, 3)
		term := open(t, tty, nil, "TERM=xterm-256color")
		tty.taken()
		term.Screen().SetTitle(title)
		v := newVT(20, 3)
		v.write(tty.taken())
		if diff := cmp.Diff([]string{want}, v.oscs); diff != "" {
			t.Errorf("%q (-want +got):\n%s", title, diff)
		}
	}
}

func TestNotifications(t *testing.T) {
	tests := map[string]struct {
		env  []string
		want string
	}{
		"nothing known": {[]string{"TERM=xterm"}, "\a"},
		"kitty":         {[]string{"TERM=xterm-kitty"}, "\x1b]99;i=eidolon;may I, please?\x1b\\\a"},
		"foot":          {[]string{"TERM=foot"}, "\x1b]777;notify;eidolon;may I, please?\x1b\\\a"},
		"iterm":         {[]string{"TERM=xterm-256color", "TERM_PROGRAM=iTerm.app"}, "\x1b]9;may I, please?\x1b\\\a"},
		"inside tmux":   {[]string{"TERM=tmux-256color", "TMUX=x", "TERM_PROGRAM=ghostty"}, "\a"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tty := newFakeTTY(20, 3)
			term := open(t, tty, nil, tt.env...)
			tty.taken()
			term.Notify("may I; please?")
			if got := tty.taken(); got != "" {
				t.Errorf("with the focus: %q", got)
			}
			tty.in <- []byte("\x1b[O")
			for {
				if ev, ok := term.Screen().PollEvent().(*tcell.EventFocus); ok && !ev.Focused {
					break
				}
			}
			term.Notify("may I; please?")
			if got := tty.taken(); got != tt.want {
				t.Errorf("without the focus: %q instead of %q", got, tt.want)
			}
		})
	}
}

func TestTerminalTypes(t *testing.T) {
	tests := map[string]struct {
		env    []string
		synced bool // knows what xterm knows
		notice string
	}{
		"xterm":              {[]string{"TERM=xterm-256color"}, true, ""},
		"foot":               {[]string{"TERM=foot"}, true, ""},
		"wezterm":            {[]string{"TERM=wezterm"}, true, ""},
		"screen inside tmux": {[]string{"TERM=screen-256color", "TMUX=x"}, true, ""},
		"screen":             {[]string{"TERM=screen-256color"}, false, ""},
		"linux":              {[]string{"TERM=linux"}, false, ""},
		"unknown": {
			env: []string{"TERM=no-such\x1bthing"}, synced: true,
			notice: `The terminal type "no-such␛thing" is not known; the terminal is used as xterm-256color.`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tty := newFakeTTY(20, 3)
			term := open(t, tty, nil, tt.env...)
			page(term.Screen(), "")
			if got := strings.Contains(tty.taken(), "\x1b[?2026h"); got != tt.synced {
				t.Errorf("output is synchronized: %v", got)
			}
			if got := term.Notice(); got != tt.notice {
				t.Errorf("the notice is %q", got)
			}
		})
	}
}

func TestSequencesDoNotFallIntoFrames(t *testing.T) {
	tty := newFakeTTY(80, 24)
	term := open(t, tty, nil, "TERM=xterm-256color")
	page(term.Screen(), "")
	tty.taken()
	var others sync.WaitGroup
	for range 4 {
		others.Go(func() {
			for range 200 {
				if err := term.Write("\x1b]0;x\a"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	typed := ""
	for range 200 {
		typed = strings.Repeat("x", len(typed)%70+1)
		page(term.Screen(), typed)
	}
	others.Wait()
	sent := tty.taken()
	for _, piece := range strings.Split(sent, "\x1b[?2026h")[1:] {
		frame, _, whole := strings.Cut(piece, "\x1b[?25h") // the cursor is the last part of a frame
		if !whole || strings.Contains(frame, "\x1b]0") {
			t.Fatalf("a frame is torn: %q", piece)
		}
	}
}

func TestNothingIsSentWhileSuspended(t *testing.T) {
	tty := newFakeTTY(20, 3)
	term := open(t, tty, nil, "TERM=xterm-256color")
	if err := term.Screen().Suspend(); err != nil {
		t.Fatal(err)
	}
	tty.taken()
	term.Screen().SetTitle("other")
	if err := term.Write("\x1b]52;c;\a"); err != nil {
		t.Error(err)
	}
	if got := tty.taken(); got != "" {
		t.Errorf("sent %q", got)
	}
	if err := term.Screen().Resume(); err != nil {
		t.Fatal(err)
	}
	if got := tty.taken(); !strings.Contains(got, "\x1b]2;other\a") {
		t.Errorf("the title did not come back: %q", got)
	}
}

func TestStatsCountBytes(t *testing.T) {
	tty := newFakeTTY(20, 3)
	term := open(t, tty, nil, "TERM=xterm-256color")
	page(term.Screen(), "x")
	if got, want := term.Screen().Stats().Bytes, int64(tty.written()); got != want {
		t.Errorf("counted %d of %d bytes", got, want)
	}
}
