package screen_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"eidolon/tui/screen"
)

func TestMatch(t *testing.T) {
	tests := []struct {
		query, text string
		want        [][2]int
	}{
		{"", "abc", nil},
		{"b", "abcB", [][2]int{{1, 2}, {3, 4}}},
		{"aa", "aaaa", [][2]int{{0, 2}, {2, 4}}},
		{"AbC", "xabcABC", [][2]int{{1, 4}, {4, 7}}},
		{"a.b", "axb A.B", [][2]int{{4, 7}}},
		{"abcd", "abc", nil},
		{"größe", "Die GRÖßE", [][2]int{{4, 11}}},
		{"漢", "a漢b漢", [][2]int{{1, 4}, {5, 8}}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, screen.Find(tt.query, tt.text)); diff != "" {
			t.Errorf("%q in %q: %s", tt.query, tt.text, diff)
		}
	}
}

// The short way for ASCII gives what comparing character by character does, the Kelvin sign and the long
// s apart.
func FuzzMatch(f *testing.F) {
	f.Add("an", "banANana")
	f.Add("qu", "q qU Qu")
	f.Fuzz(func(t *testing.T, query, text string) {
		if !utf8.ValidString(query+text) || strings.ContainsAny(text, "\u212A\u017F") {
			return
		}
		if query == "" {
			return
		}
		if diff := cmp.Diff(screen.FindSlowly(query, text), screen.Find(query, text)); diff != "" {
			t.Errorf("%q in %q: %s", query, text, diff)
		}
	})
}

func TestSums(t *testing.T) {
	numbers := []int{3, 0, 5, 1, 0, 0, 7, 2, 2}
	before, find, add := screen.Sums(numbers)
	add(1, 4)
	add(6, -7)
	numbers[1], numbers[6] = 4, 0
	sum := 0
	for i, n := range numbers {
		if got := before(i); got != sum {
			t.Errorf("before(%d) = %d, want %d", i, got, sum)
		}
		for at := sum; at < sum+n; at++ {
			if got := find(at); got != i {
				t.Errorf("find(%d) = %d, want %d", at, got, i)
			}
		}
		sum += n
	}
	if got := find(sum); got != len(numbers) {
		t.Errorf("find(%d) = %d", sum, got)
	}
}
