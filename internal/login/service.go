package login

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Flow is the way in which a person logs in.
type Flow string

// The flows. In all of them the person agrees on a page of the service.
const (
	Loopback Flow = "loopback" // then the browser comes back to this computer with a code
	Paste    Flow = "paste"    // then the page shows a code, which the person types in here
	Device   Flow = "device"   // where the person types in a code that is shown here
)

// Service is a place to log in to.
type Service struct {
	Name  string
	Title string // for people; "" is the name
	Flow  Flow   // "" is Loopback

	AuthURL   string // of the page that asks the person
	TokenURL  string // where a code becomes tokens, and old tokens new ones
	DeviceURL string // where a code for Device is asked for
	RevokeURL string // where tokens are given back, or ""

	ClientID     string
	ClientSecret string // "" where the service wants none
	SecretEnv    string // the variable that ClientSecret is read from, or ""
	Scopes       []string
	RedirectPort int    // of this computer; 0 is a free one
	RedirectURL  string // of the page that shows the code, for Paste

	Hosts []string // that get tokens, with the hosts below them

	also     []string          // other names
	callback string            // host and path that the browser comes back to; "" is the usual
	params   map[string]string // of AuthURL, beside the usual
	json     bool              // TokenURL takes JSON and no form
	account  account
}

// account says where the identity token names the account that a token is for, and which header of a
// request wants to know it.
type account struct {
	claim  []string
	header string
}

// Known gives the services that need no configuration. What stands here is public: it is the same in the
// vendors' own programs.
func Known() []Service {
	return []Service{
		{ //nolint:gosec // addresses of pages where tokens come from, and no token
			Name: "claude-cli", Title: "Claude", Flow: Paste, also: []string{"claude"},
			AuthURL: "https://claude.ai/oauth/authorize", TokenURL: "https://console.anthropic.com/v1/oauth/token",
			ClientID: "9d1c250a-e61b-44d9-88ed-5944d1962f5e", Scopes: []string{"org:create_api_key", "user:profile", "user:inference"},
			RedirectURL: "https://console.anthropic.com/oauth/code/callback", Hosts: []string{"anthropic.com"},
			params: map[string]string{"code": "true"}, json: true,
		},
		{ //nolint:gosec // the same
			Name: Codex, Title: "ChatGPT", Flow: Loopback, also: []string{"openai-codex"},
			AuthURL: "https://auth.openai.com/oauth/authorize", TokenURL: "https://auth.openai.com/oauth/token",
			ClientID: "app_EMoamEEZ73f0CkXaXp7hrann", Scopes: []string{"openid", "profile", "email", "offline_access"},
			RedirectPort: 1455, callback: "localhost/auth/callback", Hosts: []string{"chatgpt.com", "openai.com"},
			params:  map[string]string{"id_token_add_organizations": "true", "codex_cli_simplified_flow": "true"},
			account: account{[]string{"https://api.openai.com/auth", "chatgpt_account_id"}, "chatgpt-account-id"},
		},
		{ //nolint:gosec // the same
			Name: "gemini-cli", Title: "Gemini", Flow: Loopback, also: []string{"google-gemini-cli"},
			AuthURL: "https://accounts.google.com/o/oauth2/v2/auth", TokenURL: "https://oauth2.googleapis.com/token",
			RevokeURL: "https://oauth2.googleapis.com/revoke",
			ClientID:  "681255809395-oo8ft2oprdrnp9e3aqf6av3hmdib135j.apps.googleusercontent.com", SecretEnv: "GEMINI_CLI_CLIENT_SECRET",
			Scopes: []string{
				"https://www.googleapis.com/auth/cloud-platform", "https://www.googleapis.com/auth/userinfo.email",
				"https://www.googleapis.com/auth/userinfo.profile",
			},
			callback: "127.0.0.1/oauth2callback", Hosts: []string{"googleapis.com"},
			params: map[string]string{"access_type": "offline", "prompt": "consent"}, // without them there is no refresh token
		},
	}
}

// With gives the services and one more. One that is there already keeps what own leaves empty.
func With(services []Service, own Service) []Service {
	services = slices.Clone(services)
	i := slices.IndexFunc(services, func(s Service) bool { return s.is(own.Name) })
	if i < 0 {
		return append(services, own)
	}
	old := &services[i]
	for _, text := range []struct {
		to   *string
		from string
	}{
		{&old.Title, own.Title},
		{&old.AuthURL, own.AuthURL},
		{&old.TokenURL, own.TokenURL},
		{&old.DeviceURL, own.DeviceURL},
		{&old.RevokeURL, own.RevokeURL},
		{&old.ClientID, own.ClientID},
		{&old.SecretEnv, own.SecretEnv},
		{&old.RedirectURL, own.RedirectURL},
	} {
		*text.to = cmp.Or(text.from, *text.to)
	}
	old.Flow, old.RedirectPort = cmp.Or(own.Flow, old.Flow), cmp.Or(own.RedirectPort, old.RedirectPort)
	if len(own.Scopes) > 0 {
		old.Scopes = own.Scopes
	}
	if len(own.Hosts) > 0 {
		old.Hosts = own.Hosts
	}
	return services
}

// Codex is the login with which the models of ChatGPT are used.
const Codex = "codex"

// Canonical gives the name of a known service that may have been called by another one.
func Canonical(name string) string {
	for _, s := range Known() {
		if s.is(name) {
			return s.Name
		}
	}
	return name
}

func (s Service) is(name string) bool { return s.Name == name || slices.Contains(s.also, name) }

// title is the service for people.
func (s Service) title() string { return cmp.Or(s.Title, s.Name) }

// again is what to do when there is no other way.
func (s Service) again() string { return "Run `eidolon login " + s.Name + "` again." }

// complete says what the service lacks to log in to it by a flow.
func (s Service) complete(flow Flow) error {
	var missing []string
	need := func(value, key string) {
		if value == "" {
			missing = append(missing, "logins."+s.Name+"."+key)
		}
	}
	need(s.ClientID, "clientID")
	need(s.TokenURL, "tokenURL")
	switch flow {
	case Device:
		need(s.DeviceURL, "deviceURL")
	case Paste:
		need(s.AuthURL, "authURL")
		need(s.RedirectURL, "redirectURL")
	default:
		need(s.AuthURL, "authURL")
	}
	switch {
	case len(missing) > 0:
		return fmt.Errorf("the login %s is not complete: set %s in your configuration", s.Name, strings.Join(missing, ", "))
	case s.SecretEnv != "" && s.ClientSecret == "":
		return fmt.Errorf("%s wants the secret of its client: set %s in the environment, or write the line %s=... into the file .env in "+
			"your eidolon directory", s.title(), s.SecretEnv, s.SecretEnv)
	}
	return nil
}

// mayReach says whether tokens of the service may be sent to an address: to its own hosts, and to this
// computer.
func (s Service) mayReach(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return errors.New("the base URL cannot be read")
	}
	host := strings.ToLower(u.Hostname())
	if isLoopback(host) {
		return nil
	}
	known := slices.ContainsFunc(s.Hosts, func(h string) bool {
		h = strings.ToLower(h)
		return host == h || strings.HasSuffix(host, "."+h)
	})
	switch {
	case !known:
		return fmt.Errorf("the host %s is none that gets tokens of %s; if that is right, name it in logins.%s.hosts", host, s.title(), s.Name)
	case u.Scheme != "https":
		return fmt.Errorf("tokens of %s are sent over https:// only", s.title())
	}
	return nil
}

func isLoopback(host string) bool {
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.IsLoopback()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// headers are those that go with a token, for the account that it is for.
func (s Service) headers(account string) map[string]string {
	if s.account.header == "" || account == "" {
		return nil
	}
	return map[string]string{s.account.header: account}
}

// redirect gives host and path that the browser comes back to.
func (s Service) redirect() (host, path string) {
	host, path, _ = strings.Cut(cmp.Or(s.callback, "127.0.0.1/callback"), "/")
	return host, "/" + path
}
