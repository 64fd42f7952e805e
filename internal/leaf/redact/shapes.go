package redact

import (
	"regexp"
	"strings"
	"sync"
)

// shapes are the forms of keys and tokens that services and proxies quote, whoever they belong to.
// Where an expression has a group, the group alone is hidden. All of them run in linear time. They are
// made when they are first wanted: most runs of the program have no use for them.
var shapes = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`://([^/\s@]+)@`), // user and password of an address
		regexp.MustCompile(`\b[rs]k[-_][\w*.-]{4,}`),
		regexp.MustCompile(`\b(?:gh[a-z]_|github_pat_|glpat-|hf_|xox[a-z]-|xapp-|AIza)[\w-]{8,}`),
		regexp.MustCompile(`\bA[KS]IA[A-Z0-9]{8,}`),
		regexp.MustCompile(`\beyJ[\w-]{8,}(?:\.[\w-]*)*`), // a JWT, perhaps cut
		regexp.MustCompile(`(?i)\b(?:bearer|basic)\s+([\w+/.~=-]{8,})`),
		regexp.MustCompile(`(?i)(?:key|token|secret|passw(?:or)?d|authorization|credentials?)[^\n]{0,24}?\b([\w+/.~=-]{16,})`),
	}
})

// longWord is the length from which a word without a digit is no word of a language.
const longWord = 32

// Shapes replaces what looks like a key or a token, known or not. It is for messages and logs: a wrong
// guess does no harm there.
func Shapes(text, instead string) string {
	for _, form := range shapes() {
		if form.NumSubexp() == 0 {
			text = form.ReplaceAllLiteralString(text, instead)
			continue
		}
		var b strings.Builder
		done := 0
		for _, at := range form.FindAllStringSubmatchIndex(text, -1) {
			if word := text[at[2]:at[3]]; len(word) >= longWord || strings.ContainsAny(word, "0123456789:") {
				b.WriteString(text[done:at[2]] + instead)
				done = at[3]
			}
		}
		text = b.String() + text[done:]
	}
	return text
}
