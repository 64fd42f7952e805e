package prompt

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// Runes that stand alone do so beside each other, as the rules of clusters see it.
func TestAlone(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var all []rune
	for r := ' '; r < 0x11000; r++ {
		if utf8.ValidRune(r) && alone(r) {
			all = append(all, r)
		}
	}
	for _, r := range all {
		other := all[random.IntN(len(all))]
		for _, pair := range []string{string([]rune{r, other}), string([]rune{other, r}), string([]rune{r, r}), string([]rune{r, firstChip})} {
			if end := next(pair, 0); end == len(pair) {
				t.Errorf("%U are one cluster", []rune(pair))
			}
		}
	}
}

// Going back over a long line takes no longer than going ahead: ten thousand letters without a space
// would take seconds otherwise.
func TestLongWord(t *testing.T) {
	text := strings.Repeat("漢", 10_000)
	if at := wordLeft(text, len(text)); at != 0 {
		t.Errorf("the word starts at %d", at)
	}
	if at := wordRight(text, 0); at != len(text) {
		t.Errorf("the word ends at %d", at)
	}
}
