package lang

import (
	"strconv"
	"strings"
)

// Pairs reads the translations in a file. It knows as much of the PO format as our files use, so that an
// editor for translations can be had:
// msgid, the English text, then msgstr, its translation. Each may go on in further lines of quoted text. A
// line with # is a comment. What is written otherwise is left out, and the test of the tables misses it.
func Pairs(data string) []Pair {
	var all []Pair
	var to *string // what a further line of quoted text belongs to
	number := 0
	for line := range strings.Lines(data) {
		number++
		word, quoted, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case word == "msgid":
			all = append(all, Pair{Line: number})
			to = (*string)(&all[len(all)-1].English)
		case word == "msgstr" && len(all) > 0:
			to = &all[len(all)-1].Own
		case strings.HasPrefix(word, `"`):
			quoted = strings.TrimSpace(line)
		default:
			to = nil
		}
		if text, err := strconv.Unquote(quoted); err == nil && to != nil {
			*to += text
		}
	}
	return all
}
