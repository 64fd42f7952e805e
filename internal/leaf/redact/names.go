package redact

import (
	"slices"
	"strings"
)

// confidential are parts of the names of headers and of parameters whose values nobody else may see.
var confidential = []string{"auth", "key", "token", "secret", "cookie", "signature", "password", "credential"}

// Confidential says whether a header or a parameter of that name holds what nobody else may see, as far as
// names tell.
func Confidential(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(confidential, func(word string) bool { return strings.Contains(name, word) })
}
