package tui

import (
	"context"
	"time"

	"eidolon/tui/prompt"
)

// What is kept for a workspace between two chats.
const (
	saidFile  = "prompts.jsonl"
	draftFile = "draft.json"
)

// loadSaid reads the prompts of the past, and what was being written when the chat ended last.
func (c *chat) loadSaid(context.Context) func() {
	said, err := c.o.Desk.Load(saidFile)
	draft, draftErr := c.o.Desk.Load(draftFile)
	return func() {
		c.complain(err)
		typed := c.said.Encode()
		*c.said = *prompt.DecodeHistory(append(said, typed...))
		if draftErr != nil || len(draft) == 0 || !c.editor.Empty() {
			return
		}
		if s, err := prompt.DecodeSnapshot(draft); err == nil {
			c.editor.Restore(s)
			c.drafted = true
		}
	}
}

// remember keeps a prompt for later, in memory and on disk.
func (c *chat) remember(text string) {
	c.said.Add(text)
	line := prompt.EncodePrompt(text)
	c.beside(listWithin, func(context.Context) func() {
		err := c.o.Desk.Append(saidFile, line)
		return func() { c.complain(err) }
	})
}

// draftEvery is how often what is written is kept while it is written.
const draftEvery = 3 * time.Second

// noteDraft has what is being written kept soon, for the case that the program is killed.
func (c *chat) noteDraft() {
	if c.draftDue || c.menu.said || c.editor.Empty() && !c.drafted {
		return
	}
	c.draftDue = true
	c.after(draftEvery, func() {
		c.draftDue = false
		s := c.editor.Snapshot()
		if c.menu.said {
			return
		}
		c.drafted = !s.Empty()
		c.beside(listWithin, func(context.Context) func() {
			var content []byte
			if !s.Empty() {
				content = s.Encode()
			}
			_ = c.o.Desk.Save(draftFile, content) // the end of the chat tries again
			return nil
		})
	})
}

// keepDraft keeps what is written and not sent, with the prompts that wait: nothing that was typed is
// lost at the end.
func (c *chat) keepDraft() {
	for _, item := range c.queue.Items() {
		_ = c.o.Desk.Append(saidFile, prompt.EncodePrompt(item.Text)) // the screen is gone; there is nobody to tell
	}
	var content []byte
	s := c.editor.Snapshot()
	if c.menu.said {
		s = c.menu.draft
	}
	if s.Empty() && !c.drafted {
		return // what is kept is another chat's
	}
	if !s.Empty() {
		content = s.Encode()
	}
	_ = c.o.Desk.Save(draftFile, content) // as above
}
