package tui

import (
	"cmp"
	"path/filepath"
	"strings"

	"eidolon/tui/screen"
)

// statusLine is what the last row says.
func (c *chat) statusLine() screen.StatusLine {
	f := c.facts
	line := screen.StatusLine{
		Posture: c.open.Posture, Open: c.open.Unconfined, Agent: f.Agent, Waiting: c.asking.waiting(c.modal), Away: c.serversAway(), Chord: c.chordText(), Notice: c.noticeText(),
		Model: cmp.Or(f.StandIn, c.open.Model.Model), Sent: f.Turn.In, Received: f.Turn.Out, Cost: f.All.Cost, Utilisation: f.Utilisation, Context: f.Context, Cache: f.Cache,
		Session: short(f.Session), Title: f.Title, Dir: c.shortPath(c.o.Workspace), Branch: c.branch, Still: c.o.Still,
	}
	switch {
	case c.opening:
		line.Activity = c.T("opening")
	case f.Running:
		line.Activity, line.Since = c.T(f.Doing), f.Since
		if c.modal != nil { // which has Esc for itself
			line.Stop = c.o.Keys.Label(interrupt)
		}
		if f.Retry != nil {
			line.Activity, line.Until = c.F("retry %d", f.Retry.Attempt), f.Retry.At
		}
		if f.Calls > 1 {
			line.Activity = c.F("%s %d calls", c.T(f.Doing), f.Calls)
		}
	case c.onItsWay() != "":
		line.Activity = c.T("preparing") + "  " + c.F("%s stop", "Esc")
	}
	return line
}

// serversAway counts the servers that are not there.
func (c *chat) serversAway() (n int) {
	for _, s := range c.servers {
		if s.Phase == ServerDown || s.Phase == ServerGivenUp {
			n++
		}
	}
	return n
}

func (c *chat) noticeText() string {
	now := c.o.Now()
	switch {
	case now.Before(c.quitAt):
		return c.F("%s again to quit", c.o.Keys.Label(interrupt))
	case c.modal == nil && c.history.Selecting():
		return c.selectingHint() // always: characters are no text then
	case now.Before(c.passing.until):
		return c.passing.text
	case c.lost != "":
		return c.F("nothing more is kept: %s", c.lost)
	}
	return ""
}

// windowTitle is what the terminal's window is called.
func (c *chat) windowTitle() string {
	return c.statusLine().WindowTitle()
}

// shortPath writes the user's home as ~.
func (c *chat) shortPath(path string) string {
	if rest, ok := strings.CutPrefix(path, c.o.Home+string(filepath.Separator)); ok && c.o.Home != "" {
		return filepath.Join("~", rest)
	}
	return path
}

// short is as much of an id as a person needs.
func short(id string) string { return id[:min(len(id), 8)] }

// hasTodos says that the list of todos has something to do.
func (c *chat) hasTodos() bool {
	for _, t := range c.todos {
		if t.Status != "completed" {
			return true
		}
	}
	return false
}

// todoLine is the row that says how far the list is.
func (c *chat) todoLine() screen.TodoLine {
	line := screen.TodoLine{Total: len(c.todos)}
	for _, t := range c.todos {
		switch {
		case t.Status == "completed":
			line.Done++
		case line.Text == "" || t.Status == "in_progress":
			line.Text = t.Content
			if t.Status == "in_progress" && t.ActiveForm != "" {
				line.Text = t.ActiveForm
			}
		}
	}
	return line
}
