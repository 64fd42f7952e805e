package dispatcher

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"eidolon/fsapi"
)

const (
	startsShown = 12 // programs that are named
	startShown  = 80 // bytes of each
)

// starts says in words which programs a command would start, for who is asked about it: in a chain, behind
// wrappers and in substitutions they are easily overlooked. It is "" when the command itself says it all.
func starts(v *fsapi.Verdict) string {
	if v == nil || v.Known && len(v.Runs) == 0 || v.Known && len(v.Runs) == 1 && plain(v) {
		return ""
	}
	var list []string
	for _, r := range v.Runs {
		if len(list) == startsShown {
			list = append(list, fmt.Sprintf("%d more", len(v.Runs)-startsShown))
			break
		}
		list = append(list, startOf(r))
	}
	if !v.Known {
		list = append(list, "what cannot be told before it runs")
	}
	return strings.Join(list, " · ")
}

// plain says that the one program of a command is what the command begins with, where it begins.
func plain(v *fsapi.Verdict) bool {
	r := v.Runs[0]
	_, text, _ := strings.Cut(v.Subject, "\x00")
	return r.Dir == "" && (r.Whole || strings.HasPrefix(text, strings.Join(r.Words, " ")+" >"))
}

// touches lists in words what a command says that it would create, change or delete.
func touches(v *fsapi.Verdict) string {
	if v == nil {
		return ""
	}
	list := v.Touches
	if len(list) > startsShown {
		list = append(slices.Clone(list[:startsShown]), fmt.Sprintf("%d more", len(v.Touches)-startsShown))
	}
	return strings.Join(list, " · ")
}

// startOf gives a program and its arguments as far as they are known, and where it runs when that is
// elsewhere.
func startOf(r fsapi.Run) string {
	text := strings.Join(r.Words, " ")
	if r.Dir != "" {
		text = "in " + r.Dir + ": " + text
	}
	cut := len(text) > startShown
	if cut {
		end := startShown
		for end > 0 && !utf8.RuneStart(text[end]) { // it need not be UTF-8 at all
			end--
		}
		text = text[:end]
	}
	if cut || !r.Whole {
		text = strings.TrimSuffix(text, " ") + " …"
	}
	return strings.TrimPrefix(text, " ")
}
