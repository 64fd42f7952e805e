package config

import (
	"slices"

	"eidolon/internal/leaf/yamldoc"
)

// Item is one entry of a list of words, with the place where it stands.
type Item struct {
	Text      string
	Origin    string // file and line
	Workspace bool   // a file of the workspace holds it, so that somebody else may have written it
}

// Items gives the entries of a list such as "permissions.deny", in their order. Of a key that holds no
// list of words it gives none.
func (c *Config) Items(key string) []Item { return slices.Clone(c.items[key]) }

// itemised are the lists whose entries are told apart by where they stand.
func itemised() [][]string {
	return [][]string{
		{"permissions", "allow"}, {"permissions", "ask"}, {"permissions", "deny"}, {"permissions", "readers"},
	}
}

// items finds the entries of the lists that are told apart.
func (l *loader) items() map[string][]Item {
	all := map[string][]Item{}
	for _, key := range itemised() {
		list := l.tree.Get(key...)
		if list == nil || list.Kind != yamldoc.List {
			continue
		}
		name := key[0] + "." + key[1]
		for _, n := range list.Items {
			all[name] = append(all[name], Item{Text: n.Text, Origin: n.Where(), Workspace: l.theirs[n.Source]})
		}
	}
	return all
}
