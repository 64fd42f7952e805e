//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
)

// spoken is a script whose texts are hard to write down: quotes, backslashes, closers, control
// characters, calls of every form, and results.
const spoken = `
answers:
  - parts:
      - text: "\"quoted\" \\ back\\slash \u0000 nul \u2028 {a=1} <tag> </#m> 日本語 👩‍👩‍👧\r\n\ttab\n"
      - calls:
          - {name: SysBuiltIn.write_file, id: w, input: {path: "a \"b\".txt"}, body: {content: "</#m>\n!unquote_end\n\"x\"\n"}}
          - {name: SysBuiltIn.read_file, id: r, input: {path: none.txt, startLine: 3}}
          - {name: No.such, id: "odd \"id\"", input: {deep: [[1, 2.5, true, null, {k: "v"}]]}}
  - parts:
      - raw: "!unquote_start\n<tool_call broken\n!unquote_end\n"
  - parts: [text: "Done."]
`

// said is a message as both files tell it.
type said struct {
	ID      string
	Role    string
	Hidden  bool
	Partial bool
	Text    string
}

// The history has the messages of the log, all of them and in order, and the command reads it back.
//
// Covers: E34, E37
func TestHistoryAgreesWithTheLog(t *testing.T) {
	for _, protocol := range []string{"xnl", "native"} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, spoken)
			for _, args := range [][]string{{"-p", "one \"two\"\n\\three\n"}, {"--continue", "-p", "</user> !unquote_start\n"}} {
				p := s.start(append([]string{"exec", "--tool-protocol", protocol}, args...)...)
				if got := p.wait(); got != 0 {
					t.Fatalf("exit code %d\n%s", got, p.stderr.String())
				}
			}
			var want []said
			for _, e := range s.journal() {
				if m, ok := e.Event.(event.Message); ok {
					role := string(m.Role)
					if m.Role == event.RoleToolResults {
						role = "tool"
					}
					want = append(want, said{fmt.Sprint(e.Seq), role, m.Hidden, m.Partial, m.Text})
				}
			}
			p := s.start("xnl", "parse", filepath.Join(s.session(), "history.xnl"))
			if got := p.wait(); got != 0 {
				t.Fatalf("xnl parse: exit code %d\n%s", got, p.stderr.String())
			}
			if diff := cmp.Diff(want, readRecords(t, p.stdout.String())); diff != "" {
				t.Errorf("the history differs from the log (-log +history):\n%s", diff)
			}
		})
	}
}

// readRecords reads what `xnl parse` prints of a history.
func readRecords(t *testing.T, printed string) []said {
	t.Helper()
	type value struct{ V any }
	type pair [2]json.RawMessage
	var doc struct {
		Nodes []struct {
			Tag         string
			Meta, Attrs []pair
		}
	}
	if err := json.NewDecoder(bytes.NewBufferString(printed)).Decode(&doc); err != nil {
		t.Fatal(err)
	}
	text := func(pairs []pair, key string) string {
		for _, p := range pairs {
			var name string
			var v value
			if json.Unmarshal(p[0], &name) == nil && name == key && json.Unmarshal(p[1], &v) == nil {
				return fmt.Sprint(v.V)
			}
		}
		return ""
	}
	var all []said
	for _, n := range doc.Nodes {
		all = append(all, said{
			text(n.Meta, "id"), n.Tag, text(n.Meta, "hidden") == "true", text(n.Meta, "partial") == "true", text(n.Attrs, "content"),
		})
	}
	return all
}
