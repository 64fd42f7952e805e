package proc

import (
	"bytes"
	"fmt"

	"eidolon/fsapi"
)

// What a model gets of one stream, in bytes of text.
const (
	headMax = 20 << 10
	tailMax = 30 << 10
)

// capture keeps one stream: all of it while its text has at most headMax+tailMax bytes, then the
// beginning and the end.
//
//	not cut:  head = everything
//	cut:      head = the first bytes, at most headMax; tail = the last ones, headMax+tailMax at most
//	          twice tailMax of them; what is between is in the spool or gone
type capture struct {
	head  []byte
	tail  []byte
	total int64
	lines int64
	cut   bool
	sized int // text size of head[:upTo]
	upTo  int
	spool spool
}

func newCapture(spoolBase, suffix string) *capture {
	c := &capture{spool: spool{left: spoolMax}}
	if spoolBase != "" {
		c.spool.path = spoolBase + suffix
	}
	return c
}

// add takes the next bytes of the stream. It keeps a copy.
func (c *capture) add(p []byte) {
	c.total += int64(len(p))
	c.lines += int64(bytes.Count(p, []byte{'\n'}))
	if c.cut {
		c.spool.write(p)
		c.addTail(p)
		return
	}
	c.head = append(c.head, p...)
	if c.fits() {
		return
	}
	c.cut = true
	c.spool.write(c.head)
	c.addTail(c.head)
	c.head = bytes.Clone(c.head[:min(len(c.head), headMax)])
}

// fits says whether all of head can still be shown. One byte becomes three at most.
func (c *capture) fits() bool {
	const limit = headMax + tailMax
	if len(c.head) <= limit/maxGrowth {
		return true
	}
	whole := len(wholeCharacters(c.head))
	c.sized += textSize(c.head[c.upTo:whole])
	c.upTo = whole
	return c.sized+maxGrowth*(len(c.head)-whole) <= limit
}

func (c *capture) addTail(p []byte) {
	if len(p) >= tailMax {
		c.tail = append(c.tail[:0], p[len(p)-tailMax:]...)
		return
	}
	c.tail = append(c.tail, p...)
	if extra := len(c.tail) - tailMax; extra > tailMax {
		c.tail = c.tail[:copy(c.tail, c.tail[extra:])]
	}
}

// captured is the stream as it is shown. Nothing may be added after it.
func (c *capture) captured() fsapi.Captured {
	if !c.cut {
		return fsapi.Captured{Text: string(appendText(nil, c.head)), Total: c.total}
	}
	c.spool.close()
	head := c.head[:fitFront(c.head, headMax)]
	tail := c.tail[fitBack(c.tail, tailMax):]
	text := appendText(make([]byte, 0, headMax+tailMax+256), head)
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	text = append(text, c.mark(head, tail)...)
	text = appendText(text, tail)
	captured := fsapi.Captured{Text: string(text), Total: c.total, Cut: true}
	if c.spool.kept() {
		captured.Spool = c.spool.path
	}
	return captured
}

// mark is the line between head and tail.
func (c *capture) mark(head, tail []byte) string {
	size := c.total - int64(len(head)) - int64(len(tail))
	newline := []byte{'\n'}
	lines := c.lines - int64(bytes.Count(head, newline)) - int64(bytes.Count(tail, newline))
	return fmt.Sprintf("[%d bytes with %d line ends are left out here; %s]\n", size, lines, c.spool.where())
}
