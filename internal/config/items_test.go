package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The entries of the rule lists are told apart by where they stand and whose they are.
func TestItems(t *testing.T) {
	w := newWorld(t)
	w.put(userYAML, "permissions:\n  deny:\n    - \"Bash(a)\"\n    - Edit\n  allow: [Read]\n")
	w.put(projYAML, "permissions: {deny: [\"Edit(x)\"], allow: [Bash]}\n")
	c, _ := w.load()
	for key, want := range map[string][]Item{
		"permissions.deny": {
			{Text: "Bash(a)", Origin: userYAML + ":3"},
			{Text: "Edit", Origin: userYAML + ":4"},
			{Text: "Edit(x)", Origin: projYAML + ":1", Workspace: true},
		},
		"permissions.allow": {{Text: "Read", Origin: userYAML + ":5"}}, // the workspace is not trusted
		"permissions.ask":   nil,
		"models.profiles":   nil,
	} {
		got := c.Items(key)
		for i := range got {
			got[i].Origin = w.short(got[i].Origin)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
	}
}
