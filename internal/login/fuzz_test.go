package login

import (
	"strings"
	"testing"
)

// Whatever is pasted, a code comes out that can be sent, or an error that can be shown; and never a code
// with the state of another login.
func FuzzReadPasted(f *testing.F) {
	for _, text := range []string{"code#state", "code", "http://localhost:1/?code=a&state=state", "https://a/?error=x&state=state", "#", "\x1b[2J", "http://%zz"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a := &attempt{state: "state", service: Service{Name: "test"}}
		code, err := a.readPasted(text)
		switch {
		case err == nil && !isHeader(code):
			t.Errorf("%q gives the code %q", text, code)
		case err == nil && strings.Contains(strings.TrimSpace(text), "#") && !strings.HasPrefix(strings.TrimSpace(text), "http") && !strings.HasSuffix(strings.TrimSpace(text), "#state"):
			t.Errorf("%q has another state and gives the code %q", text, code)
		case err != nil && strings.ContainsAny(err.Error(), "\x1b\r\n\x07"):
			t.Errorf("%q gives the error %q", text, err)
		}
	})
}

// Whatever an identity token says, an account comes out that can be sent, or none.
func FuzzClaim(f *testing.F) {
	f.Add("e30.eyJhIjp7ImIiOiJ4In19.c2ln")
	f.Add("..")
	f.Add("a.bnVsbA.c")
	f.Fuzz(func(t *testing.T, text string) {
		if got := claim(text, []string{"a", "b"}); got != "" && !strings.Contains(text, ".") {
			t.Errorf("%q names %q", text, got)
		}
	})
}
