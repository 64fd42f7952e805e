package models

import (
	"slices"
	"strings"
)

// Registry answers questions about models. The zero value knows the built-in table alone.
type Registry struct {
	own     overlay
	updated string
	unread  bool // there is a file that could not be read, so it must not be replaced
}

// File is the name of the user's file in the base directory.
const File = "models.yaml"

// Parse reads the content of the user's file; name begins every problem. With an error the registry is of
// use all the same: it knows the built-in table.
func Parse(name string, data []byte) (*Registry, error) {
	own, updated, err := parseOverlay(name, data)
	if err != nil {
		return Unread(), err
	}
	return &Registry{own: own, updated: updated}, nil
}

// Unread gives the registry for a file that is there and cannot be read. It is of use, and is never saved.
func Unread() *Registry { return &Registry{unread: true} }

// Check reads a file in full, where Parse passes over what it need not understand.
func Check(name string, data []byte) error {
	_, _, err := parseWhole(name, data)
	return err
}

// Updated is the day of the user's file, or "".
func (r *Registry) Updated() string { return r.updated }

// alike are vendors that offer what another one makes, under its names, and of whose prices nothing is
// known.
var alike = map[string]string{"azure": "openai", "codex": "openai", "claude-cli": "anthropic", "gemini-cli": "gemini"}

// Lookup gives what is known about a model of a vendor.
func (r *Registry) Lookup(vendor, id string) (Model, bool) {
	base, known := builtIn(vendor, id)
	if !known && alike[vendor] != "" {
		if base, known = builtIn(alike[vendor], id); known {
			base.Vendor, base.Price = vendor, nil
		}
	}
	own, ok := r.own.row(vendor, id)
	if !ok {
		return base, known
	}
	own.Source = r.source()
	return own.over(base), true
}

func (r *Registry) source() string {
	if r.updated == "" {
		return File
	}
	return File + " of " + r.updated
}

// List gives all models of a vendor: those of the user's file, then those of the table that it lacks.
func (r *Registry) List(vendor string) []Model {
	var out []Model
	for _, id := range r.own.ids(vendor) {
		m, _ := r.Lookup(vendor, id)
		out = append(out, m)
	}
	for line := range strings.SplitSeq(section(vendor), "\n") {
		id, _, _ := strings.Cut(line, "\t")
		if id != "" && !slices.ContainsFunc(out, func(m Model) bool { return m.ID == id }) {
			out = append(out, parseRow(vendor, line))
		}
	}
	return out
}

// Vendors names the vendors that something is known about: those of the table, then others of the user's
// file.
func (r *Registry) Vendors() []string {
	var out []string
	for line := range strings.SplitSeq(table, "\n") {
		if name, ok := strings.CutPrefix(line, "["); ok {
			out = append(out, strings.TrimSuffix(name, "]"))
		}
	}
	for _, s := range r.own {
		if !slices.Contains(out, s.vendor) {
			out = append(out, s.vendor)
		}
	}
	return out
}

// Match says whether a model's name is what a pattern means, in which "*" stands for any characters. A
// pattern may name the vendor before a slash or colon.
func Match(pattern, vendor, id string) bool {
	if rest, ok := strings.CutPrefix(pattern, vendor); ok && rest != "" && (rest[0] == ':' || rest[0] == '/') {
		if wild(rest[1:], id) {
			return true
		}
	}
	return wild(pattern, id)
}

// wild compares a text with a pattern. It goes back to the last star only, so it is done in one pass for
// each star.
func wild(pattern, text string) bool {
	first, rest, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == text
	}
	text, ok := strings.CutPrefix(text, first)
	if !ok {
		return false
	}
	parts := strings.Split(rest, "*")
	for _, part := range parts[:len(parts)-1] {
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text = text[i+len(part):]
	}
	return strings.HasSuffix(text, parts[len(parts)-1])
}
