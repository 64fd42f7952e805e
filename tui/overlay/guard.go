package overlay

import (
	"time"

	"github.com/gdamore/tcell/v2"
)

// Deaf is how long a question that opened by itself takes no answer, and how long the pause has to be that
// somebody makes who was typing: they meant the prompt.
const Deaf = 300 * time.Millisecond

// deafest is how long it takes none at most: somebody may press the same key again and again, because
// nothing happens.
const deafest = 2 * time.Second

// guard keeps a question deaf until it was in sight for a moment. Without a clock it never is.
type guard struct {
	now   func() time.Time
	first time.Time // when it was first drawn
	since time.Time // that, or when a key came that nobody meant for it
}

// appeared is called with each drawing.
func (g *guard) appeared() {
	if g.now != nil && g.since.IsZero() {
		g.first = g.now()
		g.since = g.first
	}
}

// pressed is called with each key. A character that comes too early is part of something that is being
// typed, which goes on for a while.
func (g *guard) pressed(ev *tcell.EventKey) {
	if ev.Key() == tcell.KeyRune && !g.since.IsZero() && g.deaf() && g.now().Sub(g.first) < deafest-Deaf {
		g.since = g.now()
	}
}

// deaf says that no answer is taken yet.
func (g *guard) deaf() bool {
	return g.now != nil && (g.since.IsZero() || g.now().Sub(g.since) < Deaf)
}
