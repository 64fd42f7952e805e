package models

import (
	_ "embed" // the table is part of the program
	"strconv"
	"strings"
)

// Date is the day of the built-in table.
const Date = "2026-11-10"

//go:embed registry.tsv
var table string

// section gives the lines of a vendor in the built-in table.
func section(vendor string) string {
	_, rest, found := strings.Cut(table, "\n["+vendor+"]\n")
	if !found {
		return ""
	}
	rest, _, _ = strings.Cut(rest, "\n[")
	return rest
}

// builtIn looks a model up in the built-in table.
func builtIn(vendor, id string) (Model, bool) {
	for line := range strings.SplitSeq(section(vendor), "\n") {
		if rest, ok := strings.CutPrefix(line, id); ok && strings.HasPrefix(rest, "\t") {
			return parseRow(vendor, line), true
		}
	}
	return Model{}, false
}

// columns of a row.
const columns = 9

// parseRow reads a line of the table, of which a test shows that all are whole.
func parseRow(vendor, line string) Model {
	c := strings.Split(strings.TrimSpace(line), "\t")
	if len(c) != columns {
		return Model{Vendor: vendor}
	}
	m := Model{
		Vendor: vendor, ID: c[0], Source: "registry of " + Date, Window: int(figure(c[1])), Output: int(figure(c[2])),
		Images: new(strings.Contains(c[7], "i")), Native: new(strings.Contains(c[7], "n")),
	}
	if price := (Price{Input: figure(c[3]), Output: figure(c[4]), CachedInput: figure(c[5]), CacheWrite: figure(c[6])}); price != (Price{}) {
		m.Price = &price
	}
	if c[7] == "?" {
		m.Images, m.Native = nil, nil
	}
	if c[8] != unknown {
		m.Levels = strings.Split(c[8], ",")
	}
	return m
}

// unknown stands in the table for what nobody knows or nothing is charged for.
const unknown = "-"

func figure(text string) float64 {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0 // unknown
	}
	return f
}
