package tools

import (
	"bytes"
	"fmt"
	"strings"

	"eidolon/internal/leaf/search"
)

const (
	maxGrepLine = 300   // bytes of a line that are shown
	maxGrepText = 51200 // bytes of one answer
)

// grepPage collects what a search found, as data and as text: "path:line:text" for a match,
// "path-line-text" for a line around it, "--" between places that do not touch.
type grepPage struct {
	context int
	limit   int
	partial int // files that were too large to be searched whole
	unread  int // files that could not be read
	out     grepOutput
	text    strings.Builder
}

func newGrepPage(in grepInput) *grepPage {
	p := &grepPage{context: min(in.Context, maxContext), limit: grepLimit}
	if in.Limit > 0 {
		p.limit = min(in.Limit, maxGrepLimit)
	}
	p.out.Matches = []grepMatch{}
	return p
}

// add searches one file and says whether there is room for more.
func (p *grepPage) add(name string, data []byte, m *search.Matcher) bool {
	lines := lineCursor{data: data, next: 1}
	last := 0 // the last line of this file that is on the page
	m.Lines(data, func(l search.Line) bool {
		if len(p.out.Matches) == p.limit || p.text.Len() > maxGrepText {
			p.out.Truncated = true
			return false
		}
		if p.context > 0 {
			p.around(name, &lines, last, l.Number)
		}
		text := showLine(data[l.Start:l.End], l.At-l.Start)
		fmt.Fprintf(&p.text, "%s:%d:%s\n", shown(name), l.Number, text)
		p.out.Matches = append(p.out.Matches, grepMatch{Path: name, Line: l.Number, Text: text})
		last = l.Number
		return true
	})
	if p.context > 0 && last > 0 {
		p.behind(name, &lines, last, last+p.context)
	}
	return !p.out.Truncated
}

// around writes the lines between the last one shown and a match, as far as they belong to either.
func (p *grepPage) around(name string, lines *lineCursor, last, match int) {
	from := max(match-p.context, 1)
	if last > 0 && from > last+p.context+1 {
		p.behind(name, lines, last, last+p.context)
	} else if last > 0 {
		from = last + 1
	}
	if p.text.Len() > 0 && from != last+1 || last == 0 && p.text.Len() > 0 {
		p.text.WriteString("--\n")
	}
	p.behind(name, lines, from-1, match-1)
}

// behind writes the lines after number before up to number last.
func (p *grepPage) behind(name string, lines *lineCursor, before, last int) {
	for n := before + 1; n <= last; n++ {
		line, ok := lines.at(n)
		if !ok {
			return
		}
		fmt.Fprintf(&p.text, "%s-%d-%s\n", shown(name), n, showLine(line, 0))
	}
}

// lineCursor gives lines by number in rising order, in one pass over the data.
type lineCursor struct {
	data []byte // from line next on
	next int
}

func (c *lineCursor) at(n int) ([]byte, bool) {
	for {
		if len(c.data) == 0 {
			return nil, false
		}
		line, rest, _ := bytes.Cut(c.data, []byte("\n"))
		c.data = rest
		c.next++
		if c.next > n {
			return bytes.TrimSuffix(line, []byte("\r")), true
		}
	}
}

// showLine gives a line as valid text, and of a long one the part around the byte offset at.
func showLine(line []byte, at int) string {
	if len(line) <= maxGrepLine {
		return strings.ToValidUTF8(string(line), "\ufffd")
	}
	from := min(max(at-maxGrepLine/3, 0), len(line)-maxGrepLine)
	part := strings.ToValidUTF8(string(line[from:from+maxGrepLine]), "")
	if from > 0 {
		part = "…" + part
	}
	if from+maxGrepLine < len(line) {
		part += "…"
	}
	return part
}
