package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Covers: Z6
func TestHeadersHoldVariables(t *testing.T) {
	tests := []struct{ name, profile, want string }{
		{"plain", "headers: {X-Team: blue}", "X-Team: blue"},
		{"of the environment", "headers: {Authorization: \"Basic ${ENV_TOKEN}\"}", "Authorization: Basic env"},
		{"of the .env file", "headers: {X-Key: \"${DOT_TOKEN}\"}", "X-Key: dot"},
		{"with a default", "headers: {X-Team: \"${NOBODY:-red}\"}", "X-Team: red"},
		{"not set", "headers: {X-Key: \"${NOBODY}\"}", "X-Key: , missing NOBODY"},
		{"parameter", "query: {api-version: \"2024-10-21\", key: \"${ENV_TOKEN}\"}", "api-version: 2024-10-21, key: env"},
		{"proxy", "proxy: \"http://me:${ENV_TOKEN}@proxy.test:3128\"", "proxy http://me:env@proxy.test:3128"},
		{"no proxy", "proxy: none", "proxy none"},
		{"proxy not set", "proxy: \"${NOBODY}\"", "missing NOBODY"},
		{"an old name in a header is the user's own word", "headers: {api_key: x}", "api_key: x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.env["ENV_TOKEN"] = "env"
			w.put(userEnv, "DOT_TOKEN=dot\n")
			w.put(userYAML, "models: {profiles: [{name: p, baseURL: \"http://h.test/v1\", "+tt.profile+"}]}\n")
			c, notices := w.load()
			p := c.Choice.Profile
			var got []string
			for _, name := range []string{"Authorization", "X-Key", "X-Team", "api_key"} {
				if value, ok := p.Headers[name]; ok {
					got = append(got, name+": "+value.Reveal())
				}
			}
			for _, name := range []string{"api-version", "key"} {
				if value, ok := p.Query[name]; ok {
					got = append(got, name+": "+value.Reveal())
				}
			}
			if p.Proxy != "" {
				got = append(got, "proxy "+p.Proxy)
			}
			if p.MissingKey != "" {
				got = append(got, "missing "+p.MissingKey)
			}
			if strings.Join(got, ", ") != tt.want || len(notices) > 0 {
				t.Errorf("got %q, want %q, told %s", got, tt.want, w.told(notices))
			}
		})
	}
}

func TestEndpointMistakes(t *testing.T) {
	tests := []struct{ profile, want string }{
		{"headers: {\"X Y\": z}", `"X Y" cannot be set as a header`},
		{"headers: {host: evil.test}", `"host" cannot be set as a header`},
		{"keyHeader: \"a b\"", `keyHeader: "a b" cannot be the name of a header that takes a key`},
		{"headers: {X: \"a\\nb\"}", "headers.X holds a line break or another control character"},
		{"headers: {X: \"${A B}\"}", "headers.X ${A B} names no variable; write ${NAME} or ${NAME:-default}"},
		{"headers: {X: \"${LINES_}\"}", "headers.X holds a line break or another control character"},
		{"proxy: \"secret:1\"", "the proxy must be a URL such as http://127.0.0.1:3128, or none"},
		{"proxy: \"ftp://secret.test\"", "the proxy must begin with http://, https:// or socks5://, or be none"},
		{"proxy: \"${LINES_}\"", "the proxy must be a URL such as http://127.0.0.1:3128, or none"},
	}
	for _, tt := range tests {
		t.Run(tt.profile, func(t *testing.T) {
			w := newWorld(t)
			w.env["LINES_"] = "a\nb"
			w.put(userYAML, "models: {profiles: [{name: p, baseURL: \"http://h.test/v1\", "+tt.profile+"}]}\n")
			got := w.fails()
			if !strings.HasSuffix(got, tt.want) || !strings.HasPrefix(got, userYAML+":1: ") || strings.Contains(got, "secret") {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestSecretsInHeadersAreNotShown(t *testing.T) {
	w := newWorld(t)
	w.put(userYAML, `
models:
  defaults: {proxy: "http://me:hush-3@proxy.test:1"}
  profiles:
  - name: p
    baseURL: "http://h.test/v1"
    headers: {Authorization: "Bearer hush-1"}
    query: {key: hush-2}
`)
	if err := os.Chmod(filepath.Join(w.dir, userYAML), 0o644); err != nil {
		t.Fatal(err)
	}
	c, notices := w.load()
	shown := fmt.Sprintf("%+v %s", c.Settings(), w.told(notices))
	if strings.Contains(shown, "hush") || !strings.Contains(shown, "http://…@proxy.test:1") {
		t.Errorf("shown: %s", shown)
	}
	if len(notices) != 2 || !strings.Contains(notices[0].Message, "headers.Authorization holds a key") {
		t.Errorf("told %s", w.told(notices))
	}
	var secrets []string
	for _, s := range c.Secrets() {
		secrets = append(secrets, s.Reveal())
	}
	if diff := cmp.Diff([]string{"hush-1", "hush-2", "hush-3"}, secrets); diff != "" {
		t.Error(diff)
	}
}

func TestCertificatesAreBesideTheirFile(t *testing.T) {
	w := newWorld(t)
	w.put(userYAML, "models: {defaults: {caFile: corp.pem}, profiles: [{name: a}, {name: b, caFile: /etc/b.pem}, {name: c, caFile: ~/c.pem}]}\n")
	c, _ := w.load()
	var got []string
	for _, p := range c.Models.Profiles {
		got = append(got, w.short(p.CAFile))
	}
	if diff := cmp.Diff([]string{"home/.eidolon/corp.pem", "/etc/b.pem", "home/c.pem"}, got); diff != "" {
		t.Error(diff)
	}
}

// A profile with a login, or with an authorization of its own, needs no key.
func TestOtherRightsThanAKey(t *testing.T) {
	for _, extra := range []string{"login: codex", "headers: {authorization: \"Basic x\"}", "keyHeader: X-Key, headers: {x-key: x}"} {
		w := newWorld(t)
		w.put(userYAML, "models: {profiles: [{name: openai, "+extra+"}]}\n")
		if c, _ := w.load(); c.Choice.Profile.KeyProblem() != nil {
			t.Errorf("%s: %v", extra, c.Choice.Profile.KeyProblem())
		}
	}
}

func TestHeldHeadersShowTheirVariables(t *testing.T) {
	w := newWorld(t)
	w.put(projYAML, "models: {profiles: [{name: a, headers: {X-Key: \"${MINE}\", Token: hush, X-Team: blue}, proxy: \"http://a:hush@p.test\"}]}\n")
	c, _ := w.load()
	want := `[{name: "a", headers: {X-Key: "${MINE}", Token: (a key), X-Team: "blue"}, proxy: "http://…@p.test"}]`
	if len(c.Held) != 1 || c.Held[0].Value != want {
		t.Errorf("held %+v", c.Held)
	}
}
