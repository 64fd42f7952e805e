package screen_test

import (
	"context"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"eidolon/tui/screen"
)

// TestTheFloorUnderTview runs a real application on it: what is pasted arrives whole and does not
// submit, frames come from the pacer, and the end leaves nothing behind.
//
// Covers: Y1, E20
func TestTheFloorUnderTview(t *testing.T) {
	tty := newFakeTTY(60, 10)
	term := open(t, tty, nil, "TERM=xterm-256color")
	app := tview.NewApplication().SetScreen(term.Screen()).EnableMouse(true).EnablePaste(true)
	prompt := tview.NewTextArea()
	submitted := 0
	app.SetInputCapture(func(ev *tcell.EventKey) *tcell.EventKey {
		switch ev.Key() {
		case tcell.KeyEnter:
			submitted++
			return nil
		case tcell.KeyCtrlD:
			app.Stop()
			return nil
		}
		return ev
	})
	app.SetRoot(prompt, true)
	seen := make(chan string)
	pacer := screen.NewPacer(screen.PacerOptions[still, struct{}]{Now: time.Now, Draw: func(struct{}) {
		app.QueueUpdateDraw(func() {
			select {
			case seen <- prompt.GetText():
			default:
			}
		})
	}})
	ended := make(chan error)
	go func() { ended <- app.Run() }()

	tty.in <- []byte("\x1b[200~one\ntwo\r\nthree\x1b[201~, then make all\r")
	want := "one\ntwo\nthree, then make all\n"
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for got := ""; got != want; {
		pacer.Kick()
		select {
		case got = <-seen:
		case <-ctx.Done():
			t.Fatalf("the prompt holds %q", got)
		}
	}
	pacer.Stop()
	tty.in <- []byte{4} // Ctrl+D
	if err := <-ended; err != nil {
		t.Error(err)
	}
	closes(t, term)
	if submitted != 0 {
		t.Errorf("submitted %d times", submitted)
	}
	v := newVT(60, 10)
	v.write(tty.taken())
	if left := v.on(); len(left) > 0 {
		t.Errorf("left on: %v", left)
	}
}
