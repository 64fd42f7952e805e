package screen

import (
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"eidolon/tui/view"
)

// TranscriptOptions is what the history needs from outside.
type TranscriptOptions struct {
	Looks Looks
	Now   func() time.Time // for the seconds of what is running
	ASCII bool             // the terminal shows nothing else
}

// Transcript shows the history of a session: items, each made of blocks, each made of rows. It is built
// for histories of any length. A block is cut into rows when one of them is drawn, for the present width,
// and the rows are forgotten when many others were made since. Where the view stands is an item, a block
// and an offset in its text, not a number of rows; so nothing ever has to be known about what is not in
// sight, and a frame, a new width or a jump to the other end costs one screen.
//
// All methods belong to the goroutine that draws. The widget uses the whole of its rectangle: the last
// column is for the scroll thumb, and with 60 columns or more the first one is for the mark and the last
// but one stays free. It writes no cell that has nothing to show, so cells are to be cleared before.
type Transcript struct {
	*tview.Box // for its rectangle and focus; it draws nothing
	options    TranscriptOptions

	entries []entry // by ascending ID
	weights sums    // how long each is as it is shown, in bytes
	openAll bool    // what was not folded by itself is unfolded

	tables map[*view.Block]*lineTable
	rows   int // in all tables

	follow  bool
	top     place // of the first row when the end is not followed
	below   int
	visible []rowRef // from the top, as last drawn
	thumb   bool     // the mouse has the thumb

	marked    int // an index, or -1
	selection selection
	caret     caret
	find      search
}

// How many rows are kept.
const (
	keptScreens  = 400 // 200 in both directions
	shortestPage = 50  // rows that a screen counts for at least, with that
)

// NewTranscript makes an empty history that follows its end.
func NewTranscript(o TranscriptOptions) *Transcript {
	t := &Transcript{Box: tview.NewBox(), options: o}
	t.Reset()
	return t
}

// Draw draws the rows that are in sight, and no cell outside of the rectangle.
func (t *Transcript) Draw(screen tcell.Screen) {
	x, y, w, h := t.GetRect()
	t.look()
	if w <= 0 || h <= 0 || len(t.visible) == 0 {
		return
	}
	for i, r := range t.visible {
		t.drawRow(pen{screen: screen, x: x, y: y + i}, r)
	}
	t.drawThumb(pen{screen: screen, x: x + w - 1, edge: x + w}, y, h)
	t.drawCaret(screen, x, y)
}

// columns is what the rows can use: the column where they begin, how many there are, and whether they
// are so few that states are not kept apart from the text but stand behind it.
func (t *Transcript) columns() (margin, count int, narrow bool) {
	_, _, w, _ := t.GetRect()
	if w < roomy {
		return 0, w - 1, true
	}
	return 1, w - 3, false
}

// table gives the rows of a block of an item, complete for the present width.
func (t *Transcript) table(i, block int) *lineTable {
	b := t.shown(i)[block]
	l := t.tables[b]
	if l == nil {
		t.forget()
		l = &lineTable{}
		t.tables[b] = l
	}
	before := len(l.rows)
	if want := t.room(i, block); l.room != want {
		l.room, l.rows, l.next, l.search = want, l.rows[:0], 0, 0
	}
	if l.next != complete {
		l.fill(b.Text)
		t.rows += len(l.rows) - before
	}
	return l
}

// forget drops the rows of all blocks when they have become many. To make those of one screen again
// costs less than to know which ones are near.
func (t *Transcript) forget() {
	_, _, _, h := t.GetRect()
	if t.rows > keptScreens*max(h, shortestPage) {
		clear(t.tables)
		t.rows = 0
	}
}

// room says what a block of an item may use. The state of an item gets more than it needs right now,
// so that a further digit of its seconds does not wrap the text anew.
func (t *Transcript) room(i, block int) room {
	_, columns, narrow := t.columns()
	b := t.shown(i)[block]
	if t.sided(i, block) {
		return sideRoom(b, columns)
	}
	state := 0
	if block == 0 {
		state = stateCells(t.stateOf(i))
	}
	switch {
	case state == 0:
		return roomFor(b, columns, 0, 0)
	case narrow:
		return roomFor(b, columns, 0, min(state, columns))
	}
	return roomFor(b, columns, min(state, columns/3), 0)
}
