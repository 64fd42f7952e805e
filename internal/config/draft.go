package config

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"eidolon/internal/leaf/yamldoc"
)

// Draft is a profile that is to be written into a file. What a vendor of the same name has by itself can
// be left empty.
type Draft struct {
	Name, APIKind, BaseURL, Model, KeyEnv, KeyHeader, Login string
}

// lines writes the profile as an item of a list. All values are in quotes: what people type may look like
// anything.
func (d Draft) lines(indent string) []string {
	out := []string{indent + "- name: " + strconv.Quote(d.Name)}
	for _, f := range [][2]string{
		{"apiKind", d.APIKind}, {"baseURL", d.BaseURL}, {"model", d.Model}, {"apiKeyEnv", d.KeyEnv}, {"keyHeader", d.KeyHeader}, {"login", d.Login},
	} {
		if f[1] != "" {
			out = append(out, indent+"  "+f[0]+": "+strconv.Quote(f[1]))
		}
	}
	return out
}

// Text is a file with nothing but the profile.
func (d Draft) Text() string {
	return "models:\n  active: " + strconv.Quote(d.Name) + "\n  profiles:\n" + strings.Join(d.lines("    "), "\n") + "\n"
}

// ErrNotInPlace says that a file is written in a way that a profile cannot be put into without writing all
// of it anew.
var ErrNotInPlace = errors.New("the file is written in a form that a profile cannot be added to by itself")

// AddProfile puts a profile into the content of a configuration file and makes it the active one. All
// else, comments included, stays as it is. The error is [ErrNotInPlace] where that cannot be, and tells
// when there is a profile of that name.
func AddProfile(name string, content []byte, d Draft) ([]byte, error) {
	tree, err := yamldoc.Parse(name, content)
	if err != nil {
		return nil, err
	}
	for _, item := range profilesOf(tree) {
		if nameOf(item) == d.Name {
			return nil, fmt.Errorf("%s has a profile named %q already; give this one another name", item.Where(), d.Name)
		}
	}
	out, ok := addTo(content, tree, d)
	if !ok || !holds(name, out, tree, d) {
		return nil, ErrNotInPlace
	}
	return out, nil
}

func profilesOf(tree *yamldoc.Node) []*yamldoc.Node {
	if list := tree.Get("models", "profiles"); list != nil {
		return list.Items
	}
	return nil
}

// addTo edits the lines of a file. Whether that came out right is for holds to say.
func addTo(content []byte, tree *yamldoc.Node, d Draft) ([]byte, bool) {
	if trimmed := bytes.TrimSpace(content); len(trimmed) > 0 && trimmed[0] == '{' {
		return nil, false // JSON
	}
	lines := strings.Split(strings.TrimRight(string(content), "\n"), "\n")
	section := tree.Field("models")
	if section == nil {
		text := strings.TrimRight(string(content), "\n")
		if text != "" {
			text += "\n\n"
		}
		return []byte(text + d.Text()), true
	}
	inner := childIndent(lines, section)
	list := section.Value.Field("profiles")
	add := append([]string{inner + "profiles:"}, d.lines(inner+"  ")...)
	at := section.Line // behind the line of models
	if list != nil && list.Value.IsSet() {
		if len(list.Value.Items) == 0 || !opens(lines[list.Line-1]) {
			return nil, false
		}
		add, at = d.lines(indentOf(lines[list.Value.Items[0].Line-1])), list.Line
	} else if list != nil || !opens(lines[section.Line-1]) {
		return nil, false
	}
	out := append(append(append([]string{}, lines[:at]...), add...), lines[at:]...)
	return []byte(strings.Join(activate(out, section, inner, d, at, len(add)), "\n") + "\n"), true
}

// opens says whether a line holds a key whose value follows below.
func opens(line string) bool {
	line, _, _ = strings.Cut(line, " #")
	return strings.HasSuffix(strings.TrimSpace(line), ":")
}

// activate names the profile as the active one. The lines have grown by added behind line at.
func activate(lines []string, section *yamldoc.Field, inner string, d Draft, at, added int) []string {
	text := inner + "active: " + strconv.Quote(d.Name)
	active := section.Value.Field("active")
	if active == nil {
		return append(append(append([]string{}, lines[:section.Line]...), text), lines[section.Line:]...)
	}
	i := active.Line - 1
	if active.Line > at {
		i += added
	}
	if _, comment, ok := strings.Cut(lines[i], " #"); ok {
		text += "  #" + comment
	}
	lines[i] = text
	return lines
}

// childIndent is how far the keys of a section are indented.
func childIndent(lines []string, section *yamldoc.Field) string {
	if fields := section.Value.Fields; len(fields) > 0 && fields[0].Line > section.Line {
		return indentOf(lines[fields[0].Line-1])
	}
	return "  "
}

func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " "))] }

// holds says whether the new content has the profile, active, and all that the old one had.
func holds(name string, content []byte, before *yamldoc.Node, d Draft) bool {
	after, err := yamldoc.Parse(name, content)
	if err != nil || after.Get("models", "active") == nil || after.Get("models", "active").Text != d.Name {
		return false
	}
	found := 0
	var others []*yamldoc.Node
	for _, item := range profilesOf(after) {
		if nameOf(item) == d.Name {
			found++
		} else {
			others = append(others, item)
		}
	}
	if found != 1 {
		return false
	}
	old := &yamldoc.Node{Kind: yamldoc.List, Items: profilesOf(before)}
	if inline(old, "") != inline(&yamldoc.Node{Kind: yamldoc.List, Items: others}, "") {
		return false
	}
	for _, tree := range []*yamldoc.Node{before, after} {
		if models := tree.Get("models"); models != nil {
			models.Delete("active")
			models.Delete("profiles")
			if len(models.Fields) == 0 {
				tree.Delete("models")
			}
		}
	}
	return plain(before) == plain(after)
}

func plain(n *yamldoc.Node) string {
	if !n.IsSet() || n.Kind == yamldoc.Map && len(n.Fields) == 0 {
		return ""
	}
	return inline(n, "")
}
