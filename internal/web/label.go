package web

import (
	"strings"
	"unicode"
)

// asciiLabel gives a part of a host's name as it is looked up: in lower case, and one that is not ASCII in
// its xn-- form (RFC 3492). Characters that are only other shapes of ASCII are refused, so that what is asked
// for is what is shown. The names of hosts have further rules; one that breaks them is found by nobody.
func asciiLabel(label string) (string, bool) {
	plain := true
	for _, r := range label {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
		case r < 0x80 || r >= 0xFF00 && r <= 0xFFEF, !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r):
			return "", false
		default:
			plain = false
		}
	}
	label = strings.ToLower(label)
	if plain {
		return label, true
	}
	if len(label) > 255 {
		return "", false
	}
	return "xn--" + punycode([]rune(label)), true
}

// punycode encodes a label as RFC 3492 says, with its names: first the ASCII characters, then for each other
// one the way from the last.
func punycode(label []rune) string {
	const base, initialBias, initialN = 36, 72, 0x80
	var out strings.Builder
	for _, r := range label {
		if r < initialN {
			out.WriteRune(r)
		}
	}
	basic := out.Len()
	if basic > 0 {
		out.WriteByte('-')
	}
	n, delta, bias := rune(initialN), 0, initialBias
	for handled := basic; handled < len(label); {
		next := unicode.MaxRune
		for _, r := range label {
			if r >= n && r < next {
				next = r
			}
		}
		delta += int(next-n) * (handled + 1)
		n = next
		for _, r := range label {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			q := delta
			for k := base; ; k += base {
				t := min(max(k-bias, 1), 26)
				if q < t {
					break
				}
				out.WriteByte(digit(t + (q-t)%(base-t)))
				q = (q - t) / (base - t)
			}
			out.WriteByte(digit(q))
			bias = adapt(delta, handled+1, handled == basic)
			delta = 0
			handled++
		}
		delta++
		n++
	}
	return out.String()
}

// adapt is the bias after a character.
func adapt(delta, points int, first bool) int {
	const base, damp, skew = 36, 700, 38
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for delta > (base-1)*26/2 {
		delta /= base - 1
		k += base
	}
	return k + base*delta/(delta+skew)
}

func digit(d int) byte {
	if d < 26 {
		return byte('a' + d)
	}
	return byte('0' + d - 26)
}
