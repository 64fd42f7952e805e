package prompt

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is what a token names.
type Kind uint8

// The kinds.
const (
	NoToken Kind = iota
	Slash        // "/compact" at the very start
	File         // "@file:calc/calc.go"
	Path         // "@calc/calc.go"
	Agent        // "@agent:reviewer"
	Shell        // "@!make test", up to the end of the line
)

// Token is a piece of the text that names something and can be completed.
type Token struct {
	Kind       Kind
	Text       string // what it names, as far as it is written: without "@file:" and quotes
	Start, End int    // where the whole of it stands
}

// prefixes are what tokens begin with.
var prefixes = [...]struct {
	text string
	kind Kind
}{
	{"@file:", File},
	{"@agent:", Agent},
	{"@!", Shell},
	{"@", Path},
	{"/", Slash},
}

// Token gives the token that the cursor stands in or at the end of.
func (e *Editor) Token() Token {
	at := e.buf.cursor
	for _, t := range e.buf.tokens(e.buf.lineStart(at), e.buf.lineEnd(at)) {
		if t.Start < at && at <= t.End {
			return t
		}
	}
	return Token{}
}

// Nearest gives the token of a kind that is nearest to the cursor, of two the one before it.
func (e *Editor) Nearest(kind Kind) Token {
	best, distance := Token{}, -1
	for _, t := range e.buf.tokens(0, len(e.buf.text)) {
		d := max(t.Start-e.buf.cursor, e.buf.cursor-t.End, 0)
		if t.Kind == kind && (distance < 0 || d < distance) {
			best, distance = t, d
		}
	}
	return best
}

// ReplaceToken puts a text in place of a token that Token or Nearest gave just now, with the cursor
// behind it. With space, one space follows, so that typing goes on.
func (e *Editor) ReplaceToken(t Token, text string, space bool) {
	text, end := admit(text), t.End
	if space {
		if strings.HasPrefix(e.buf.text[end:], " ") {
			end++
		}
		text += " "
	}
	e.buf.replace(t.Start, end, text, single)
	e.browse.stop()
}

// Name spells a token of a kind that names something: with its prefix, and in quotes where there are
// spaces.
func (k Kind) Name(text string) string {
	prefix := ""
	for _, p := range prefixes {
		if p.kind == k {
			prefix = p.text
		}
	}
	if (k == File || k == Path || k == Agent) && strings.ContainsFunc(text, unicode.IsSpace) && !strings.Contains(text, `"`) {
		return prefix + `"` + text + `"`
	}
	return prefix + text
}

// tokens gives the tokens of whole lines of the text.
func (b *buffer) tokens(start, end int) []Token {
	var all []Token
	if t, ok := b.slash(); ok && start == 0 {
		all = append(all, t)
	}
	for at := start; at < end; {
		i := strings.IndexByte(b.text[at:end], '@')
		if i < 0 {
			break
		}
		at += i
		t, ok := b.mention(at)
		if !ok {
			at++
			continue
		}
		all = append(all, t)
		at = t.End
	}
	return all
}

// slash gives the command that the text starts with. A path such as /usr/bin is none.
func (b *buffer) slash() (Token, bool) {
	if !strings.HasPrefix(b.text, "/") {
		return Token{}, false
	}
	end := wordEnd(b.text, 1)
	word := b.text[1:end]
	return Token{Slash, word, 0, end}, !strings.Contains(word, "/")
}

// mention gives the token that starts with the "@" at a place. One in the middle of a word is part of
// an address.
func (b *buffer) mention(at int) (Token, bool) {
	if before, _ := utf8.DecodeLastRuneInString(b.text[:at]); at > 0 && !opens(before) {
		return Token{}, false
	}
	for _, p := range prefixes {
		if !strings.HasPrefix(b.text[at:], p.text) {
			continue
		}
		from := at + len(p.text)
		if p.kind == Shell {
			end := b.lineEnd(at)
			return Token{p.kind, b.text[from:end], at, end}, true
		}
		if strings.HasPrefix(b.text[from:], `"`) {
			name, end := quoted(b.text, from)
			return Token{p.kind, name, at, end}, true
		}
		end := wordEnd(b.text, from)
		return Token{p.kind, b.text[from:end], at, end}, true
	}
	return Token{}, false
}

// opens says that a word may begin behind a rune.
func opens(r rune) bool {
	return unicode.IsSpace(r) || isChip(r) || strings.ContainsRune("([{<\"'`,;", r)
}

// wordEnd gives the place of the first space or chip from a place on.
func wordEnd(text string, from int) int {
	i := strings.IndexFunc(text[from:], func(r rune) bool { return unicode.IsSpace(r) || isChip(r) })
	if i < 0 {
		return len(text)
	}
	return from + i
}

// quoted gives a name in quotes that starts at a place, and where it ends. Without the closing quote it
// goes on to the end of the line.
func quoted(text string, from int) (name string, end int) {
	rest := text[from+1:]
	i := strings.IndexAny(rest, "\"\n")
	switch {
	case i < 0:
		return rest, len(text)
	case rest[i] == '"':
		return rest[:i], from + 1 + i + 1
	}
	return rest[:i], from + 1 + i
}

// coloured says whether a token is shown as one. Of bare names only those that look like a path are:
// people mention each other with "@" too.
func (t Token) coloured() bool {
	switch t.Kind {
	case File, Agent, Slash:
		return t.Text != ""
	case Shell:
		return true
	case Path:
		return strings.ContainsAny(strings.TrimRight(t.Text, ".,;:!?)"), `/\.`)
	case NoToken:
	}
	return false
}
