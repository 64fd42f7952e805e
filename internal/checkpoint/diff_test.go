package checkpoint

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDiff shows one change of every kind, in the order of the paths.
func TestDiff(t *testing.T) {
	w := newWorld(t)
	s := w.open()
	w.write("b-text", "one\ntwo\n")
	w.write("c-mode", "x")
	w.chmod("c-mode", 0o755)
	w.write("d-binary", "\x00"+strings.Repeat("y", 1_200_000))
	w.write("e-gone/f", "text\n")
	w.link("one", "g-link")
	w.write("h-type", "file\n")
	w.write("i\nname", "old\n")
	w.write("j-large", strings.Repeat("large\n", 200_000))
	w.write("k-empty", "")
	p := w.take(s)
	w.write("a-new", "no end")
	w.write("b-text", "one\n2\n")
	w.chmod("c-mode", 0o644)
	w.write("d-binary", "\x00small")
	w.remove("e-gone")
	w.remove("g-link")
	w.link("two", "g-link")
	w.remove("h-type")
	w.mkdir("h-type")
	w.write("i\nname", "new\n")
	w.write("j-large", "small\n")
	w.remove("k-empty")
	w.take(s)
	changes, _, err := s.Changes(t.Context(), p.Name)
	w.must(err)
	want := `a-new: deleted file
--- a/a-new
+++ /dev/null
@@ -1,1 +0,0 @@
-no end
\ No newline at end of file
b-text: modified
--- a/b-text
+++ b/b-text
@@ -1,2 +1,2 @@
 one
-2
+two
c-mode: mode 644 -> 755
d-binary: too large to show, 1.2 MB
e-gone: new directory
e-gone/f: new file
--- /dev/null
+++ b/e-gone/f
@@ -0,0 +1,1 @@
+text
g-link: link two -> one
h-type: directory becomes file
"i\nname": modified
--- a/"i\nname"
+++ b/"i\nname"
@@ -1,1 +1,1 @@
-new
+old
j-large: too large to show, 1.2 MB
k-empty: new file
--- /dev/null
+++ b/k-empty
`
	if d := cmp.Diff(want, Diff(changes)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 999: "999 bytes", 1500: "1.5 kB", 1_200_000: "1.2 MB"} {
		if got := bytesText(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}
