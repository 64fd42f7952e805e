package format

import (
	"encoding/json"
	"testing"
)

// FuzzUnquote shows that a string is read as the decoder reads it, and that what is none is refused.
func FuzzUnquote(f *testing.F) {
	for _, inner := range []string{
		"", "plain", `a \"b\" \\ \/ \b\f\n\r\t`, "é ☃ 😀", `\u00e9 \ud83d\ude00 \ud83d`, "\xff \xf0\x9f", `\`, `\\\`, `\x`, `\u12`, "a\nb", `a"b`, "\x7f",
	} {
		f.Add([]byte(inner))
	}
	f.Fuzz(func(t *testing.T, inner []byte) {
		quoted := append(append([]byte{'"'}, inner...), '"')
		var want string
		err := json.Unmarshal(quoted, &want)
		if got, ok := Unquote(quoted); got != want || ok != (err == nil) {
			t.Errorf("%s gives %q, %v, want %q, %v", quoted, got, ok, want, err)
		}
		if n := StringLength(quoted); err == nil && n != len(quoted) {
			t.Errorf("%s is %d bytes long", quoted, n)
		}
	})
}
