package theme_test

import (
	"os"
	"strings"
	"testing"

	"eidolon/tui/theme"
)

// The page about themes names every theme and every role.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/themes.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(theme.Names(), theme.RoleNames()...) {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("%s is not on the page", name)
		}
	}
}
