package tui_test

import (
	"strings"
	"testing"

	"eidolon/internal/policy"
)

// editing asks for a change of a file.
const editing = `
answers:
  - parts:
      - call: {name: SysBuiltIn.edit_text, input: {path: calc.go, action: replace, find: "a - b", replace: "a + b"}}
  - parts: [{text: "Done.\n"}]
`

// Covers: E38, R81
func TestAChangeStandsInTwoColumnsWhereThereIsRoom(t *testing.T) {
	t.Parallel()
	d := open(t, editing, setting{
		w: 200, h: 50, mode: policy.Ask,
		files: map[string]string{"calc.go": "package calc\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n"},
	})
	beside := func(f frame) bool {
		for _, row := range f.rows {
			if before, after, ok := strings.Cut(row, "-     return a - b"); ok && strings.Contains(after, "+     return a + b") && before != "" {
				return true
			}
		}
		return false
	}
	d.status("scripted")
	d.say("mend it")
	d.until("the change in the question", func(f frame) bool { return strings.Contains(f.String(), "yes, once") && beside(f) })
	d.pass(deaf)
	d.press("y")
	d.see("Done.")
	d.until("the change in the history", beside)
	d.resize(159, 50)
	d.until("the change in one column", func(f frame) bool {
		y := d.rowOf(f, "-     return a - b")
		return y > 0 && len(f.rows) == 50 && f.w == 159 && strings.Contains(f.rows[y+1], "+     return a + b")
	})
}
