package contextfiles

import (
	"strings"
	"testing"
	"time"
)

// What the completion of a path writes is read back.
func TestScanReadsCompletions(t *testing.T) {
	for written, want := range map[string]string{
		"@a.go": "a.go", `@"a b"`: "a b", "@it's": "it's", "@dir/": "dir/", "@é_ü": "é_ü", "@'say \"a b\"'": `say "a b"`,
		"@file:a.go": "a.go", `@file:"a b"`: "a b", "@agent:a-b.c_1": "a-b.c_1",
	} {
		for _, around := range [][2]string{{"", ""}, {"see ", " now"}, {"(", " x)"}} {
			refs := scan(around[0] + written + around[1])
			if len(refs) != 1 || refs[0].name != want || refs[0].text != written {
				t.Errorf("%s in %q is read as %+v", written, around, refs)
			}
		}
	}
}

// What is found stands in the text, in order, and no two references overlap.
func FuzzScan(f *testing.F) {
	f.Add(`@a @file:"b c" @agent:d, (@e) x@y @@ @f:g://h @'`)
	f.Add("@file:'\n'@")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, ref := range scan(text) {
			if ref.at < end || !strings.HasPrefix(text[ref.at:], ref.text) || ref.name == "" || ref.text[0] != '@' {
				t.Fatalf("%+v is not behind byte %d of %q", ref, end, text)
			}
			end = ref.at + len(ref.text)
			for _, name := range ref.names() {
				if !strings.HasPrefix(ref.name, name) {
					t.Errorf("%q is no part of %q", name, ref.name)
				}
			}
		}
	})
}

// Text that is full of what may be references takes no longer than other text of its size.
func TestScanIsLinear(t *testing.T) {
	for _, piece := range []string{"@agent:,", "@'", "@\" ", "@a!", "@file:,", "@", " @x", " @agent:x"} {
		start := time.Now()
		text := strings.Repeat(piece, 1<<20/len(piece))
		onlyAgents(text)
		for _, ref := range scan(text) {
			if n := len(ref.names()); n > maxGuesses+1 {
				t.Fatalf("%d names", n)
			}
		}
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%q took %v", piece, took)
		}
	}
}
