package index

import (
	"unicode"
	"unicode/utf8"
)

// maxToken is how many bytes of a word count. What is longer is no word: a hash, or a file in text
// form.
const maxToken = 64

// tokenizer cuts a text into the words by which it is found: runs of letters and digits, folded. Each
// character of a script without blanks between words is a word of its own.
//
// The index, the scan, the query and the marks in a snippet all go through here, so they agree on
// what a word is. FTS5 is handed words with blanks between them, and its simplest tokenizer, which
// splits at those and keeps every other character, has nothing left to decide. The one that knows
// Unicode would decide again, by older tables than those of Go.
type tokenizer struct {
	*folder
	text string
	next int // byte that is looked at next

	start, end int    // of the word in text
	word       []byte // folded; valid until the next call of scan
}

func newTokenizer() *tokenizer { return &tokenizer{folder: newFolder()} }

// reset begins with a text.
func (t *tokenizer) reset(text string) { t.text, t.next = text, 0 }

// scan goes on to the next word and tells whether there is one.
func (t *tokenizer) scan() bool {
	t.word = t.word[:0]
	for t.next < len(t.text) {
		r, size := rune(t.text[t.next]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(t.text[t.next:])
		}
		kind := kindOf(r)
		if len(t.word) > 0 && (kind == between || kind == alone) {
			return true
		}
		t.next += size
		switch kind {
		case between:
			continue
		case mark:
			if len(t.word) > 0 {
				t.end = t.next
			}
			continue
		case alone, part:
		}
		if len(t.word) == 0 {
			t.start = t.next - size
		}
		t.end = t.next
		if len(t.word)+utf8.UTFMax <= maxToken {
			t.word = utf8.AppendRune(t.word, t.fold(r))
		}
		if kind == alone {
			return true
		}
	}
	return len(t.word) > 0
}

// appendWords adds the words of a text to b, with a blank after each, and gives how many they are.
func (t *tokenizer) appendWords(b []byte, text string) ([]byte, int) {
	n := 0
	t.reset(text)
	for t.scan() {
		b = append(append(b, t.word...), ' ')
		n++
	}
	return b, n
}

// runeKind is what a character is for the words around it.
type runeKind uint8

const (
	between runeKind = iota // it separates words
	part                    // it belongs to a word
	alone                   // it is a word of its own
	mark                    // it changes the letter before it and is passed over
)

func kindOf(r rune) runeKind {
	switch {
	case r < utf8.RuneSelf:
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return part
		}
		return between
	case r >= 0x0300 && r <= 0x036F:
		return mark
	case withoutBlanks(r):
		return alone
	case unicode.IsLetter(r), unicode.IsNumber(r):
		return part
	}
	return between
}

// withoutBlanks says whether a character is of a script that writes words without blanks between
// them.
func withoutBlanks(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer) &&
		unicode.IsLetter(r)
}
