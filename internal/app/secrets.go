package app

import (
	"os"
	"strings"

	"eidolon/internal/leaf/redact"
)

// Secrets gives what takes the secrets of this process out of texts: the variables whose names speak of
// one, the values of the user's .env file, and the keys of all profiles. It is nil when there are none.
func Secrets(o Options) *redact.Redactor {
	all := redact.Environ(o.Environ, there)
	for _, s := range o.Config.Secrets() {
		if value := s.Reveal(); !isSetting(s.Name) && redact.IsSecret(value, there) {
			all = append(all, redact.Secret{Name: s.Name, Value: value})
		}
	}
	return redact.New(all)
}

// there says whether a path exists.
func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// isSetting says that a variable of the .env file is about something that everybody may see. All others
// count as secrets there: that is what the file is for.
func isSetting(name string) bool {
	for _, end := range []string{"_MODEL", "_HOST", "_PORT", "_REGION", "_NAME", "_USER", "_ORG", "_PROJECT", "_VERSION", "_LEVEL"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
