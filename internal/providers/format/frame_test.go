package format

import (
	"fmt"
	"strings"
	"testing"
)

// A service whose events never have the same frame is not looked at for ever.
func TestFrameGivesUp(t *testing.T) {
	var f Frame
	looks := 0
	for n := range 100 {
		raw := fmt.Appendf(nil, `{"pad":"%s","text":"a"}`, strings.Repeat("x", n))
		f.Learn(raw, []string{`"text":"`}, func([]byte, int, string) bool { looks++; return true })
	}
	if looks != maxMisses {
		t.Errorf("%d attempts, want %d", looks, maxMisses)
	}
}
