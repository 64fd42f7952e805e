package ignore_test

import (
	"testing"

	"eidolon/internal/leaf/ignore"
)

// TestMatch takes the rules of two files, the second in a directory. Package walk compares the same
// code with git itself.
func TestMatch(t *testing.T) {
	top := ignore.Parse([]byte("\ufeff# comment\n\nbuild/\n*.log\n!keep.log\n/only-here\na/b\n"), ".")
	rules := top.With(ignore.Parse([]byte("local\n!*.log\n"), "sub"))
	for _, c := range []struct {
		path      string
		dir, want bool
	}{
		{"build", true, true},
		{"build", false, false},
		{"deep/build", true, true},
		{"x.log", false, true},
		{"keep.log", false, false},
		{"sub/x.log", false, false},
		{"only-here", false, true},
		{"sub/only-here", false, false},
		{"a/b", true, true},
		{"sub/local", true, true},
		{"local", true, false},
		{"sub/.git", true, true},
		{".gitignore", false, false},
	} {
		if got := rules.Match(c.path, c.dir); got != c.want {
			t.Errorf("%s (directory: %v): %v", c.path, c.dir, got)
		}
	}
	if top.Match("sub/local", true) {
		t.Error("the rules above have changed")
	}
}
