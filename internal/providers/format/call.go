package format

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Input is what a model wrote as the input of a call, in a form that services take back: an object. Many
// read it, and one broken call would make them refuse every later request of the session.
func Input(input string) string {
	trimmed := strings.TrimSpace(input)
	switch {
	case trimmed == "", trimmed == "null":
		return "{}"
	case !json.Valid([]byte(trimmed)):
		quoted, _ := json.Marshal(input) // a string always has a JSON form
		return fmt.Sprintf(`{"invalid_json":%s}`, quoted)
	case trimmed[0] != '{':
		return `{"value":` + trimmed + `}`
	}
	return input
}

// Name is the name that a model called, with the signs that services allow and no longer than they do. The
// names of tools have no others, but a model may call what there is not, and is told so; its service would
// refuse every later request that repeats such a name.
func Name(name string, most int) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, name)
	if plain == "" {
		return "unnamed"
	}
	return plain[:min(len(plain), most)]
}
