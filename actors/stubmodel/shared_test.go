package stubmodel

import (
	"fmt"
	"strings"
	"testing"

	"eidolon/actors/model"
	"eidolon/xnl"
)

// scan tells what a reader of XNL finds in the first answer of a script: calls, ends of blocks,
// errors and notices.
func scan(t *testing.T, m model.Client) string {
	t.Helper()
	scanner := xnl.NewScanner(xnl.ScanOptions{MainParam: func(name string) (string, bool) {
		return "content", name == "SysBuiltIn.write_file"
	}})
	var b strings.Builder
	note := func(e xnl.Event) {
		switch e.Kind {
		case xnl.EventCall:
			args, err := e.Args.MarshalJSON()
			if err != nil {
				t.Error(err)
			}
			fmt.Fprintf(&b, "%s %s %s\n", e.ID, e.Name, args)
		case xnl.EventBlockEnd:
			fmt.Fprintln(&b, "released", e.Calls)
		case xnl.EventBlockUnclosed:
			fmt.Fprintln(&b, "cancelled", e.Calls)
		case xnl.EventCallError, xnl.EventNotice:
			fmt.Fprintln(&b, e.Code)
		case xnl.EventText, xnl.EventQuote, xnl.EventBlockBegin, xnl.EventCallBegin, xnl.EventBody:
		}
	}
	_, err := m.Stream(t.Context(), request("hi"), func(c model.Chunk) error {
		if text, ok := c.(model.Text); ok {
			scanner.Write([]byte(text.Text), note)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	scanner.Close(note)
	return b.String()
}

// The scripts that other packages rely on hold the calls that they promise, and no others.
func TestSharedScriptsHoldTheirCalls(t *testing.T) {
	for name, want := range map[string]string{
		"hello": "",
		"read": `
r1 SysBuiltIn.read_file {"path":"notes.txt"}
released [r1]`,
		"write-then-cat": `
w1 SysBuiltIn.bash {"command":"sleep 0.3; echo written >order.txt"}
released [w1]
c1 SysBuiltIn.bash {"command":"cat order.txt"}
released [c1]`,
		"write-file": `
w1 SysBuiltIn.write_file {"path":"out/poem.txt","content":"\"Roses\" are \\red,\n</body> and </#m> are not the end,\nnor is this:\n!unquote_end\n"}
released [w1]`,
		"four-sleeps": `
s1 SysBuiltIn.bash {"command":"sleep 1"}
released [s1]
s2 SysBuiltIn.bash {"command":"sleep 1"}
released [s2]
s3 SysBuiltIn.bash {"command":"sleep 1"}
released [s3]
s4 SysBuiltIn.bash {"command":"sleep 1"}
released [s4]`,
		"malformed-call": `
UNEXPECTED_TOKEN
released []`,
		"unclosed-block": `
r1 SysBuiltIn.read_file {"path":"notes.txt"}
w1 SysBuiltIn.write_file {"path":"ran.txt","content":"must not be written"}
cancelled [r1 w1]`,
		"unknown-tool": `
u1 SysBuiltIn.no_such_tool {"path":"notes.txt"}
r1 SysBuiltIn.read_file {"path":"notes.txt"}
released [u1 r1]`,
		"examples-do-not-run": `
FENCED_MARKER
UNWRAPPED_CALL`,
		"reasoning-does-not-run": "",
		"round-trips": `
call_1_1 SysBuiltIn.bash {"command":"true"}
released [call_1_1]`,
	} {
		t.Run(name, func(t *testing.T) {
			stage(t, shared(t, name), func(t *testing.T, m model.Client) { equal(t, scan(t, m), want) })
		})
	}
}
