package tools

import "strings"

// lineBreaks says how a text ends its lines.
type lineBreaks struct{ lf, crlf int } // lone line feeds, and those after a carriage return

func breaksOf(text string) lineBreaks {
	crlf := strings.Count(text, "\r\n")
	return lineBreaks{lf: strings.Count(text, "\n") - crlf, crlf: crlf}
}

// fit gives s the line breaks of the text it goes into. A text of mixed breaks says nothing about
// new ones, so s stays as it is.
func (b lineBreaks) fit(s string) string {
	switch {
	case b.crlf > 0 && b.lf == 0:
		return toCRLF(s)
	case b.crlf == 0 && b.lf > 0:
		return strings.ReplaceAll(s, "\r\n", "\n")
	}
	return s
}

func toCRLF(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "\r\n")
}
