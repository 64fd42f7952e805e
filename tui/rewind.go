package tui

import (
	"context"
	"slices"

	"eidolon/tui/overlay"
)

// lastRewind stands for what was taken back last.
const lastRewind = -1

// rewind lets a turn be chosen to go back to, and says first what that would change. "undo" takes the
// last way back itself back.
func (c *chat) rewind(args string) {
	switch {
	case args == "undo":
		c.planRewind(lastRewind)
	case args != "":
		if n := atoi(args); n > 0 {
			c.planRewind(n)
			return
		}
		c.say(c.T("/rewind takes the number of a turn, or undo."))
	default:
		c.pickTurn()
	}
}

func (c *chat) pickTurn() {
	id := c.open.ID
	c.pick(overlay.Rewind, overlay.ListOptions{
		Filter: true, Match: overlay.Contains, Empty: c.T("nothing was said yet"),
		OnPick: func(row overlay.Row, _ overlay.How) { c.planRewind(atoi(row.Value)) },
	}, func(ctx context.Context) ([]overlay.Row, error) {
		turns, err := c.o.Threads.Turns(ctx, id)
		var rows []overlay.Row
		for _, t := range slices.Backward(turns) {
			row := overlay.Row{Value: itoa(t.N), Text: itoa(t.N) + "  " + t.Prompt, Note: c.age(t.Time)}
			if t.Kept {
				row.Note += "  " + c.T("files kept")
			}
			rows = append(rows, row)
		}
		return rows, err
	})
}

// planRewind closes the session, finds out what going back would change, and asks.
func (c *chat) planRewind(turn int) {
	c.withSession(c.T("Going back stops the turn that runs."), func() {
		c.opening = true
		c.sink.gone.Store(true)
		id := c.open.ID
		c.beside(openWithin, func(ctx context.Context) func() {
			var report string
			err := c.o.Sessions.Close(ctx)
			files := err
			if err == nil {
				report, files = c.o.Threads.Rewind(ctx, id, turn, true, false)
			}
			if files != nil && err == nil { // perhaps the conversation can be taken back alone
				_, err = c.o.Threads.Rewind(ctx, id, turn, false, false)
			}
			return func() {
				if err != nil {
					c.complain(err)
					c.openSession(id)
					return
				}
				c.whenFree(func() { c.askRewind(turn, report, files) })
			}
		})
	})
}

// askRewind shows what would change and asks how much of it is wanted. The error says why the files
// cannot be put back, or is nil.
func (c *chat) askRewind(turn int, report string, err error) {
	if err != nil {
		report = c.F("The files cannot be put back: %s", err.Error())
	}
	options := []overlay.Option{
		{Text: c.T("conversation and files")}, {Text: c.T("conversation only"), Note: c.T("the files stay as they are")}, {Text: c.T("stay here")},
	}
	if err != nil {
		options = options[1:]
	}
	c.openModal(overlay.NewChoice(overlay.Rewind, overlay.ChoiceOptions{
		Lang: c.Table, Title: c.T("go back"), Text: report, Options: options, Default: len(options) - 1,
		OnPick: func(i int) {
			c.closeModal()
			switch i + 3 - len(options) {
			case 0:
				c.goBack(turn, true)
			case 1:
				c.goBack(turn, false)
			default:
				c.openSession(c.open.ID)
			}
		},
		OnCancel: func() {
			c.closeModal()
			c.openSession(c.open.ID)
		},
	}))
}

// goBack takes the session back and opens it again.
func (c *chat) goBack(turn int, files bool) {
	c.between(func(ctx context.Context, id string) (string, func()) {
		at, err := turn, error(nil)
		if turn == firstTurn {
			at, err = c.first(ctx, id)
		}
		if err == nil {
			_, err = c.o.Threads.Rewind(ctx, id, at, files, true)
		}
		return id, func() { c.complain(err) }
	})
}

// first is the number of the first turn that counts.
func (c *chat) first(ctx context.Context, id string) (int, error) {
	turns, err := c.o.Threads.Turns(ctx, id)
	if err != nil || len(turns) == 0 {
		return 0, err
	}
	return turns[0].N, nil
}
