// Package rows compares the list of features with the tests. The list is docs/features.md; a test
// names the rows that it shows by a comment that belongs to it,
//
//	// Covers: E31, Z15
//	func TestProfileLimits(t *testing.T) {
//
// and a script under testdata/script by a line "# Covers: E31, Z15". [Compare] reads both and says
// which rows have a test and which have none, and finds claims that mean nothing.
package rows

import (
	"cmp"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// List is the file with all rows, below the repository's root.
const List = "docs/features.md"

// Row is one feature.
type Row struct {
	ID      string   `json:"id"`
	Feature string   `json:"feature"`
	Tests   []string `json:"tests"` // what names it, as path:line; empty when nothing does
}

// Report is the outcome of a comparison.
type Report struct {
	Rows     []Row     `json:"rows"`     // in the order of the list
	Problems []Problem `json:"problems"` // claims that mean nothing
}

// Problem is a claim that is no use, and why.
type Problem struct {
	Where   string `json:"where"` // path:line
	Message string `json:"message"`
}

// claim is what one comment says to cover.
type claim struct {
	where string
	ids   []string
}

var rowLine = regexp.MustCompile(`^\| ([A-Z][0-9]+) \| ([^|]+) \| .+ \|$`)

// Compare reads the repository at root.
func Compare(root fs.FS) (*Report, error) {
	text, err := fs.ReadFile(root, List)
	if err != nil {
		return nil, fmt.Errorf("read the list of features: %w", err)
	}
	r := parse(string(text))
	claims, err := collect(root, r)
	if err != nil {
		return nil, err
	}
	r.match(claims)
	return r, nil
}

// parse reads the rows of the list. Ids must be unique, and count up from 1 without a gap in each
// letter, so that none is lost by an edit.
func parse(text string) *Report {
	r := &Report{Rows: []Row{}, Problems: []Problem{}}
	next := map[string]int{}
	line := 0
	for l := range strings.Lines(text) {
		line++
		m := rowLine.FindStringSubmatch(strings.TrimSpace(l))
		if m == nil {
			continue
		}
		letter := m[1][:1]
		next[letter]++
		if want := letter + strconv.Itoa(next[letter]); m[1] != want {
			r.problem(List, line, "row "+m[1]+" stands where "+want+" should be")
		}
		r.Rows = append(r.Rows, Row{ID: m[1], Feature: strings.TrimSpace(m[2]), Tests: []string{}})
	}
	if len(r.Rows) == 0 {
		r.problem(List, 1, "the list has no rows")
	}
	return r
}

func (r *Report) problem(path string, line int, message string) {
	r.Problems = append(r.Problems, Problem{place(path, line), message})
}

func place(path string, line int) string { return path + ":" + strconv.Itoa(line) }

// match gives each row its tests.
func (r *Report) match(claims []claim) {
	at := map[string]int{}
	for i, row := range r.Rows {
		at[row.ID] = i
	}
	for _, c := range claims {
		for _, id := range c.ids {
			i, ok := at[id]
			if !ok {
				r.Problems = append(r.Problems, Problem{c.where, fmt.Sprintf("there is no row %q in %s", id, List)})
				continue
			}
			if !slices.Contains(r.Rows[i].Tests, c.where) {
				r.Rows[i].Tests = append(r.Rows[i].Tests, c.where)
			}
		}
	}
	slices.SortStableFunc(r.Problems, func(a, b Problem) int { return cmp.Compare(a.Where, b.Where) })
}

// ids takes a list such as "E31, Z15" apart. What is no id is kept as it is, to be complained about.
func ids(list string) []string {
	return strings.FieldsFunc(list, func(c rune) bool { return c == ',' || c == ' ' || c == '\t' })
}
