package fsapitest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"eidolon/fsapi"
)

// testStreaming lets the command wait for what only somebody can do who has seen its first output.
func testStreaming(t *testing.T, open OpenRunner) {
	r, root := open(t)
	var out, errs bytes.Buffer
	text := "echo first; echo problem >&2; until [ -e go ]; do sleep 0.01; done; echo last"
	exit := run(t, r, fsapi.Command{Text: text}, func(o fsapi.Output) {
		if o.Stream == fsapi.Stderr {
			errs.Write(o.Data)
		} else {
			out.Write(o.Data)
		}
		put(t, root, "go", "")
		clear(o.Data) // the piece is ours; what is kept must not change with it
	})
	if exit.Stdout.Text != "first\nlast\n" || exit.Stderr.Text != "problem\n" {
		t.Errorf("kept %q and %q", exit.Stdout.Text, exit.Stderr.Text)
	}
	if out.String() != exit.Stdout.Text || errs.String() != exit.Stderr.Text {
		t.Errorf("emitted %q and %q", out.String(), errs.String())
	}
	if exit.Stdout.Total != 11 || exit.Stderr.Total != 8 {
		t.Errorf("totals %d and %d", exit.Stdout.Total, exit.Stderr.Total)
	}
}

const (
	headBytes = 20 << 10
	tailBytes = 30 << 10
)

func testCut(t *testing.T, open OpenRunner) {
	r, _ := open(t)
	for _, c := range []struct {
		name, text string
		cut        bool
	}{
		{"exactly what fits", fmt.Sprintf("head -c %d /dev/zero | tr '\\0' x", headBytes+tailBytes), false},
		{"one byte more", fmt.Sprintf("head -c %d /dev/zero | tr '\\0' x", headBytes+tailBytes+1), true},
		{"many lines", "seq 100000", true},
		{"wide characters", "for i in $(seq 5000); do printf 'a€😀é%s' $i; done", true},
		{"invalid bytes", "head -c 90000 /dev/zero | tr '\\0' '\\377'", true},
		{"few bytes that grow", "head -c 20000 /dev/zero", true},
		{"on standard error", "seq 100000 >&2", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var raw bytes.Buffer
			exit := run(t, r, fsapi.Command{Text: c.text}, func(o fsapi.Output) { raw.Write(o.Data) })
			got := exit.Stdout
			if exit.Stderr.Total > 0 {
				got = exit.Stderr
			}
			if got.Total != int64(raw.Len()) || got.Cut != c.cut || got.Spool != "" {
				t.Errorf("total %d, cut %v, spool %q; emitted %d", got.Total, got.Cut, got.Spool, raw.Len())
			}
			if c.cut {
				checkCut(t, got.Text, raw.Bytes())
			} else if got.Text != raw.String() {
				t.Errorf("kept %d bytes, want %d", len(got.Text), raw.Len())
			}
		})
	}
}

// checkCut takes the text apart at its mark and checks that the parts and the numbers fit the output.
func checkCut(t *testing.T, text string, raw []byte) {
	t.Helper()
	start := strings.Index(text, "[")
	if start < 1 || !utf8.ValidString(text) {
		t.Fatalf("no mark in valid text of %d bytes", len(text))
	}
	var size, lines int
	if _, err := fmt.Sscanf(text[start:], "[%d bytes with %d line ends are left out here;", &size, &lines); err != nil {
		t.Fatalf("the mark does not tell what is missing: %v", err)
	}
	head, tail := text[:start], text[start+strings.Index(text[start:], "]\n")+2:]
	if len(head) > headBytes+1 || len(tail) > tailBytes {
		t.Errorf("head of %d bytes, tail of %d", len(head), len(tail))
	}
	if !utf8.Valid(raw) || bytes.IndexByte(raw, 0) >= 0 {
		return // what is shown are other bytes than what was printed
	}
	whole := string(raw)
	if !strings.HasPrefix(whole, head) {
		head = head[:len(head)-1] // the line end before the mark was not in the output
	}
	missing, ok := strings.CutPrefix(whole, head)
	missing, ok2 := strings.CutSuffix(missing, tail)
	if !ok || !ok2 {
		t.Error("head or tail are not those of the output")
	}
	if len(missing) != size || strings.Count(missing, "\n") != lines {
		t.Errorf("the mark says %d bytes, %d line ends; missing are %d, %d", size, lines, len(missing), strings.Count(missing, "\n"))
	}
}

func testSpool(t *testing.T, open OpenRunner) {
	r, _ := open(t)
	base := filepath.Join(t.TempDir(), "new", "dir", "call1")
	for range 2 { // the second time over the files of the first
		var out, errs bytes.Buffer
		c := fsapi.Command{Text: `seq 60000; head -c 100000 /dev/zero | tr '\0' '\376' >&2`, Spool: base}
		exit := run(t, r, c, func(o fsapi.Output) {
			if o.Stream == fsapi.Stderr {
				errs.Write(o.Data)
			} else {
				out.Write(o.Data)
			}
		})
		for _, s := range []struct {
			got  fsapi.Captured
			path string
			want []byte
		}{{exit.Stdout, base + ".out", out.Bytes()}, {exit.Stderr, base + ".err", errs.Bytes()}} {
			data, err := os.ReadFile(s.path)
			if err != nil || !bytes.Equal(data, s.want) {
				t.Errorf("%s holds %d bytes, want %d, %v", s.path, len(data), len(s.want), err)
			}
			if s.got.Spool != s.path || !strings.Contains(s.got.Text, s.path+"]") {
				t.Errorf("the spool is %q, and its name in the mark: %v", s.got.Spool, strings.Contains(s.got.Text, s.path))
			}
		}
	}
	run(t, r, fsapi.Command{Text: "echo short", Spool: base + "2"}, nil)
	onlyFiles(t, filepath.Dir(base), "call1.err", "call1.out")
}
