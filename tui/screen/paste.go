package screen

import "github.com/gdamore/tcell/v2"

// key deals with a key. Keys between the marks of a paste pass, but for line ends. Of others it finds
// out whether they are typed.
func (b *inbox) key(ev *tcell.EventKey) {
	switch {
	case b.pasting:
		b.pasted(ev)
	case !isText(ev):
		b.give(ev)
	case b.bursting:
		b.pasted(ev)
	default:
		b.giveTurn()
		b.gather(ev)
	}
}

// pasted gives a key of pasted text. Line ends are written CR, LF or CR LF there, and tview knows Enter
// alone.
func (b *inbox) pasted(ev *tcell.EventKey) {
	afterCR := b.afterCR
	b.afterCR = ev.Key() == tcell.KeyEnter
	if ev.Key() == tcell.KeyCtrlJ {
		if afterCR {
			return
		}
		ev = tcell.NewEventKey(tcell.KeyEnter, 0, tcell.ModNone)
	}
	b.out = append(b.out, ev)
}

// gather looks at what is waiting behind a text key. A key with nothing behind it is given at once, but for
// a moment after a burst.
func (b *inbox) gather(first *tcell.EventKey) {
	limit := typed
	if b.now().Sub(b.burstEnd) < burstTail {
		limit = 1
	}
	keys := []*tcell.EventKey{first}
	var behind tcell.Event
	for len(keys) <= limit && (limit == 1 || len(keys) > 1 || b.followed()) { // a tail may come key by key
		ev, open := b.wait(gather, nil)
		if !open || ev == nil {
			break
		}
		key, ok := ev.(*tcell.EventKey)
		if !ok || !isText(key) {
			behind = ev
			break
		}
		keys = append(keys, key)
	}
	if len(keys) > limit {
		b.bursting, b.afterCR = true, false
		b.out = append(b.out, tcell.NewEventPaste(true))
		for _, key := range keys {
			b.pasted(key)
		}
	} else {
		for _, key := range keys {
			b.out = append(b.out, key)
		}
	}
	if behind != nil {
		b.sort(behind)
	}
}

// followed says whether more is waiting behind a key. The library tells keys that came in one piece apart one
// by one, so the first of them may be here before the next: then the size of the piece says that it will be.
func (b *inbox) followed() bool {
	return len(b.raw) > 0 || b.text != nil && b.text() > typed
}

// endBurst closes a paste that was opened here.
func (b *inbox) endBurst() {
	if !b.bursting {
		return
	}
	b.bursting = false
	b.burstEnd = b.now()
	b.out = append(b.out, tcell.NewEventPaste(false))
}

// isText says that a key is part of text: a character, or what separates words and lines.
func isText(ev *tcell.EventKey) bool {
	switch ev.Key() {
	case tcell.KeyRune:
		return ev.Modifiers()&^tcell.ModShift == 0
	case tcell.KeyEnter, tcell.KeyTab:
		return ev.Modifiers() == tcell.ModNone
	case tcell.KeyCtrlJ:
		return true
	}
	return false
}
