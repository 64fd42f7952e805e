package commands

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Expand puts what was typed after the name of a command into its text: all of it for $ARGUMENTS, a word
// of it for $1, $2 and so on, nothing for a word that is not there, and "$" for "$$". Words are
// separated and quoted as in a shell. A text without a place for them gets the words at its end, after
// a blank line.
//
// What is put in is not looked at again, so no argument can bring in another one.
func Expand(body, args string) string {
	text, used := Fill(body, args)
	if args = strings.TrimSpace(args); !used && args != "" {
		text += "\n\n" + args
	}
	return text
}

// Fill is Expand for a text that stands by itself: words that it has no place for are left out, which
// used tells.
func Fill(body, args string) (text string, used bool) {
	args = strings.TrimSpace(args)
	words := Split(args)
	var b strings.Builder
	for {
		before, after, found := strings.Cut(body, "$")
		b.WriteString(before)
		if !found {
			break
		}
		switch name := placeholder(after); name {
		case "":
			b.WriteByte('$')
			body = after
			continue
		case "$":
			b.WriteByte('$')
		case allArguments:
			b.WriteString(args)
			used = true
		default:
			if n, err := strconv.Atoi(name); err == nil && n <= len(words) {
				b.WriteString(words[n-1])
			}
			used = true
		}
		body = after[len(placeholder(after)):]
	}
	return b.String(), used
}

const allArguments = "ARGUMENTS"

// placeholder gives the name of the placeholder at the beginning of a text that follows a "$", or "".
// Numbers begin at 1, and a longer word than ARGUMENTS is another word.
func placeholder(text string) string {
	if strings.HasPrefix(text, "$") {
		return "$"
	}
	if rest, found := strings.CutPrefix(text, allArguments); found {
		next, _ := utf8.DecodeRuneInString(rest)
		if next == '_' || unicode.IsLetter(next) && next != utf8.RuneError || unicode.IsDigit(next) {
			return ""
		}
		return allArguments
	}
	end := 0
	for end < len(text) && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	if end == 0 || text[0] == '0' {
		return ""
	}
	return text[:end]
}

// Split cuts a line into words as a shell would. Quotes join, and a backslash takes the meaning away from
// a quote, a blank or a backslash. People write prose here too, so an apostrophe within a word and
// a quote that is never closed are characters like others.
func Split(line string) []string {
	var words []string
	for {
		line = strings.TrimLeftFunc(line, unicode.IsSpace)
		if line == "" {
			return words
		}
		word, rest := nextWord(line)
		words = append(words, word)
		line = rest
	}
}

// nextWord cuts the first word off a line that does not begin with a blank.
func nextWord(line string) (word, rest string) {
	var b strings.Builder
	for i, opening := 0, true; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		switch {
		case unicode.IsSpace(r):
			return b.String(), line[i:]
		case r == '\\' && i+1 < len(line) && strings.ContainsRune(`"'\ `, rune(line[i+1])):
			b.WriteByte(line[i+1])
			i += 2
			opening = false
			continue
		case r == '"' || r == '\'' && opening:
			if text, length := quoted(line[i:]); length > 0 {
				b.WriteString(text)
				i += length
				opening = false
				continue
			}
		}
		b.WriteString(line[i : i+size])
		i += size
		opening = r == '='
	}
	return b.String(), ""
}

// quoted gives the text in the quotes that a line begins with and the length of it all, or 0 when they
// are not closed. Within double quotes a backslash protects a double quote and a backslash.
func quoted(line string) (text string, length int) {
	quote := line[0]
	var b strings.Builder
	for i := 1; i < len(line); i++ {
		switch c := line[i]; {
		case c == quote:
			return b.String(), i + 1
		case c == '\\' && quote == '"' && i+1 < len(line) && (line[i+1] == '"' || line[i+1] == '\\'):
			i++
			b.WriteByte(line[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", 0
}
