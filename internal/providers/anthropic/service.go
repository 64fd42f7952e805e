package anthropic

import (
	"maps"
	"net/http"
	"net/url"
	"strings"

	"eidolon/internal/providers/wire"
)

// apiVersion is the version of the format. It has been the same since there is one; what is new in the
// format comes with names of its own.
const apiVersion = "2023-06-01"

// Dress gives a service what every request in this format has, whatever it asks for.
func Dress(s wire.Service) wire.Service {
	if s.KeyHeader == "" {
		s.KeyHeader = "X-Api-Key"
	}
	s.Fixed = map[string]string{"Anthropic-Version": apiVersion}
	if s.Login != nil {
		s.Headers = withBeta(s.Headers)
	}
	return s
}

// Path gives what is appended to a base URL to reach a path of the format: the version of the format,
// unless a version is there, and the path.
func Path(base, path string) string {
	const version = "/v1"
	u, err := url.Parse(strings.TrimSpace(base))
	if err != nil {
		return path // which is for others to say
	}
	for segment := range strings.SplitSeq(u.Path, "/") {
		if len(segment) > 1 && segment[0] == 'v' && segment[1] >= '0' && segment[1] <= '9' {
			return path
		}
	}
	if strings.HasSuffix(strings.TrimRight(u.Path, "/"), path) {
		return path
	}
	return version + path
}

// withBeta asks for what the service takes the token of a person's login with, beside what the
// configuration asks for.
func withBeta(headers map[string]string) map[string]string {
	const name, beta = "Anthropic-Beta", "oauth-2025-04-20"
	out := map[string]string{name: beta}
	for key, value := range headers {
		switch {
		case http.CanonicalHeaderKey(key) != name:
		case strings.Contains(value, beta):
			out[name] = value
		default:
			out[name] = value + "," + beta
		}
	}
	rest := maps.Clone(headers)
	maps.DeleteFunc(rest, func(key, _ string) bool { return http.CanonicalHeaderKey(key) == name })
	maps.Copy(out, rest)
	return out
}
