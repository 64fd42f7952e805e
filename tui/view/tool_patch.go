package view

import (
	"encoding/json"
	"strings"
)

// patchCard shows a patch: the names of its files, then as for other changes what comes of them.
func patchCard(c *call, o *outcome, l *look) card {
	k := changeCard(c, o, l)
	var in struct{ Patch string }
	_ = json.Unmarshal(c.input, &in) // the line shows what there is
	k.hide, k.about = []string{"patch"}, patchNames(in.Patch)
	return k
}

// patchNames gives the files that a patch names, on a line.
func patchNames(text string) string {
	var names []string
	for line := range strings.SplitSeq(text, "\n") {
		_, name, found := strings.Cut(line, " File: ")
		if found && strings.HasPrefix(line, "*** ") {
			names = append(names, oneLine(strings.TrimSpace(name)))
		}
		if len(names) > inputShown { // more than the line has room for
			break
		}
	}
	return clipGraphemes(strings.Join(names, ", "), inputShown)
}
