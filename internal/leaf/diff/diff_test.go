package diff_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"eidolon/internal/leaf/diff"
)

func numbered(n int, mark string) []byte {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s %d\n", mark, i)
	}
	return []byte(b.String())
}

func TestUnified(t *testing.T) {
	tests := map[string]struct {
		before, after []byte
		want          string
	}{
		"equal":        {[]byte("a\n"), []byte("a\n"), ""},
		"a line":       {[]byte("a\nb\n"), []byte("a\nc\n"), "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"},
		"new":          {nil, []byte("a\n"), "--- /dev/null\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\n"},
		"new, empty":   {nil, []byte{}, "--- /dev/null\n+++ b/f\n"},
		"last newline": {[]byte("a"), []byte("a\n"), "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		"not text":     {[]byte("a\x00"), []byte("b"), "--- a/f\n+++ b/f\n(not text: 2 bytes before, 1 now)\n"},
		"too many changes": {
			numbered(1001, "a"), numbered(1000, "b"),
			"--- a/f\n+++ b/f\n(2001 changed lines are not shown: 1001 lines before, 1000 now)\n",
		},
		"too large": {
			[]byte{},
			make5MB(),
			"--- a/f\n+++ b/f\n(too large to compare: 0 lines before, 1 now)\n",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := diff.Unified("f", tt.before, tt.after); got != tt.want {
				t.Errorf("got  %.300q\nwant %.300q", got, tt.want)
			}
		})
	}
}

func TestMovedAndDeleted(t *testing.T) {
	for want, got := range map[string]string{
		"--- a/f\n+++ b/g\n@@ -1,1 +1,1 @@\n-a\n+b\n":   diff.Moved("f", "g", []byte("a\n"), []byte("b\n")),
		"--- a/f\n+++ b/h\n":                            diff.Moved("f", "h", []byte("a\n"), []byte("a\n")),
		"--- a/f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n": diff.Deleted("f", []byte("a\n")),
		"--- a/e\n+++ /dev/null\n":                      diff.Deleted("e", nil),
	} {
		if got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
}

func make5MB() []byte { return []byte(strings.Repeat("x", 5<<20)) }

func TestUnifiedTakesBoundedTime(t *testing.T) {
	start := time.Now()
	diff.Unified("f", numbered(20_000, "a"), numbered(20_000, "b"))
	diff.Unified("f", []byte(strings.Repeat("a\nb\n", 10_000)), []byte(strings.Repeat("b\na\na\n", 6_000)))
	if took := time.Since(start); took > time.Minute {
		t.Errorf("took %v", took)
	}
}
