package prompt

import (
	"strings"
	"unicode/utf8"

	"eidolon/internal/leaf/lang"
)

// buffer is a text that is being edited.
//
//	0 <= cursor <= len(text), and the same for anchor when there is a selection
//	text is valid UTF-8 without control characters but "\n" and tab; cursor and anchor stand between
//	clusters; every chip in text is an index of chips
type buffer struct {
	text   string
	cursor int
	anchor int // the other end of the selection, or none
	goal   int // the column that moves by rows aim at, or none
	chips  []string
	held   int // bytes in chips
	past   past
	kills  kills
	lang   lang.Table // of the labels of chips
}

// none stands for an offset or a column that there is not.
const none = -1

func newBuffer() *buffer { return &buffer{anchor: none, goal: none} }

// selection gives the ends of the selection in order; they are equal when there is none.
func (b *buffer) selection() (start, end int) {
	if b.anchor == none {
		return b.cursor, b.cursor
	}
	return min(b.anchor, b.cursor), max(b.anchor, b.cursor)
}

// expand puts the content of chips in their place.
func (b *buffer) expand(text string) string {
	if !strings.Contains(text, chipLead) {
		return text
	}
	var out strings.Builder
	for {
		i := strings.Index(text, chipLead)
		if i < 0 {
			out.WriteString(text)
			return out.String()
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		out.WriteString(text[:i])
		out.WriteString(b.chip(r))
		text = text[i+n:]
	}
}

// chip gives the content of a chip.
func (b *buffer) chip(r rune) string {
	if i := int(r - firstChip); i >= 0 && i < len(b.chips) {
		return b.chips[i]
	}
	return ""
}

// fold makes a chip of a text. When there are more chips than the range has room for, or more text in
// them than is worth keeping for undo, what is not in the text any more is forgotten first; if there
// is still no room, the text stays as it is.
func (b *buffer) fold(content string) string {
	if len(b.chips) > lastChip-firstChip || b.held+len(content) > heldLimit {
		b.forget()
	}
	if len(b.chips) > lastChip-firstChip {
		return content
	}
	b.chips = append(b.chips, content)
	b.held += len(content)
	return string(firstChip + rune(len(b.chips)-1))
}

// forget drops what could be undone and what was cut, and with it the chips that are not in the text.
func (b *buffer) forget() {
	b.past, b.kills, b.held = past{}, kills{}, 0
	used := 0
	for i, content := range b.chips {
		if strings.ContainsRune(b.text, firstChip+rune(i)) {
			used, b.held = i+1, b.held+len(content)
		} else {
			b.chips[i] = ""
		}
	}
	b.chips = b.chips[:used]
}

// replace is the one way in which the text changes. The cursor stands behind what was put in.
func (b *buffer) replace(start, end int, with string, how kind) {
	if start == end && with == "" {
		return
	}
	c := change{at: start, removed: b.text[start:end], inserted: with, cursor: b.cursor, anchor: b.anchor, how: how}
	b.text = b.text[:start] + with + b.text[end:]
	b.cursor, b.anchor, b.goal = snap(b.text, start+len(with)), none, none
	b.past.add(c)
	if how != killing {
		b.kills.settle()
	}
}

// insert puts a text where the cursor is, in place of the selection.
func (b *buffer) insert(text string, how kind) {
	start, end := b.selection()
	b.replace(start, end, text, how)
}

// moveTo sets the cursor; with the selection drawn along, or without.
func (b *buffer) moveTo(pos int, selecting bool) {
	switch {
	case !selecting:
		b.anchor = none
	case b.anchor == none:
		b.anchor = b.cursor
	}
	b.cursor, b.goal = pos, none
	if b.anchor == pos {
		b.anchor = none
	}
	b.past.settle()
	b.kills.settle()
}

// lineStart and lineEnd give the ends of the line that a place is in.
func (b *buffer) lineStart(pos int) int { return strings.LastIndexByte(b.text[:pos], '\n') + 1 }

func (b *buffer) lineEnd(pos int) int {
	if i := strings.IndexByte(b.text[pos:], '\n'); i >= 0 {
		return pos + i
	}
	return len(b.text)
}
