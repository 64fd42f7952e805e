package redact

import (
	"net/url"
	"slices"
	"strings"
)

// Environ gives the secrets among variables, "NAME=value": the values of those whose names say so, and
// the passwords in addresses. Exists says whether a path is there.
func Environ(environ []string, exists func(path string) bool) []Secret {
	var list []Secret
	for _, entry := range environ {
		name, value, ok := strings.Cut(entry, "=")
		if !ok {
			continue
		}
		if isSecretName(name) && IsSecret(value, exists) {
			list = append(list, Secret{name, value})
		}
		if password := passwordIn(value); len(password) >= MinLength {
			list = append(list, Secret{"password in " + name, password})
		}
	}
	return list
}

// isSecretName says whether the name of a variable speaks of a secret.
func isSecretName(name string) bool {
	name = strings.ToUpper(name)
	for _, word := range []string{"SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "APIKEY", "API_KEY", "PRIVATE_KEY", "ACCESS_KEY"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	if strings.HasSuffix(name, "KEY") {
		return true
	}
	return slices.ContainsFunc(strings.Split(name, "_"), func(part string) bool {
		return part == "KEY" || strings.HasSuffix(part, "TOKEN") || part == "PAT" || part == "AUTH" || part == "PASS"
	})
}

// plainLength is the length from which letters alone are no plain word.
const plainLength = 16

// IsSecret says whether a value can be a secret: it is long enough, and neither a plain word, such as
// "not-needed" in the place of a key, nor the path of something, nor an address without a password.
func IsSecret(value string, exists func(path string) bool) bool {
	switch {
	case len(value) < MinLength:
		return false
	case len(value) < plainLength && !strings.ContainsFunc(value, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '-' && r != '_'
	}):
		return false
	case isPath(value) && (exists == nil || value[0] == '~' || exists(value)):
		return false
	case strings.Contains(value, "://"):
		return passwordIn(value) != ""
	}
	return true
}

// isPath says whether a value has the form of a path. So has one key in sixty-four.
func isPath(value string) bool {
	for _, start := range []string{"/", "~/", "./", "../"} {
		if strings.HasPrefix(value, start) {
			return true
		}
	}
	return len(value) > 2 && value[1] == ':' && (value[2] == '\\' || value[2] == '/')
}

// passwordIn gives the password in an address, or "".
func passwordIn(value string) string {
	if !strings.Contains(value, "://") || !strings.Contains(value, "@") {
		return ""
	}
	u, err := url.Parse(value)
	if err != nil || u.User == nil {
		return ""
	}
	password, _ := u.User.Password()
	return password
}
