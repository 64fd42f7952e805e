package tui

import (
	"context"
	"fmt"
	"strings"

	"eidolon/tui/overlay"
	"eidolon/tui/screen"
)

// page opens text to read.
func (c *chat) page(id overlay.ID, text string) {
	c.openModal(overlay.NewPager(id, overlay.PagerOptions{
		Lang: c.Table, Keys: c.o.Keys, OnCancel: c.closeModal, OnCopy: c.copyText, AtEnd: id == overlay.Log,
	}, screen.Plain(text)))
}

// report opens a page that is made beside the screen.
func (c *chat) report(id overlay.ID, name string) {
	c.beside(workWithin, func(ctx context.Context) func() {
		text, err := c.o.Desk.Report(ctx, name)
		return func() {
			if err != nil {
				c.complain(err)
				return
			}
			c.whenFree(func() { c.page(id, text) })
		}
	})
}

// showHelp lists all keys as they are bound, and the commands.
func (c *chat) showHelp() {
	if c.modal != nil {
		return
	}
	var b strings.Builder
	for _, g := range c.o.Keys.Help() {
		fmt.Fprintf(&b, "%s\n", c.T(g.Title))
		for _, l := range g.Lines {
			fmt.Fprintf(&b, "  %-26s %s\n", strings.Join(l.Keys, ", "), c.T(l.Text))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s\n", c.T("Commands"))
	for _, cmd := range builtIns() {
		fmt.Fprintf(&b, "  %-26s %s\n", "/"+cmd.name, c.T(cmd.help))
	}
	fmt.Fprintf(&b, "\n%s\n", c.T("In a prompt"))
	for _, row := range [][2]string{
		{"@path, @file:path", c.T("a file that goes with the prompt")},
		{"@agent:name", c.T("the agent that is asked from here on")},
		{"@!command", c.T("a shell command of your own")},
		{"\\ Enter", c.T("a new line")},
	} {
		fmt.Fprintf(&b, "  %-26s %s\n", row[0], row[1])
	}
	c.page(overlay.Help, b.String())
}

// showTodos shows the task list.
func (c *chat) showTodos() {
	if len(c.todos) == 0 {
		c.tell(c.T("there is no list of things to do"))
		return
	}
	var b strings.Builder
	for _, t := range c.todos {
		fmt.Fprintf(&b, "%s %s\n", t.Mark(), t.Content)
	}
	c.page(overlay.Todos, b.String())
}

// showCounters shows what the screen has cost so far.
func (c *chat) showCounters() {
	c.page(overlay.Log, c.o.Terminal.Counters())
}
