package tui

import (
	"context"
	"strconv"
	"strings"
	"time"

	"eidolon/internal/leaf/figure"
	"eidolon/tui/overlay"
	"eidolon/tui/prompt"
	"eidolon/tui/screen"
)

func itoa(n int) string { return strconv.Itoa(n) }

// atoi reads a number that the chat wrote itself, or a person: 0 is none.
func atoi(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// age says how long ago something was.
func (c *chat) age(when time.Time) string {
	d := c.o.Now().Sub(when)
	if d < time.Minute {
		return c.T("now")
	}
	return figure.Age(d)
}

// countLines says how long a text is.
func (c *chat) countLines(text string) string {
	if n := strings.Count(text, "\n") + 1; n > 1 {
		return c.F("%d lines", n)
	}
	return ""
}

// pick opens a list to choose from. Its rows are loaded beside the screen.
func (c *chat) pick(id overlay.ID, o overlay.ListOptions, load func(ctx context.Context) ([]overlay.Row, error)) {
	picked := o.OnPick
	o.Lang, o.Keys, o.OnCancel = c.Table, c.o.Keys, c.closeModal
	o.OnPick = func(row overlay.Row, how overlay.How) {
		c.closeModal()
		picked(row, how)
	}
	list := overlay.NewList(id, o)
	list.SetLoading(true)
	c.openModal(list)
	c.beside(workWithin, func(ctx context.Context) func() {
		rows, err := load(ctx)
		return func() {
			list.SetLoading(false)
			list.SetRows(rows...)
			if err != nil {
				list.SetNotice(err.Error())
			}
		}
	})
}

// pickSession lists the sessions of the workspace; what is typed searches in what was said.
func (c *chat) pickSession() {
	var list *overlay.List
	var stop func()
	search := func(query string) {
		if stop != nil {
			stop()
		}
		stop = c.beside(workWithin, func(ctx context.Context) func() {
			rows, err := c.threads(ctx, query)
			if ctx.Err() != nil {
				return nil
			}
			return func() {
				list.SetLoading(false)
				list.SetRows(rows...)
				list.SetNotice("")
				if err != nil {
					list.SetNotice(err.Error())
				}
			}
		})
	}
	list = overlay.NewList(overlay.Sessions, overlay.ListOptions{
		Lang: c.Table, Filter: true, Empty: c.T("no session has that"), Keys: c.o.Keys, OnFilter: search, OnCancel: c.closeModal,
		OnPick: func(row overlay.Row, _ overlay.How) {
			c.closeModal()
			c.begin(row.Value)
		},
	})
	list.SetLoading(true)
	c.openModal(list)
	search("")
}

func (c *chat) threads(ctx context.Context, query string) ([]overlay.Row, error) {
	found, err := c.o.Threads.Find(ctx, query)
	var rows []overlay.Row
	for _, t := range found {
		row := overlay.Row{Value: t.ID, Text: t.Title, Note: c.age(t.Active)}
		if t.Title == "" {
			row.Text = c.T("(nothing was asked yet)")
		}
		if t.Snippet != "" {
			row.Text += "  " + t.Snippet
		}
		if t.ID == c.open.ID {
			row.Off = c.T("open")
		}
		rows = append(rows, row)
	}
	return rows, err
}

// pickModel lists the models that can answer.
func (c *chat) pickModel() {
	c.pick(overlay.Models, overlay.ListOptions{
		Filter: true, Match: overlay.Contains, Empty: c.T("no model is configured; /model NAME takes any name"),
		OnPick: func(row overlay.Row, _ overlay.How) { c.chooseModel(row.Value) },
	}, func(ctx context.Context) ([]overlay.Row, error) {
		var rows []overlay.Row
		for _, m := range c.o.Settings.Models(ctx) {
			row := overlay.Row{Value: m.Name, Text: m.Name + "  " + m.Model, Note: m.Kind, Off: m.Problem}
			if m.Window > 0 {
				row.Note += "  " + itoa(m.Window/1000) + "k"
			}
			rows = append(rows, row)
		}
		return rows, nil
	})
}

// pickAgent lists the agents.
func (c *chat) pickAgent() {
	c.pick(overlay.Agent, overlay.ListOptions{
		Filter: true, Match: overlay.Contains, Empty: c.T("no agent is defined"),
		OnPick: func(row overlay.Row, _ overlay.How) { c.chooseAgent(strings.TrimPrefix(row.Value, insertMark)) },
	}, func(ctx context.Context) ([]overlay.Row, error) {
		all, notices, err := c.o.Inputs.Agents(ctx)
		rows := []overlay.Row{{Value: insertMark, Text: c.T("none"), Note: c.T("the model as it is")}}
		for _, a := range all {
			rows = append(rows, overlay.Row{Value: insertMark + a.Name, Text: a.Name, Note: a.Description})
		}
		for _, n := range notices {
			c.post(func() { c.say(n) })
		}
		return rows, err
	})
}

// pickFile lists the files of the workspace, in pages as they are found.
func (c *chat) pickFile() {
	var stops []func()
	end := func() {
		for _, stop := range stops {
			stop()
		}
		c.closeModal()
	}
	var list *overlay.List
	list = overlay.NewList(overlay.Picker, overlay.ListOptions{
		Lang: c.Table, Filter: true, Match: overlay.Fuzzy, Preview: true, Empty: c.T("no file has that"), Keys: c.o.Keys, OnCancel: end,
		OnPick: func(row overlay.Row, _ overlay.How) {
			end()
			c.editor.Insert(prompt.File.Name(row.Value) + " ")
		},
		OnMove: func(row overlay.Row) { c.preview(list, row.Value) },
	})
	list.SetLoading(true)
	c.openModal(list)
	stops = append(stops, c.beside(workWithin, func(ctx context.Context) func() {
		err := c.o.Inputs.Walk(ctx, func(page []string) bool {
			rows := make([]overlay.Row, len(page))
			for i, path := range page {
				rows[i] = overlay.Row{Value: path, Text: path}
			}
			c.post(func() { list.AddRows(rows...) })
			return ctx.Err() == nil
		})
		return func() {
			list.SetLoading(false)
			if err != nil {
				list.SetNotice(err.Error())
			}
		}
	}))
}

func (c *chat) preview(list *overlay.List, path string) {
	c.beside(listWithin, func(ctx context.Context) func() {
		text, err := c.o.Inputs.Preview(ctx, path)
		if err != nil {
			text = err.Error()
		}
		return func() { list.SetPreview(path, screen.Plain(text)) }
	})
}
