package npmtest_test

import (
	"os"
	"path/filepath"
	"testing"

	"eidolon/internal/npmtest"
)

// A package is fetched once, and each test finds it in a directory of its own.
func TestPackagesAreThere(t *testing.T) {
	for range 2 {
		dir := npmtest.Dir(t, "is-number@7.0.0")
		if out := npmtest.Run(t, dir, "import is from 'is-number'; console.log(is(process.env.ONE), process.argv[2])", []string{"ONE=1"}, "two"); out != "true two\n" {
			t.Errorf("printed %q", out)
		}
		if entries, err := os.ReadDir(filepath.Join(dir, "node_modules")); err != nil || len(entries) == 0 {
			t.Errorf("packages: %v (%v)", entries, err)
		}
	}
}
