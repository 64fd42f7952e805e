package guard

import "strings"

// sedEffect is a command of sed that does more than edit text: 'e' runs text, 'w' writes a file, 'r'
// reads one.
type sedEffect struct {
	kind byte
	text string
}

// sedEffects reads a script and gives the effects in it. It knows the grammar of addresses, of s and
// y, and of the commands that take the rest of the line.
func sedEffects(script string) []sedEffect {
	var out []sedEffect
	for i := 0; i < len(script); {
		i = sedAddress(script, i)
		if i >= len(script) {
			return out
		}
		cmd := script[i]
		i++
		switch cmd {
		case 's', 'y':
			var effect *sedEffect
			i, effect = sedSubstitute(script, i)
			if effect != nil {
				out = append(out, *effect)
			}
		case 'e', 'w', 'W':
			end := lineEnd(script, i)
			kind := byte('e')
			if cmd != 'e' {
				kind = 'w'
			}
			out = append(out, sedEffect{kind, strings.TrimSpace(script[i:end])})
			i = end
		case 'r', 'R':
			end := lineEnd(script, i)
			out = append(out, sedEffect{'r', strings.TrimSpace(script[i:end])})
			i = end
		case 'a', 'i', 'c', 'b', 't', 'T', ':', '#':
			i = lineEnd(script, i)
		}
	}
	return out
}

func lineEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(s)
}

// sedAddress skips blanks, separators and addresses before a command.
func sedAddress(s string, i int) int {
	for i < len(s) {
		switch c := s[i]; {
		case strings.IndexByte(" \t\n;{}!,$~+-0123456789", c) >= 0:
			i++
		case c == '/':
			i = delimited(s, i+1, '/')
		case c == '\\' && i+1 < len(s):
			i = delimited(s, i+2, s[i+1])
		case c == 'I' || c == 'M':
			i++
		default:
			return i
		}
	}
	return i
}

// delimited gives the offset behind the next delimiter that no backslash quotes.
func delimited(s string, i int, delim byte) int {
	for ; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case delim:
			return i + 1
		}
	}
	return len(s)
}

// sedSubstitute skips s/a/b/flags. The flags e and w have effects.
func sedSubstitute(s string, i int) (int, *sedEffect) {
	if i >= len(s) {
		return i, nil
	}
	delim := s[i]
	from := delimited(s, i+1, delim)
	to := delimited(s, from, delim)
	text := s[min(from, len(s)):max(min(to-1, len(s)), min(from, len(s)))]
	var effect *sedEffect
	for i = to; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'e':
			effect = &sedEffect{'e', text}
		case c == 'w':
			end := lineEnd(s, i+1)
			return end, &sedEffect{'w', strings.TrimSpace(s[i+1 : end])}
		case strings.IndexByte("gpiImM0123456789", c) < 0:
			return i, effect
		}
	}
	return i, effect
}
