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

// The text of the event that is learned may hold what JSON escapes, as the input of a call does.
func TestFrameOfQuotes(t *testing.T) {
	var f Frame
	says := func(raw []byte, _ int, text string) bool { return string(raw) == `{"text":"`+text+`","n":7}` }
	f.Learn([]byte(`{"text":"{\"a\\\":","n":7}`), []string{`"text":"`}, says)
	if got, _, fits := f.Match([]byte(`{"text":"b","n":7}`)); got != "b" || !fits {
		t.Errorf("%q, %v", got, fits)
	}
}

// What the decoder does not look at may differ, and only that.
func TestFrameSkips(t *testing.T) {
	f := Frame{Skip: []string{`"n":`, `"pad":`}}
	says := func(_ []byte, _ int, text string) bool { return text == probe }
	f.Learn([]byte(`{"pad":"abc","text":"a","other":"x,n","n":7}`), []string{`"text":"`}, says)
	for _, test := range []struct {
		raw, want string
		fits      bool
	}{
		{`{"pad":"abc","text":"b","other":"x,n","n":7}`, "b", true},
		{`{"pad":"","text":"b \"c\" \\","other":"x,n","n":1234}`, `b "c" \`, true},
		{`{"pad":"é","text":"","other":"x,n","n":0}`, "", true},
		{`{"pad":"a\nb","text":"b","other":"x,n","n":7}`, "", false},
		{`{"pad":7,"text":"b","other":"x,n","n":7}`, "", false},
		{`{"pad":"abc","text":"b","other":"x,n","n":"7"}`, "", false},
		{`{"pad":"abc","text":"b","other":"x,n","n":007}`, "", false},
		{`{"pad":"abc","text":"b","other":"x,n","n":7.5}`, "", false},
		{`{"pad":"abc","text":"b","other":"y","n":7}`, "", false},
		{`{"pad":"abc","text":"b","other":"x,n","n":7}{"error":"down"}`, "", false},
		{`{"pad":"abc","text":"b`, "", false},
		{`{"pad":"abc","text":"b\`, "", false},
		{`{"pad":"abc`, "", false},
		{``, "", false},
	} {
		if got, _, fits := f.Match([]byte(test.raw)); got != test.want || fits != test.fits {
			t.Errorf("%s gives %q, %v", test.raw, got, fits)
		}
	}
}
