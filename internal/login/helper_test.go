package login_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eidolon/internal/leaf/redact"
	"eidolon/internal/login"
	"eidolon/internal/login/logintest"
)

// at makes the login "test" at a service.
func at(s *logintest.Service, flow login.Flow) login.Service {
	return login.Service{
		Name: "test", Title: "Test", Flow: flow, AuthURL: s.URL + "/authorize", TokenURL: s.URL + "/token", DeviceURL: s.URL + "/device",
		RevokeURL: s.URL + "/revoke", ClientID: logintest.ClientID, ClientSecret: s.Secret, Scopes: []string{"a", "b"},
		RedirectURL: s.URL + "/shows", Hosts: []string{"api.test"},
	}
}

// world is a store with what it tells.
type world struct {
	t       testing.TB
	base    string
	store   *login.Store
	secrets *redact.Redactor
	told    []string // by notices
	said    []string // to the person
	now     time.Time
}

// open makes a store of a service in a directory of its own.
func open(t testing.TB, s login.Service, change ...func(*login.Options)) *world {
	t.Helper()
	w := &world{t: t, base: filepath.Join(t.TempDir(), "base"), secrets: redact.Open(), now: time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)}
	o := login.Options{
		Base: w.base, Services: []login.Service{s}, Secrets: w.secrets, Now: func() time.Time { return w.now },
		Notice: func(line string) { w.told = append(w.told, line) },
	}
	for _, c := range change {
		c(&o)
	}
	w.store = login.Open(o)
	return w
}

// person is somebody with a browser who says nothing.
func (w *world) person(browser func(string) error) login.Person {
	return login.Person{Say: func(text string) { w.said = append(w.said, text) }, Open: browser}
}

// logIn logs in with a browser.
func (w *world) logIn() {
	w.t.Helper()
	if _, err := w.store.LogIn(w.t.Context(), "test", w.person(logintest.Browser(w.t)), login.Way{}); err != nil {
		w.t.Fatal(err)
	}
}

// source gives the tokens for the API on this computer.
func (w *world) source() *login.Source {
	w.t.Helper()
	s, err := w.store.Source("test", "http://127.0.0.1:1/v1")
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// token gives what the next request would send.
func token(t testing.TB, s *login.Source) string {
	t.Helper()
	got, err := s.Token(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// content is the file with the logins.
func (w *world) content() string {
	w.t.Helper()
	data, err := os.ReadFile(login.File(w.base))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

// noTokens fails the test for every token that is in a text, or in one of its own words.
func noTokens(t testing.TB, s *logintest.Service, where, text string) {
	t.Helper()
	for _, secret := range s.Given() {
		if strings.Contains(text, secret) {
			t.Errorf("%s has a token in it: %s", where, text)
		}
	}
}
