package login_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
	"eidolon/internal/login"
	"eidolon/internal/login/logintest"
)

// begin logs in to a service whose tokens last an hour.
func begin(t testing.TB, s *logintest.Service, change ...func(*login.Options)) *world {
	t.Helper()
	s.Lifetime = 3600
	s.Start(t)
	w := open(t, at(s, login.Loopback), change...)
	w.logIn()
	return w
}

// A token is renewed a minute before its end, and the new refresh token is the next one to use.
//
// Covers: Z7
func TestRenewed(t *testing.T) {
	s := &logintest.Service{}
	w := begin(t, s)
	source := w.source()
	first := token(t, source)
	w.now = w.now.Add(59*time.Minute - time.Second)
	if got := token(t, source); got != first {
		t.Errorf("more than a minute before its end the token is %q", got)
	}
	for range 3 {
		w.now = w.now.Add(59 * time.Minute)
		if got := token(t, source); got == first {
			t.Error("an old token was given")
		}
	}
	if n := s.Count("refresh_token"); n != 3 {
		t.Errorf("it was renewed %d times", n)
	}
	if diff := cmp.Diff("[redacted token of test]", w.secrets.String(token(t, source))); diff != "" {
		t.Error(diff)
	}
}

// A token that the service does not accept is renewed before its time, once.
func TestRefused(t *testing.T) {
	s := &logintest.Service{}
	w := begin(t, s)
	source := w.source()
	first := token(t, source)
	source.Refused(first)
	second := token(t, source)
	if second == first || token(t, source) != second || s.Count("refresh_token") != 1 {
		t.Errorf("after %q came %q, and %d renewals", first, second, s.Count("refresh_token"))
	}
}

// What is renewed by another process, or logged in or out there, counts at once.
func TestOthersCount(t *testing.T) {
	s := &logintest.Service{}
	w := begin(t, s)
	source, other := w.source(), w.source()
	w.now = w.now.Add(time.Hour)
	if token(t, source) != token(t, other) || s.Count("refresh_token") != 1 {
		t.Errorf("it was renewed %d times", s.Count("refresh_token"))
	}
	if found, err := w.store.LogOut(t.Context(), "test"); !found || err != nil {
		t.Errorf("logging out: %v, %v", found, err)
	}
	failure := failed(t, source)
	if want := "Nobody is logged in to Test. Run `eidolon login test`."; failure.Message != want {
		t.Errorf("then: %s", failure.Message)
	}
	w.logIn()
	token(t, source)
}

// failed gives the failure of a source.
func failed(t testing.TB, s *login.Source) *model.Error {
	t.Helper()
	got, err := s.Token(t.Context())
	failure, ok := errors.AsType[*model.Error](err)
	if !ok {
		t.Fatalf("the token is %q, %v", got, err)
	}
	return failure
}

// A renewal that fails says what to do, may work later or not, repeats nothing that is secret, and leaves the
// tokens as they are.
func TestRenewalFails(t *testing.T) {
	answer := func(status int, body string) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, r *http.Request) bool {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Location", "https://evil.test/token")
			w.WriteHeader(status)
			_, _ = w.Write([]byte(strings.ReplaceAll(body, "SENT", r.FormValue("refresh_token"))))
			return true
		}
	}
	for name, tt := range map[string]struct {
		instead   func(http.ResponseWriter, *http.Request) bool
		kind      model.Kind
		retryable bool
		want      string
	}{
		"ended": {
			answer(400, `{"error":"invalid_grant","error_description":"SENT was\u001b[2J taken back"}`), model.Auth, false,
			"Test does not accept the login (HTTP 400). Run `eidolon login test` again. The service says: \"invalid_grant [redacted token] was␛[2J taken back\"",
		},
		"no client":          {answer(401, `{"error":"invalid_client"}`), model.Auth, false, "Run `eidolon login test` again."},
		"a refusal with 200": {answer(200, `{"error":"invalid_grant"}`), model.Auth, false, "Run `eidolon login test` again."},
		"too many":           {answer(429, `slow`), model.RateLimited, true, "takes no more requests for now (HTTP 429)"},
		"down":               {answer(503, `<html>SENT`), model.Overloaded, true, "failed when asked for tokens (HTTP 503)"},
		"redirect":           {answer(307, ``), model.BadAnswer, false, "points elsewhere when asked for tokens (HTTP 307), and they are not sent there"},
		"redirect to a page": {answer(302, ``), model.BadAnswer, false, "points elsewhere"},
		"no JSON":            {answer(200, `<html>SENT`), model.BadAnswer, false, "answered with something else"},
		"no token":           {answer(200, `{"token_type":"Bearer"}`), model.BadAnswer, false, "answered with something else"},
		"a token with lines": {answer(200, `{"access_token":"a\r\nX-Evil: 1"}`), model.BadAnswer, false, "gave a token that cannot be one"},
		"a long token":       {answer(200, `{"access_token":"`+strings.Repeat("a", 64<<10)+`"}`), model.BadAnswer, false, "gave a token that cannot be one"},
		"without end":        {answer(200, `{"access_token":"`+strings.Repeat("a", 8<<20)), model.BadAnswer, false, "answered with something else"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &logintest.Service{}
			w := begin(t, s)
			before := w.content()
			w.now = w.now.Add(time.Hour)
			s.Instead = tt.instead
			source := w.source()
			got := failed(t, source)
			if got.Kind != tt.kind || got.Retryable != tt.retryable || !strings.Contains(got.Message, tt.want) {
				t.Errorf("%+v\nwant %q", got, tt.want)
			}
			noTokens(t, s, "the failure", fmt.Sprintf("%v %+v %#v %v", got, got, got, got.Err))
			if after := w.content(); after != before {
				t.Errorf("the file changed to %s", after)
			}
			s.Instead = nil
			if _, err := source.Token(t.Context()); (err == nil) != (tt.kind != model.Auth) {
				t.Errorf("when the service is well again: %v", err)
			}
		})
	}
}

// A network that fails may work later, and a service that never answers is not waited for without end.
func TestRenewalWithoutNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &logintest.Service{URL: "https://login.test", Devices: []string{""}, Lifetime: 3600}
		var fault error
		w := open(t, at(s, login.Device), func(o *login.Options) {
			o.Sender = sender(func(r *http.Request) (*http.Response, error) {
				if fault == nil {
					return s.RoundTrip(r)
				}
				if errors.Is(fault, context.DeadlineExceeded) {
					<-r.Context().Done()
					return nil, r.Context().Err()
				}
				return nil, fault
			})
		})
		if _, err := w.store.LogIn(t.Context(), "test", w.person(nil), login.Way{}); err != nil {
			t.Fatal(err)
		}
		w.now = w.now.Add(time.Hour)
		source := w.source()
		fault = errors.New("no \x1b[2Jroute")
		if got := failed(t, source); got.Kind != model.Unreachable || !got.Retryable || !strings.Contains(got.Message, "login.test cannot be reached for tokens: no ␛[2Jroute") {
			t.Errorf("%+v", got)
		}
		fault = context.DeadlineExceeded
		begun := time.Now()
		if got := failed(t, source); got.Kind != model.TimedOut || !got.Retryable || time.Since(begun) != 30*time.Second {
			t.Errorf("%+v after %v", got, time.Since(begun))
		}
		fault = nil
		token(t, source)
	})
}

// A renewal that a request does not wait for comes to its end: its refresh token works once.
func TestRenewalIsNotCutShort(t *testing.T) {
	s := &logintest.Service{}
	w := begin(t, s)
	asked, answered := make(chan struct{}), make(chan struct{})
	s.Instead = func(http.ResponseWriter, *http.Request) bool {
		close(asked)
		<-answered
		s.Instead = nil
		return false
	}
	w.now = w.now.Add(time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-asked; cancel() }()
	source := w.source()
	if _, err := source.Token(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("an interrupt gives %v", err)
	}
	close(answered)
	token(t, source)
	if n := s.Count("refresh_token"); n != 1 {
		t.Errorf("it was renewed %d times", n)
	}
}

// Many requests at once renew a token once.
func TestRenewedOnceByMany(t *testing.T) {
	s := &logintest.Service{}
	w := begin(t, s)
	w.now = w.now.Add(time.Hour)
	var wg sync.WaitGroup
	got := make([]string, 16)
	shared := w.source()
	for i := range got {
		source := shared
		if i%2 == 0 {
			source = w.source()
		}
		wg.Go(func() { got[i], _ = source.Token(t.Context()) })
	}
	wg.Wait()
	for _, one := range got {
		if one != got[0] || one == "" {
			t.Errorf("tokens %q", got)
			break
		}
	}
	if n := s.Count("refresh_token"); n != 1 {
		t.Errorf("it was renewed %d times", n)
	}
}

// Tokens that cannot be renewed have to be fetched by a person.
func TestCannotBeRenewed(t *testing.T) {
	for name, change := range map[string]func(*login.Service, map[string]any){
		"no refresh token": func(_ *login.Service, r map[string]any) { delete(r, "refresh_token") },
		"another client":   func(s *login.Service, _ map[string]any) { s.ClientID = "another" },
	} {
		t.Run(name, func(t *testing.T) {
			s := &logintest.Service{}
			w := begin(t, s)
			service := at(s, login.Loopback)
			edit(t, w.base, func(r map[string]any) { change(&service, r) })
			later := login.Open(login.Options{Base: w.base, Services: []login.Service{service}, Now: func() time.Time { return w.now.Add(time.Hour) }})
			source, err := later.Source("test", "https://api.test/v1")
			if err != nil {
				t.Fatal(err)
			}
			if got := failed(t, source); got.Kind != model.Auth || !strings.HasSuffix(got.Message, "Run `eidolon login test` again.") {
				t.Errorf("%+v", got)
			}
		})
	}
}

// Tokens go to the hosts of their service, encrypted, and to this computer; nowhere else.
func TestWhereTokensGo(t *testing.T) {
	w := open(t, at(&logintest.Service{}, login.Loopback))
	for address, want := range map[string]string{
		"https://api.test/v1":       "",
		"https://eu.API.test:8443/": "",
		"http://127.0.0.1:8080/v1":  "",
		"http://localhost/v1":       "",
		"http://[::1]:80/v1":        "",
		"http://api.test/v1":        "tokens of Test are sent over https:// only",
		"https://evilapi.test/":     "the host evilapi.test is none that gets tokens of Test; if that is right, name it in logins.test.hosts",
		"https://api.test.evil.net": "the host api.test.evil.net is none",
		"https://api.test@evil.net": "the host evil.net is none",
		"http://127.0.0.1.evil.net": "the host 127.0.0.1.evil.net is none",
		"":                          "the host  is none",
	} {
		_, err := w.store.Source("test", address)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// The account that the identity token names goes with each request, together with what the service wants
// anyway.
func TestAccount(t *testing.T) {
	s := (&logintest.Service{Account: "acc-1234", Lifetime: 60}).Start(t)
	codex := at(s, login.Loopback)
	codex.Name = "codex"
	services := login.With(login.Known(), codex)
	w := open(t, codex, func(o *login.Options) { o.Services = services })
	if _, err := w.store.LogIn(t.Context(), "openai-codex", w.person(logintest.Browser(t)), login.Way{}); err != nil {
		t.Fatal(err)
	}
	source, err := w.store.Source("codex", "http://127.0.0.1/v1")
	if err != nil {
		t.Fatal(err)
	}
	token(t, source)
	if diff := cmp.Diff(map[string]string{"chatgpt-account-id": "acc-1234"}, source.Headers()); diff != "" {
		t.Error(diff)
	}
	s.Account = "" // a renewal that does not name it
	w.now = w.now.Add(time.Hour)
	token(t, source)
	if diff := cmp.Diff(map[string]string{"chatgpt-account-id": "acc-1234"}, source.Headers()); diff != "" {
		t.Error(diff)
	}
	s.Account = "acc\r\nX-Evil: 1"
	w.now = w.now.Add(time.Hour)
	token(t, source)
	if diff := cmp.Diff(map[string]string{"chatgpt-account-id": "acc-1234"}, source.Headers()); diff != "" {
		t.Error(diff)
	}
}

// leftovers are the files of a base directory, but for the lock.
func leftovers(t testing.TB, base string) []string {
	t.Helper()
	entries, err := os.ReadDir(base)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.Name() != "oauth.lock" {
			names = append(names, e.Name())
		}
	}
	return names
}

// No file but the one is left behind.
func TestOneFile(t *testing.T) {
	w := begin(t, &logintest.Service{})
	if diff := cmp.Diff([]string{filepath.Base(login.File(w.base))}, leftovers(t, w.base)); diff != "" {
		t.Error(diff)
	}
}
