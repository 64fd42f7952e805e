package guard

import "strings"

// token is a word, a string literal or a mark of punctuation in code.
type token struct {
	text   string
	string bool
}

func codeWords(tokens []token) (words, strs []string) {
	for _, t := range tokens {
		if t.string {
			strs = append(strs, t.text)
		} else {
			words = append(words, strings.ToLower(t.text))
		}
	}
	return words, strs
}

// lexCode finds the words and string literals of code in any usual language.
func lexCode(text, language string) []token {
	var out []token
	for i := 0; i < len(text); {
		switch ch := text[i]; {
		case ch == '"' || ch == '\'' || ch == '`':
			end := stringEnd(text, i)
			out = append(out, token{text: ansiC(text[i+1 : end]), string: true})
			i = end + 1
		case ch == '#' && language != "node" && (i == 0 || text[i-1] == ' ' || text[i-1] == '\n'):
			n := strings.IndexByte(text[i:], '\n')
			if n < 0 {
				return out
			}
			i += n
		case (ch == '{' || ch == '(') && i > 1 && quoteOperator(text[:i]):
			end := strings.IndexByte(text[i:], map[byte]byte{'{': '}', '(': ')'}[ch])
			if end < 0 {
				end = len(text) - i
			}
			out = append(out, token{text: text[i+1 : i+end], string: true})
			i += end
		case letter(ch):
			j := i
			for j < len(text) && (letter(text[j]) || text[j] >= '0' && text[j] <= '9') {
				j++
			}
			out = append(out, token{text: text[i:j]})
			i = j
		default:
			i++
		}
	}
	return out
}

// quoteOperator tells whether code ends in one of the operators of Perl and Ruby that begin a string.
func quoteOperator(s string) bool {
	return strings.HasSuffix(s, "qx") || strings.HasSuffix(s, "%x") || strings.HasSuffix(s, "qq") || strings.HasSuffix(s, "qw")
}

func stringEnd(text string, start int) int {
	for j := start + 1; j < len(text); j++ {
		switch text[j] {
		case '\\':
			j++
		case text[start]:
			return j
		}
	}
	return len(text)
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}
