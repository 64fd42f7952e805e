package app

import (
	"os"
	"strings"

	"eidolon/internal/leaf/redact"
)

// Secrets gives what takes the secrets of this process out of texts: the variables whose names speak of
// one, the values of the user's .env file, the keys of all profiles, and the tokens of logins. It learns
// those that come later. Notice hears what the user should know about the logins.
func Secrets(o Options, notice func(line string)) *redact.Redactor {
	all := redact.Environ(o.Environ, there)
	for _, s := range o.Config.Secrets() {
		if value := s.Reveal(); !isSetting(s.Name) && redact.IsSecret(value, there) {
			all = append(all, redact.Secret{Name: s.Name, Value: value})
		}
	}
	o.Secrets = redact.Open()
	o.Secrets.Learn(all...)
	if err := Logins(o, notice).Learn(); err != nil {
		notice(err.Error())
	}
	return o.Secrets
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
