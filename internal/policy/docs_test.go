package policy_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"eidolon/internal/policy"
)

// Every rule in the guide can be read, and so can those in the table of the package comment.
func TestGuide(t *testing.T) {
	for _, page := range []struct {
		path, rules string
		atLeast     int
	}{
		{"../../docs/permissions.md", "(?m)^\\| (`[^|]+`(?:, `[^|]+`)*) \\| [^|]+ \\|$", 12},
		{"policy.go", `(?m)^//\t([A-Za-z_]+(?:\([^ ]* ?[^ ]*\))?) {3,}\D`, 5},
	} {
		data, err := os.ReadFile(page.path)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, m := range regexp.MustCompile(page.rules).FindAllStringSubmatch(string(data), -1) {
			for text := range strings.SplitSeq(m[1], "`, `") {
				found++
				if _, err := policy.Parse(strings.Trim(text, "`")); err != nil {
					t.Errorf("%s: %v", page.path, err)
				}
			}
		}
		if found < page.atLeast {
			t.Errorf("%s: %d rules were found", page.path, found)
		}
	}
}
