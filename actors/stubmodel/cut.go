package stubmodel

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// cut divides text into deltas as the pacing says, and into usual ones when it says nothing.
func (p Pacing) cut(text string, usual int) []string {
	switch {
	case p.Times > 0:
		return repeated(text, p.Times)
	case p.Chunk > 0:
		return chunks(text, p.Chunk)
	default:
		if p.Deltas > 0 {
			usual = p.Deltas
		}
		return evenly(text, usual)
	}
}

// repeated gives text n times; $DELTA becomes the number of each.
func repeated(text string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = strings.ReplaceAll(text, "$DELTA", strconv.Itoa(i+1))
	}
	return out
}

// chunks cuts text into pieces of at most size bytes. A character that is longer than that stays
// whole: pieces travel as text, and half a character is none.
func chunks(text string, size int) []string {
	var out []string
	for len(text) > size {
		end := size
		for end > 0 && !utf8.RuneStart(text[end]) {
			end--
		}
		if end == 0 {
			_, end = utf8.DecodeRuneInString(text)
		}
		if end == len(text) {
			break
		}
		out = append(out, text[:end])
		text = text[end:]
	}
	return append(out, text)
}

// evenly cuts text into n pieces with about as many characters each, or into its characters when it
// has no more.
func evenly(text string, n int) []string {
	total := utf8.RuneCountInString(text)
	n = min(n, max(1, total))
	out := make([]string, 0, n)
	start, seen := 0, 0
	for i := range text {
		if seen == (len(out)+1)*total/n {
			out = append(out, text[start:i])
			start = i
		}
		seen++
	}
	return append(out, text[start:])
}

// times gives when each of n deltas comes, for a part that begins at from.
func (p Pacing) times(from time.Duration, n int) []time.Duration {
	out := make([]time.Duration, n)
	for i := range out {
		out[i] = from + p.Every*time.Duration(i+1)
		if span := p.Until - from; span > 0 {
			out[i] = from + span*time.Duration(i+1)/time.Duration(n)
		}
	}
	return out
}
