package tui_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// whole is a conversation with everything in it.
const whole = `
answers:
  - parts:
      - reasoning: "The sum is wrong."
      - text: "I will look at the **test** first:\n\n- it calls Add\n- it fails\n\n"
      - call: {name: SysBuiltIn.read_file, input: {path: calc.go}}
    usage: {input: 1200, output: 34}
  - parts:
      - text: "The sign is wrong.\n\n"
      - call: {name: SysBuiltIn.edit_text, input: {path: calc.go, action: replace, find: "a - b", replace: "a + b"}}
    usage: {input: 1300, output: 40}
  - parts:
      - call: {name: SysBuiltIn.bash, input: {command: "seq 1 8; exit 3"}}
    usage: {input: 1400, output: 20}
  - parts:
      - text: "Done. The change:\n\n| file | lines |\n|---|---|\n| calc.go | 1 |\n\n` + "```go\\nfunc Add(a, b int) int { return a + b }\\n```" + `\n"
    usage: {input: 1500, output: 60}
`

var session = regexp.MustCompile(`\b[0-9a-f]{8}\b`)

// Covers: E20, E38, E60, Y1
func TestAWholeConversationAtEachSize(t *testing.T) {
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	for _, size := range [][2]int{{200, 50}, {100, 30}, {80, 24}, {60, 15}, {40, 10}, {20, 5}} {
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := open(t, whole, setting{
				w: size[0], h: size[1], clock: func() time.Time { return noon },
				files: map[string]string{"calc.go": "package calc\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n"},
			})
			d.until("the chat", func(f frame) bool {
				return strings.Contains(f.String(), "auto") && !strings.Contains(f.String(), "opening")
			})
			d.paste("fix the sum in calc.go")
			d.see("calc.go")
			d.press("enter")
			d.until("the end", func(f frame) bool {
				return strings.Contains(f.String(), "60 out") || strings.Contains(f.String(), "154 out") || strings.Contains(f.String(), " out\n")
			})
			got := session.ReplaceAllString(d.idle().String(), "0a1b2c3d") + "\n"
			path := filepath.Join("testdata", "whole-"+name+".golden")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// bad is text that does harm where it is not made harmless: a colour, a title, a tag of tview, a mark that
// turns the direction of writing, a character without width, a control character of eight bits.
const bad = "\x1b[31mred\x1b]0;owned\x07[red]tag[-]\u202eesrever\u200b\u009b2J\b\r"

// Covers: Y1, E38
func TestTextFromOutsideIsHarmless(t *testing.T) {
	t.Parallel()
	quoted := fmt.Sprintf("%q", bad)
	quoted = strings.ReplaceAll(quoted[1:len(quoted)-1], `\b`, `\x08`)
	script := "answers:\n  - parts:\n      - text: \"Model " + quoted + "\\n\\n\"\n" +
		"      - call: {name: SysBuiltIn.read_file, input: {path: bad.txt}}\n" +
		"  - parts:\n      - call: {name: SysBuiltIn.bash, input: {command: \"echo '" + quoted + "'\"}}\n" +
		"  - parts:\n      - call: {name: SysBuiltIn.ls, input: {path: \".\"}}\n" +
		"  - parts: [{text: \"Harmless.\\n\"}]\n"
	d := open(t, script, setting{files: map[string]string{
		"bad.txt":                       "Output " + bad + "\n",
		"name\x1b[31m[red]x\u202ey.txt": "x\n",
		".eidolon/commands/evil.md":     "---\ndescription: \"does [red]" + strings.TrimSuffix(quoted, `\r`) + "\"\n---\nx\n",
		".eidolon/agents/evil.md":       "---\nname: evil\ndescription: \"[red]speaks \\e[31m\"\n---\nx\n",
	}})
	check := func(f frame) {
		t.Helper()
		for _, row := range f.rows {
			if i := strings.IndexFunc(row, func(r rune) bool {
				return r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
			}); i >= 0 {
				t.Errorf("%q reached the screen", row)
			}
		}
	}
	d.status("scripted")
	d.say("please [red]say[-] it")
	check(d.see("please [red]say[-] it", "Harmless.", "Model ", "[red]tag[-]", "Output ", "name"))
	d.idle()
	d.write("/evil")
	check(d.see("does [red]"))
	d.press("ctrl+u")
	d.write("@agent:")
	check(d.see("[red]speaks"))
	d.press("ctrl+u")
	d.write("@na")
	check(d.see("[red]x"))
	d.press("ctrl+u")
	d.say("/rename title [red]" + "x")
	d.see("title [red]x")
	d.idle()
	d.press("ctrl+x", "s")
	check(d.see("title [red]x", "open"))
}

// Covers: Y1
func TestNoColourIsShownWhereNoneIsWanted(t *testing.T) {
	t.Parallel()
	d := open(t, whole, setting{theme: "none", files: map[string]string{"calc.go": "package calc\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n"}})
	d.status("scripted")
	d.say("fix the sum")
	d.see("Done. The change")
	d.idle()
	d.leave()
	cells, w, _ := d.sim.GetContents()
	for i, cell := range cells {
		if fg, bg, _ := cell.Style.Decompose(); fg != tcell.ColorDefault || bg != tcell.ColorDefault {
			t.Fatalf("the cell at %d,%d has colours: %v, %v", i%w, i/w, fg, bg)
		}
	}
}

// Covers: Y1
func TestATerminalWithoutUnicode(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{ascii: true})
	d.status("scripted")
	d.say("hi there")
	f := d.see("> hi there", "Hello, you.")
	for _, row := range f.rows {
		if i := strings.IndexFunc(row, func(r rune) bool { return r > '~' }); i >= 0 {
			t.Errorf("%q is not ASCII", row)
		}
	}
}
