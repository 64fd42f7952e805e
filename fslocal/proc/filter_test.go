package proc_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/fslocal/proc"
)

// upper is a filter that holds the last byte back until it is asked for the rest.
func upper() func([]byte) []byte {
	var held []byte
	return func(p []byte) []byte {
		all := append(held, bytes.ToUpper(p)...)
		if p == nil || len(all) == 0 {
			held = nil
			return all
		}
		held = bytes.Clone(all[len(all)-1:])
		return all[:len(all)-1]
	}
}

// Nobody sees or keeps anything of the output but what the filter gives, to its last byte.
func TestFilter(t *testing.T) {
	root := t.TempDir()
	ws, err := fslocal.Open(fslocal.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	r := proc.New(proc.Options{Workspace: ws, Environ: os.Environ(), Filter: upper})
	spool := filepath.Join(t.TempDir(), "call")
	for name, tt := range map[string]struct {
		text, out, err string
		stopped        bool // as soon as something was told
		cut            bool
	}{
		"both streams":             {text: "printf 'one\\ntwo'; printf three >&2", out: "ONE\nTWO", err: "THREE"},
		"no output":                {text: "true"},
		"more than is shown":       {text: "for i in $(seq 20000); do echo abc; done", out: strings.Repeat("ABC\n", 20000), cut: true},
		"stopped on its way":       {text: "printf abc; sleep 60", out: "ABC", stopped: true},
		"a stream that stays open": {text: "printf abc; setsid sleep 5 & disown; printf def", out: "ABCDEF"},
	} {
		t.Run(name, func(t *testing.T) {
			seen := map[fsapi.Stream]string{}
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			c := fsapi.Command{Text: tt.text, Spool: spool}
			exit, err := r.Run(ctx, c, fsapi.Verdict{Decision: fsapi.Allow, Subject: c.Subject()}, func(o fsapi.Output) {
				seen[o.Stream] += string(o.Data)
				if tt.stopped {
					stop()
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			got := exit.Stdout.Text
			if tt.cut {
				whole, err := os.ReadFile(exit.Stdout.Spool)
				if err != nil {
					t.Fatal(err)
				}
				if strings.Contains(got, "abc") {
					t.Errorf("shown is %.100q", got)
				}
				got = string(whole)
			}
			if got != tt.out || exit.Stderr.Text != tt.err {
				t.Errorf("kept %.100q and %.100q, want %.100q and %.100q", got, exit.Stderr.Text, tt.out, tt.err)
			}
			if want := strings.TrimSuffix(tt.out, "F"); !strings.HasPrefix(seen[fsapi.Stdout], strings.TrimSuffix(want, "C")) || strings.ToUpper(seen[fsapi.Stdout]) != seen[fsapi.Stdout] {
				t.Errorf("told %.100q, want %.100q", seen[fsapi.Stdout], tt.out)
			}
		})
	}
}
