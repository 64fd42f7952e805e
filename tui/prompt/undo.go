package prompt

import "unicode/utf8"

// kind is what a change came from. It decides which changes are undone in one step.
type kind uint8

const (
	single  kind = iota // undone by itself
	typing              // joined with the typing before it, word by word
	erasing             // joined with the erasing before it
	killing             // undone by itself; pieces that were cut one after the other are put back together
)

// change is a replacement that can be taken back, with the cursor and the selection before it.
type change struct {
	at       int
	removed  string
	inserted string
	cursor   int
	anchor   int
	how      kind
}

// past is what was done and can be undone, and what was undone and can be done again. Its memory is
// bounded; the oldest changes go first.
type past struct {
	done    []change
	undone  []change
	bytes   int  // in done
	settled bool // the next change is not joined with the last one
}

const (
	pastChanges = 20_000
	pastBytes   = 16 << 20
	heldLimit   = 32 << 20
)

// settle ends what is undone together: the cursor moved, or something else was done.
func (p *past) settle() { p.settled = true }

func (p *past) add(c change) {
	p.undone = nil
	if n := len(p.done); n > 0 && !p.settled && p.done[n-1].join(c) {
		p.bytes += len(c.inserted) + len(c.removed)
	} else {
		p.done = append(p.done, c)
		p.bytes += len(c.inserted) + len(c.removed)
	}
	p.settled = false
	drop := 0
	for len(p.done)-drop > pastChanges || p.bytes > pastBytes && drop < len(p.done)-1 {
		p.bytes -= len(p.done[drop].inserted) + len(p.done[drop].removed)
		drop++
	}
	if drop > 0 {
		p.done = append([]change(nil), p.done[drop:]...)
	}
}

// join makes one change of two that follow each other in one go.
func (c *change) join(d change) bool {
	if c.how != d.how {
		return false
	}
	switch c.how {
	case typing:
		last, _ := utf8.DecodeLastRuneInString(c.inserted)
		first, _ := utf8.DecodeRuneInString(d.inserted)
		newWord := last == '\n' || last == ' ' && first != ' '
		if d.removed != "" || d.at != c.at+len(c.inserted) || newWord {
			return false
		}
		c.inserted += d.inserted
		return true
	case erasing:
		switch {
		case c.inserted != "" || d.inserted != "":
			return false
		case d.at+len(d.removed) == c.at: // Backspace
			c.at, c.removed = d.at, d.removed+c.removed
			return true
		case d.at == c.at: // Delete
			c.removed += d.removed
			return true
		}
	case single, killing:
	}
	return false
}

// undo takes the last change back and says whether there was one.
func (b *buffer) undo() bool {
	n := len(b.past.done)
	if n == 0 {
		return false
	}
	c := b.past.done[n-1]
	b.past.done = b.past.done[:n-1]
	b.past.bytes -= len(c.inserted) + len(c.removed)
	b.past.undone = append(b.past.undone, c)
	b.text = b.text[:c.at] + c.removed + b.text[c.at+len(c.inserted):]
	b.cursor, b.anchor, b.goal = c.cursor, c.anchor, none
	b.past.settle()
	b.kills.settle()
	return true
}

// redo does again what was undone last.
func (b *buffer) redo() bool {
	n := len(b.past.undone)
	if n == 0 {
		return false
	}
	c := b.past.undone[n-1]
	b.past.undone = b.past.undone[:n-1]
	b.past.done = append(b.past.done, c)
	b.past.bytes += len(c.inserted) + len(c.removed)
	b.text = b.text[:c.at] + c.inserted + b.text[c.at+len(c.removed):]
	b.cursor, b.anchor, b.goal = snap(b.text, c.at+len(c.inserted)), none, none
	b.past.settle()
	b.kills.settle()
	return true
}
