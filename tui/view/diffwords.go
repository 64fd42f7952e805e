package view

import (
	"strings"

	"eidolon/internal/leaf/width"
)

// changedWords gives what two lines do not have in common: between their common beginning and their
// common end. Lines that have little in common are wholly different, and nothing in them is marked.
func changedWords(a, b string) (inA, inB [][2]int) {
	if len(a) > maxLine || len(b) > maxLine {
		return nil, nil
	}
	wordsA, wordsB := words(a), words(b)
	head := 0
	for head < len(wordsA) && head < len(wordsB) && wordsA[head] == wordsB[head] {
		head++
	}
	tail := 0
	for tail < len(wordsA)-head && tail < len(wordsB)-head && wordsA[len(wordsA)-1-tail] == wordsB[len(wordsB)-1-tail] {
		tail++
	}
	startA, endA := extent(wordsA, head, tail)
	startB, endB := extent(wordsB, head, tail)
	same := len(strings.TrimSpace(a[:startA])) + len(strings.TrimSpace(a[endA:]))
	if 3*same < max(len(strings.TrimSpace(a)), len(strings.TrimSpace(b))) {
		return nil, nil
	}
	if startA < endA {
		inA = [][2]int{{startA, endA}}
	}
	if startB < endB {
		inB = [][2]int{{startB, endB}}
	}
	return inA, inB
}

// extent gives the bytes between so many words at the beginning and so many at the end.
func extent(words []string, head, tail int) (start, end int) {
	for i, w := range words {
		if i < head {
			start += len(w)
		}
		if i < len(words)-tail {
			end += len(w)
		}
	}
	return start, max(start, end)
}

// words splits a line into runs of letters and digits, and single other characters.
func words(s string) []string {
	var all []string
	for s != "" {
		n := 0
		for n < len(s) && wordByte(s[n]) {
			n++
		}
		if n == 0 {
			cluster, _, _ := width.Next(s)
			n = len(cluster)
		}
		all = append(all, s[:n])
		s = s[n:]
	}
	return all
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
