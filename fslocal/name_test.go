package fslocal

import (
	"path"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/fsapi"
)

// FuzzRelative resolves any name against two roots: what comes out is clean, stays below, and is
// found again when it is given as an absolute name.
func FuzzRelative(f *testing.F) {
	for _, name := range []string{
		"a", "..", "a/../..", "/ws/a", "/real/ws/../x", "/ws2", "./..//a", "/", "//ws/a", "~", "a\\..\\..", "C:\\x", "a\x00", "/ws/..ws",
	} {
		f.Add(name)
	}
	given, resolved := filepath.FromSlash("/ws"), filepath.FromSlash("/real/ws")
	f.Fuzz(func(t *testing.T, name string) {
		rel, code := relative(name, given, resolved)
		if code != "" {
			if rel != "" {
				t.Errorf("%q gives %q and code %q", name, rel, code)
			}
			return
		}
		if path.Clean(rel) != rel || path.IsAbs(rel) || rel == ".." || strings.HasPrefix(rel, "../") || strings.ContainsRune(rel, 0) {
			t.Fatalf("%q gives %q", name, rel)
		}
		for _, root := range []string{given, resolved} {
			full := filepath.Join(root, filepath.FromSlash(rel))
			if full != root && !strings.HasPrefix(full, root+string(filepath.Separator)) {
				t.Errorf("%q gives %q, which is %q", name, rel, full)
			}
			if again, code := relative(full, given, resolved); again != rel || code != "" {
				t.Errorf("%q gives %q, and %q gives %q, %q", name, rel, full, again, code)
			}
		}
	})
}

func TestRelativeToTheTop(t *testing.T) {
	top := filepath.FromSlash("/")
	for name, want := range map[string]string{"/": ".", "/etc/passwd": "etc/passwd", "a": "a", "/..": "."} {
		if got, code := relative(name, top); got != want || code != "" {
			t.Errorf("%q gives %q, %q; want %q", name, got, code, want)
		}
	}
	if _, code := relative("..", top); code != fsapi.OutsideWorkspace {
		t.Errorf("code %q", code)
	}
}
