package tui

import (
	"time"

	"eidolon/tui/keys"
	"eidolon/tui/screen"
)

// beginSelect puts a cursor into the history. It has the keys until it is left; what is written in the
// prompt stays there.
func (c *chat) beginSelect() {
	if !c.history.BeginSelect() {
		c.tell(c.T("there is nothing to select yet"))
		return
	}
	c.closeAttached()
	c.quitAt = time.Time{}
}

// onSelecting is a key while there is a cursor in the history. Folding leaves the cursor where it is;
// whatever else the chat has a key for takes it away first. Characters mean nothing here.
func (c *chat) onSelecting(hit keys.Hit) {
	if hit.State != keys.Bound {
		return
	}
	if m, ok := moveOf(hit.Action); ok {
		c.history.MoveCursor(m.step, m.selecting)
		c.atEdges()
		return
	}
	switch hit.Action {
	case keys.ReadCharacters:
		c.history.SelectBy(screen.Cluster)
	case keys.ReadWords:
		c.history.SelectBy(screen.Word)
	case keys.ReadLines:
		c.history.SelectBy(screen.Line)
	case keys.ReadCopy, keys.CopyMarked:
		c.copySelection()
	case keys.ReadClose:
		c.history.EndSelect()
	case keys.ToggleOutput, keys.ToggleAllOutput, keys.SelectText:
		c.do(hit.Action)
	default:
		c.history.EndSelect()
		c.do(hit.Action)
	}
	if !c.history.Selecting() {
		c.afterEdit()
	}
}

// move is what a key does with the cursor in the history.
type move struct {
	step      screen.Step
	selecting bool
}

// moveOf gives the move of an action, if it is one.
func moveOf(a keys.Action) (m move, ok bool) {
	m, ok = map[keys.Action]move{
		keys.ReadLeft: {screen.Left, false}, keys.ReadSelectLeft: {screen.Left, true},
		keys.ReadRight: {screen.Right, false}, keys.ReadSelectRight: {screen.Right, true},
		keys.ReadUp: {screen.Up, false}, keys.ReadSelectUp: {screen.Up, true},
		keys.ReadDown: {screen.Down, false}, keys.ReadSelectDown: {screen.Down, true},
		keys.ReadWordLeft: {screen.WordLeft, false}, keys.ReadSelectWordLeft: {screen.WordLeft, true},
		keys.ReadWordRight: {screen.WordRight, false}, keys.ReadSelectWordRight: {screen.WordRight, true},
		keys.ReadLineStart: {screen.LineStart, false}, keys.ReadSelectLineStart: {screen.LineStart, true},
		keys.ReadLineEnd: {screen.LineEnd, false}, keys.ReadSelectLineEnd: {screen.LineEnd, true},
		keys.ReadItemUp: {screen.ItemUp, false}, keys.ReadItemDown: {screen.ItemDown, false},
		keys.ReadPageUp: {screen.PageUp, false}, keys.ReadPageDown: {screen.PageDown, false},
		keys.ReadTop: {screen.ToTop, false}, keys.ReadEnd: {screen.ToEnd, false},
	}[a]
	return m, ok
}

// selectingHint says what the keys do while there is a cursor in the history, in a few words: half a
// narrow status line has room for them.
func (c *chat) selectingHint() string {
	label := c.o.Keys.Label
	if c.history.HasSelection() {
		return c.F("%s copy, %s leave", label(keys.ReadCopy), label(keys.ReadClose))
	}
	return c.F("%s select, %s leave", label(keys.ReadCharacters), label(keys.ReadClose))
}
