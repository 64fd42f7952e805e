package markdown

import (
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// writer makes Markdown of tags and texts as they come.
type writer struct {
	part region
	base *url.URL

	open    []element
	count   map[string]int // of the open elements, by name
	dropped int            // of them that hold no text of the page
	inside  int            // of them that begin the part that is taken
	title   strings.Builder

	line    []byte // of the paragraph at hand, with single blanks
	blank   bool   // a blank is due before what comes next
	inlines []inline
	heading int // level of the paragraph at hand; 0 is none

	pre  *strings.Builder // the verbatim text at hand, or nil
	lang string           // that it is in

	containers []container
	lists      []list
	tables     []*grid
	extra      int               // cells that spans have made
	safe       *strings.Replacer // of characters that would end a link

	out    strings.Builder
	listed bool // the last paragraph stands in a list
}

func newWriter(part region, base *url.URL) *writer {
	return &writer{part: part, base: base, count: map[string]int{}, safe: strings.NewReplacer("(", "%28", ")", "%29", " ", "%20", "<", "%3C", ">", "%3E")}
}

// full says that there is no room for more.
func (w *writer) full() bool {
	size := w.out.Len() + len(w.line)
	if w.pre != nil {
		size += w.pre.Len()
	}
	return size > MaxText
}

// text is what was written.
func (w *writer) text() string {
	text := w.out.String()
	if len(text) > MaxText {
		text = strings.ToValidUTF8(text[:MaxText], "")
	}
	if text = strings.TrimRight(text, "\n "); text == "" {
		return ""
	}
	return text + "\n"
}

// silent says that the text at this place is not wanted.
func (w *writer) silent() bool { return w.dropped > 0 || w.part != wholePage && w.inside == 0 }

func (w *writer) token(z *html.Tokenizer, kind html.TokenType) {
	switch kind {
	case html.TextToken:
		switch {
		case w.count["title"] > 0 && w.count["svg"] == 0 && w.title.Len() < 1000:
			w.title.Write(z.Text())
		case w.silent():
		case w.pre != nil:
			w.pre.Write(z.Text())
		default:
			w.write(string(z.Text()))
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		name, hasAttributes := z.TagName()
		var a attributes
		tag := string(name)
		if hasAttributes {
			a = readAttributes(z)
		}
		w.start(tag, a)
	case html.EndTagToken:
		name, _ := z.TagName()
		switch tag := string(name); tag {
		case "br":
			w.lineBreak() // as browsers take it
		default:
			w.closeTag(tag)
		}
	case html.ErrorToken, html.CommentToken, html.DoctypeToken:
	}
}

// start begins an element.
func (w *writer) start(tag string, a attributes) {
	w.closeImplied(tag)
	if tag == "base" {
		if u := w.resolve(a["href"]); u != nil && (u.Scheme == "http" || u.Scheme == "https") {
			w.base = u
		}
	}
	e := element{name: tag, drop: !isVoid(tag) && w.furniture(tag, a)}
	switch w.part {
	case mainPart:
		e.region = tag == "main" || a["role"] == "main"
	case articles:
		e.region = tag == "article"
	case wholePage:
	}
	if tag == "body" || tag == "html" {
		e.drop = false // a page that hides itself until its script has run
	}
	if tag == "body" {
		w.closeNamed([]string{"head"}, nil)
	}
	deep := len(w.open) >= maxDepth
	if isBlock(tag) && !w.silent() {
		w.blockEdge()
	}
	if !e.drop && !deep && (!w.silent() || e.region && w.dropped == 0) {
		w.begin(&e, a)
	}
	if !deep && !isVoid(tag) {
		w.push(e)
	}
}

// begin does what the beginning of an element means.
func (w *writer) begin(e *element, a attributes) {
	switch e.name {
	case "br":
		w.lineBreak()
	case "hr":
		w.paragraph("---")
	case "img":
		w.image(a)
	case "h1", "h2", "h3", "h4", "h5", "h6":
		w.leaveCells()
		w.heading = int(e.name[1] - '0')
	case "b", "strong", "i", "em", "del", "s", "code", "kbd", "samp", "tt", "a":
		e.inline = w.beginInline(e.name, a)
		if w.pre != nil && w.lang == "" {
			w.lang = language(a["class"])
		}
	case "pre", "listing", "xmp":
		w.leaveCells()
		if w.pre == nil {
			w.pre, w.lang = &strings.Builder{}, language(a["class"])
		}
	case "blockquote":
		e.holds = w.contain(container{first: "> ", rest: "> "})
	case "ul", "menu", "ol":
		w.beginList(e.name, a)
	case "li":
		e.holds = w.contain(w.item())
	case "dd":
		e.holds = w.contain(container{first: ": ", rest: "  "})
	case "table":
		w.beginTable(a)
	case "tr":
		w.beginRow()
	case "td", "th":
		w.beginCell(a)
	}
}

// onClose does what the end of an element means.
func (w *writer) onClose(e element) {
	if e.drop || w.silent() {
		return
	}
	if e.inline {
		w.endInline()
	}
	switch e.name {
	case "pre", "listing", "xmp":
		if w.count["pre"]+w.count["listing"]+w.count["xmp"] == 1 {
			w.endPre()
		}
	case "td", "th":
		w.endCell()
	case "table":
		w.endTable()
	case "ul", "menu", "ol":
		w.blockEdge()
		w.lists = w.lists[:max(len(w.lists)-1, 0)]
	default:
		if isBlock(e.name) {
			w.blockEdge()
		}
	}
	if e.holds {
		w.containers = w.containers[:max(len(w.containers)-1, 0)]
	}
	if len(e.name) == 2 && e.name[0] == 'h' && e.name[1] >= '1' && e.name[1] <= '6' {
		w.heading = 0
	}
}

// blockEdge ends the paragraph at hand. In a cell and in verbatim text there are none.
func (w *writer) blockEdge() {
	switch {
	case w.pre != nil:
		if text := w.pre.String(); text != "" && text[len(text)-1] != '\n' {
			w.pre.WriteByte('\n')
		}
	case w.cell() != nil:
		w.blank = true
	default:
		w.flush()
	}
}

func (w *writer) lineBreak() {
	switch {
	case w.silent():
	case w.pre != nil:
		w.pre.WriteByte('\n')
	case w.cell() != nil || w.heading > 0:
		w.blank = true
	case len(w.line) > 0:
		w.line, w.blank = append(w.line, '\n'), false
	}
}

// language finds the name of a programming language in the classes of an element.
func language(class string) string {
	for word := range strings.FieldsSeq(class) {
		for _, begin := range []string{"language-", "lang-", "highlight-source-"} {
			if name, ok := strings.CutPrefix(word, begin); ok && plainWord(name) {
				return name
			}
		}
	}
	return ""
}

// plainWord says that a word can stand behind a fence.
func plainWord(word string) bool {
	return word != "" && len(word) <= 20 && strings.Trim(strings.ToLower(word), "abcdefghijklmnopqrstuvwxyz0123456789+#-_") == ""
}

// number reads a number of an attribute, within bounds.
func number(text string, least, most int) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return least
	}
	return min(max(n, least), most)
}
