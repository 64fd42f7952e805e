package web

import (
	"slices"
	"strings"
	"testing"
)

func TestPathsOfOneSpelling(t *testing.T) {
	for in, want := range map[string]string{
		"https://go.dev":                        "https://go.dev/",
		"https://go.dev?x=../a":                 "https://go.dev/?x=../a",
		"https://go.dev/doc/../secret":          "https://go.dev/secret",
		"https://go.dev/doc/%2e%2E/secret":      "https://go.dev/secret",
		"https://go.dev/doc/%2e/a":              "https://go.dev/doc/a",
		"https://go.dev/../../a/b/..":           "https://go.dev/a/",
		"https://go.dev/a/.":                    "https://go.dev/a/",
		"https://go.dev/%64oc/%7euser":          "https://go.dev/doc/~user",
		"https://go.dev//doc//x":                "https://go.dev//doc//x",
		"https://go.dev/a%2f..%2fb":             "https://go.dev/a%2F..%2Fb",
		"https://go.dev/%252e%252e/b":           "https://go.dev/%252e%252e/b",
		"https://go.dev/caf\u00e9/%c3%a9":       "https://go.dev/caf%C3%A9/%C3%A9",
		"https://go.dev/a(b)*,;=:@!$&'+c":       "https://go.dev/a(b)*,;=:@!$&'+c",
		"http://go.dev:0080/":                   "http://go.dev/",
		"http://go.dev:08080/x":                 "http://go.dev:8080/x",
		"https://Go.Dev.:443/Doc/?Q=%2e%2e#top": "https://go.dev/Doc/?Q=%2e%2e",
	} {
		u, err := parseAddress(in)
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if u.String() != want {
			t.Errorf("%s is %s, want %s", in, u, want)
		}
	}
}

// Whatever is written, there is one spelling: reading it again changes nothing, and nothing in its path goes
// upwards.
func FuzzParseAddress(f *testing.F) {
	for _, seed := range []string{
		"https://go.dev/doc/..%2f/./x?a=b#c", "http://[::ffff:1.2.3.4]:080/%2E%2e/", "https://b\u00fccher.example/%zz", "http://1.2.3.4.:80", "https://a/%2", "https://a/;..//..",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, err := parseAddress(text)
		if err != nil {
			return
		}
		again, err := parseAddress(u.String())
		if err != nil || again.String() != u.String() {
			t.Fatalf("%q is %s, and that is %v, %v", text, u, again, err)
		}
		if s := strings.Split(u.EscapedPath(), "/"); slices.Contains(s, "..") || slices.Contains(s, ".") || s[0] != "" {
			t.Fatalf("%q has the path %s", text, u.EscapedPath())
		}
		if u.User != nil || u.Fragment != "" || u.Host == "" || strings.ToLower(u.Host) != u.Host {
			t.Fatalf("%q is %s", text, u)
		}
	})
}
