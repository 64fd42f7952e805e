package contextfiles

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind says what a reference may name.
type kind int

const (
	toPath     kind = iota // @PATH
	toFile                 // @file:PATH
	toAgent                // @agent:NAME
	toResource             // @SERVER:URI
)

// reference is a place in a text that may name something.
type reference struct {
	kind   kind
	at     int    // where it stands in the text
	text   string // as it is written, with "@"
	name   string // what it names
	quoted bool   // name is whole; else punctuation at its end may belong to the sentence
}

// Bounds of a reference.
const (
	maxName    = 4096 // bytes; no path is longer
	maxGuesses = 4    // names that are tried before all punctuation at the end is left off
)

// opening are the characters after which a reference may begin, beside blanks. After a letter it is the
// address of somebody.
const opening = "([{<\"'`,;"

// scan finds what may be references in a text, in their order.
func scan(text string) []reference {
	var refs []reference
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '@')
		if i < 0 {
			return refs
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		if at > 0 && !unicode.IsSpace(before) && !strings.ContainsRune(opening, before) {
			at++
			continue
		}
		ref, ok := readReference(text[at:])
		if ref.at = at; ok {
			refs = append(refs, ref)
		}
		at += max(1, len(ref.text))
	}
}

// resourceIn takes a word for the name of a server and a URI, such as docs:file://manual or mem:memo:todo, and
// gives the server, "" when it cannot be that. Certain says that it is nothing else; what has no "//" may be a
// path, or words of a sentence.
func resourceIn(word string) (server string, certain bool) {
	server, uri, _ := strings.Cut(word, ":")
	scheme, rest, _ := strings.Cut(uri, ":")
	odd := func(r rune) bool {
		return r > unicode.MaxASCII || !strings.ContainsRune("-_+.", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}
	if scheme == "" || !unicode.IsLetter(rune(scheme[0])) || strings.ContainsFunc(server+scheme, odd) || strings.Trim(rest, closing) == "" {
		return "", false
	}
	return server, server != "" && strings.HasPrefix(rest, "//")
}

// readReference reads the reference that a text begins with.
func readReference(text string) (reference, bool) {
	ref := reference{kind: toPath}
	rest := text[1:]
	if after, found := strings.CutPrefix(rest, "file:"); found {
		ref.kind, rest = toFile, after
	} else if after, found := strings.CutPrefix(rest, "agent:"); found {
		ref.kind, rest = toAgent, after
	}
	start := len(text) - len(rest)
	if ref.kind != toAgent && rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		if end := strings.IndexAny(rest[1:], rest[:1]+"\n"); end > 0 && rest[1+end] == rest[0] {
			ref.name, ref.quoted, ref.text = rest[1:1+end], true, text[:start+end+2]
			return ref, true
		}
	}
	if ref.kind == toAgent {
		rest = agentName(rest)
	} else if end := strings.IndexFunc(rest, unicode.IsSpace); end >= 0 {
		rest = rest[:end]
	}
	_, certain := resourceIn(rest)
	switch {
	case len(rest) > maxName:
		return reference{text: text[:start+len(rest)]}, false
	case ref.kind == toPath && certain:
		ref.kind = toResource
	case ref.kind == toPath && strings.HasPrefix(rest, "@"): // of a patch
		return reference{text: text[:start+len(rest)]}, false
	}
	ref.name, ref.text = rest, text[:start+len(rest)]
	return ref, strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) || rest == "./"
}

// agentName is the beginning of a text that can be the name of an agent.
func agentName(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
	})
	if end >= 0 {
		text = text[:end]
	}
	return strings.TrimRight(text, ".")
}

// names gives what a reference may name, the longest first: punctuation at the end may be part of a
// file's name or of the sentence.
func (r reference) names() []string {
	list := []string{r.name}
	bare := strings.TrimRight(r.name, closing)
	for name := r.name; !r.quoted && bare != "" && name != bare; list = append(list, name) {
		if name = name[:len(name)-1]; len(list) == maxGuesses {
			name = bare
		}
	}
	return list
}

// closing is the punctuation that may end a sentence or a quotation after a reference.
const closing = ".,;:!?)]}>\"'`*"
