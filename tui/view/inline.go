package view

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"eidolon/tui/theme"
)

// inline makes a block of a paragraph's content.
func (w *walker) inline(n ast.Node, base Style) *Block {
	in := inliner{source: w.source}
	in.children(n, base)
	return &Block{Text: in.text.String(), Spans: in.spans}
}

// inliner collects text and its spans.
type inliner struct {
	source []byte
	text   strings.Builder
	spans  []Span
}

// write adds text in a style. Its line breaks stay.
func (in *inliner) write(s string, style Style) {
	s = strings.ReplaceAll(prose(s), "\t", "    ")
	start := in.text.Len()
	in.text.WriteString(s)
	if s == "" || style == (Style{}) {
		return
	}
	if last := len(in.spans) - 1; last >= 0 && in.spans[last].End == start && in.spans[last].Style == style {
		in.spans[last].End = in.text.Len()
		return
	}
	in.spans = append(in.spans, Span{start, in.text.Len(), style})
}

func (in *inliner) children(n ast.Node, style Style) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		in.node(c, style)
	}
}

func (in *inliner) node(n ast.Node, style Style) {
	switch n := n.(type) {
	case *ast.Text:
		in.plainText(n, style)
	case *ast.String:
		in.write(string(n.Value), style)
	case *ast.CodeSpan:
		in.codeSpan(n, style)
	case *ast.Emphasis:
		in.children(n, emphasized(style, n.Level))
	case *east.Strikethrough:
		style.Attr |= Strike
		in.children(n, style)
	case *ast.Link:
		in.link(n, string(n.Destination), style)
	case *ast.Image:
		in.write("[image: ", style)
		in.link(n, string(n.Destination), style)
		in.write("]", style)
	case *ast.AutoLink:
		address := string(n.URL(in.source))
		if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(address), "mailto:") {
			address = "mailto:" + address
		}
		in.write(asWritten(n.Label(in.source)), linked(style, safeAddress(address)))
	case *ast.RawHTML:
		for i := range n.Segments.Len() {
			s := n.Segments.At(i)
			in.write(strings.ReplaceAll(asWritten(s.Value(in.source)), "\n", " "), style)
		}
	case *east.TaskCheckBox:
		mark := "[ ] "
		if n.IsChecked {
			mark = "[x] "
		}
		in.write(mark, style)
	default:
		in.children(n, style)
	}
}

func (in *inliner) plainText(n *ast.Text, style Style) {
	value := asWritten(n.Value(in.source))
	if !n.IsRaw() {
		value = unescape(value)
	}
	in.write(value, style)
	switch {
	case n.HardLineBreak():
		in.write("\n", Style{})
	case n.SoftLineBreak():
		in.write(" ", style)
	}
}

func (in *inliner) codeSpan(n *ast.CodeSpan, style Style) {
	style.Role = theme.Code
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			in.write(strings.ReplaceAll(asWritten(t.Value(in.source)), "\n", " "), style)
		}
	}
}

// link adds the text of a link. An address that a terminal should not open is shown and leads nowhere,
// and so is one behind a text that looks like another address.
func (in *inliner) link(n ast.Node, address string, style Style) {
	safe := safeAddress(address)
	start := in.text.Len()
	if safe != "" {
		style = linked(style, safe)
	}
	in.children(n, style)
	text := in.text.String()[start:]
	switch {
	case address == "" || text == address:
	case text == "":
		in.write(address, style)
	case safe == "" || strings.Contains(text, "://") || strings.HasPrefix(text, "www."):
		style.Link = ""
		in.write(" ("+strings.ReplaceAll(address, "\n", " ")+")", style)
	}
}

func linked(style Style, address string) Style {
	if address != "" {
		style.Role, style.Link = theme.Link, address
	}
	return style
}

// safeAddress gives an address that may be handed to a terminal, or "".
func safeAddress(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || len(address) > 2048 {
		return ""
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https", "mailto", "file":
	default:
		return ""
	}
	out := u.String()
	for i := range len(out) {
		if out[i] <= ' ' || out[i] >= 0x7F {
			return ""
		}
	}
	return out
}

// emphasized is a style with emphasis. A role that says more stays.
func emphasized(style Style, times int) Style {
	switch running := style.Role == theme.Text || style.Role == theme.Quote; {
	case times == 1 && running:
		style.Role = theme.Emphasis
	case times == 1:
		style.Attr |= Italic
	case running:
		style.Role = theme.Strong
	case style.Role == theme.Emphasis:
		style.Role = theme.Strong
		style.Attr |= Italic
	default:
		style.Attr |= Bold
	}
	return style
}

// unescape takes away the backslashes of escapes and puts characters in the place of their names.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, '&') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] == '\\' && i+1 < len(s) && util.IsPunct(s[i+1]) {
			b.WriteByte(s[i+1])
			i += 2
			continue
		}
		if s[i] == '&' {
			if text, n := entity(s[i:]); n > 0 {
				b.WriteString(text)
				i += n
				continue
			}
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// entity reads a reference to a character at the start of s and says how long it is, 0 if it is none.
func entity(s string) (text string, n int) {
	end := strings.IndexByte(s[:min(len(s), 40)], ';')
	if end < 2 {
		return "", 0
	}
	name := s[1:end]
	if name[0] != '#' {
		e, ok := util.LookUpHTML5EntityByName(name)
		if !ok {
			return "", 0
		}
		return string(e.Characters), end + 1
	}
	base, digits := 10, name[1:]
	if digits != "" && (digits[0] == 'x' || digits[0] == 'X') {
		base, digits = 16, digits[1:]
	}
	code, err := strconv.ParseUint(digits, base, 32)
	if err != nil || len(digits) > 7 {
		return "", 0
	}
	if code == 0 || code > 0x10FFFF {
		code = 0xFFFD
	}
	return string(rune(code)), end + 1
}
