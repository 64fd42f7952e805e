package markdown

import (
	"strings"

	"golang.org/x/net/html"
)

// region is the part of a page that is taken.
type region int

const (
	wholePage region = iota
	mainPart         // what <main> or role="main" holds
	articles         // what <article> holds
)

// A part has to hold that much of the text of its page, or that many bytes, to be taken for its content:
// many pages have a main part with a notice in it and the text elsewhere.
const (
	partShare = 4 // one of so many bytes
	partBytes = 1500
)

// findRegion decides which part of a page is its content.
func findRegion(source string) region {
	var all, inMain, inArticle int // bytes of text
	var mains, articlesOpen, silent int
	var mainTag string // that opened the main part
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return decide(all, inMain, inArticle)
		case html.TextToken:
			if silent > 0 {
				continue
			}
			n := len(strings.TrimSpace(string(z.Raw())))
			all += n
			if mains > 0 {
				inMain += n
			}
			if articlesOpen > 0 {
				inArticle += n
			}
		case html.StartTagToken, html.EndTagToken:
			name, hasAttributes := z.TagName()
			tag, step := string(name), 1
			if kind == html.EndTagToken {
				step = -1
			}
			switch {
			case tag == mainTag:
				mains = max(mains+step, 0)
			case mainTag == "" && step > 0 && (tag == "main" || hasAttributes && readAttributes(z)["role"] == "main"):
				mainTag, mains = tag, 1
			case tag == "article":
				articlesOpen = max(articlesOpen+step, 0)
			case tag == "script" || tag == "style" || tag == "noscript" || tag == "template" || tag == "nav":
				silent = max(silent+step, 0)
			}
		case html.SelfClosingTagToken, html.CommentToken, html.DoctypeToken:
		}
	}
}

func decide(all, inMain, inArticle int) region {
	enough := func(n int) bool { return n > 0 && (n >= partBytes || n*partShare >= all) }
	switch {
	case enough(inMain):
		return mainPart
	case enough(inArticle):
		return articles
	}
	return wholePage
}
