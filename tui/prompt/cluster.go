package prompt

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/leaf/width"
)

// Chips are the runes from firstChip on. All of them start with the bytes of chipLead in UTF-8, and no
// other rune does.
const (
	firstChip = '\U0010F000'
	lastChip  = '\U0010FFFF'
	chipLead  = "\xF4\x8F"
	chipLen   = 4

	tabCells = 4
)

func isChip(r rune) bool { return r >= firstChip && r <= lastChip }

// admit makes text from outside fit to be edited: valid UTF-8, lines that end in "\n", no control
// characters but that and the tab, no chips. Characters that merely cannot be seen stay, because
// they are what the person wants to send; drawing makes them visible.
func admit(s string) string {
	if strings.IndexFunc(s, foreign) < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\r':
			if !strings.HasPrefix(s[i+1:], "\n") {
				b.WriteByte('\n')
			}
		case isChip(r):
			b.WriteRune(utf8.RuneError)
		case foreign(r):
			b.WriteString(clean.Text(s[i : i+n]))
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// foreign says that admit has to look at a rune.
func foreign(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < 0x20 || r >= 0x7F && r < 0xA0:
		return true
	}
	return isChip(r) || r == utf8.RuneError
}

// next gives the end of the cluster that starts at pos. The cursor stands between clusters only.
func next(text string, pos int) int {
	rest := text[pos:]
	switch {
	case rest == "":
		return pos
	case strings.HasPrefix(rest, chipLead):
		return pos + chipLen
	}
	cluster, _, _ := width.Next(rest)
	if i := strings.Index(cluster, chipLead); i > 0 { // a chip stands alone, whatever is before it
		return pos + i
	}
	return pos + len(cluster)
}

// previous gives the start of the cluster that ends at pos.
func previous(text string, pos int) int {
	at := 0
	if pos > 0 {
		at = certain(text, pos-1)
	}
	for at < pos {
		end := next(text, at)
		if end >= pos {
			return at
		}
		at = end
	}
	return at
}

// snap gives the first place for the cursor at pos or behind it.
func snap(text string, pos int) int {
	pos = min(max(pos, 0), len(text))
	at := certain(text, pos)
	for at < pos {
		at = next(text, at)
	}
	return at
}

// certain gives a place at pos or before it where a cluster starts whatever the text further before
// it is: the start of a line, or between two runes that stand alone.
func certain(text string, pos int) int {
	p := min(pos, len(text))
	for p > 0 && p < len(text) && !utf8.RuneStart(text[p]) {
		p--
	}
	behind := utf8.RuneError
	if p < len(text) {
		behind, _ = utf8.DecodeRuneInString(text[p:])
	}
	for p > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:p])
		if r == '\n' || alone(r) && alone(behind) {
			break
		}
		p, behind = p-n, r
	}
	return p
}

// alone says that a rune never is in one cluster with another such rune. These are most letters and
// signs of Europe and East Asia; what is missing here only costs time.
func alone(r rune) bool {
	switch {
	case r < 0x300, r >= 0x370 && r < 0x483, r >= 0x48A && r < 0x530,
		r >= 0x2010 && r < 0x2028, r >= 0x2030 && r < 0x2060, r >= 0x2100 && r < 0x2C00,
		r >= 0x3000 && r < 0x302A, r >= 0x3041 && r < 0x3097, r >= 0x309B && r < 0x3100,
		r >= 0x3400 && r < 0xA000, r >= 0xAC00 && r < 0xD7A4:
		return true
	}
	return isChip(r)
}

// inWord says whether a cluster is part of a word, for moves by words.
func inWord(cluster string) bool {
	r, _ := utf8.DecodeRuneInString(cluster)
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || isChip(r)
}

// wordRight gives the end of the word at pos or behind it.
func wordRight(text string, pos int) int {
	for seen := false; pos < len(text); {
		end := next(text, pos)
		word := inWord(text[pos:end])
		if seen && !word {
			break
		}
		seen = seen || word
		pos = end
	}
	return pos
}

// wordLeft gives the start of the word before pos.
func wordLeft(text string, pos int) int {
	for seen := false; pos > 0; {
		start := previous(text, pos)
		word := inWord(text[start:pos])
		if seen && !word {
			break
		}
		seen = seen || word
		pos = start
	}
	return pos
}

// label is what a chip shows. Pastes are numbered as they came.
func label(in lang.Table, number int, content string) string {
	lines := strings.Count(strings.TrimSuffix(content, "\n"), "\n") + 1
	if lines <= pasteLines {
		return in.F("[paste %d: %d KB]", number, (len(content)+1023)/1024)
	}
	return in.F("[paste %d: %d lines]", number, lines)
}

// shown is how a cluster other than a chip looks, and its width. What would be invisible is spelt out.
func shown(cluster string) (string, int) {
	if cluster == "\t" {
		return "    ", tabCells
	}
	if len(cluster) == 1 {
		return cluster, 1
	}
	cells := width.Of(cluster)
	flag := strings.HasPrefix(cluster, "\U0001F3F4")
	if cells > 0 && (flag || !strings.ContainsFunc(cluster, deceptive)) {
		return cluster, cells
	}
	visible := clean.Text(cluster)
	if cells = width.Of(visible); cells == 0 { // an accent without a letter
		visible, cells = "\u25CC"+visible, 1
	}
	return visible, cells
}

// deceptive says that a rune changes what the text means without being seen. A joiner within an emoji
// is part of a picture, and so are the tags behind a flag.
func deceptive(r rune) bool { return r != '\u200D' && r > 0x7F && unicode.Is(unicode.Cf, r) }
