package markdown

import (
	"bytes"
	"net/url"
	"strings"
)

// inline is an open element that marks a part of a paragraph.
type inline struct {
	name string
	from int    // where it begins in the line
	href string // of a link; "" for one that leads nowhere
}

// maxInlines is how many of them are open at once at most. Closing one costs the length of its text.
const maxInlines = 16

// write adds text with its blanks as single ones.
func (w *writer) write(text string) {
	for text != "" {
		i := strings.IndexAny(text, " \t\n\r\f\u00a0")
		word := text
		if i >= 0 {
			word = text[:i]
		}
		if word != "" {
			w.add(word)
		}
		if i < 0 {
			return
		}
		w.blank = w.blank || len(w.line) > 0 && w.line[len(w.line)-1] != '\n'
		text = strings.TrimLeft(text[i:], " \t\n\r\f\u00a0")
	}
}

// add puts a piece behind the blank that may be due.
func (w *writer) add(piece string) {
	if w.blank && len(w.line) > 0 {
		w.line = append(w.line, ' ')
	}
	w.blank = false
	w.line = append(w.line, piece...)
}

func (w *writer) beginInline(name string, a attributes) bool {
	if w.pre != nil || len(w.inlines) >= maxInlines {
		return false
	}
	in := inline{name: name, from: len(w.line)}
	if name == "a" {
		in.href = w.address(a["href"])
	}
	w.inlines = append(w.inlines, in)
	return true
}

// endInline closes the innermost of them.
func (w *writer) endInline() {
	if n := len(w.inlines); n > 0 {
		in := w.inlines[n-1]
		w.inlines = w.inlines[:n-1]
		w.mark(in)
	}
}

// markAll marks the end of the paragraph for all that are open, which go on in the next one. A link does
// not: one part of a text is enough to follow it.
func (w *writer) markAll() {
	for i := len(w.inlines) - 1; i >= 0; i-- {
		in := &w.inlines[i]
		if w.mark(*in) {
			in.href = ""
		}
		in.from = 0
	}
}

// mark puts the marks of an element around its text, and says whether there is any.
func (w *writer) mark(in inline) bool {
	from := min(in.from, len(w.line))
	content := w.line[from:]
	text := bytes.TrimLeft(content, " \n")
	lead := len(content) - len(text)
	text = bytes.TrimRight(text, " \n")
	if len(text) == 0 {
		return false
	}
	before, after := in.marks(string(text))
	if before == "" && after == "" {
		if in.name == "a" && permalink(string(text)) {
			w.line = w.line[:from]
		}
		return true
	}
	tail := content[lead+len(text):]
	marked := make([]byte, 0, len(content)+len(before)+len(after))
	marked = append(append(append(append(append(marked, content[:lead]...), before...), text...), after...), tail...)
	w.line = append(w.line[:from], marked...)
	return true
}

// marks gives what stands before and after a text.
func (in inline) marks(text string) (before, after string) {
	switch in.name {
	case "b", "strong":
		return "**", "**"
	case "i", "em":
		return "*", "*"
	case "del", "s":
		return "~~", "~~"
	case "code", "kbd", "samp", "tt":
		fence := strings.Repeat("`", longestRun(text, '`')+1)
		if text[0] == '`' || text[len(text)-1] == '`' {
			return fence + " ", " " + fence
		}
		return fence, fence
	case "a":
		switch in.href {
		case "":
			return "", ""
		case text:
			return "<", ">"
		}
		return "[", "](" + in.href + ")"
	}
	return "", ""
}

// permalink says that the text of a link is only the sign of a place in the page.
func permalink(text string) bool {
	switch text {
	case "#", "¶", "§", "🔗":
		return true
	}
	return false
}

// longestRun is how often a byte stands in a row at most.
func longestRun(text string, c byte) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] != c {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// image writes a picture by its description. One without is decoration.
func (w *writer) image(a attributes) {
	alt := oneLine(a["alt"])
	if alt == "" || w.pre != nil {
		return
	}
	if at := w.address(a["src"]); at != "" {
		w.add("![" + alt + "](" + at + ")")
		return
	}
	w.add("![" + alt + "]")
}

// maxAddress bounds the address of a link.
const maxAddress = 2000

// address gives the whole address of a link, or "" for one that leads nowhere else: to a place in the same
// page, to a script, or to data.
func (w *writer) address(href string) string {
	href = strings.TrimSpace(href)
	if href == "" || href[0] == '#' || len(href) > maxAddress {
		return ""
	}
	u := w.resolve(href)
	if u == nil {
		return ""
	}
	switch u.Scheme {
	case "http", "https", "mailto", "ftp":
	default:
		return ""
	}
	text := u.String()
	if len(text) > maxAddress {
		return ""
	}
	return w.safe.Replace(text)
}

// resolve reads an address that counts from the page's own; nil is one that cannot be read.
func (w *writer) resolve(href string) *url.URL {
	u, err := url.Parse(strings.TrimSpace(href))
	if err != nil || href == "" {
		return nil
	}
	if w.base != nil {
		u = w.base.ResolveReference(u)
	}
	u.User = nil
	return u
}
