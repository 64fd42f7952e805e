package overlay

import (
	"strings"
	"unicode"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/width"
	"eidolon/tui/screen"
	"eidolon/tui/theme"
)

// line is one line of text that is edited. It never holds a line break or a control character, and the
// cursor stands between two characters as a reader counts them.
type line struct {
	text string
	at   int // the cursor, in bytes
	from int // the first byte that is drawn, when the text is wider than its place
}

// lineLimit is how long a line can grow, in bytes. What is pasted beyond it is left out.
const lineLimit = 8 << 10

// set puts a text in place of the one there, with the cursor behind it.
func (l *line) set(text string) {
	*l = line{}
	l.insert(text)
}

// insert puts text at the cursor.
func (l *line) insert(text string) {
	text = clean.Line(strings.TrimRight(text, "\r\n"))
	if room := lineLimit - len(l.text); len(text) > room {
		text = fitBytes(text, room)
	}
	l.text = l.text[:l.at] + text + l.text[l.at:]
	l.at = l.border(l.at + len(text))
}

// fitBytes cuts a text at so many bytes, between characters.
func fitBytes(text string, room int) string {
	rest := text
	for rest != "" {
		cluster, _, tail := width.Next(rest)
		if len(text)-len(rest)+len(cluster) > room {
			break
		}
		rest = tail
	}
	return text[:len(text)-len(rest)]
}

// border gives the border between characters at an offset or behind it: what was put in may have
// joined what follows.
func (l *line) border(at int) int {
	n := 0
	for n < at {
		cluster, _, _ := width.Next(l.text[n:])
		n += len(cluster)
	}
	return n
}

// before gives the border before the cursor.
func (l *line) before() int {
	n := 0
	for n < l.at {
		cluster, _, _ := width.Next(l.text[n:])
		if n+len(cluster) >= l.at {
			break
		}
		n += len(cluster)
	}
	return n
}

// after gives the border behind the cursor.
func (l *line) after() int {
	cluster, _, _ := width.Next(l.text[l.at:])
	return l.at + len(cluster)
}

// wordStart gives where the word before the cursor begins.
func (l *line) wordStart() int {
	head := strings.TrimRightFunc(l.text[:l.at], func(r rune) bool { return !wordly(r) })
	return l.border(len(strings.TrimRightFunc(head, wordly)))
}

// wordEnd gives where the word behind the cursor ends.
func (l *line) wordEnd() int {
	tail := strings.TrimLeftFunc(l.text[l.at:], func(r rune) bool { return !wordly(r) })
	return l.border(len(l.text) - len(strings.TrimLeftFunc(tail, wordly)))
}

func wordly(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// do carries out a command of editing, and says whether it was one and whether the text changed.
func (l *line) do(cmd command) (used, changed bool) {
	before := l.text
	switch cmd {
	case left:
		l.at = l.before()
	case right:
		l.at = l.after()
	case wordLeft:
		l.at = l.wordStart()
	case wordRight:
		l.at = l.wordEnd()
	case home:
		l.at = 0
	case end:
		l.at = len(l.text)
	case rubout:
		l.remove(l.before(), l.at)
	case deleteRight:
		l.remove(l.at, l.after())
	case killWord:
		l.remove(l.wordStart(), l.at)
	case killWordRight:
		l.remove(l.at, l.wordEnd())
	case killStart:
		l.remove(0, l.at)
	case killEnd:
		l.remove(l.at, len(l.text))
	default:
		return false, false
	}
	return true, l.text != before
}

func (l *line) remove(from, to int) {
	l.text = l.text[:from] + l.text[to:]
	l.at = l.border(from)
}

// draw draws the text with the cursor in sight, into the first row of a canvas.
func (l *line) draw(c screen.Canvas) {
	w, _ := c.Size()
	if w < 1 {
		return
	}
	c.Row(0, theme.Text)
	l.from = l.border(min(l.from, l.at))
	cells := width.Of(l.text[l.from:l.at])
	for cells > w-1 {
		cluster, n, _ := width.Next(l.text[l.from:])
		l.from += len(cluster)
		cells -= n
	}
	c.Text(0, 0, theme.Text, l.text[l.from:])
	c.Cursor(cells, 0)
}
