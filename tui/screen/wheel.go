package screen

import "github.com/gdamore/tcell/v2"

// wheel are the buttons that scroll.
const wheel = tcell.WheelUp | tcell.WheelDown | tcell.WheelLeft | tcell.WheelRight

// maxSteps bounds the table of merged events, should nobody ask for their steps.
const maxSteps = 64

// wheel gives a turn of the wheel at once when the screen has dealt with the one before. Otherwise it
// is held back and merged with those that follow.
func (b *inbox) wheel(ev *tcell.EventMouse) {
	select {
	case <-b.drew:
		b.busy = false
	default:
	}
	if b.turns > 0 && (b.turn.Buttons() != ev.Buttons() || b.turn.Modifiers() != ev.Modifiers()) {
		b.giveTurn()
	}
	b.turn = ev
	b.turns++
	if !b.busy {
		b.giveTurn()
	}
}

// giveTurn gives what was held back.
func (b *inbox) giveTurn() {
	if b.turns == 0 {
		return
	}
	if b.turns > 1 {
		b.mu.Lock()
		if len(b.steps) >= maxSteps {
			clear(b.steps)
		}
		b.steps[b.turn] = b.turns
		b.mu.Unlock()
	}
	b.out = append(b.out, b.turn)
	b.turn, b.turns, b.busy = nil, 0, true
}
