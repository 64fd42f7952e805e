// Package nearest finds what was probably meant: the known name closest to a misspelt one ([Name]),
// and the place in a text closest to a passage that is not in it ([Find]).
//
// Both are pure, never panic, and do a bounded amount of work whatever they are given, because their
// input comes from models.
package nearest

import "strings"

// maxName is the number of bytes of a name that are compared; nobody misspells a longer one by a
// letter or two.
const maxName = 64

// Name gives the known name closest to want, or "" when none is close. Letter case and the marks
// "_", "-" and "." do not count. Of equally close names the first wins.
func Name(want string, known []string) string {
	best, bestScore := "", 0
	w := fold(want)
	if w == "" {
		return ""
	}
	for _, k := range known {
		if s := closeness(w, fold(k)); s > bestScore {
			best, bestScore = k, s
		}
	}
	return best
}

// closeness is 0 for names that have nothing to do with each other, and grows up to 100 for names
// that are equal.
func closeness(a, b string) int {
	if b == "" {
		return 0
	}
	if a == b {
		return 100
	}
	longer := max(len(a), len(b))
	if d := distance(a, b); d <= max(1, longer/3) && d < longer {
		return 90 - d
	}
	if min(len(a), len(b)) >= 3 && (strings.Contains(a, b) || strings.Contains(b, a)) {
		return 40
	}
	if len(a) >= 2 && a[0] == b[0] && abbreviates(a, b) {
		return 20
	}
	return 0
}

// abbreviates says whether the letters of short stand in long in the same order.
func abbreviates(short, long string) bool {
	i := 0
	for j := 0; j < len(long) && i < len(short); j++ {
		if short[i] == long[j] {
			i++
		}
	}
	return i == len(short)
}

func fold(s string) string {
	s = s[:min(len(s), maxName)]
	return strings.NewReplacer("_", "", "-", "", ".", "").Replace(strings.ToLower(s))
}

// distance is the number of bytes to insert, delete, replace or swap with a neighbour that turns a
// into b.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
