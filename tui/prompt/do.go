package prompt

import (
	"strings"
	"unicode/utf8"

	"eidolon/tui/keys"
)

// Do carries out an action and says whether the prompt had a use for it. False for one of its own
// actions means that somebody else may: Submit is false when the text is to be sent, CursorUp on the
// first row when there is no earlier prompt, LineEnd at the end of a line, DeleteRight in an empty
// prompt.
func (e *Editor) Do(a keys.Action) bool {
	switch a {
	case keys.CursorUp:
		return e.buf.vertical(false, false, e.cells) || e.Do(keys.HistoryPrevious)
	case keys.CursorDown:
		return e.buf.vertical(true, false, e.cells) || e.Do(keys.HistoryNext)
	case keys.HistoryPrevious:
		return e.older()
	case keys.HistoryNext:
		return e.newer()
	case keys.Escape:
		return e.DropSelection()
	default:
		before, done := e.buf.text, e.edit(a) || e.move(a)
		if e.buf.text != before {
			e.browse.stop()
		}
		return done
	}
}

// edit carries out what changes the text.
func (e *Editor) edit(a keys.Action) bool {
	b := e.buf
	start, end := b.selection()
	selected := start != end
	switch a {
	case keys.Submit:
		return b.continued()
	case keys.Newline:
		b.insert("\n", typing)
	case keys.Complete:
		return b.unfold()
	case keys.DeleteLeft:
		return selected && b.cut(start, end) || b.erase(previous(b.text, b.cursor), b.cursor)
	case keys.DeleteRight:
		return selected && b.cut(start, end) || b.erase(b.cursor, next(b.text, b.cursor)) || b.text != ""
	case keys.KillWordLeft:
		if !selected {
			start = wordLeft(b.text, b.cursor)
		}
		b.kill(start, end)
	case keys.KillWordRight:
		b.kill(b.cursor, wordRight(b.text, b.cursor))
	case keys.KillLineStart:
		b.kill(b.lineBefore(), b.cursor)
	case keys.KillLineEnd:
		b.kill(b.cursor, b.lineBehind())
	case keys.Yank:
		return b.yank()
	case keys.YankOlder:
		return b.yankOlder()
	case keys.Undo:
		return b.undo()
	case keys.Redo:
		return b.redo()
	default:
		return false
	}
	return true
}

// move carries out what moves the cursor.
func (e *Editor) move(a keys.Action) bool {
	b := e.buf
	start, end := b.selection()
	was := b.cursor
	switch a {
	case keys.CursorLeft:
		if start == end {
			start = previous(b.text, b.cursor)
		}
		b.moveTo(start, false)
	case keys.CursorRight:
		if start == end {
			end = next(b.text, b.cursor)
		}
		b.moveTo(end, false)
	case keys.WordLeft, keys.SelectWordLeft:
		b.moveTo(wordLeft(b.text, b.cursor), a == keys.SelectWordLeft)
	case keys.WordRight, keys.SelectWordRight:
		b.moveTo(wordRight(b.text, b.cursor), a == keys.SelectWordRight)
	case keys.LineStart, keys.SelectLineStart:
		b.moveTo(b.lineStart(b.cursor), a == keys.SelectLineStart)
	case keys.LineEnd:
		b.moveTo(b.lineEnd(b.cursor), false)
		return b.cursor != was || start != end
	case keys.SelectLineEnd:
		b.moveTo(b.lineEnd(b.cursor), true)
	case keys.TextStart:
		b.moveTo(0, false)
	case keys.TextEnd:
		b.moveTo(len(b.text), false)
	case keys.SelectLeft:
		b.moveTo(previous(b.text, b.cursor), true)
	case keys.SelectRight:
		b.moveTo(next(b.text, b.cursor), true)
	case keys.SelectUp:
		if !b.vertical(false, true, e.cells) {
			b.moveTo(0, true)
		}
	case keys.SelectDown:
		if !b.vertical(true, true, e.cells) {
			b.moveTo(len(b.text), true)
		}
	case keys.SelectAll:
		b.moveTo(0, false)
		b.moveTo(len(b.text), true)
	default:
		return false
	}
	return true
}

// continued makes a line break of the backslash before the cursor and says whether there was one.
func (b *buffer) continued() bool {
	if b.anchor != none || !strings.HasSuffix(b.text[:b.cursor], `\`) {
		return false
	}
	b.replace(b.cursor-1, b.cursor, "\n", single)
	return true
}

// unfold puts the content of the chip before or behind the cursor in its place, to be edited, and says
// whether there was one.
func (b *buffer) unfold() bool {
	for _, at := range []int{b.cursor, previous(b.text, b.cursor)} {
		if r, n := utf8.DecodeRuneInString(b.text[at:]); isChip(r) {
			b.replace(at, at+n, b.chip(r), single)
			return true
		}
	}
	return false
}

// cut removes the selection.
func (b *buffer) cut(start, end int) bool {
	b.replace(start, end, "", single)
	return true
}

// erase removes a cluster and says whether there was one.
func (b *buffer) erase(start, end int) bool {
	b.replace(start, end, "", erasing)
	return start != end
}

// lineBefore gives how far back a line is cut: to its start, and from there over the line break.
func (b *buffer) lineBefore() int {
	if start := b.lineStart(b.cursor); start < b.cursor {
		return start
	}
	return previous(b.text, b.cursor)
}

// lineBehind gives how far a line is cut: to its end, and from there over the line break.
func (b *buffer) lineBehind() int {
	if end := b.lineEnd(b.cursor); end > b.cursor {
		return end
	}
	return next(b.text, b.cursor)
}
