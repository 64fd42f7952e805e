package config

import (
	"errors"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"eidolon/internal/leaf/lang"
)

// findKey fills Key, KeyFrom and MissingKey of a profile. A variable wins over the .env file, both
// over a key written in the profile.
func (l *loader) findKey(p *Profile, keyPlace string) {
	if p.APIKind == "stub" || p.Login != "" {
		return
	}
	names, needed := l.keyNames(p, l.services[p.Name])
	for _, name := range names {
		if value, from := l.variable(name); from != "" {
			p.Key, p.KeyFrom = NewSecret(value), from
			return
		}
	}
	switch {
	case p.APIKey.IsSet():
		p.Key, p.KeyFrom = p.APIKey, keyPlace
	case needed && !p.sendsAuthorization():
		p.MissingKey = names[0]
	}
}

// serviceName names the service of a profile: its vendor, else the host that it leads to. OPENAI_BASE_URL
// is for services of any make.
func (l *loader) serviceName(p *Profile) string {
	s := l.services[p.Name]
	if _, known := l.vendors.at(p.BaseURL); s.ours && s.vendor.Name != "" && (known || !s.assigned || s.vendor.Name != "openai") {
		return s.vendor.Name
	}
	u, err := url.Parse(p.BaseURL)
	if err != nil {
		return ""
	}
	return u.Host
}

// sendsAuthorization says whether the headers of the profile hold what a key would be sent for.
func (p *Profile) sendsAuthorization() bool {
	for name := range p.Headers {
		if strings.EqualFold(name, "Authorization") || p.KeyHeader != "" && strings.EqualFold(name, p.KeyHeader) {
			return true
		}
	}
	return false
}

// keyNames lists the variables that may hold the key of a profile, and whether a key is needed.
//
// A key goes only where its owner means it to: to the vendor of the variable, to where the user says
// that this vendor is, or to this computer. Any other endpoint gets a key only by apiKeyEnv.
func (l *loader) keyNames(p *Profile, s service) (names []string, needed bool) {
	vendor, public := l.vendors.at(p.BaseURL)
	switch {
	case p.APIKeyEnv != "":
		return []string{p.APIKeyEnv}, !isLoopback(p.BaseURL)
	case s.assigned:
		return slices.Concat(s.vendor.KeyEnvs, vendor.KeyEnvs), public
	case public:
		return vendor.KeyEnvs, true
	case isLoopback(p.BaseURL):
		return s.vendor.KeyEnvs, false
	}
	return nil, false
}

// siliconFlow lets the variables of that vendor replace the key of the active profile, as programs
// with a single profile did. They do not when the profile names a variable of its own or belongs to
// another vendor: that would hand a key to the wrong party.
func (l *loader) siliconFlow(p *Profile) {
	if vendor, known := l.vendors.at(p.BaseURL); l.services[p.Name].vendor.Local || p.APIKeyEnv != "" || known && vendor.Name != "siliconflow" || p.APIKind == "stub" || p.Login != "" {
		return
	}
	own, _ := l.vendors.named("siliconflow")
	for _, name := range own.KeyEnvs {
		value, from := l.variable(name)
		if from == "" {
			continue
		}
		if p.Key.IsSet() && !p.Key.Equal(NewSecret(value)) {
			l.note(KeyReplaced, from, "replaces the key of profile %q; give the profile an apiKeyEnv to keep its own", p.Name)
		}
		p.Key, p.KeyFrom, p.MissingKey = NewSecret(value), from, ""
		return
	}
}

// variable looks a name up in the environment, then in the .env file of the user's directory. From
// tells where it was found; "" is nowhere.
func (l *loader) variable(name string) (value, from string) {
	if v := l.src.Env(name); NewSecret(v).IsSet() {
		return v, "environment " + name
	}
	if v := l.dotenv[name]; NewSecret(v).IsSet() {
		return v, filepath.Join(l.src.BaseDir, dotenvName) + " " + name
	}
	return "", ""
}

// KeyProblem says that the profile needs a key and has none, and how to give it one.
func (p *Profile) KeyProblem() error {
	if p.MissingKey == "" {
		return nil
	}
	file := p.KeyFile
	if file == "" {
		file = "the file .env in your eidolon directory"
	}
	return &MissingKeyError{Profile: p.Name, Host: hostOf(p.BaseURL), Variable: p.MissingKey, File: file}
}

// MissingKeyError says that a profile needs a key and has none.
type MissingKeyError struct{ Profile, Host, Variable, File string }

// Error says how to give it one.
func (e *MissingKeyError) Error() string { return e.in(lang.Table{}) }

func (e *MissingKeyError) in(t lang.Table) string {
	return t.F("profile %q needs a key for %s: set %s in the environment, or write the line %[3]s=... into %[4]s, "+
		"where it was looked for too; `eidolon setup` does that for you, and `eidolon demo` runs without a key",
		e.Profile, e.Host, e.Variable, e.File)
}

// keyFile is the file that may hold keys, or "".
func (l *loader) keyFile() string {
	if l.src.BaseDir == "" {
		return ""
	}
	return filepath.Join(l.src.BaseDir, dotenvName)
}

// ErrNoModel says what to set when no model was found: nothing configured, no key, no local server.
var ErrNoModel = errors.New(string(noModel))

const noModel lang.Text = "no model to talk to: run `eidolon setup`, which asks what you have; or set ANTHROPIC_API_KEY, " +
	"OPENAI_API_KEY, GEMINI_API_KEY or OPENROUTER_API_KEY, or OPENAI_BASE_URL for another endpoint, or start a local server " +
	"(Ollama, llama.cpp, LM Studio); `eidolon demo` runs without any of it"

// Words says in a language why no model can be asked, when it is what happens to everybody on the first day:
// nothing is set up, or a key is missing. Any other error is in English.
func Words(err error, in lang.Table) string {
	var missing *MissingKeyError
	switch {
	case errors.Is(err, ErrNoModel):
		return in.T(noModel)
	case errors.As(err, &missing):
		return missing.in(in)
	}
	return err.Error()
}
