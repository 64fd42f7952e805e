package screen

import (
	"fmt"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"
)

// Redraw sends the whole screen again: something else has written on the terminal.
func (t *Terminal) Redraw() { t.diff.Forget(); t.diff.Sync() }

// SetMouse takes the mouse, or leaves it to the terminal.
func (t *Terminal) SetMouse(on bool) {
	if on {
		t.diff.EnableMouse()
		return
	}
	t.diff.DisableMouse()
}

// Counters says what the screen has cost so far, for people.
func (t *Terminal) Counters() string {
	s := t.diff.Stats()
	return fmt.Sprintf("frames\t%d\ncells\t%d\nbytes\t%d\nlast frame\t%s\n", s.Frames, s.Cells, s.Bytes, s.LastDraw)
}

// Simulate is a terminal of a size in memory. What is drawn can be read from the second result, and keys
// go in there.
func Simulate(w, h int, now func() time.Time) (*Terminal, tcell.SimulationScreen) {
	s := &simulation{SimulationScreen: tcell.NewSimulationScreen("UTF-8")}
	t := &Terminal{tty: &tty{}, back: make(chan Background, 1)}
	t.diff = NewDiff(s, now)
	t.diff.titled = t.SetTitle
	_ = t.diff.Init() // it has nothing that could fail
	s.SetSize(w, h)
	t.diff.EnableMouse()
	t.diff.EnablePaste()
	return t, s
}

// simulation is a screen in memory that may get another size in the moment in which it ends, which that of
// the library may not.
type simulation struct {
	tcell.SimulationScreen
	mu sync.Mutex
}

// SetSize implements tcell.SimulationScreen.
func (s *simulation) SetSize(w, h int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.SimulationScreen.SetSize(w, h)
}

// Fini implements tcell.Screen.
func (s *simulation) Fini() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.SimulationScreen.Fini()
}
