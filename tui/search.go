package tui

import (
	"time"

	"eidolon/tui/overlay"
	"eidolon/tui/screen"
)

// search is the search in the transcript.
type search struct {
	on    bool
	words string
	hits  screen.Hits
	line  *overlay.Input
}

// searchStep is the pause between two steps of a long search, in which keys are served.
const searchStep = time.Millisecond

// startSearch opens the line above the prompt in which the words are typed.
func (c *chat) startSearch() {
	c.closeAttached()
	c.search = search{on: true}
	c.search.line = overlay.NewInput(overlay.Search, overlay.InputOptions{
		Lang: c.Table, Keys: c.o.Keys, OnChange: c.look, OnCancel: c.endSearch,
		OnAccept: func(string) { c.step(1) }, OnStep: c.step,
	})
	c.attached = c.search.line
}

func (c *chat) endSearch() { c.closeAttached() }

// step goes to the next hit, or to the one before.
func (c *chat) step(direction int) {
	c.search.hits = c.history.FindNext(direction)
	c.search.line.SetNote(c.searchTitle())
}

// look searches for other words.
func (c *chat) look(words string) {
	c.search.words = words
	c.search.hits = c.history.Find(words)
	c.lookOn()
}

// lookOn goes on with a search that is not done.
func (c *chat) lookOn() {
	c.search.line.SetNote(c.searchTitle())
	if c.search.hits.Done || c.search.words == "" {
		return
	}
	line, words := c.search.line, c.search.words
	c.after(searchStep, func() {
		if c.search.line == line && c.search.words == words {
			c.search.hits = c.history.FindMore()
			c.lookOn()
		}
	})
}

func (c *chat) searchTitle() string {
	h := c.search.hits
	switch {
	case c.search.words == "":
		return ""
	case !h.Done:
		return c.F("%d so far", h.Count)
	case h.Count == 0 && c.earlier.more:
		return c.T("nothing in what is loaded; scroll up for more")
	case h.Count == 0:
		return c.T("nothing")
	}
	if c.earlier.more {
		return c.F("%d of %d in what is loaded; scroll up for more", h.Current, h.Count)
	}
	return c.F("%d of %d", h.Current, h.Count)
}
