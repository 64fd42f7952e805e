package overlay

import (
	"strings"

	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/lang"
	"eidolon/tui/keys"
)

// command is what a key means to an overlay.
type command uint8

const (
	unknown command = iota
	typed           // a character
	up
	down
	pageUp
	pageDown
	top
	bottom
	accept
	complete
	cancel

	// What edits a line.
	left
	right
	wordLeft
	wordRight
	home
	end
	rubout
	deleteRight
	killWord
	killWordRight
	killStart
	killEnd
)

// commandOf says what a key means, given the action that the table of keys has for it. It is the only
// place that knows either. A key without an action can be a character.
func commandOf(ev *tcell.EventKey, act keys.Action) command {
	switch act {
	case keys.None:
		if _, ok := keys.Of(ev).Text(); ok {
			return typed
		}
	case keys.ListUp, keys.BoxUp, keys.SearchPrevious:
		return up
	case keys.ListDown, keys.BoxDown, keys.SearchNext:
		return down
	case keys.ListPageUp, keys.BoxPageUp:
		return pageUp
	case keys.ListPageDown, keys.BoxPageDown:
		return pageDown
	case keys.BoxTop:
		return top
	case keys.BoxEnd:
		return bottom
	case keys.ListAccept:
		if ev.Key() == tcell.KeyTab {
			return complete
		}
		return accept
	case keys.BoxAccept, keys.SearchDone, keys.ApproveChoose:
		return accept
	case keys.BoxNextField, keys.ApproveReason:
		return complete
	case keys.ListClose, keys.BoxClose, keys.SearchClose:
		return cancel
	case keys.ApprovePreviousChoice:
		return left
	case keys.ApproveNextChoice:
		return right
	default:
		return editing(act)
	}
	return unknown
}

// editing is commandOf for what edits a line, as the prompt does.
func editing(act keys.Action) command {
	switch act {
	case keys.CursorLeft:
		return left
	case keys.CursorRight:
		return right
	case keys.WordLeft:
		return wordLeft
	case keys.WordRight:
		return wordRight
	case keys.LineStart, keys.TextStart:
		return home
	case keys.LineEnd, keys.TextEnd:
		return end
	case keys.DeleteLeft, keys.BoxErase:
		return rubout
	case keys.DeleteRight:
		return deleteRight
	case keys.KillWordLeft:
		return killWord
	case keys.KillWordRight:
		return killWordRight
	case keys.KillLineStart, keys.BoxEraseAll:
		return killStart
	case keys.KillLineEnd:
		return killEnd
	default:
		return unknown
	}
}

// bound gives the table of keys of a run, or that of the program when nobody named one.
func bound(t *keys.Table) *keys.Table {
	if t == nil {
		t, _ = keys.New(nil)
	}
	return t
}

// hint is a key and what it does there.
type hint struct {
	act  keys.Action
	does lang.Text
}

// hints gives what stands in the lower edge of a box: keys as they are bound, and what they do.
func hints(t *keys.Table, in lang.Table, all ...hint) string {
	t = bound(t)
	parts := make([]string, 0, len(all))
	for _, h := range all {
		if key := t.Label(h.act); key != "" {
			parts = append(parts, key+" "+in.T(h.does))
		}
	}
	return strings.Join(parts, " · ")
}

func pick(yes bool, a, b command) command {
	if yes {
		return a
	}
	return b
}
