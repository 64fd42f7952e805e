package web

import "strings"

// canonicalPath gives the one spelling of an escaped path, as RFC 3986 has it: a rule about addresses that
// begin with https://go.dev/doc/ must not be about what "/doc/../" or "/%64oc/" leads to, or miss it.
func canonicalPath(path string) string {
	var kept []string
	segments := strings.Split(strings.TrimPrefix(unescapePlain(path), "/"), "/")
	for i, s := range segments {
		last := i == len(segments)-1
		switch s {
		case ".", "..":
			if s == ".." && len(kept) > 0 {
				kept = kept[:len(kept)-1]
			}
			if last {
				kept = append(kept, "") // what remains is a directory
			}
		default:
			kept = append(kept, s)
		}
	}
	return "/" + strings.Join(kept, "/")
}

// unescapePlain writes letters, digits and what else means the same with and without an escape as they are,
// and other escapes in capital letters.
func unescapePlain(path string) string {
	if !strings.Contains(path, "%") {
		return path
	}
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		high, low := -1, -1
		if path[i] == '%' && i+2 < len(path) {
			high, low = strings.IndexByte(hexDigits, path[i+1]|0x20), strings.IndexByte(hexDigits, path[i+2]|0x20)
		}
		if high < 0 || low < 0 {
			b.WriteByte(path[i])
			continue
		}
		if c := byte(high<<4 | low); unreserved(c) {
			b.WriteByte(c)
		} else {
			b.WriteString(strings.ToUpper(path[i : i+3]))
		}
		i += 2
	}
	return b.String()
}

const hexDigits = "0123456789abcdef"

// unreserved says that a character means itself wherever it stands in an address.
func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~", c) >= 0
}
