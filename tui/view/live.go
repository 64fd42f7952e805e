package view

import (
	"strings"

	"eidolon/internal/leaf/figure"
	"eidolon/tui/theme"
)

// live is the long text of a call that the model is still writing. Only its end is kept.
type live struct {
	bytes int
	lines int // complete ones
	tail  string
}

// liveKept is how much of the text is kept, in bytes.
const liveKept = 8 << 10

// add takes a piece that belongs at an offset.
func (l *live) add(offset int, text string) {
	rest, fresh := unseen(l.bytes, offset, text)
	if !fresh {
		return
	}
	l.bytes += len(rest)
	l.lines += strings.Count(rest, "\n")
	l.tail += rest
	if len(l.tail) > 2*liveKept {
		cut := len(l.tail) - liveKept
		for cut < len(l.tail) && l.tail[cut]&0xC0 == 0x80 {
			cut++
		}
		l.tail = l.tail[cut:]
	}
}

// card shows how far the text has come, and its last lines.
func (l *live) card(name string, in *look) card {
	if l.bytes == 0 {
		return card{}
	}
	lines := l.lines
	if !strings.HasSuffix(l.tail, "\n") {
		lines++
	}
	label := in.N(lines, "1 line, %s bytes", "%d lines, %s bytes", figure.Count(int64(l.bytes)))
	if name != "" {
		label = oneLine(name) + ": " + label
	}
	text := strings.TrimSuffix(l.tail[:len(l.tail)-partialRune(l.tail, false)], "\n")
	at := len(text)
	for range liveShown {
		i := strings.LastIndexByte(text[:at], '\n')
		if at = i; i < 0 {
			break
		}
	}
	body := styledText(plain(text[at+1:]), Style{Role: theme.Code})
	body.Fill = theme.Code
	return card{folded: append([]*Block{dimText(label)}, split(body)...)}
}
