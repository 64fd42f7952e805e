package app

import (
	"fmt"
	"maps"
	"net/http"
	"slices"

	"eidolon/internal/config"
	"eidolon/internal/leaf/redact"
	"eidolon/internal/login"
	"eidolon/internal/providers/wire"
)

// Logins gives the store of the user's logins: those that are known and those that the configuration
// describes. Every token that it reads is hidden from then on.
func Logins(o Options, notice func(line string)) *login.Store {
	d := o.Config.Models.Defaults
	return logins(o, wire.Service{Proxy: d.Proxy, CAFile: d.CAFile}, notice)
}

// logins is Logins, with the services to log in to reached as a model service is.
func logins(o Options, as wire.Service, notice func(line string)) *login.Store {
	services := login.Known()
	for _, name := range slices.Sorted(maps.Keys(o.Config.Logins)) {
		l := o.Config.Logins[name]
		services = login.With(services, login.Service{
			Name: name, Flow: login.Flow(l.Flow), AuthURL: l.AuthURL, TokenURL: l.TokenURL, DeviceURL: l.DeviceURL, RevokeURL: l.RevokeURL,
			ClientID: l.ClientID, SecretEnv: l.ClientSecretEnv, Scopes: l.Scopes, RedirectPort: l.RedirectPort, RedirectURL: l.RedirectURL,
			Hosts: l.Hosts,
		})
	}
	for i, s := range services {
		if s.SecretEnv == "" {
			continue
		}
		if services[i].ClientSecret = o.Env(s.SecretEnv); services[i].ClientSecret == "" {
			services[i].ClientSecret = o.Config.Variable(s.SecretEnv).Reveal()
		}
		o.Secrets.Learn(redact.Secret{Name: s.SecretEnv, Value: services[i].ClientSecret})
	}
	return login.Open(login.Options{
		Base: o.Base, Services: services, Keyring: login.SystemKeyring(o.Env), Secrets: o.Secrets, Notice: notice, Now: o.Clock(),
		Sender: way{as},
	})
}

// way sends a request now and then. Certificates are read when there is one to send: most runs have none.
type way struct{ as wire.Service }

// RoundTrip implements http.RoundTripper.
func (w way) RoundTrip(req *http.Request) (*http.Response, error) {
	t, err := w.as.Way()
	if err != nil {
		return nil, err
	}
	return t.RoundTrip(req)
}

// logIn gives a service the login that its profile names. Nobody has to be logged in yet: the first request
// tells.
func logIn(o Options, p config.Profile, s *wire.Service) error {
	source, err := logins(o, *s, o.Notice).Source(p.Login, p.BaseURL)
	if err != nil {
		return fmt.Errorf("profile %q: %w", p.Name, err)
	}
	s.Login, s.Account, s.Refused = source.Token, source.Headers, source.Refused
	s.KeyHint = "the login " + source.Name()
	return nil
}

// Browser gives what opens a page in the person's browser, or nil. The browser gets no variable that has a
// secret in it.
func Browser(o Options) func(address string) error {
	return login.Browser(slices.DeleteFunc(slices.Clone(o.Environ), func(v string) bool { return o.Secrets.String(v) != v }))
}
