package tui

import (
	"context"

	"eidolon/tui/view"
)

// copyText puts a text into the clipboard and says which way it went.
func (c *chat) copyText(text string) {
	if text == "" {
		c.tell(c.T("there is nothing to copy"))
		return
	}
	c.beside(listWithin, func(ctx context.Context) func() {
		how, err := c.o.Desk.Copy(ctx, text)
		return func() {
			if err != nil {
				c.complain(err)
				return
			}
			c.tell(c.F("copied: %s", how))
		}
	})
}

func (c *chat) copySelection() {
	if text, ok := c.history.Selection(); ok {
		c.copyText(text)
		c.history.ClearSelection()
		c.history.EndSelect()
	}
}

// copyMarked copies the marked item as it was written, else the last answer.
func (c *chat) copyMarked() {
	if item, ok := c.history.Marked(); ok {
		c.copyText(item.Source)
		return
	}
	c.copyAnswer()
}

// copyAnswer copies the last answer as the model wrote it.
func (c *chat) copyAnswer() {
	item, ok := c.history.Last(view.AnswerItem)
	if !ok {
		c.tell(c.T("there is no answer yet"))
		return
	}
	c.copyText(item.Source)
}
