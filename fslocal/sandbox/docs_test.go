package sandbox

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestCachesAreDocumented looks for each place of the table in the page for users.
func TestCachesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/sandbox.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range slices.Concat(caches, cachesOfMac) {
		for at := range strings.SplitSeq(row.at, "|") {
			if !strings.Contains(string(page), at) || !strings.Contains(string(page), row.tool) {
				t.Errorf("%s of %q is missing", at, row.tool)
			}
		}
	}
}
