package stubmodel

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCut(t *testing.T) {
	for _, c := range []struct {
		name, text string
		pacing     Pacing
		want       string
	}{
		{"whole", "abc", Pacing{}, `["abc"]`},
		{"in three", "abcdefgh", Pacing{Deltas: 3}, `["ab" "cde" "fgh"]`},
		{"no more pieces than characters", "é€", Pacing{Deltas: 9}, `["é" "€"]`},
		{"nothing in three", "", Pacing{Deltas: 3}, `[""]`},
		{"by two bytes", "aébc€", Pacing{Chunk: 2}, `["a" "é" "bc" "€"]`},
		{"nothing by two bytes", "", Pacing{Chunk: 2}, `[""]`},
		{"just so many bytes", "abcd", Pacing{Chunk: 2}, `["ab" "cd"]`},
		{"several times", "$DELTA,", Pacing{Times: 3}, `["1," "2," "3,"]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := fmt.Sprintf("%q", c.pacing.cut(c.text, 1)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func FuzzCut(f *testing.F) {
	f.Add("Grüße, 世界!", uint8(3), uint8(2))
	f.Fuzz(func(t *testing.T, text string, deltas, chunk uint8) {
		for _, p := range []Pacing{{Deltas: int(deltas)}, {Chunk: int(chunk)}} {
			pieces := p.cut(text, 1)
			if strings.Join(pieces, "") != text {
				t.Errorf("%+v: %q does not make %q", p, pieces, text)
			}
			for _, piece := range pieces {
				if utf8.ValidString(text) && !utf8.ValidString(piece) {
					t.Errorf("%+v: half a character in %q", p, pieces)
				}
			}
		}
	})
}
