// Package markdown turns a web page into Markdown for a reader that wants its text: headings, lists,
// tables, code and links stay, the furniture of the page goes.
//
// Pages come from anybody, so nothing here depends on them being well-formed. The page is never built as
// a tree: it is read tag by tag, with a stack of open elements that has a greatest depth, and every step
// is of bounded cost. The time is proportional to the size of the page and the output has a limit.
//
//	region.go  finds the part of the page that holds its content
//	stack.go   keeps the open elements and closes what a tag closes without saying so
//	writer.go  what each tag means
//	inline.go  text, emphasis, links
//	block.go   paragraphs, with the marks of the lists and quotations that they stand in
//	table.go   tables
//
// Text is not escaped: the reader is a model, for which a stray asterisk is easier to bear than a page full
// of backslashes. Control characters are whoever shows the text's to deal with.
package markdown

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

// MaxText is the most bytes that a page gives.
const MaxText = 8 << 20

// Page is a page as text.
type Page struct {
	Title string // from its head, on one line; may be ""
	Text  string // Markdown, ends in a line break unless it is empty
	Part  bool   // only the part that the page itself calls its content was taken
	Cut   bool   // there was more text than MaxText
}

// Convert gives the text of a page. Base is where the page lies; links count from there.
func Convert(source string, base *url.URL) Page {
	part := findRegion(source)
	w := newWriter(part, base)
	z := html.NewTokenizer(strings.NewReader(source))
	for !w.full() {
		kind := z.Next()
		if kind == html.ErrorToken { // the end: a reader of a string has no other
			break
		}
		w.token(z, kind)
	}
	w.closeTo(0)
	w.flush()
	return Page{Title: oneLine(w.title.String()), Text: w.text(), Part: part != wholePage, Cut: w.full()}
}

// oneLine gives a text with all its blanks as single spaces.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// maxAttributes is how many attributes of a tag are looked at. No tag that anybody wrote has more.
const maxAttributes = 64

// attributes are those of a tag that matter here; the first of a name counts.
type attributes map[string]string

func readAttributes(z *html.Tokenizer) attributes {
	var all attributes
	for range maxAttributes {
		key, value, more := z.TagAttr()
		switch name := string(key); name {
		case "href", "src", "alt", "class", "role", "hidden", "aria-hidden", "style", "start", "colspan", "rowspan":
			if all == nil {
				all = attributes{}
			}
			if _, again := all[name]; !again {
				all[name] = string(value)
			}
		}
		if !more {
			break
		}
	}
	return all
}
