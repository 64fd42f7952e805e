package tui

import (
	"context"
	"errors"
	"path"
	"strings"

	"eidolon/internal/leaf/lang"
	"eidolon/tui/overlay"
	"eidolon/tui/prompt"
)

// menu is the completion above the prompt: what it completes, and the list.
type menu struct {
	kind      prompt.Kind
	start     int    // of the token
	dir       string // that is listed
	dismissed bool   // the person closed it, and has not begun another token since
	list      *overlay.List
	stop      func() // ends the listing that runs

	said  bool            // it searches earlier prompts instead
	draft prompt.Snapshot // what was written before that
	found []string        // the prompts that are listed
}

// menuRows are in sight around the selected one.
const menuRows = 5

// close ends the menu but remembers which token it was for.
func (m *menu) close() {
	if m.stop != nil {
		m.stop()
	}
	*m = menu{kind: m.kind, start: m.start, dir: m.dir, dismissed: m.dismissed}
}

// afterEdit opens, filters or closes the completion, as the token at the cursor says.
func (c *chat) afterEdit() {
	c.noteDraft()
	if c.modal != nil || c.search.on {
		return
	}
	if c.menu.said {
		c.filterSaid()
		return
	}
	t := c.editor.Token()
	dir := ""
	switch t.Kind {
	case prompt.File, prompt.Path:
		dir = dirOf(t.Text)
	case prompt.Slash, prompt.Agent:
	case prompt.NoToken, prompt.Shell:
		c.closeAttached()
		c.menu = menu{}
		return
	}
	if c.menu.kind != t.Kind || c.menu.start != t.Start || c.menu.dir != dir {
		c.closeAttached()
		c.menu = menu{kind: t.Kind, start: t.Start, dir: dir}
		c.openMenu()
	}
	if c.menu.list != nil {
		c.menu.list.SetFilter(filterOf(t))
	}
}

// dirOf is the directory that a path's completion lists.
func dirOf(text string) string {
	i := strings.LastIndexByte(text, '/')
	return text[:i+1]
}

// filterOf is by what the rows of a token's menu are filtered.
func filterOf(t prompt.Token) string {
	if t.Kind == prompt.File || t.Kind == prompt.Path {
		return t.Text[len(dirOf(t.Text)):]
	}
	return t.Text
}

// dismiss closes the panel above the prompt, for as long as the same token is written.
func (c *chat) dismiss() {
	c.closeAttached()
	c.menu.dismissed = true
}

// openMenu opens the list for the token and has it filled.
func (c *chat) openMenu() {
	o := overlay.ListOptions{Lang: c.Table, Rows: menuRows, OnCancel: c.dismiss}
	id, fill := overlay.Files, c.listFiles
	switch c.menu.kind {
	case prompt.Slash:
		id, fill = overlay.Palette, c.listCommands
		o.Headings, o.Match, o.OnPick, o.Beside = 2, overlay.Prefix, c.onCommand, true
	case prompt.Agent:
		id, fill = overlay.Agents, c.listAgents
		o.Beside = true
		o.Match, o.OnPick = overlay.Contains, func(row overlay.Row, _ overlay.How) { c.complete(row.Value, true) }
	case prompt.File, prompt.Path:
		o.Match, o.OnPick = overlay.Contains, c.onFile
	case prompt.NoToken, prompt.Shell:
		return
	}
	list := overlay.NewList(id, o)
	c.menu.list, c.attached = list, list
	list.SetLoading(true)
	fill(list)
}

// listed runs a listing for a menu: it has two seconds, and is given up when the menu is closed.
func (c *chat) listed(list *overlay.List, late lang.Text, work func(ctx context.Context) ([]overlay.Row, []string, error)) {
	c.menu.stop = c.beside(listWithin, func(ctx context.Context) func() {
		rows, notices, err := work(ctx)
		slow := errors.Is(ctx.Err(), context.DeadlineExceeded)
		return func() {
			if c.menu.list != list {
				return
			}
			list.SetLoading(false)
			list.AddRows(rows...)
			for _, n := range notices {
				c.sayOnce(n)
			}
			switch {
			case slow:
				c.closeAttached()
				c.menu.dismissed = true
				c.tell(c.T(late))
			case err != nil:
				list.SetNotice(err.Error())
			}
		}
	})
}

// Buckets of the palette.
const (
	runAtOnce lang.Text = "run at once"
	insert    lang.Text = "insert"
)

func (c *chat) listCommands(list *overlay.List) {
	for _, b := range builtIns() {
		list.AddRows(overlay.Row{Value: b.name, Text: b.name, Note: c.T(b.help), Group: c.T(runAtOnce)})
	}
	c.listed(list, "commands could not be listed within two seconds", func(ctx context.Context) ([]overlay.Row, []string, error) {
		all, notices, err := c.o.Inputs.Commands(ctx)
		var run, ahead []overlay.Row
		for _, cmd := range all {
			row := overlay.Row{Value: cmd.Name, Text: strings.TrimSpace(cmd.Name + " " + cmd.Hint), Note: cmd.Description}
			if cmd.Runs {
				row.Group = c.T(runAtOnce)
				run = append(run, row)
			}
			if cmd.Inserts {
				row.Group, row.Value = c.T(insert), insertMark+cmd.Name
				ahead = append(ahead, row)
			}
		}
		return append(run, ahead...), notices, err
	})
}

// insertMark begins the value of a row of the second bucket: a command may be in both.
const insertMark = "+"

// onCommand takes a command from the palette: it is run, or stands in the prompt for what belongs to it.
func (c *chat) onCommand(row overlay.Row, how overlay.How) {
	name, ahead := strings.CutPrefix(row.Value, insertMark)
	if ahead || how == overlay.ByTab {
		c.complete(name, true)
		c.inserted = ""
		if ahead {
			c.inserted = name
		}
		return
	}
	c.complete(row.Value, false)
	c.closeAttached()
	c.onSubmit()
}

// complete puts what was chosen in place of the token. With done, typing goes on behind it.
func (c *chat) complete(text string, done bool) {
	kind := c.menu.kind
	t := c.editor.Token()
	if kind == prompt.Agent {
		t = c.editor.Nearest(prompt.Agent)
	}
	c.editor.ReplaceToken(t, kind.Name(text), done)
	if done {
		c.closeAttached()
	}
}

func (c *chat) listAgents(list *overlay.List) {
	c.listed(list, "agents could not be listed within two seconds", func(ctx context.Context) ([]overlay.Row, []string, error) {
		all, notices, err := c.o.Inputs.Agents(ctx)
		var rows []overlay.Row
		for _, a := range all {
			rows = append(rows, overlay.Row{Value: a.Name, Text: a.Name, Note: a.Description})
		}
		return rows, notices, err
	})
}

func (c *chat) listFiles(list *overlay.List) {
	dir := c.menu.dir
	top := dir == "" && c.menu.kind == prompt.Path
	c.listed(list, "files could not be listed within two seconds", func(ctx context.Context) ([]overlay.Row, []string, error) {
		var rows []overlay.Row
		if top {
			for _, r := range c.o.Inputs.Resources(ctx) {
				rows = append(rows, overlay.Row{Value: r.Name, Text: r.Name, Note: r.Description})
			}
		}
		all, err := c.o.Inputs.List(ctx, dir)
		for _, e := range all {
			row := overlay.Row{Value: e.Path, Text: path.Base(e.Path)}
			if e.Dir {
				row.Value, row.Text = e.Path+"/", row.Text+"/"
			}
			rows = append(rows, row)
		}
		return rows, nil, err
	})
}

// onFile takes a file, or goes down into a directory. Enter on what is written in full already sends.
func (c *chat) onFile(row overlay.Row, how overlay.How) {
	dir := strings.HasSuffix(row.Value, "/")
	if how == overlay.ByEnter && !dir && c.editor.Token().Text == row.Value {
		c.closeAttached()
		c.onSubmit()
		return
	}
	c.complete(row.Value, !dir)
}

// searchSaid searches the prompts of the past for what is typed into the prompt.
func (c *chat) searchSaid() {
	if c.menu.said {
		return
	}
	draft := c.editor.Snapshot()
	c.closeAttached()
	list := overlay.NewList(overlay.History, overlay.ListOptions{
		Lang: c.Table, Rows: menuRows, Empty: c.T("no earlier prompt has that"), OnCancel: c.dismiss,
		OnPick: func(row overlay.Row, _ overlay.How) { c.takeSaid(row.Value) },
	})
	c.menu = menu{said: true, draft: draft, list: list}
	c.attached = list
	c.editor.Clear()
	c.filterSaid()
}

// saidShown is how many earlier prompts are listed.
const saidShown = 100

func (c *chat) filterSaid() {
	found := c.said.Search(c.editor.Text(), saidShown)
	rows := make([]overlay.Row, len(found))
	c.menu.found = make([]string, len(found))
	for i, f := range found {
		c.menu.found[i] = f.Text
		rows[i] = overlay.Row{Value: itoa(i), Text: f.Text}
	}
	c.menu.list.SetRows(rows...)
}

func (c *chat) takeSaid(value string) {
	text := c.menu.found[atoi(value)]
	c.closeAttached()
	c.menu = menu{}
	c.editor.SetText(text)
}
