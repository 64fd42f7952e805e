package keys

import (
	"fmt"
	"strings"

	"eidolon/internal/leaf/lang"
)

// Group is the keys of one context.
type Group struct {
	Title lang.Text
	Lines []HelpLine
}

// HelpLine is what the help says of one action.
type HelpLine struct {
	Keys   []string // for people; none when the configuration took them all
	Name   string   // of the action, for the configuration
	Action Action
	Text   lang.Text
}

// Help gives everything that keys do, context by context. The prompt comes first: it is what most
// people look for.
func (t *Table) Help() []Group {
	var groups []Group
	for _, c := range []Context{Prompt, Chat, Always, Reading, List, Box, Approval, Search, Cards, Cancelled} {
		g := Group{Title: c.heading()}
		for _, r := range rows {
			if r.context != c {
				continue
			}
			line := HelpLine{Name: r.name, Action: r.action, Text: r.help}
			for _, chord := range t.Keys(r.action) {
				line.Keys = append(line.Keys, chord.Label())
			}
			g.Lines = append(g.Lines, line)
		}
		groups = append(groups, g)
	}
	return groups
}

// Page gives the table as a page of documentation.
func (t *Table) Page() string {
	var b strings.Builder
	b.WriteString(pageHead)
	for _, g := range t.Help() {
		fmt.Fprintf(&b, "\n## %s\n\n| key | does | action |\n|---|---|---|\n", g.Title)
		for _, l := range g.Lines {
			fmt.Fprintf(&b, "| %s | %s | `%s` |\n", strings.Join(l.Keys, ", "), l.Text, l.Name)
		}
	}
	return b.String()
}

const pageHead = `# Keys

Every key of the chat. F1 shows the same table with your own changes. To change a key, give it to an action in the configuration:

` + "```yaml" + `
tui:
  keys:
    ctrl+s: history.search # the key gets the action, and loses the one it had
    ctrl+x r: sessions     # two keys, one after the other
    ctrl+z: none           # the key does nothing
` + "```" + `

An action keeps its other keys. A key is a character or ` + "`enter`, `tab`, `esc`, `space`, `backspace`, `delete`, `insert`, `up`, `down`, `left`, `right`," + `
` + "`home`, `end`, `pgup`, `pgdn`, `f1`" + ` and so on, with ` + "`ctrl+`, `alt+` and `shift+`" + ` before it. Ctrl+M is Enter, Ctrl+I is Tab, Ctrl+H is Backspace and
Ctrl+[ is Esc: most terminals cannot tell them apart. Shift+Enter, Ctrl+Enter and letters with Ctrl+Shift arrive only from terminals with extended
keys, so that there is another key for whatever they do. ` + "`eidolon doctor`" + ` lists what is wrong with the keys of the configuration.
`
