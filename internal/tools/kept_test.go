package tools_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/tools"
)

// The names of kept output are for reading alone, however they are spelt.
func TestNothingIsWrittenUnderTheNamesOfKeptOutput(t *testing.T) {
	w := newWorkspace(t, map[string]string{"a": "x\n", "@out/b": "x\n"})
	for _, name := range []string{"@out/b", "./@out/b", "@out", filepath.Join(w.root, "@out", "b")} {
		for tool, in := range map[string]string{
			"write_file": input("path", name, "content", "y"),
			"edit":       input("path", name, "old", "x", "new", "y"),
			"edit_text":  input("path", name, "action", "insert", "insertAfter", 0, "newText", "y"),
			"move_file":  input("from", "a", "to", name),
		} {
			t.Run(tool+" "+name, func(t *testing.T) {
				if r := w.call(tool, in); r.OK || r.Code != "InvalidInput" || !strings.Contains(r.Text, "kept output of commands") {
					t.Errorf("got %s", r.Envelope())
				}
			})
		}
	}
	if w.get("@out/b") != "x\n" || w.get("a") != "x\n" {
		t.Error("something was changed")
	}
}

func TestLsOfKeptOutput(t *testing.T) {
	w := newWorkspace(t, map[string]string{"@out/b": ""})
	if err := os.WriteFile(filepath.Join(w.outDir, "t1r1c1.out"), []byte("kept\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"@out", "@out/", " @out "} {
		r := w.call("ls", input("path", name))
		if got := data[lsData](t, r); got.Path != "@out/" || r.Text != "t1r1c1.out\n" {
			t.Errorf("%q: %s, %q", name, r.Data, r.Text)
		}
	}
	failed(t, w.call("glob", input("pattern", "*", "path", "@out")), tool.InvalidInput, "", `ls with path = "@out/" lists it`)
	w.outDir = filepath.Join(w.outDir, "none")
	failed(t, w.call("ls", input("path", "@out")), tool.NotFound, "read_error", "no output of a command has been kept yet")
}

// ended is a runner whose command has ended, with a stream of which only the beginning was kept.
type ended struct{ exit fsapi.Exit }

func (r ended) Run(context.Context, fsapi.Command, fsapi.Verdict, func(fsapi.Output)) (fsapi.Exit, error) {
	return r.exit, nil
}

func TestKeptInPart(t *testing.T) {
	spool := filepath.Join(t.TempDir(), "t1r1c1.out")
	if err := os.WriteFile(spool, make([]byte, 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	for total, want := range map[int64]string{
		5 << 20: `[stdout is cut; only its first 2 MiB of 5 are kept: read_file with startLine, or grep, with path = "@out/t1r1c1.out"]`,
		2 << 20: `[stdout is cut; all of it: read_file with startLine, or grep, with path = "@out/t1r1c1.out"]`,
	} {
		w := newWorkspace(t, nil, func(o *tools.Options) {
			o.Runner = ended{fsapi.Exit{Stdout: fsapi.Captured{Text: "a\n", Total: total, Cut: true, Spool: spool}}}
		})
		w.outDir = filepath.Dir(spool)
		if r := w.call("bash", input("command", "x")); r.Text != "a\n"+want {
			t.Errorf("got %q, want %q", r.Text, want)
		}
	}
}

func TestFarIntoKeptOutput(t *testing.T) {
	w := newWorkspace(t, nil)
	if err := os.WriteFile(filepath.Join(w.outDir, "t1.out"), bytes.Repeat([]byte("x"), 66<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	r := w.call("read_file", input("path", "@out/t1.out", "startLine", 2))
	failed(t, r, tool.InvalidInput, "invalid_input", "as far as lines are counted; run the command again through sed -n, tail or grep")
}

func TestCancelledWithoutOutput(t *testing.T) {
	w := newWorkspace(t, nil, func(o *tools.Options) { o.Runner = ended{fsapi.Exit{Code: -1, Canceled: true}} })
	failed(t, w.call("bash", input("command", "x")), tool.Interrupted, "", "the command was cancelled; it had printed nothing")
}
