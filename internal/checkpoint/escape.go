package checkpoint

import (
	"strings"
	"unicode/utf8"
)

// escape writes a name of any bytes as one word of a line: bytes that would end the word or the
// line, and those that are not UTF-8, as a percent sign and two hex digits.
func escape(s string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if c := s[i]; c <= ' ' || c == '%' || c == 0x7F || r == utf8.RuneError && n == 1 {
			b.WriteByte('%')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&15])
			i++
			continue
		}
		b.WriteString(s[i : i+n])
		i += n
	}
	return b.String()
}

// unescape takes back what escape did. It refuses what escape does not write, so that no name has
// two forms.
func unescape(s string) (string, bool) {
	if strings.IndexByte(s, '%') < 0 {
		return s, escape(s) == s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b = append(b, s[i])
			continue
		}
		if i+2 >= len(s) {
			return "", false
		}
		b = append(b, hexValue(s[i+1])<<4|hexValue(s[i+2]))
		i += 2
	}
	plain := string(b)
	return plain, escape(plain) == s
}

// hexValue gives the value of a hex digit; anything else gives one that does not escape back.
func hexValue(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10
	}
	return 0
}
