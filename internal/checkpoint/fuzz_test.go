package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sampleTree has an entry of every type, with names of all kinds.
func sampleTree() *treeFile {
	pack := strings.Repeat("ab", 32)
	return &treeFile{
		header: header{Version: formatVersion, Root: "/w", Taken: 5, On: "000001", Packs: []string{pack}},
		entries: tree{
			"a b%\n\xff": {typ: File, mode: 0o644, size: 3, hash: sum{1}, stamp: stamp{1, -2, 3}, checked: 5},
			"a/c":        {typ: File, mode: 0, size: 0, hash: sum{2}, checked: 5},
			"link":       {typ: Link, target: "../x y"},
			"a":          {typ: Dir, mode: 0o755},
			"big":        {reason: TooLarge},
		},
		gone:  []string{"-x", "z/y"},
		blobs: map[sum]blob{{1}: {pack: pack, offset: 1, length: 2, packed: true}, {2}: {pack: pack}},
	}
}

func written(t testing.TB, f *treeFile) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestTreeFile(t *testing.T) {
	f := sampleTree()
	data := written(t, f)
	got, err := parseTree(data)
	if err != nil || !reflect.DeepEqual(got, f) {
		t.Errorf("%v\n%s\ngot  %+v\nwant %+v", err, data, got, f)
	}
	for n := range data { // torn anywhere, or with any bit turned, it is not believed
		if _, err := parseTree(data[:n]); err == nil {
			t.Errorf("cut after %d bytes: no error", n)
		}
		turned := bytes.Clone(data)
		turned[n] ^= 1
		if _, err := parseTree(turned); err == nil {
			t.Errorf("bit 0 of byte %d: no error", n)
		}
	}
	empty := &treeFile{header: header{Version: formatVersion, Root: "/w"}, entries: tree{}, blobs: map[sum]blob{}}
	if got, err := parseTree(written(t, empty)); err != nil || len(got.entries) > 0 {
		t.Errorf("without entries: %v", err)
	}
}

// TestRefused has trees with a right sum and something in them that no checkpoint writes.
func TestRefused(t *testing.T) {
	for _, line := range []string{
		"dir 755 ..", "dir 755 a/../b", "dir 755 /etc", "dir 755 a//b", "dir 755 .git/hooks", "dir 755 ", "dir 755 a%00",
		"dir 4755 a", "dir 0755 a", "dir 755  a", "dir 755 a b", "dir a", "dir 755 %61", "dir 755 %zz", "dir 755 a%2",
		"file 644 1 1 1 1 00 0 0 1 raw a", "link x", "out a", "gone", "other a", "",
		"file 644 -1 1 1 1 " + strings.Repeat("00", 32) + " 0 0 1 raw a",
		"file 644 1 1 1 1 " + strings.Repeat("00", 32) + " 1 0 1 raw a",
		"file 644 1 1 1 1 " + strings.Repeat("00", 32) + " 0 0 1 zip a",
		"file 644 1 1 1 1 " + strings.Repeat("00", 32) + " 0 0 01 raw a",
		"dir 755 a\ndir 755 a",
	} {
		if _, err := parseTree(withEnd(line)); err == nil {
			t.Errorf("%q: no error", line)
		}
	}
	ok := "file 644 1 1 1 1 " + strings.Repeat("00", 32) + " 0 0 1 raw a\ndir 755 b"
	if _, err := parseTree(withEnd(ok)); err != nil {
		t.Errorf("the table tests nothing: %v", err)
	}
}

// withEnd makes lines a tree file with a right sum.
func withEnd(lines string) []byte {
	body := `{"checkpoint_version":1,"root":"/w","taken":1,"packs":["` + strings.Repeat("00", 32) + `"]}` + "\n" + lines + "\n"
	return endLine([]byte(body))
}

func endLine(body []byte) []byte {
	hash := sha256.Sum256(body)
	return appendEnd(bytes.Clone(body), bytes.Count(body, []byte("\n")), hash[:])
}

func FuzzTree(f *testing.F) {
	whole := written(f, sampleTree())
	at := bytes.LastIndex(whole, []byte("\nend "))
	f.Add(whole[:at+1])
	f.Add([]byte(`{"checkpoint_version":1}` + "\n"))
	f.Fuzz(func(t *testing.T, body []byte) {
		if _, err := parseTree(body); err == nil {
			t.Skip("it found a sum") // never seen
		}
		got, err := parseTree(endLine(body))
		if err != nil {
			return
		}
		again, err := parseTree(written(t, got))
		if err != nil {
			t.Fatalf("what was read cannot be read back: %v", err)
		}
		if d := cmp.Diff(got.entries.paths(), again.entries.paths()); d != "" {
			t.Error(d)
		}
		for path := range got.entries {
			if !validPath(path) {
				t.Errorf("%q", path)
			}
			if !reflect.DeepEqual(got.entries[path], again.entries[path]) {
				t.Errorf("%q: %+v and %+v", path, got.entries[path], again.entries[path])
			}
		}
	})
}

func FuzzEscape(f *testing.F) {
	f.Add("a b%\n\xff")
	f.Fuzz(func(t *testing.T, s string) {
		e := escape(s)
		if strings.ContainsAny(e, " \n\t\x00") {
			t.Errorf("%q is not one word", e)
		}
		if got, ok := unescape(e); !ok || got != s {
			t.Errorf("%q becomes %q", s, got)
		}
		if plain, ok := unescape(s); ok && escape(plain) != s {
			t.Errorf("%q is a second form of %q", s, plain)
		}
	})
}
