package protected

import (
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	for name, want := range map[string]bool{
		".git":                              true,
		".git/config":                       true,
		".git/hooks/pre-commit":             true,
		".GIT/hooks/x":                      true,
		"vendor/lib/.git/config":            true,
		".g\u200cit/config":                 true,
		".git./config":                      true,
		".git /config":                      true,
		"git~1/config":                      true,
		".git::$INDEX_ALLOCATION/x":         true,
		`.git\hooks\x`:                      true,
		"./.git/x":                          true,
		".eidolon/config.yaml":              true,
		".eidolon":                          true,
		".mcp.json":                         true,
		".Mcp.JSON":                         true,
		".bashrc":                           true,
		"home/me/.zshenv":                   true,
		".profile":                          true,
		"\uFF0E\uFF47\uFF49\uFF54/config":   true,
		".\uFF47it/hooks/x":                 true,
		"\u2024git/config":                  true,
		".git\uFE0F/config":                 true,
		".g\u034Fit/config":                 true,
		".git\x00/config":                   true,
		".git\n/config":                     true,
		".\u00ADgit/config":                 true,
		".git. . /config":                   true,
		"a/../.git/config":                  true,
		"/home/me/.config/nvim/init.lua":    true,
		"/home/me/notes/a.md":               false,
		".g\u0131t/config":                  false,
		".gi\u0301t/config":                 false,
		".envrc":                            true,
		"sub/.envrc":                        true,
		".vscode/tasks.json":                true,
		".v\u017fcode/ta\u017f\u212As.json": true,
		".vscode":                           true,
		"a.code-workspace":                  true,
		".idea/workspace.xml":               true,
		".devcontainer/devcontainer.json":   true,
		".config/fish/config.fish":          true,
		".config":                           true,
		".ssh/authorized_keys":              true,

		".":                         false,
		"main.go":                   false,
		".gitignore":                false,
		".gitattributes":            false,
		".github/workflows/ci.yaml": false,
		"git/hooks/pre-commit":      false,
		"hooks/pre-commit":          false,
		".gitx/config":              false,
		"x.git":                     false,
		".vscode/notes.md":          false,
		".vscode/extensions.json":   false,
		".config/app/settings.json": false,
		".env":                      false,
		"bashrc":                    false,
		".bashrc.md":                false,
		"docs/mcp.json":             false,
		"eidolon/main.go":           false,
		"AGENTS.md":                 false,
		"...":                       false,
		"library/code.go":           false,
	} {
		if got := Name(name); got != want {
			t.Errorf("Name(%q) = %v, want %v", name, got, want)
		}
	}
}

// TestProtectedRows checks that the table is written in the form names are brought to.
func TestProtectedRows(t *testing.T) {
	for _, r := range table {
		for part := range strings.SplitSeq(r.name, "/") {
			if part == "" || foldName(part) != part || strings.Contains(part[1:], "*") {
				t.Errorf("row %q is never matched", r.name)
			}
		}
		if !Name(r.name) {
			t.Errorf("row %q does not match itself", r.name)
		}
	}
}
