package login_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"

	"eidolon/internal/login"
	"eidolon/internal/login/logintest"
)

// The browser comes back with a code, which becomes tokens that only the user can read.
//
// Covers: Z7, Y24, Y33
func TestLoopback(t *testing.T) {
	s := (&logintest.Service{Lifetime: 3600, Secret: "client-secret-1"}).Start(t)
	w := open(t, at(s, login.Loopback))
	state, err := w.store.LogIn(t.Context(), "test", w.person(logintest.Browser(t)), login.Way{})
	if err != nil {
		t.Fatal(err)
	}
	if state.State != login.Ready || state.Kept != "file" || !state.Since.Equal(w.now) || state.Expires.Sub(w.now).Hours() != 1 {
		t.Errorf("the login is %+v", state)
	}
	given := s.Given()
	if got := w.secrets.String(strings.Join(given, " ")); got != "[redacted token of test] [redacted token of test]" {
		t.Errorf("the redactor makes %q", got)
	}
	if got := token(t, w.source()); got != given[0] {
		t.Errorf("the token is %q, given was %q", got, given)
	}
	if content := w.content(); !strings.Contains(content, given[0]) || !strings.Contains(content, given[1]) || strings.Contains(content, "client-secret-1") {
		t.Errorf("the file has %s", content)
	}
	if info, err := os.Stat(login.File(w.base)); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	told := strings.Join(append(w.told, w.said...), "\n")
	noTokens(t, s, "what is said", told)
	if !strings.Contains(told, s.URL+"/authorize?") || !strings.Contains(told, "There is no keyring on this computer") || len(w.told) != 1 {
		t.Errorf("said was:\n%s", told)
	}
}

// A fixed port that is taken cannot be gone around.
func TestPortInUse(t *testing.T) {
	s := (&logintest.Service{}).Start(t)
	service := at(s, login.Loopback)
	first := open(t, service)
	_, err := first.store.LogIn(t.Context(), "test", first.person(func(address string) error {
		service.RedirectPort = redirectPort(t, address)
		second := open(t, service)
		_, err := second.store.LogIn(t.Context(), "test", second.person(nil), login.Way{})
		if err == nil || !strings.Contains(err.Error(), "is in use, and Test sends the browser to no other one") {
			t.Errorf("a second login gives %v", err)
		}
		return logintest.Browser(t)(address)
	}), login.Way{})
	if err != nil {
		t.Error(err)
	}
}

// What a person pastes is the code that a page shows, with the state of this login.
//
// Covers: Y33
func TestPaste(t *testing.T) {
	for name, tt := range map[string]struct {
		paste func(page string) string
		tries int
		want  string
	}{
		"code and state":   {func(page string) string { return "  " + page + "\n" }, 1, ""},
		"code alone":       {func(page string) string { code, _, _ := strings.Cut(page, "#"); return code }, 1, ""},
		"address":          {asAddress, 1, ""},
		"another's state":  {func(page string) string { code, _, _ := strings.Cut(page, "#"); return code + "#other" }, 3, "that is no code of this login"},
		"address without":  {func(string) string { return "https://a.test/?code=x" }, 3, "that is no code of this login"},
		"nothing":          {func(string) string { return "\n" }, 3, "that is no code of this login"},
		"escape sequences": {func(string) string { return "\x1b[2J\x07" }, 3, "that is no code of this login"},
		"another's code":   {func(string) string { return "code-of-somebody" }, 1, "Test does not accept the login (HTTP 400)"},
		"a refusal": {func(page string) string {
			return strings.Replace(asAddress(page), "code=", "error=access_denied&x=", 1)
		}, 1, "Test was not allowed to let eidolon in"},
	} {
		t.Run(name, func(t *testing.T) {
			s := (&logintest.Service{}).Start(t)
			w := open(t, at(s, login.Paste))
			var page string
			tries := 0
			p := w.person(func(address string) (err error) {
				_, page, err = logintest.Visit(address)
				return err
			})
			p.Ask = func(context.Context, string) (string, error) {
				tries++
				return tt.paste(page), nil
			}
			_, err := w.store.LogIn(t.Context(), "test", p, login.Way{})
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) || tries != tt.tries {
				t.Errorf("after %d tries: %v, want %q", tries, err, tt.want)
			}
			if _, err := w.source().Token(t.Context()); (err == nil) != (tt.want == "") {
				t.Errorf("then the token is %v", err)
			}
		})
	}
}

// asAddress is the address of a page that shows a code and a state.
func asAddress(page string) string {
	code, state, _ := strings.Cut(page, "#")
	return "http://localhost:1/callback?code=" + code + "&state=" + state
}

// Where no browser can be opened, the address that one ended at on another computer does as well.
func TestPasteTheAddress(t *testing.T) {
	s := (&logintest.Service{}).Start(t)
	service := at(s, login.Loopback)
	w := open(t, service)
	p := w.person(nil)
	p.Ask = func(ctx context.Context, _ string) (string, error) { return elsewhere(ctx, t, w.said[0]), nil }
	if _, err := w.store.LogIn(t.Context(), "test", p, login.Way{}); err != nil {
		t.Error(err)
	}
}

// A login that nobody goes on with ends: with the interrupt of the person, and after a time.
func TestNobodyGoesOn(t *testing.T) {
	s := (&logintest.Service{}).Start(t)
	for name, flow := range map[string]login.Flow{"loopback": login.Loopback, "paste": login.Paste} {
		t.Run(name, func(t *testing.T) {
			w := open(t, at(s, flow))
			ctx, cancel := context.WithCancel(t.Context())
			p := w.person(func(string) error { cancel(); return nil })
			p.Ask = func(ctx context.Context, _ string) (string, error) { <-ctx.Done(); return "", ctx.Err() }
			if _, err := w.store.LogIn(ctx, "test", p, login.Way{}); !errors.Is(err, context.Canceled) {
				t.Errorf("an interrupt gives %v", err)
			}
			p.Open = func(string) error { return errors.New("no \x1b[1mscreen") }
			_, err := w.store.LogIn(t.Context(), "test", p, login.Way{Limit: 1})
			if err == nil || !strings.HasPrefix(err.Error(), "nobody went on with the login within 1ns") {
				t.Errorf("the end of time gives %v", err)
			}
		})
	}
}

// Of a service with a secret of its own nothing works until somebody says it.
func TestIncomplete(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*login.Service)
		want   string
	}{
		"no secret":      {func(s *login.Service) { s.SecretEnv = "X_SECRET" }, "Test wants the secret of its client: set X_SECRET in the environment"},
		"no client":      {func(s *login.Service) { s.ClientID = "" }, "set logins.test.clientID in your configuration"},
		"no addresses":   {func(s *login.Service) { s.AuthURL, s.TokenURL = "", "" }, "set logins.test.tokenURL, logins.test.authURL in"},
		"no device":      {func(s *login.Service) { s.Flow, s.DeviceURL = login.Device, "" }, "set logins.test.deviceURL in"},
		"no page to end": {func(s *login.Service) { s.Flow, s.RedirectURL = login.Paste, "" }, "set logins.test.redirectURL in"},
	} {
		t.Run(name, func(t *testing.T) {
			service := at(&logintest.Service{URL: "http://127.0.0.1:1"}, login.Loopback)
			tt.change(&service)
			w := open(t, service)
			if _, err := w.store.LogIn(t.Context(), "test", w.person(nil), login.Way{}); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v", err)
			}
		})
	}
	w := open(t, login.Service{Name: "test"})
	if _, err := w.store.LogIn(t.Context(), "\x1b[2J", w.person(nil), login.Way{}); err == nil || !strings.Contains(err.Error(), `there is no login "␛[2J"; there are test`) {
		t.Errorf("a name that is none: %v", err)
	}
}
