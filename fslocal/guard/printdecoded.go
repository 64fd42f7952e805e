package guard

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
)

// printDecoded is base64 -d and its like: computed where possible, else text that nobody can read.
func printDecoded(c *call) string {
	opts, rest := grammar{short: "wbi", long: "wrap"}.options(c.args)
	input := c.content(rest)
	if !has(opts, "d", "D", "decode", "r", "revert") {
		if constant(input) && c.name == "base64" {
			return base64.StdEncoding.EncodeToString([]byte(input)) + "\n"
		}
		return taint(input)
	}
	packed := strings.Join(strings.Fields(input), "")
	switch {
	case hasAny(input, markRemote):
		return markRemote
	case !constant(input):
		return markCoded
	case c.name == "base64":
		if out, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(packed, "=")); err == nil {
			return strings.ToValidUTF8(string(out), "\ufffd")
		}
	case c.name == "xxd":
		if out, err := hex.DecodeString(packed); err == nil {
			return strings.ToValidUTF8(string(out), "\ufffd")
		}
	}
	return markCoded
}

// printUnpacked is what decompressors and decryptors print.
func printUnpacked(c *call) string {
	if hasAny(c.st.in, markRemote) {
		return markRemote
	}
	return markCoded
}

func printReversed(c *call) string {
	_, files := grammar{}.options(c.args)
	input := c.content(files)
	if !constant(input) {
		return taint(input)
	}
	lines := strings.Split(strings.TrimSuffix(input, "\n"), "\n")
	for i, l := range lines {
		r := []rune(l)
		slices.Reverse(r)
		lines[i] = string(r)
	}
	return strings.Join(lines, "\n") + "\n"
}

// printTranslated is tr: it maps one set of characters to another, or deletes one.
func printTranslated(c *call) string {
	opts, sets := grammar{}.options(c.args)
	input := c.st.in
	if !constant(input) || len(sets) == 0 || has(opts, "c", "C", "complement") {
		return obscured(input)
	}
	from, ok := trSet(sets[0].text)
	switch {
	case !ok:
		return markCoded
	case has(opts, "d", "delete"):
		return strings.Map(func(r rune) rune {
			if slices.Contains(from, r) {
				return -1
			}
			return r
		}, input)
	case len(sets) < 2:
		return input
	}
	to, ok := trSet(sets[1].text)
	if !ok || len(to) == 0 {
		return markCoded
	}
	return strings.Map(func(r rune) rune {
		if i := slices.Index(from, r); i >= 0 {
			return to[min(i, len(to)-1)]
		}
		return r
	}, input)
}

// obscured is unknown text that a program made out of the input, so that reading the input does not
// tell what it is.
func obscured(input string) string {
	if t := taint(input); t != markAny {
		return t
	}
	return markAny
}

// trSet computes a set of tr, with ranges and the usual classes.
func trSet(s string) ([]rune, bool) {
	s = ansiC(s)
	for class, chars := range map[string]string{
		"[:upper:]": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "[:lower:]": "abcdefghijklmnopqrstuvwxyz",
		"[:digit:]": "0123456789", "[:space:]": " \t\n\v\f\r", "[:blank:]": " \t",
	} {
		s = strings.ReplaceAll(s, class, chars)
	}
	if strings.Contains(s, "[:") || !constant(s) {
		return nil, false
	}
	in := []rune(s)
	var out []rune
	for i := 0; i < len(in); i++ {
		if i+2 < len(in) && in[i+1] == '-' && in[i] <= in[i+2] && in[i+2]-in[i] < 256 {
			for r := in[i]; r <= in[i+2]; r++ {
				out = append(out, r)
			}
			i += 2
			continue
		}
		out = append(out, in[i])
	}
	return out, true
}

// printFiltered is what other filters print: text made out of their input.
func printFiltered(c *call) string { return taint(c.st.in) }
