package nearest

import "strings"

const (
	maxText      = 2 << 20 // bytes of the text that are looked at
	maxWanted    = 200     // lines of the passage that are compared
	maxPositions = 64      // places of one repeated line that get a vote
	leastAlike   = 35      // percent under which a place is no help
)

// Place is the part of a text that comes closest to a passage.
type Place struct {
	Line, End int  // its first and last line, from 1
	Alike     int  // how much of it is the same, in percent
	Blanks    bool // it would be found if white space did not count
	// Of the first difference: its line and column, from 1, and both lines around it in the form
	// that Visible gives. DiffLine is 0 when the lines themselves are equal.
	DiffLine, Column int
	Have, Want       string
}

// Find looks for the place in text that comes closest to want. It says false when nothing is close,
// or when want has no characters but blanks.
func Find(text, want string) (Place, bool) {
	have := splitLines(text[:min(len(text), maxText)])
	wanted := trimBlankLines(splitLines(want[:min(len(want), maxText)]))
	wanted = wanted[:min(len(wanted), maxWanted)]
	if len(wanted) == 0 {
		return Place{}, false
	}
	haveFolded, wantFolded := foldBlanks(have), foldBlanks(wanted)

	start, blanks := indexLines(haveFolded, wantFolded)
	if !blanks {
		var found bool
		if start, found = vote(haveFolded, wantFolded); !found {
			if start, found = closestLine(haveFolded, wantFolded); !found {
				return Place{}, false
			}
		}
	}
	p := Place{
		Line: max(start, 0) + 1, End: min(start+len(wanted), len(have)),
		Blanks: blanks, Alike: alike(haveFolded, wantFolded, start),
	}
	p.show(have, wanted, start)
	return p, blanks || p.Alike >= leastAlike
}

// show fills in the first difference between wanted and the lines of have from start on.
func (p *Place) show(have, wanted []string, start int) {
	for j, want := range wanted {
		i := start + j
		line := ""
		if i >= 0 && i < len(have) {
			line = have[i]
		}
		if fits(line, want, j == 0, j == len(wanted)-1) {
			continue
		}
		col := commonPrefix(line, want)
		p.DiffLine, p.Column = i+1, len([]rune(line[:col]))+1
		p.Have, p.Want = Visible(line, col), Visible(want, col)
		return
	}
}

// fits says whether want is line, or the end of it when it begins the passage and the start of it
// when it ends the passage.
func fits(line, want string, first, last bool) bool {
	switch {
	case line == want:
		return true
	case first && last:
		return strings.Contains(line, want)
	case first:
		return strings.HasSuffix(line, want)
	case last:
		return strings.HasPrefix(line, want)
	}
	return false
}

// indexLines finds want in have line by line, where the first and the last line may be parts of
// lines. One search over the joined text keeps the cost linear for any input.
func indexLines(have, want []string) (int, bool) {
	text := strings.Join(have, "\n")
	at := strings.Index(text, strings.Join(want, "\n"))
	if at < 0 {
		return 0, false
	}
	return strings.Count(text[:at], "\n"), true
}

// vote lets every line of want that stands in have vote for the start of the passage it implies.
// Rare and long lines have more to say than "}".
func vote(have, want []string) (int, bool) {
	places := make(map[string][]int, len(want))
	for _, w := range want {
		if w != "" {
			places[w] = nil
		}
	}
	for i, h := range have {
		if p, ok := places[h]; ok && len(p) < maxPositions {
			places[h] = append(p, i)
		}
	}
	votes := map[int]float64{}
	for j, w := range want {
		for _, i := range places[w] {
			votes[i-j] += float64(len(w)) / float64(len(places[w]))
		}
	}
	best, most := 0, 0.0
	for start, v := range votes {
		if v > most || v == most && start < best {
			best, most = start, v
		}
	}
	return best, most > 0
}

// closestLine finds the line of have that is most like the longest line of want.
func closestLine(have, want []string) (int, bool) {
	longest := 0
	for j, w := range want {
		if len(w) > len(want[longest]) {
			longest = j
		}
	}
	var pairs pairSet
	pairs.fill(want[longest])
	best, most := 0, 0
	for i, h := range have {
		if s := pairs.alike(h); s > most {
			best, most = i, s
		}
	}
	return best - longest, most >= leastAlike
}

// alike gives the likeness of want and the lines of have from start on, in percent. Only equal texts
// get 100.
func alike(have, want []string, start int) int {
	sum, weight := 0, 0
	var pairs pairSet
	same := true
	for j, w := range want {
		line := ""
		if i := start + j; i >= 0 && i < len(have) {
			line = have[i]
		}
		size, likeness := len(line)+len(w)+1, 100
		if line != w {
			same = false
			pairs.fill(w)
			likeness = pairs.alike(line)
		}
		sum += size * likeness
		weight += size
	}
	if same {
		return 100
	}
	return min(sum/weight, 99)
}

func splitLines(s string) []string {
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

func trimBlankLines(lines []string) []string {
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// foldBlanks makes every run of white space one space and drops it at both ends of a line.
func foldBlanks(lines []string) []string {
	folded := make([]string, len(lines))
	for i, l := range lines {
		folded[i] = strings.Join(strings.Fields(l), " ")
	}
	return folded
}
