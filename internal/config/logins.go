package config

import (
	"net/url"

	"eidolon/internal/leaf/yamldoc"
)

// Login says where a person logs in instead of giving a key. What it leaves empty is as it is for the
// known login of that name, if there is one.
type Login struct {
	AuthURL         string   `yaml:"authURL"`   // of the page that asks the person
	TokenURL        string   `yaml:"tokenURL"`  // where a code becomes tokens, and old tokens new ones
	DeviceURL       string   `yaml:"deviceURL"` // where a code for another device is asked for
	RevokeURL       string   `yaml:"revokeURL"` // where tokens are given back
	ClientID        string   `yaml:"clientID"`
	ClientSecretEnv string   `yaml:"clientSecretEnv"` // name of the variable that holds it
	Scopes          []string `yaml:"scopes"`
	RedirectPort    int      `yaml:"redirectPort" min:"0"` // of this computer; 0 is a free one
	RedirectURL     string   `yaml:"redirectURL"`          // of the page that shows the code
	Flow            string   `yaml:"flow" oneof:"|loopback|paste|device"`
	Hosts           []string `yaml:"hosts"` // that get the tokens
}

// checkLogins demands addresses of logins to which codes and tokens can be sent: encrypted, or on this
// computer.
func (l *loader) checkLogins(logins *yamldoc.Node) {
	if logins == nil || logins.Kind != yamldoc.Map {
		return // reported by the schema
	}
	for _, f := range logins.Fields {
		for _, key := range []string{"authURL", "tokenURL", "deviceURL", "revokeURL", "redirectURL"} {
			if n := f.Value.Get(key); hasText(n) && !private(n.Text) {
				l.problem(n.Problem("logins.%s.%s must begin with https:// and name a host; http:// is for this computer only", f.Key, key))
			}
		}
	}
}

// private says whether nobody on the way can read what is sent to an address.
func private(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.User == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && isLoopback(address))
}

// Variable gives the value of a variable of the user's .env file.
func (c *Config) Variable(name string) Secret { return c.dotenv[name] }
