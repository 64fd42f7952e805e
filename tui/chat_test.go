package tui_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"eidolon/actors/actorkit"
	"eidolon/actors/stubmodel"
	"eidolon/internal/app"
	"eidolon/internal/chat"
	"eidolon/internal/config"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/policy"
	"eidolon/tui"
	"eidolon/tui/keys"
	"eidolon/tui/screen"
	"eidolon/tui/theme"
)

// patience is how long a test waits for something to appear. It is reached only when a test fails.
const patience = time.Minute

const (
	deaf       = 400 * time.Millisecond // more than a question that opens by itself takes no keys
	passing    = 5 * time.Second        // more than a notice stays in the status line
	quitWithin = 2 * time.Second        // the time between two interrupts that quit
)

// desk is a chat with the real runtime on a simulated terminal, and the person in front of it.
type desk struct {
	t       *testing.T
	term    *screen.Terminal
	sim     tcell.SimulationScreen
	root    string // the workspace
	base    string
	frames  chan frame // the newest one
	last    frame
	ended   chan struct{}
	result  tui.Result
	err     error
	signals chan os.Signal
	copied  chan string
	began   time.Time
	ahead   atomic.Int64 // how far the chat's clock was put forward
	moving  bool         // and it goes on by itself
}

// frame is what a screen shows.
type frame struct {
	rows  []string
	w     int
	typed string // what stands before the cursor in its row
}

func (f frame) String() string { return strings.Join(f.rows, "\n") }

// setting is what a test wants of its desk; the zero value is a usual one.
type setting struct {
	w, h    int
	root    string // an existing workspace
	base    string // an existing directory of the person
	session string
	first   string
	mode    policy.Mode // "" is auto
	files   map[string]string
	config  func(c *config.Config)
	problem error
	profile *config.Profile
	theme   string
	ascii   bool
	lang    lang.Tag
	clock   func() time.Time            // of the runtime
	moving  bool                        // the chat's own clock goes on by itself
	inputs  func(tui.Inputs) tui.Inputs // what stands between the chat and the files
}

// open sits down at a desk. The chat ends with the test.
func open(t *testing.T, script string, s setting) *desk {
	t.Helper()
	parsed, err := stubmodel.Parse("test", []byte(script))
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{
		t: t, root: s.root, base: s.base, frames: make(chan frame, 1), ended: make(chan struct{}),
		signals: make(chan os.Signal, 1), copied: make(chan string, 8), began: time.Now(), moving: s.moving,
	}
	if d.root == "" {
		d.root = t.TempDir()
	}
	if d.base == "" {
		d.base = t.TempDir()
	}
	for name, text := range s.files {
		path := filepath.Join(d.root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if s.w == 0 {
		s.w, s.h = 100, 30
	}
	if s.mode == "" {
		s.mode = policy.Auto
	}
	if s.profile == nil {
		s.profile = &config.Profile{Name: "test", Model: "scripted", ContextWindow: 10_000}
	}
	d.term, d.sim = screen.Simulate(s.w, s.h, time.Now)
	cfg := config.Default()
	if s.config != nil {
		s.config(&cfg)
	}
	table, problems := keys.New(cfg.TUI.Keys)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	words := lang.Of(s.lang)
	o := app.Options{
		Config: cfg, Profile: *s.profile, Lang: words, Base: d.base, Root: d.root,
		Home: filepath.Dir(d.root), Environ: os.Environ(), Mode: s.mode, ModeGiven: true, Script: parsed, BuiltIn: chat.BuiltIns(),
		Now: s.clock, Trusted: func(string, []byte) bool { return true },
		Copy: func(ctx context.Context, text string) (string, error) {
			select {
			case d.copied <- text:
				return "copied", nil
			case <-ctx.Done(): // nobody looks at what was copied
				return "", ctx.Err()
			}
		},
		Unhandled: func(who actorkit.Address, m any) { t.Errorf("%v does not know %#v", who, m) },
	}
	changed := make(chan struct{}, 1)
	o.ServersChanged = func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
	host := chat.New(o, s.problem)
	inputs := tui.Inputs(host)
	if s.inputs != nil {
		inputs = s.inputs(host)
	}
	options := tui.Options{
		Terminal: d.term, Sessions: host, Conversation: host, Settings: host, Inputs: inputs, Threads: host, Servers: host, Desk: host,
		Session: s.session, First: s.first, Workspace: d.root, Home: filepath.Dir(d.root), Keys: table, Still: true,
		Lang: words,
		Themes: func(name string, _ screen.Background) (*theme.Theme, error) {
			return theme.Load(theme.Options{Name: name, Colors: 256, NoColor: s.theme == "none"})
		},
		Theme: s.theme, ASCII: s.ascii,
		Signals: d.signals, Changed: changed, Now: d.now, Drawn: d.drawn,
	}
	go func() {
		defer close(d.ended)
		d.result, d.err = tui.Run(context.WithoutCancel(t.Context()), options)
	}()
	t.Cleanup(d.leave)
	return d
}

// now is the chat's clock. It stands still by itself: what is shown for a moment stays, and what comes soon
// after something else does so on a machine of any speed.
func (d *desk) now() time.Time {
	begun := d.began
	if d.moving {
		begun = time.Now()
	}
	return begun.Add(time.Duration(d.ahead.Load()))
}

// pass puts the chat's clock forward.
func (d *desk) pass(by time.Duration) { d.ahead.Add(int64(by)) }

// drawn notes the newest frame. It is called by the goroutine that draws.
func (d *desk) drawn(s tcell.Screen) {
	w, h := s.Size()
	f := frame{w: w, rows: make([]string, h)}
	cursorX, cursorY, _ := d.sim.GetCursor()
	for y := range h {
		var row strings.Builder
		for x := 0; x < w; {
			if x == cursorX && y == cursorY {
				f.typed = row.String()
			}
			text, _, cells := s.Get(x, y)
			row.WriteString(text)
			x += max(cells, 1)
		}
		f.rows[y] = strings.TrimRight(row.String(), " ")
	}
	select {
	case <-d.frames:
	default:
	}
	d.frames <- f
}

// until waits for a frame that is as it should be, and gives it.
func (d *desk) until(what string, ok func(f frame) bool) frame {
	d.t.Helper()
	deadline := time.NewTimer(patience) //nolint:forbidigo // a test that hangs says so
	defer deadline.Stop()
	for d.last.rows == nil || !ok(d.last) {
		select {
		case d.last = <-d.frames:
		case <-d.ended:
			d.t.Fatalf("the chat ended before %s: %v\n%s", what, d.err, d.last)
		case <-deadline.C:
			d.t.Fatalf("%s never came:\n%s", what, d.last)
		}
	}
	return d.last
}

// see waits until all of the texts are on the screen.
func (d *desk) see(texts ...string) frame {
	d.t.Helper()
	return d.until(strings.Join(texts, " and "), func(f frame) bool {
		all := f.String()
		for _, text := range texts {
			if !strings.Contains(all, text) {
				return false
			}
		}
		return true
	})
}

// gone waits until a text is not on the screen any more.
func (d *desk) gone(text string) {
	d.t.Helper()
	d.until("the end of "+text, func(f frame) bool { return !strings.Contains(f.String(), text) })
}

// idle waits until nothing runs.
func (d *desk) idle() frame {
	d.t.Helper()
	return d.until("rest", func(f frame) bool {
		status := f.rows[len(f.rows)-1]
		return !strings.Contains(status, "Esc stop") && !strings.Contains(status, "opening")
	})
}

// press presses keys, by their names in the configuration.
func (d *desk) press(names ...string) {
	d.t.Helper()
	for _, name := range names {
		ev, ok := strokes[name]
		if r := []rune(name); !ok && len(r) == 1 {
			ev, ok = stroke{tcell.KeyRune, r[0], 0}, true
		}
		if !ok {
			d.t.Fatalf("no key %q", name)
		}
		d.sim.InjectKey(ev.key, ev.r, ev.mod)
	}
}

// stroke is a key as tcell reports it.
type stroke struct {
	key tcell.Key
	r   rune
	mod tcell.ModMask
}

// strokes are the keys of the tests that are no characters.
var strokes = map[string]stroke{
	"enter": {tcell.KeyEnter, 0, 0}, "esc": {tcell.KeyEscape, 0, 0}, "tab": {tcell.KeyTab, 0, 0},
	"up": {tcell.KeyUp, 0, 0}, "down": {tcell.KeyDown, 0, 0}, "alt+up": {tcell.KeyUp, 0, tcell.ModAlt},
	"left": {tcell.KeyLeft, 0, 0}, "home": {tcell.KeyHome, 0, 0}, "end": {tcell.KeyEnd, 0, 0},
	"pgup": {tcell.KeyPgUp, 0, 0}, "pgdn": {tcell.KeyPgDn, 0, 0}, "backspace": {tcell.KeyBackspace2, 0, 0},
	"ctrl+c": {tcell.KeyCtrlC, 0, tcell.ModCtrl}, "ctrl+d": {tcell.KeyCtrlD, 0, tcell.ModCtrl},
	"ctrl+f": {tcell.KeyCtrlF, 0, tcell.ModCtrl}, "ctrl+g": {tcell.KeyCtrlG, 0, tcell.ModCtrl},
	"ctrl+j": {tcell.KeyCtrlJ, 0, tcell.ModCtrl}, "ctrl+o": {tcell.KeyCtrlO, 0, tcell.ModCtrl},
	"ctrl+r": {tcell.KeyCtrlR, 0, tcell.ModCtrl}, "ctrl+t": {tcell.KeyCtrlT, 0, tcell.ModCtrl},
	"ctrl+x": {tcell.KeyCtrlX, 0, tcell.ModCtrl}, "ctrl+up": {tcell.KeyUp, 0, tcell.ModCtrl},
	"shift+tab": {tcell.KeyBacktab, 0, tcell.ModShift}, "f1": {tcell.KeyF1, 0, 0},
	"ctrl+home": {tcell.KeyHome, 0, tcell.ModCtrl}, "ctrl+end": {tcell.KeyEnd, 0, tcell.ModCtrl},
	"alt+o": {tcell.KeyRune, 'o', tcell.ModAlt}, "alt+enter": {tcell.KeyEnter, 0, tcell.ModAlt},
	"ctrl+l": {tcell.KeyCtrlL, 0, tcell.ModCtrl}, "ctrl+down": {tcell.KeyDown, 0, tcell.ModCtrl},
	"ctrl+u": {tcell.KeyCtrlU, 0, tcell.ModCtrl}, "ctrl+a": {tcell.KeyCtrlA, 0, tcell.ModCtrl},
	"right": {tcell.KeyRight, 0, 0}, "shift+right": {tcell.KeyRight, 0, tcell.ModShift}, "shift+home": {tcell.KeyHome, 0, tcell.ModShift},
	"ctrl+right": {tcell.KeyRight, 0, tcell.ModCtrl}, "ctrl+shift+right": {tcell.KeyRight, 0, tcell.ModCtrl | tcell.ModShift},
}

// write types a text, and waits until its end stands in the prompt or a box. That of a command has to stand
// before the cursor: the list of commands that opens meanwhile may have the same words.
func (d *desk) write(text string) {
	d.t.Helper()
	seen := d.last.String()
	before := func(shown string) int { return strings.Count(seen, shown) }
	for _, r := range text {
		d.sim.InjectKey(tcell.KeyRune, r, 0)
	}
	end := []rune(text)
	end = end[max(0, len(end)-20):]
	shown := strings.TrimSpace(string(end))
	d.until(shown+" where it is typed", func(f frame) bool {
		if strings.HasPrefix(text, "/") {
			return strings.HasSuffix(strings.TrimSpace(f.typed), shown)
		}
		return strings.Count(f.String(), shown) > before(shown)
	})
}

// say types a prompt and sends it.
func (d *desk) say(text string) {
	d.t.Helper()
	d.write(text)
	d.press("enter")
}

// resize changes the size of the terminal.
func (d *desk) resize(w, h int) {
	d.sim.SetSize(w, h)
	d.post(tcell.NewEventResize(w, h))
}

// post has an event arrive.
func (d *desk) post(ev tcell.Event) {
	d.sim.PostEventWait(ev) //nolint:staticcheck // the other way drops events when there are ten
}

// paste gives a text as a paste.
func (d *desk) paste(text string) {
	d.post(tcell.NewEventPaste(true))
	for _, r := range text {
		if r == '\n' {
			d.post(tcell.NewEventKey(tcell.KeyEnter, 0, 0))
			continue
		}
		d.post(tcell.NewEventKey(tcell.KeyRune, r, 0))
	}
	d.post(tcell.NewEventPaste(false))
}

// row gives the number of the first row that has a text, which must be on the screen.
func (d *desk) row(text string) int {
	d.t.Helper()
	for y, row := range d.see(text).rows {
		if strings.Contains(row, text) {
			return y
		}
	}
	d.t.Fatalf("%s stands in no single row:\n%s", text, d.last)
	return -1
}

// rowOf gives the number of the first row of a frame that has a text, 0 when none has.
func (d *desk) rowOf(f frame, text string) int {
	for y, row := range f.rows {
		if strings.Contains(row, text) {
			return y
		}
	}
	return 0
}

// id gives the session that is open, as the status line shows it.
func (d *desk) id() string {
	d.t.Helper()
	var id string
	d.until("the id of the session", func(f frame) bool {
		id = sessionID.FindString(f.rows[len(f.rows)-1])
		return id != ""
	})
	return id
}

var sessionID = regexp.MustCompile(`\b[0-9a-f]{8}\b`)

// status waits until the last row has a text.
func (d *desk) status(text string) {
	d.t.Helper()
	d.until(text+" in the status line", func(f frame) bool { return strings.Contains(f.rows[len(f.rows)-1], text) })
}

// file gives the content of a file of the workspace, "" when there is none.
func (d *desk) file(name string) string {
	text, _ := os.ReadFile(filepath.Join(d.root, name)) // "" says it
	return string(text)
}

// gate makes a pipe in the workspace, "gate": a command that reads it runs until the gate is opened.
func (d *desk) gate() (release func()) {
	d.t.Helper()
	path := filepath.Join(d.root, "gate")
	if err := exec.CommandContext(d.t.Context(), "mkfifo", path).Run(); err != nil {
		d.t.Skip("needs mkfifo: ", err)
	}
	return func() {
		d.t.Helper()
		if err := os.WriteFile(path, []byte("opened\n"), 0o600); err != nil {
			d.t.Fatal(err)
		}
	}
}

// end waits until the chat has ended by itself, and gives how.
func (d *desk) end() tui.Result {
	d.t.Helper()
	select {
	case <-d.ended:
	case <-time.After(patience): //nolint:forbidigo // a test that hangs says so
		d.t.Fatalf("the chat does not end:\n%s", d.last)
	}
	return d.result
}

// leave ends the chat if it has not ended, and waits for it.
func (d *desk) leave() {
	select {
	case d.signals <- os.Interrupt:
	default:
	}
	select {
	case <-d.ended:
	case <-time.After(patience): //nolint:forbidigo // a test that hangs says so
		d.t.Error("the chat does not end")
	}
	if d.err != nil {
		d.t.Errorf("the chat ended with: %v", d.err)
	}
	_ = d.term.Close()
}
