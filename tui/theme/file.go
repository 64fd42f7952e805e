package theme

import (
	"fmt"
	"slices"
	"strings"

	"eidolon/internal/leaf/nearest"
	"eidolon/internal/leaf/yamldoc"
)

// file is a person's own theme: what differs from a built-in one.
type file struct {
	base  string
	roles map[Role]entry
}

// entry is what a file says of a role. What it does not mention stays as it is.
type entry struct {
	fg, bg *color
	attr   *attr
}

func (f *file) change(looks *table) {
	for r, e := range f.roles {
		l := &looks[r]
		if e.fg != nil {
			l.fg = *e.fg
		}
		if e.bg != nil {
			l.bg = *e.bg
		}
		if e.attr != nil {
			l.attr = *e.attr
		}
	}
}

// parse reads a theme file. The error is a [*yamldoc.Error] with all the mistakes.
func parse(name string, data []byte) (*file, error) {
	var doc struct {
		Base  string        `yaml:"base" oneof:"auto|dark|light|high-contrast|none"`
		Roles *yamldoc.Node `yaml:"roles"`
	}
	doc.Base = "auto"
	if err := yamldoc.Decode(name, data, &doc); err != nil {
		return nil, err
	}
	f := &file{base: doc.Base, roles: map[Role]entry{}}
	if !doc.Roles.IsSet() {
		return f, nil
	}
	if doc.Roles.Kind != yamldoc.Map {
		return nil, &yamldoc.Error{Problems: []yamldoc.Problem{doc.Roles.Problem("roles must be a group of keys")}}
	}
	var problems []yamldoc.Problem
	for _, field := range doc.Roles.Fields {
		r := slices.Index(RoleNames(), field.Key)
		if r < 0 {
			at := yamldoc.Node{Source: name, Line: field.Line}
			problems = append(problems, at.Problem("unknown role %q%s", field.Key, hint(field.Key, RoleNames())))
			continue
		}
		e, wrong := readEntry(field.Value)
		f.roles[Role(r)] = e
		problems = append(problems, wrong...)
	}
	if problems != nil {
		return nil, &yamldoc.Error{Problems: problems}
	}
	return f, nil
}

// readEntry reads what stands behind the name of a role.
func readEntry(n *yamldoc.Node) (e entry, problems []yamldoc.Problem) {
	var raw struct {
		FG, BG     *yamldoc.Node
		Attributes *[]string
	}
	if err := n.Decode(&raw); err != nil {
		if wrong, ok := err.(*yamldoc.Error); ok { //nolint:errorlint // Decode says that it is one
			return e, wrong.Problems
		}
	}
	for _, c := range []struct {
		from *yamldoc.Node
		to   **color
	}{{raw.FG, &e.fg}, {raw.BG, &e.bg}} {
		if !c.from.IsSet() {
			continue
		}
		got, ok := parseColor(c.from.Text)
		if !ok {
			problems = append(problems, c.from.Problem("%q is no colour%s: write #rrggbb, a number to 255, default, or a name such as red",
				c.from.Text, hint(c.from.Text, sixteen())))
			continue
		}
		*c.to = &got
	}
	if raw.Attributes == nil {
		return e, problems
	}
	e.attr = new(attr(0))
	for _, word := range *raw.Attributes {
		i := slices.Index(attributes(), word)
		if i < 0 {
			problems = append(problems, n.Problem("%q is no attribute%s: there are %s", word, hint(word, attributes()),
				strings.Join(attributes(), ", ")))
			continue
		}
		*e.attr |= 1 << i
	}
	return e, problems
}

// hint names what was probably meant.
func hint(word string, known []string) string {
	if near := nearest.Name(word, known); near != "" {
		return fmt.Sprintf(" (did you mean %q?)", near)
	}
	return ""
}
