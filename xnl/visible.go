package xnl

import "strings"

// Visible gives what a reader sees of an answer that is there as a whole: its text without calls and
// their framing, quotes included.
func Visible(answer string) string {
	var b strings.Builder
	show := func(e Event) {
		if e.Kind == EventText || e.Kind == EventQuote {
			b.Write(e.Text)
		}
	}
	s := NewScanner(ScanOptions{})
	s.Write([]byte(answer), show)
	s.Close(show)
	return b.String()
}
