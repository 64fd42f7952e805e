package guard

import (
	"strconv"
	"strings"
)

// unescape removes the backslashes that quote one of the characters given, and line continuations.
func unescape(s, special string) string {
	if !strings.Contains(s, "\\") {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if s[i+1] == '\n' {
				i++
				continue
			}
			if strings.IndexByte(special, s[i+1]) >= 0 {
				i++
			}
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

// ansiC computes the escapes of $'...', of echo -e and of printf.
func ansiC(s string) string {
	if !strings.Contains(s, "\\") {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out.WriteByte(s[i])
			continue
		}
		i++
		text, used := escape(s[i:])
		out.WriteString(text)
		i += used - 1
	}
	return strings.ToValidUTF8(out.String(), "\ufffd")
}

// escape computes the escape whose text after the backslash begins s.
func escape(s string) (text string, used int) {
	switch c := s[0]; c {
	case 'a', 'b', 'e', 'E', 'f', 'n', 'r', 't', 'v':
		return string("\a\b\x1b\x1b\f\n\r\t\v"[strings.IndexByte("abeEfnrtv", c)]), 1
	case '\\', '\'', '"', '?':
		return s[:1], 1
	case 'x':
		return codePoint(s, 1, 2, 16, false)
	case 'u':
		return codePoint(s, 1, 4, 16, true)
	case 'U':
		return codePoint(s, 1, 8, 16, true)
	case 'c':
		if len(s) > 1 {
			return string(rune(s[1] & 0x1f)), 2
		}
	case '0', '1', '2', '3', '4', '5', '6', '7':
		if c == '0' && len(s) > 3 && s[1] <= '7' && s[1] >= '0' {
			return codePoint(s, 0, 4, 8, false)
		}
		return codePoint(s, 0, 3, 8, false)
	}
	return "\\" + s[:1], 1
}

// codePoint computes a numeric escape of at most limit digits that begin at s[from].
func codePoint(s string, from, limit, base int, unicode bool) (string, int) {
	end := from
	for end < len(s) && end < from+limit {
		if _, err := strconv.ParseUint(s[end:end+1], base, 8); err != nil {
			break
		}
		end++
	}
	n, err := strconv.ParseUint(s[from:end], base, 32)
	switch {
	case err != nil:
		return "\\" + s[:1], 1
	case n == 0:
		return "", end
	case n >= 0xfdd0 && n <= 0xfdef:
		return "\ufffd", end
	case unicode:
		return string(rune(n)), end
	}
	return string([]byte{byte(n)}), end
}
