package login

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"eidolon/internal/leaf/redact"
)

// record is what is kept of a login. The tokens themselves are not in it when they are in the keyring.
type record struct {
	Kept string `json:"kept,omitempty"` // inKeyring, or "" for here
	secrets
	Account  string    `json:"account,omitempty"`
	ClientID string    `json:"client_id,omitempty"` // whom the tokens were given to, and nobody else
	Expires  time.Time `json:"expires,omitzero"`    // of the access token; zero when the service did not say
	Since    time.Time `json:"since"`               // when the person logged in
	Renewed  time.Time `json:"renewed"`             // when the tokens came
}

const inKeyring = "keyring"

// secrets are the tokens.
type secrets struct {
	Access  string `json:"access_token,omitempty"`
	Refresh string `json:"refresh_token,omitempty"`
}

// skew is how long before its end an access token counts as old: a request takes a while, and clocks differ.
const skew = time.Minute

// fresh says whether the access token can be used now.
func (r record) fresh(now time.Time) bool {
	return r.Access != "" && (r.Expires.IsZero() || now.Add(skew).Before(r.Expires))
}

// longest bounds a token and an account, which become headers.
const longest = 16 << 10

// newRecord makes the record of tokens that came from a service. What they do not say stays as it was in
// old, which may be zero.
func newRecord(s Service, old record, t *oauth2.Token, now time.Time) (record, bool) {
	r := old
	r.Access, r.ClientID, r.Renewed, r.Expires = t.AccessToken, s.ClientID, now.UTC(), time.Time{}
	if t.RefreshToken != "" {
		r.Refresh = t.RefreshToken
	}
	if r.Since.IsZero() {
		r.Since = r.Renewed
	}
	if t.ExpiresIn != 0 {
		r.Expires = r.Renewed.Add(time.Duration(t.ExpiresIn) * time.Second)
	}
	if identity, _ := t.Extra("id_token").(string); identity != "" {
		if name := claim(identity, s.account.claim); isHeader(name) {
			r.Account = name
		}
	}
	return r, isHeader(r.Access) && (r.Refresh == "" || isHeader(r.Refresh))
}

// isHeader says whether a text can be one word in a header.
func isHeader(text string) bool {
	return text != "" && len(text) <= longest && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}

// claim finds a text in an identity token, or gives "". The token's signature is not looked at: it came
// from the service itself, over a connection that nobody else could speak on.
func claim(token string, path []string) string {
	parts := strings.Split(token, ".")
	if len(parts) != 3 || len(path) == 0 {
		return ""
	}
	data, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[1], "="))
	if err != nil {
		return ""
	}
	value := json.RawMessage(data)
	for _, name := range path {
		var object map[string]json.RawMessage
		if json.Unmarshal(value, &object) != nil {
			return ""
		}
		value = object[name]
	}
	var text string
	if json.Unmarshal(value, &text) != nil {
		return ""
	}
	return text
}

// hide teaches a redactor the tokens of a service.
func (t secrets) hide(r *redact.Redactor, name string) {
	r.Learn(redact.Secret{Name: "token of " + name, Value: t.Access}, redact.Secret{Name: "token of " + name, Value: t.Refresh})
}
