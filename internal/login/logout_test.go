package login_test

import (
	"net/http"
	"strings"
	"testing"

	"eidolon/internal/login"
	"eidolon/internal/login/logintest"
)

// Logging out gives tokens back, and removes them even when nobody takes them.
//
// Covers: Y33
func TestLogOut(t *testing.T) {
	for name, tt := range map[string]struct {
		instead func(http.ResponseWriter, *http.Request) bool
		told    string
	}{
		"given back": {nil, ""},
		"refused":    {status(400), "Test could not be told: it answered with HTTP 400."},
		"redirect":   {status(307), "Test could not be told: it answered with HTTP 307."},
		"cut":        {func(http.ResponseWriter, *http.Request) bool { panic(http.ErrAbortHandler) }, "Test could not be told: EOF."},
	} {
		t.Run(name, func(t *testing.T) {
			s := &logintest.Service{}
			w := begin(t, s)
			w.told = nil
			s.Instead = tt.instead
			if found, err := w.store.LogOut(t.Context(), "test"); !found || err != nil {
				t.Errorf("%v, %v", found, err)
			}
			told := strings.Join(w.told, "\n")
			if (told == "") != (tt.told == "") || !strings.Contains(told, tt.told) {
				t.Errorf("told was %q", told)
			}
			noTokens(t, s, "what is told", told)
			noTokens(t, s, "the file", w.content())
			if found, err := w.store.LogOut(t.Context(), "test"); found || err != nil {
				t.Errorf("a second time: %v, %v", found, err)
			}
			if list, err := w.store.List(); err != nil || list[0].State != login.None {
				t.Errorf("the list is %+v, %v", list, err)
			}
		})
	}
}

func status(code int) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, _ *http.Request) bool {
		w.Header().Set("Location", "https://evil.test/")
		w.WriteHeader(code)
		return true
	}
}
