package tui_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"go.uber.org/goleak"

	"eidolon/internal/policy"
)

// talkative is a script whose answers have something of everything, in many pieces, for ever.
const talkative = `
after: loop
answers:
  - parts:
      - {reasoning: "I think about it, and about it again.", deltas: 10, every: 1ms}
      - {text: "# Heading $STEP\n\nSome *text* with 世界, ❤️ and [tags](http://x) [red]in[-] it.\n\n", deltas: 20, every: 1ms}
      - call: {name: SysBuiltIn.bash, input: {command: "seq 1 30"}}
      - {text: "And code:\n` + "```go\\nfunc f() { return }\\n```" + `\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", deltas: 20, every: 1ms}
      - calls:
          - {name: SysBuiltIn.read_file, input: {path: notes.txt}}
          - {name: SysBuiltIn.bash, input: {command: "touch made-$STEP; printf 'a\\033[31mred\\033[2J\\rb\\n'"}}
          - {name: SysBuiltIn.edit_text, input: {path: notes.txt, old: "line 1", new: "line one"}}
  - parts:
      - {text: "Line $DELTA of many.\n", times: 200, every: 1ms}
  - parts:
      - {text: "Before a fault.\n"}
      - {fault: {kind: bad_request, message: "no \u001b[2J more"}}
  - parts: [{text: "Short.\n"}]
`

// monkey does what comes into its head at a desk.
type monkey struct {
	*desk
	rand  *rand.Rand
	steps int
}

// A seeded random person presses keys, moves the mouse, pastes, changes the size, sends prompts and goes
// from session to session. Nothing panics, nothing is drawn over the edge of a box, the chat still
// answers, and when it has ended no goroutine is left.
//
// EIDOLON_MONKEY is how long it goes on, and EIDOLON_MONKEY_SEED repeats a run.
//
// Covers: Y1, Y7, E20
func TestMonkey(t *testing.T) {
	long := 6 * time.Second
	if d, err := time.ParseDuration(os.Getenv("EIDOLON_MONKEY")); err == nil {
		long = d
	}
	seed := rand.Uint64()
	if _, err := fmt.Sscan(os.Getenv("EIDOLON_MONKEY_SEED"), &seed); err == nil {
		t.Log("the seed was given")
	}
	t.Logf("EIDOLON_MONKEY_SEED=%d", seed)
	leaks := goleak.IgnoreCurrent()
	root, base := t.TempDir(), t.TempDir()
	m := &monkey{rand: rand.New(rand.NewPCG(seed, 0))}
	end := time.Now().Add(long) // how long a run takes is all that depends on it
	for time.Now().Before(end) {
		m.desk = open(t, talkative, setting{
			w: 100, h: 30, root: root, base: base, mode: policy.Ask, moving: true,
			files: map[string]string{"notes.txt": strings.Repeat("line 1\nline 2\n", 40), "sub/世界.txt": "x"},
		})
		m.see("Ask something")
		for time.Now().Before(end) && m.alive() && !t.Failed() {
			for range 100 {
				m.step()
			}
			m.answers()
		}
		m.leave()
		if t.Failed() {
			t.Fatalf("after %d steps:\n%s", m.steps, m.last)
		}
	}
	t.Logf("%d steps", m.steps)
	if err := goleak.Find(leaks, goleak.IgnoreAnyFunction(throttle), goleak.IgnoreAnyFunction(clock)); err != nil {
		t.Error(err)
	}
	made, err := filepath.Glob(filepath.Join(filepath.Dir(root), "*", "made-*"))
	if err != nil {
		t.Error(err)
	}
	for _, name := range made {
		if filepath.Dir(name) != root {
			t.Errorf("something was written to %s", name)
		}
	}
}

// throttle is a goroutine of the actor library that ends by itself a second after the last message
// that found nobody.
const throttle = "github.com/asynkron/protoactor-go/actor.NewDeadLetter.NewThrottle.func4.1"

// clock is a goroutine of the library for regular expressions, which ends by itself a second after the last
// one that had a time limit.
const clock = "github.com/dlclark/regexp2/v2.runClock"

// alive says that the monkey has not found the way out yet, and looks at the newest frame.
func (m *monkey) alive() bool {
	select {
	case <-m.ended:
		return false
	case m.last = <-m.frames:
	default:
	}
	return true
}

// step does one thing.
func (m *monkey) step() {
	if !m.alive() {
		return
	}
	m.steps++
	w, h := m.sim.Size()
	if w == 0 || h == 0 { // it has just ended
		return
	}
	switch n := m.rand.IntN(100); {
	case n < 45:
		m.key()
	case n < 60:
		for _, r := range m.text() {
			m.sim.InjectKey(tcell.KeyRune, r, tcell.ModNone)
		}
	case n < 68:
		m.sim.InjectKey(tcell.KeyEnter, 0, tcell.ModNone)
	case n < 84:
		buttons := []tcell.ButtonMask{tcell.ButtonNone, tcell.Button1, tcell.Button1, tcell.Button2, tcell.WheelUp, tcell.WheelDown}
		m.sim.InjectMouse(m.rand.IntN(w), m.rand.IntN(h), buttons[m.rand.IntN(len(buttons))], tcell.ModMask(m.rand.IntN(8)))
	case n < 88:
		m.paste()
	case n < 92:
		sizes := [][2]int{{100, 30}, {80, 24}, {40, 10}, {60, 15}, {200, 50}, {19, 4}, {1, 1}, {1 + m.rand.IntN(150), 1 + m.rand.IntN(50)}}
		size := sizes[m.rand.IntN(len(sizes))]
		m.sim.SetSize(size[0], size[1])
		m.post(tcell.NewEventResize(size[0], size[1]))
	case n < 94:
		m.press("ctrl+x", "v") // and then whatever comes, which selects
	default:
		m.press([]string{"esc", "esc", "tab", "up", "down", "enter"}[m.rand.IntN(6)])
	}
}

// key presses any key but those that stop the whole process, which the test is, or open an editor.
func (m *monkey) key() {
	var key tcell.Key
	switch m.rand.IntN(3) {
	case 0:
		key = tcell.Key(m.rand.IntN(32)) // Ctrl and a letter; these keys have two names each
	case 1:
		key = tcell.KeyUp + tcell.Key(m.rand.IntN(int(tcell.KeyF12-tcell.KeyUp)))
	default:
		m.sim.InjectKey(tcell.KeyRune, []rune("abcdnpsyx123/@ vVWwjkg$")[m.rand.IntN(23)], tcell.ModMask(m.rand.IntN(8)))
		return
	}
	switch key {
	case tcell.KeySUB, tcell.KeyCtrlZ, tcell.KeyBEL, tcell.KeyCtrlG, tcell.KeyFS, tcell.KeyCtrlBackslash:
	default:
		m.sim.InjectKey(key, 0, tcell.ModMask(m.rand.IntN(8)))
	}
}

// text is something that one could type. It runs no command: there is no exclamation mark.
func (m *monkey) text() string {
	texts := []string{
		"hello", "世界 ❤️ e\u0301", "/", "/new", "/clear", "/resume", "/model", "/theme ", "/help", "/status", "/todo", "/rewind", "/fork",
		"/compact", "/export", "/copy", "/mouse off", "/yolo", "@", "@file:", "@file:notes.txt ", "@agent:", "@sub/", "[red]tags[-]", "\u202e\u200d\u009b",
		"a long text that is wrapped because it does not fit into a prompt that is not as wide as it is", "\\",
	}
	return texts[m.rand.IntN(len(texts))]
}

// post sends an event, as soon as there is room for it.
func (m *monkey) post(ev tcell.Event) {
	m.sim.PostEventWait(ev) //nolint:staticcheck // its other form drops events
}

// paste pastes something.
func (m *monkey) paste() {
	m.post(tcell.NewEventPaste(true))
	for range 1 + m.rand.IntN(4) {
		for _, r := range m.text() {
			m.sim.InjectKey(tcell.KeyRune, r, tcell.ModNone)
		}
		m.sim.InjectKey(tcell.KeyEnter, 0, tcell.ModNone)
	}
	m.post(tcell.NewEventPaste(false))
}

// answers leaves whatever is open, and sees to it that a prompt can be said.
func (m *monkey) answers() {
	m.sim.SetSize(100, 30)
	m.rested(func(frame) bool { return true }, "a frame") // one that was begun at one size may end at another
	m.rests()
	m.checkBoxes()
	ping := fmt.Sprintf("ping %d", m.steps)
	for range 20 {
		for _, r := range ping {
			m.sim.InjectKey(tcell.KeyRune, r, tcell.ModNone)
			m.rested(func(frame) bool { return true }, "a frame")
		}
		m.rested(func(f frame) bool {
			return strings.Contains(prompt(f), ping) || !strings.Contains(prompt(f), "Ask something")
		}, ping)
		if !m.alive() || strings.Contains(prompt(m.last), ping) {
			break
		}
		m.rests() // a question has come in between
	}
	m.press("enter")
	m.rested(func(f frame) bool { return !strings.Contains(prompt(f), ping) }, "an empty prompt")
	m.checkBoxes()
	m.rests()
}

// rests leaves what is open and cancels what runs, until there is an empty prompt and nothing else. It
// takes its time between two keys: panels ignore what comes in the moment in which they open.
func (m *monkey) rests() {
	deadline := time.Now().Add(patience) // a test that hangs says so
	for time.Now().Before(deadline) && !m.t.Failed() {
		m.rested(func(frame) bool { return true }, "a frame")
		if !m.alive() {
			return
		}
		status := m.last.rows[len(m.last.rows)-1]
		if strings.Contains(prompt(m.last), "Ask something") && !strings.Contains(status, "Esc stop") && !strings.Contains(status, "Esc leave") {
			return
		}
		m.press("esc")
		if strings.Contains(prompt(m.last), "❯") {
			m.sim.InjectKey(tcell.KeyCtrlX, 0, tcell.ModNone) // with h: everything, however much was pasted
			m.sim.InjectKey(tcell.KeyRune, 'h', tcell.ModNone)
			m.sim.InjectKey(tcell.KeyDelete, 0, tcell.ModNone)
		}
		select {
		case <-m.ended:
		case <-time.After(20 * time.Millisecond): //nolint:forbidigo // as a person would
		}
	}
	m.t.Errorf("it does not come to rest:\n%s", m.last)
}

// rested waits for a frame of the usual size that is as it should be. The end of the chat is as good.
func (m *monkey) rested(ok func(frame) bool, what string) {
	m.post(tcell.NewEventResize(100, 30)) // there is one in any case
	deadline := time.NewTimer(patience)   //nolint:forbidigo // a test that hangs says so
	defer deadline.Stop()
	for {
		select {
		case m.last = <-m.frames:
			if m.last.w == 100 && len(m.last.rows) == 30 && ok(m.last) {
				return
			}
		case <-m.ended:
			return
		case <-deadline.C:
			m.t.Fatalf("%s never came after %d steps:\n%s", what, m.steps, m.last)
		}
	}
}

// prompt gives the rows of the prompt, from the last edge above to the status line.
func prompt(f frame) string {
	for y, row := range slices.Backward(f.rows) {
		if strings.HasPrefix(row, "╭") {
			return strings.Join(f.rows[y:], "\n")
		}
	}
	return ""
}

// checkBoxes checks that no part has drawn over the frame of a box.
func (m *monkey) checkBoxes() {
	in := false
	for _, row := range m.last.rows {
		bad := false
		switch {
		case strings.HasPrefix(row, "╭"):
			bad, in = in || !strings.HasSuffix(row, "╮"), true
		case strings.HasPrefix(row, "╰"):
			bad, in = !in || !strings.HasSuffix(row, "╯"), false
		case in:
			bad = !strings.HasPrefix(row, "│") && !strings.HasPrefix(row, "├") || !strings.HasSuffix(row, "│") && !strings.HasSuffix(row, "┤")
		}
		if bad {
			m.t.Errorf("a box is broken in %q after %d steps of:\n%s", row, m.steps, m.last)
			return
		}
	}
}
