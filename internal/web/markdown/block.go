package markdown

import (
	"strconv"
	"strings"
)

// container is a quotation or a list item around a paragraph. Its first line begins otherwise than the rest.
type container struct {
	first, rest string
	used        bool // the first line was written
	item        bool
}

// maxContainers bounds how deep quotations and lists are shown: each line repeats their marks.
const maxContainers = 12

// contain opens a container, unless there are too many.
func (w *writer) contain(c container) bool {
	if len(w.containers) >= maxContainers || w.cell() != nil || w.pre != nil {
		return false
	}
	w.containers = append(w.containers, c)
	return true
}

// list is a list that is open.
type list struct {
	ordered bool
	next    int
}

func (w *writer) beginList(tag string, a attributes) {
	l := list{ordered: tag == "ol", next: 1}
	if start, given := a["start"]; given {
		l.next = number(start, 0, 1_000_000)
	}
	w.lists = append(w.lists, l)
}

// item is the container of the next item of the innermost list.
func (w *writer) item() container {
	mark := "- "
	if n := len(w.lists); n > 0 && w.lists[n-1].ordered {
		mark = strconv.Itoa(w.lists[n-1].next) + ". "
		w.lists[n-1].next++
	}
	return container{first: mark, rest: strings.Repeat(" ", len(mark)), item: true}
}

// flush writes the paragraph at hand.
func (w *writer) flush() {
	if len(w.line) > 0 {
		w.markAll()
	}
	text := strings.Trim(string(w.line), " \n")
	w.line, w.blank = w.line[:0], false
	for i := range w.inlines {
		w.inlines[i].from = 0
	}
	switch {
	case text == "":
	case w.heading > 0:
		w.paragraph(strings.Repeat("#", w.heading) + " " + strings.ReplaceAll(text, "\n", " "))
	default:
		w.paragraph(text)
	}
}

// paragraph writes lines as one block, behind the marks of what they stand in.
func (w *writer) paragraph(text string) {
	if w.full() {
		return
	}
	item, listed := false, false
	var first, rest, between strings.Builder
	for i := range w.containers {
		c := &w.containers[i]
		begin := c.rest
		if !c.used {
			begin, c.used = c.first, true
			item = item || c.item
		} else { // the blank line before is in what began earlier
			between.WriteString(c.rest)
		}
		listed = listed || c.item
		first.WriteString(begin)
		rest.WriteString(c.rest)
	}
	switch {
	case w.out.Len() == 0:
	case item && w.listed: // items follow each other without a blank line
	default:
		w.out.WriteString(strings.TrimRight(between.String(), " ") + "\n")
	}
	w.listed = listed
	begin := first.String()
	for line := range strings.SplitSeq(text, "\n") {
		w.out.WriteString(strings.TrimRight(begin+line, " ") + "\n")
		if w.full() {
			return
		}
		begin = rest.String()
	}
}

// endPre writes verbatim text between fences that do not occur in it.
func (w *writer) endPre() {
	text := strings.ReplaceAll(w.pre.String(), "\r\n", "\n")
	w.pre = nil
	text = strings.TrimRight(strings.TrimLeft(text, "\n"), " \n\t")
	if text == "" {
		return
	}
	fence := strings.Repeat("`", max(3, longestRun(text, '`')+1))
	w.paragraph(fence + w.lang + "\n" + text + "\n" + fence)
}
