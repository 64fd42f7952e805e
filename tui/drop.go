package tui

import (
	"net/url"
	"strings"

	"eidolon/internal/leaf/picture"
)

// dropped turns a paste that is the path of a picture and nothing else into a reference to it: that is
// what a terminal pastes when a file is dropped on it. Terminals write such a path in quotes, with
// backslashes before blanks, or as an address.
func dropped(text string) (reference string, ok bool) {
	name := strings.TrimSpace(text)
	switch {
	case strings.ContainsAny(name, "\n\r\t"):
		return "", false
	case strings.HasPrefix(name, "file://"):
		u, err := url.Parse(name)
		if err != nil || (u.Host != "" && u.Host != "localhost") {
			return "", false
		}
		name = u.Path
	case len(name) > 1 && (name[0] == '\'' || name[0] == '"') && name[len(name)-1] == name[0]:
		name = name[1 : len(name)-1]
	case strings.Contains(name, ` `) && !strings.Contains(name, `\ `):
		return "", false // words
	case !strings.Contains(name, `:\`): // else it is a path of Windows
		name = unescaped(name)
	}
	if !rooted(name) || !picture.Named(name) { // whether it is one is found out when the prompt is sent
		return "", false
	}
	switch {
	case !strings.ContainsAny(name, " '`\"()[]{}<>,;"):
		return "@" + name + " ", true
	case !strings.Contains(name, `"`):
		return `@"` + name + `" `, true
	case !strings.Contains(name, `'`):
		return `@'` + name + `' `, true
	}
	return "", false
}

// unescaped takes the backslashes away that a shell would.
func unescaped(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] == '\\' && i+1 < len(name) {
			i++
		}
		b.WriteByte(name[i])
	}
	return b.String()
}

// rooted tells a path that means the same everywhere.
func rooted(name string) bool {
	drive := len(name) > 3 && name[1] == ':' && (name[2] == '\\' || name[2] == '/')
	return strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~/") || drive
}
