package view

import (
	"slices"
	"strings"
	"unicode/utf8"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/width"
)

const (
	tabCells = 4
	// maxLine is how much of one line is kept, in bytes. Longer lines end in a note.
	maxLine = 64 << 10
	// maxSequence bounds the parameters of an escape sequence. What is longer is dropped.
	maxSequence = 4096
)

// output is the text of a command as a terminal would show it: colour codes become spans, a carriage
// return goes back to the start of the line, a backspace one character. It moves in the last line
// only; all other sequences are dropped and all other control characters are replaced by their
// pictures. Text may come in pieces of any size.
type output struct {
	limit int      // of complete lines that are kept, 0 for all
	lines []styled // complete ones
	lost  int      // lines that were dropped at the beginning

	cells  []cell // of the last line
	at     int    // where the next character goes, at most behind the last one
	column int    // where that is on the screen
	blank  int    // so many cells at the beginning are known to be erased
	bytes  int    // in cells
	over   int    // bytes that did not fit into the line
	style  Style

	state ansiState
	seq   []byte // parameters of the sequence that is being read
	part  []byte // an incomplete character
}

// styled is a line with its spans.
type styled struct {
	text  string
	spans []Span
}

// cell is a character of the last line.
type cell struct {
	text  string
	style Style
}

type ansiState uint8

const (
	inText   ansiState = iota
	inEscape           // behind ESC
	inCSI              // behind ESC [
	inString           // in a sequence that lasts to its terminator: OSC, DCS and the like
	inStringEscape
)

// add takes the next piece.
func (o *output) add(text string) {
	if len(o.part) > 0 {
		text = string(o.part) + text
		o.part = nil
	}
	for text != "" {
		if !utf8.FullRuneInString(text) {
			o.part = []byte(text)
			return
		}
		r, n := utf8.DecodeRuneInString(text)
		switch o.state {
		case inText:
			n = o.text(text, r, n)
		case inEscape:
			o.escape(r)
		case inCSI:
			o.csi(r)
		case inString, inStringEscape:
			o.inString(r)
		}
		text = text[n:]
	}
}

// text takes one character, or a run of plain ones, and says how many bytes it took.
func (o *output) text(text string, r rune, n int) int {
	switch r {
	case 0x1B:
		o.state = inEscape
	case 0x9B:
		o.state, o.seq = inCSI, o.seq[:0]
	case 0x90, 0x98, 0x9D, 0x9E, 0x9F:
		o.state, o.seq = inString, o.seq[:0]
	case '\n':
		o.newline()
	case '\r':
		o.at, o.column = 0, 0
	case '\b':
		if o.at > 0 {
			o.at--
			o.column -= width.Of(o.cells[o.at].text)
		}
	case '\t':
		o.tab()
	case 0x07: // a bell says nothing
	default:
		if r < 0x20 || r >= 0x7F && r < 0xA0 || r == utf8.RuneError && n == 1 {
			o.put(clean.Text(text[:n]))
			return n
		}
		// A cluster never holds a control character: those are clusters of their own.
		cluster, _, _ := width.Next(text)
		o.put(clean.Text(cluster))
		return len(cluster)
	}
	return n
}

// put writes a character where the cursor is.
func (o *output) put(cluster string) {
	c := cell{cluster, o.style}
	switch {
	case o.at < len(o.cells):
		o.bytes += len(cluster) - len(o.cells[o.at].text)
		o.cells[o.at] = c
		o.blank = min(o.blank, o.at)
	case o.bytes+len(cluster) > maxLine:
		o.over += len(cluster)
		return
	default:
		o.cells = append(o.cells, c)
		o.bytes += len(cluster)
	}
	o.at++
	o.column += width.Of(cluster)
}

func (o *output) tab() {
	for range tabCells - o.column%tabCells {
		o.put(" ")
	}
}

// newline ends the last line.
func (o *output) newline() {
	o.lines = append(o.lines, o.last())
	o.clear()
	if o.limit > 0 && len(o.lines) >= 2*o.limit {
		drop := len(o.lines) - o.limit
		o.lost += drop
		o.lines = append([]styled(nil), o.lines[drop:]...)
	}
}

// last gives the last line as it is now.
func (o *output) last() styled {
	var b strings.Builder
	var l styled
	for i, c := range o.cells {
		start := b.Len()
		b.WriteString(c.text)
		if c.style == (Style{}) {
			continue
		}
		if n := len(l.spans); n > 0 && i > 0 && l.spans[n-1].End == start && l.spans[n-1].Style == c.style {
			l.spans[n-1].End = b.Len()
			continue
		}
		l.spans = append(l.spans, Span{start, b.Len(), c.style})
	}
	if o.over > 0 {
		b.WriteString(cutNote(o.over))
	}
	l.text = b.String()
	return l
}

// all gives the lines, the last one only if there is something in it.
func (o *output) all() []styled {
	if len(o.cells) == 0 {
		return slices.Clip(o.lines)
	}
	return append(slices.Clip(o.lines), o.last())
}

func (o *output) escape(r rune) {
	o.state, o.seq = inText, o.seq[:0]
	switch {
	case r == '[':
		o.state = inCSI
	case r == ']', r == 'P', r == 'X', r == '^', r == '_':
		o.state = inString
	case r == 0x1B, r >= 0x20 && r < 0x30: // an intermediate: one more follows
		o.state = inEscape
	case r == '\n':
		o.newline()
	}
}

func (o *output) csi(r rune) {
	switch {
	case r == 0x1B:
		o.state = inEscape
	case r >= 0x40 && r <= 0x7E:
		o.state = inText
		o.command(r)
	case r >= 0x20 && r < 0x40:
		if len(o.seq) < maxSequence {
			o.seq = append(o.seq, byte(r))
		}
	case r == '\n': // no sequence holds a line break: it was cut
		o.state = inText
		o.newline()
	}
}

// inString drops a sequence up to BEL or ST.
func (o *output) inString(r rune) {
	switch {
	case o.state == inStringEscape && r == '\\', r == 0x07, r == 0x9C:
		o.state = inText
	case r == '\n': // it was cut off, or it is of a kind that nobody misses
		o.state = inText
		o.newline()
	case r == 0x1B:
		o.state = inStringEscape
	default:
		o.state = inString
	}
}

// command carries out what a sequence says, as far as it is about the line.
func (o *output) command(final rune) {
	switch final {
	case 'm':
		o.style = sgr(o.style, string(o.seq))
	case 'K':
		o.erase(string(o.seq))
	}
}

// erase clears the line from the cursor on, up to it, or whole. What is erased again and again costs
// nothing.
func (o *output) erase(mode string) {
	switch mode {
	case "", "0":
		for _, c := range o.cells[o.at:] {
			o.bytes -= len(c.text)
		}
		o.cells, o.over = o.cells[:o.at], 0
		o.blank = min(o.blank, o.at)
	case "1":
		for i := o.blank; i < o.at; i++ {
			o.bytes += 1 - len(o.cells[i].text)
			o.cells[i] = cell{text: " "}
		}
		o.blank = max(o.blank, o.at)
	case "2":
		o.clear()
	}
}

// clear begins the line anew.
func (o *output) clear() {
	o.cells, o.at, o.column, o.blank, o.bytes, o.over = o.cells[:0], 0, 0, 0, 0, 0
}
