package config

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"eidolon/internal/leaf/proxy"
)

// Secret is a text that no formatter, encoder or logger shows. The zero value is unset.
//
// The text stands behind a pointer because fmt does not call methods on unexported fields: in a
// struct that holds a Secret there, "%+v" prints an address instead of the text.
type Secret struct{ text *string }

// NewSecret wraps a text; blanks around it are cut, and an empty one is unset.
func NewSecret(text string) Secret {
	text = strings.TrimSpace(text)
	if text == "" {
		return Secret{}
	}
	return Secret{text: &text}
}

// Reveal gives the text. Its callers put it into a request and nowhere else.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// IsSet reports whether there is a text.
func (s Secret) IsSet() bool { return s.text != nil }

// Equal reports whether both hold the same text.
func (s Secret) Equal(other Secret) bool { return s.Reveal() == other.Reveal() }

// String says "set" or "unset".
func (s Secret) String() string {
	if s.IsSet() {
		return "set"
	}
	return "unset"
}

// Format prints String whatever the verb and flags.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// MarshalText encodes String; JSON and YAML encoders use it.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue logs String.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// UnmarshalText takes the text. Control characters are refused: they would end up in a header.
func (s *Secret) UnmarshalText(text []byte) error {
	for _, b := range []byte(strings.TrimSpace(string(text))) {
		if b < ' ' || b == 0x7f {
			return errors.New("holds a line break or another control character")
		}
	}
	*s = NewSecret(string(text))
	return nil
}

// NamedSecret is a secret and how it is called.
type NamedSecret struct {
	Name string
	Secret
}

// Secrets gives the keys of all profiles and what the .env file of the user holds, each once.
func (c *Config) Secrets() []NamedSecret {
	var all []NamedSecret
	add := func(name string, s Secret) {
		if s.IsSet() && !slices.ContainsFunc(all, func(have NamedSecret) bool { return have.Equal(s) }) {
			all = append(all, NamedSecret{name, s})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.dotenv)) {
		add(name, c.dotenv[name])
	}
	for _, s := range c.vendorKeys {
		add(s.Name, s.Secret)
	}
	add("key of web.search", c.Web.Search.Key)
	for _, server := range c.MCP.Servers {
		for _, s := range server.secrets() {
			add(s.Name, s.Secret)
		}
	}
	for _, p := range slices.Concat(c.Models.Profiles, []Profile{c.Choice.Profile}) {
		add("key of "+p.Name, p.Key)
		add("key of "+p.Name, p.APIKey)
		for _, s := range p.secretHeaders() {
			add(s.Name, s.Secret)
		}
	}
	add("proxy of models.defaults", NewSecret(proxy.Password(c.Web.Proxy)))
	return all
}
