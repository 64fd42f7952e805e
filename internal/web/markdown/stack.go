package markdown

import (
	"slices"
	"strings"
)

// maxDepth is how many elements may be open at once. What is nested deeper counts as part of the last one.
const maxDepth = 256

// element is one that is open.
type element struct {
	name   string
	drop   bool // nothing in it is text of the page
	region bool // it begins the part that is taken
	inline bool // it has an entry in writer.inlines
	holds  bool // it has an entry in writer.containers
}

// push opens an element.
func (w *writer) push(e element) {
	w.open = append(w.open, e)
	w.count[e.name]++
	if e.drop {
		w.dropped++
	}
	if e.region {
		w.inside++
	}
}

// closeTo closes the innermost elements until so many are left.
func (w *writer) closeTo(depth int) {
	for len(w.open) > depth {
		e := w.open[len(w.open)-1]
		w.onClose(e)
		w.open = w.open[:len(w.open)-1]
		w.count[e.name]--
		if e.drop {
			w.dropped--
		}
		if e.region {
			w.inside--
		}
	}
}

// find gives the place of the innermost open element of one of the names, unless one of the barriers is
// open inside of it; -1 is none.
func (w *writer) find(names, barriers []string) int {
	if !slices.ContainsFunc(names, func(name string) bool { return w.count[name] > 0 }) {
		return -1
	}
	for i, e := range slices.Backward(w.open) {
		if slices.Contains(names, e.name) {
			return i
		}
		if slices.Contains(barriers, e.name) {
			return -1
		}
	}
	return -1
}

// closeNamed closes the innermost element of one of the names with all that is in it.
func (w *writer) closeNamed(names, barriers []string) {
	if i := w.find(names, barriers); i >= 0 {
		w.closeTo(i)
	}
}

// closeImplied closes what the beginning of an element ends without saying so: the end tags of paragraphs,
// list items and cells may be left out.
func (w *writer) closeImplied(tag string) {
	switch tag {
	case "li":
		w.closeNamed([]string{"li"}, []string{"ul", "ol", "menu", "td", "th"})
	case "dt", "dd":
		w.closeNamed([]string{"dt", "dd"}, []string{"dl", "td", "th"})
	case "td", "th":
		w.closeNamed([]string{"td", "th", "caption"}, []string{"tr", "table"})
	case "tr", "thead", "tbody", "tfoot":
		w.closeNamed([]string{"td", "th"}, []string{"table"}) // a row may have no tag of its own
		w.closeNamed([]string{"tr", "caption"}, []string{"table"})
	}
	switch tag {
	case "thead", "tbody", "tfoot":
		w.closeNamed([]string{"thead", "tbody", "tfoot"}, []string{"table"})
	}
	if isBlock(tag) {
		w.closeNamed([]string{"p"}, []string{"td", "th", "li", "dd", "blockquote"})
	}
}

// closeTag closes the element that an end tag is for. One inside a cell closes nothing outside of it.
func (w *writer) closeTag(tag string) {
	barriers := []string{"td", "th", "caption"}
	switch tag {
	case "table", "thead", "tbody", "tfoot", "tr":
		barriers = []string{"table"}
	case "td", "th", "caption":
		barriers = []string{"table", "tr"}
	case "body", "html":
		return // what comes behind is read all the same
	}
	w.closeNamed([]string{tag}, barriers)
}

// isBlock says that an element begins a new paragraph.
func isBlock(tag string) bool {
	switch tag {
	case "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "div", "dl", "dt", "fieldset",
		"figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "legend", "li", "main", "menu",
		"nav", "ol", "p", "pre", "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul":
		return true
	}
	return false
}

// isVoid says that an element has no content and no end tag.
func isVoid(tag string) bool {
	switch tag {
	case "area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr":
		return true
	}
	return false
}

// furniture says that an element holds no text of the page: what runs or paints, what is not shown, and what
// leads to other pages. The head and the foot of an article are part of it, those of a page are not.
func (w *writer) furniture(tag string, a attributes) bool {
	switch tag {
	case "script", "style", "noscript", "template", "svg", "iframe", "object", "canvas", "audio", "video", "select", "textarea", "button",
		"datalist", "dialog", "nav", "noembed", "noframes", "head", "title":
		return true
	case "header", "footer", "aside":
		if w.count["main"]+w.count["article"] == 0 && w.inside == 0 {
			return true
		}
	}
	switch a["role"] {
	case "navigation", "banner", "contentinfo", "search":
		return true
	}
	return invisible(a)
}

// invisible says that an element is not shown. Such text is a favourite place for words to a model that
// no person is meant to read.
func invisible(a attributes) bool {
	if hidden, is := a["hidden"]; is && !strings.EqualFold(hidden, "until-found") || strings.EqualFold(a["aria-hidden"], "true") {
		return true
	}
	style := a["style"]
	if style == "" {
		return false
	}
	style = strings.ToLower(strings.Join(strings.Fields(style), ""))
	return strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden")
}
