package login_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"eidolon/internal/login"
	"eidolon/internal/login/logintest"
)

// The known services can be used as they are, but for a secret that is the user's to give, and ask for what
// their own programs ask for.
//
// Covers: Y29
func TestKnown(t *testing.T) {
	secret := map[string]string{"gemini-cli": "GEMINI_CLI_CLIENT_SECRET"}
	for _, service := range login.Known() {
		if service.SecretEnv != secret[service.Name] {
			t.Errorf("%s wants the secret %q", service.Name, service.SecretEnv)
		}
		service.ClientSecret = "known"
		if service.RedirectPort == 1455 {
			service.RedirectPort = 0 // somebody may be logging in on this computer
		}
		w := open(t, service)
		var shown *url.URL
		p := w.person(func(address string) (err error) {
			shown, err = url.Parse(address)
			return err
		})
		_, _ = w.store.LogIn(t.Context(), service.Name, p, login.Way{Limit: 1}) // nobody goes on with it
		if service.Flow == login.Paste {
			continue // nobody could type in a code
		}
		if shown == nil {
			t.Fatalf("%s shows no page: %q", service.Name, w.said)
		}
		q := shown.Query()
		if q.Get("code_challenge_method") != "S256" || q.Get("client_id") != service.ClientID || q.Get("scope") != strings.Join(service.Scopes, " ") {
			t.Errorf("%s asks for %v", service.Name, q)
		}
		redirect, _ := redirectOf(t, shown.String())
		if want := map[string]string{"codex": "localhost/auth/callback", "gemini-cli": "127.0.0.1/oauth2callback"}[service.Name]; redirect.Hostname()+redirect.Path != want {
			t.Errorf("%s goes on at %v", service.Name, redirect)
		}
	}
}

// Claude's page shows a code with the state, and its tokens are asked for in JSON, with the state as well.
//
// Covers: Y29
func TestClaude(t *testing.T) {
	s := (&logintest.Service{JSON: true, Lifetime: 3600}).Start(t)
	there := at(s, "")
	there.Name, there.Hosts = "claude-cli", nil
	w := open(t, there, func(o *login.Options) { o.Services = login.With(login.Known(), there) })
	var page string
	p := w.person(func(address string) (err error) {
		if !strings.Contains(address, "&code=true&") {
			t.Errorf("the page is %s", address)
		}
		_, page, err = logintest.Visit(address)
		return err
	})
	p.Ask = func(context.Context, string) (string, error) { return page, nil }
	if _, err := w.store.LogIn(t.Context(), "claude", p, login.Way{}); err != nil {
		t.Fatal(err)
	}
	source, err := w.store.Source("claude-cli", "https://api.anthropic.com/v1")
	if err != nil {
		t.Fatal(err)
	}
	first := token(t, source)
	w.now = w.now.Add(time.Hour)
	if second := token(t, source); second == first || s.Count("refresh_token") != 1 {
		t.Errorf("%q became %q", first, second)
	}
	if got := source.Headers(); len(got) != 0 {
		t.Errorf("headers %v go with the token", got)
	}
}

// A description in the configuration changes what it names of a known service, and nothing else.
func TestWith(t *testing.T) {
	known := login.Known()
	changed := login.With(known, login.Service{Name: "codex", TokenURL: "https://other.test", Scopes: []string{"x"}, Flow: login.Device, RedirectPort: 7, Hosts: []string{"h"}})
	want := login.Known()
	want[1].TokenURL, want[1].Scopes, want[1].Flow, want[1].RedirectPort, want[1].Hosts = "https://other.test", []string{"x"}, login.Device, 7, []string{"h"}
	compare := cmpopts.IgnoreUnexported(login.Service{})
	if diff := cmp.Diff(want, changed, compare); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(login.Known(), known, compare); diff != "" {
		t.Errorf("what it was made of changed:\n%s", diff)
	}
	more := login.With(known, login.Service{Name: "mine", TokenURL: "https://mine.test"})
	if len(more) != len(known)+1 || more[len(known)].Name != "mine" {
		t.Errorf("with one more there are %+v", more)
	}
}
