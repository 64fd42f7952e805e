package rows

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// WriteJSON writes the report for scripts.
func (r *Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// WriteText writes the report for people: counts for each letter, then the rows with a test and
// those without, then what is wrong.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	groups := r.groups()
	all, covered := 0, 0
	fmt.Fprintf(&b, "%-8s %6s %10s\n", "letter", "rows", "with test")
	for _, g := range groups {
		fmt.Fprintf(&b, "%-8s %6d %10d\n", g.letter, len(g.with)+len(g.without), len(g.with))
		all += len(g.with) + len(g.without)
		covered += len(g.with)
	}
	fmt.Fprintf(&b, "%-8s %6d %10d\n", "all", all, covered)
	b.WriteString("\nwith a test\n")
	for _, g := range groups {
		writeIDs(&b, g.letter, g.with)
	}
	b.WriteString("\nwithout a test\n")
	for _, g := range groups {
		writeIDs(&b, g.letter, g.without)
	}
	if len(r.Problems) > 0 {
		b.WriteString("\nwrong\n")
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "  %s: %s\n", p.Where, p.Message)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// group is the rows of one letter.
type group struct {
	letter        string
	with, without []string // ids
}

// groups sorts the rows by letter, in the order of the list.
func (r *Report) groups() []group {
	var all []group
	for _, row := range r.Rows {
		if len(all) == 0 || all[len(all)-1].letter != row.ID[:1] {
			all = append(all, group{letter: row.ID[:1]})
		}
		g := &all[len(all)-1]
		if len(row.Tests) > 0 {
			g.with = append(g.with, row.ID)
		} else {
			g.without = append(g.without, row.ID)
		}
	}
	return all
}

// lineWidth is where lists of ids are broken.
const lineWidth = 100

func writeIDs(b *strings.Builder, letter string, ids []string) {
	if len(ids) == 0 {
		return
	}
	line := "  " + letter + ":"
	for _, id := range ids {
		if len(line)+1+len(id) > lineWidth {
			b.WriteString(line + "\n")
			line = "    "
		}
		line += " " + id
	}
	b.WriteString(line + "\n")
}
