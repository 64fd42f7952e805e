package format

import "testing"

// What a library escapes for the sake of HTML goes back; what only looks like it stays.
func TestUnescape(t *testing.T) {
	for encoded, want := range map[string]string{
		`"\u003cb\u003e \u0026"`: `"<b> &"`,
		`"\\u003c \\\u003c"`:     `"\\u003c \\<"`,
		`"\u003d \n \" \\"`:      `"\u003d \n \" \\"`,
		`"\\\\u0026"`:            `"\\\\u0026"`,
	} {
		if got := string(Unescape([]byte(encoded))); got != want {
			t.Errorf("%s becomes %s, want %s", encoded, got, want)
		}
	}
}
