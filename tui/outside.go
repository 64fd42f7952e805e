package tui

import (
	"context"
	"time"
)

// editWithin is how long a person may write in their editor.
const editWithin = 24 * time.Hour

// editOutside hands the prompt and the terminal to the person's editor.
func (c *chat) editOutside() {
	text := c.editor.Text()
	var edited string
	var err error
	c.away.Store(true)
	defer c.away.Store(false)
	ok := c.app.Suspend(func() {
		ctx, cancel := context.WithTimeout(c.ctx, editWithin)
		defer cancel()
		edited, err = c.o.Desk.Edit(ctx, text)
	})
	if err != nil || !ok {
		c.complain(err)
		return
	}
	c.editor.SetText(edited)
}

// suspend stops the program to the shell, as Ctrl+Z does everywhere, until it is called back.
func (c *chat) suspend() {
	var err error
	c.app.Suspend(func() { err = c.o.Terminal.StopGroup() })
	c.complain(err)
}
