package tui

import (
	"context"
	"errors"
	"strings"
	"time"

	"eidolon/actors/session"
	"eidolon/tui/keys"
	"eidolon/tui/overlay"
	"eidolon/tui/queue"
)

// onSubmit sends what is in the prompt, or lets it wait.
func (c *chat) onSubmit() bool {
	if c.menu.said || c.editor.Do(keys.Submit) { // words of a search; a backslash at the end: a new line
		return true
	}
	text := strings.TrimSpace(c.editor.Text())
	if text == "" {
		return true
	}
	if name, args, ok := command(text); ok {
		if run, ok := c.builtIn(name); ok {
			c.remember(c.editor.Take())
			if left := run(args); left != "" {
				c.editor.SetText(left)
			}
			return true
		}
	}
	c.remember(c.editor.Take())
	c.history.End()
	c.speak(text)
	return true
}

// command takes a text apart that begins with the name of a command. A path is none.
func command(text string) (name, args string, ok bool) {
	rest, ok := strings.CutPrefix(text, "/")
	if !ok {
		return "", "", false
	}
	name, args, _ = strings.Cut(rest, " ")
	if name == "" || strings.ContainsAny(name, "/\n\t.") {
		return "", "", false
	}
	return name, strings.TrimSpace(args), true
}

// speak says something now, or after the turn that runs.
func (c *chat) speak(text string) {
	if c.busy() { // prompts that were kept after a cancelled turn follow this one
		item := c.queue.Add(text)
		if c.takeInserted(text) {
			c.ahead[item.ID] = true
		}
		return
	}
	c.send(text, c.takeInserted(text))
}

// takeInserted says whether the command at the beginning of a text was chosen to go ahead of it.
func (c *chat) takeInserted(text string) bool {
	name, _, _ := command(text)
	ahead := c.inserted != "" && name == c.inserted
	c.inserted = ""
	return ahead
}

// sendQueued says a prompt that waited.
func (c *chat) sendQueued(item queue.Item) {
	ahead := c.ahead[item.ID]
	delete(c.ahead, item.ID)
	c.send(item.Text, ahead)
}

// unseenFor is how long something that was said may be on its way to the history before it is shown on that
// way. Servers that start and hooks hold it up.
const unseenFor = 300 * time.Millisecond

// send says something now. With ahead, the command at its beginning goes ahead of it.
func (c *chat) send(text string, ahead bool) {
	c.sending, c.cancelled, c.unseen = true, false, ""
	to := c.sink
	c.sends++
	n := c.sends
	c.after(unseenFor, func() {
		if n == c.sends {
			c.unseen = text
		}
	})
	c.stopSending = c.beside(sendWithin, func(ctx context.Context) func() {
		sent, err := c.o.Conversation.Send(ctx, text, ahead)
		return func() { c.onSent(text, to, sent, err) }
	})
}

// onItsWay is what was said and is in no history yet, when that takes so long that a person looks for it.
func (c *chat) onItsWay() string {
	if !c.sending {
		return ""
	}
	return c.unseen
}

// onSent takes what became of a prompt that was to be said in the session of a sink.
func (c *chat) onSent(text string, to *sink, sent Sent, err error) {
	for _, n := range sent.Notices {
		c.say(n)
	}
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			c.complain(err)
		}
		if c.editor.Empty() {
			c.editor.SetText(text) // nothing that was typed is lost
		}
	}
	if to != c.sink {
		return // another session is open now
	}
	if sent.Model != nil {
		c.onModel(*sent.Model, nil, c.F("%s answers from here on", sent.Model.Model))
	}
	if c.cancelled && c.sending { // before the session knew of it
		c.tellSession(session.Cancel{})
	}
	if err != nil || sent.Turns == 0 {
		c.sending, c.cancelled = false, false
	}
	if err == nil && sent.Turns == 0 { // else what waits would fail like this one
		c.sendNext(false)
	}
}

// onTurnEnd goes on with what waits.
func (c *chat) onTurnEnd() {
	cancelled := c.cancelled
	c.cancelled = false
	if c.passing.stopping { // it has stopped
		c.passing = passing{}
	}
	c.o.Terminal.Notify(c.F("eidolon is done: %s", c.facts.Title))
	c.sendNext(cancelled)
}

func (c *chat) sendNext(cancelled bool) {
	if c.busy() {
		return
	}
	if next, ok := c.queue.TurnEnded(cancelled); ok {
		c.sendQueued(next)
		return
	}
	if c.queue.Asking() {
		c.askQueue()
	}
}

// askQueue asks what becomes of the prompts that wait behind a cancelled turn.
func (c *chat) askQueue() {
	if c.modal != nil {
		c.whenFree(c.askQueue)
		return
	}
	if !c.queue.Asking() {
		return
	}
	choices := []queue.Choice{queue.SendNext, queue.Keep, queue.Drop}
	decide := func(i int) {
		c.closeModal()
		if next, ok := c.queue.Decide(choices[i]); ok {
			c.sendQueued(next)
		}
	}
	c.openModal(overlay.NewChoice(overlay.CancelQueued, overlay.ChoiceOptions{
		Lang: c.Table, Text: c.T("The turn was cancelled, and prompts are waiting. What becomes of them?"),
		Options: []overlay.Option{
			{Text: c.T("send the next one"), Note: queue.Summary(c.queue.Items()[0].Text), Act: keys.QueueSendNext},
			{Text: c.T("keep them"), Note: c.T("they follow the next turn"), Act: keys.QueueKeep},
			{Text: c.T("drop them"), Act: keys.QueueDrop},
		},
		Default: 1, Keys: c.o.Keys, Now: c.o.Now, OnPick: decide, OnCancel: func() { decide(1) },
	}))
}

// cancelTurn stops the turn that runs.
func (c *chat) cancelTurn() {
	c.cancelled = true
	if c.sending && c.stopSending != nil {
		c.stopSending()
	}
	c.tellSession(session.Cancel{})
	c.tell(c.T("stopping the turn"))
	c.passing.stopping = true
}

// tellSession sends the session a message.
func (c *chat) tellSession(m session.Msg) { c.o.Conversation.Tell(m) }

// takeQueued takes the prompt that was added last back into the prompt.
func (c *chat) takeQueued() bool {
	item, ok := c.queue.TakeNewest()
	if !ok {
		return false
	}
	if !c.editor.Empty() {
		c.remember(c.editor.Text())
	}
	c.editor.SetText(item.Text)
	return true
}

// showQueue lists the prompts that wait, to take one back or to remove it.
func (c *chat) showQueue() {
	if c.queue.Len() == 0 {
		c.tell(c.T("no prompt is waiting"))
		return
	}
	list := overlay.NewList(overlay.Waiting, overlay.ListOptions{
		Lang: c.Table, Title: c.T("waiting prompts: Enter takes one back, Tab removes it"), Keys: c.o.Keys,
		OnPick: func(row overlay.Row, how overlay.How) { c.onQueued(row.Value, how) }, OnCancel: c.closeModal,
	})
	for _, item := range c.queue.Items() {
		list.AddRows(overlay.Row{Value: itoa(item.ID), Text: queue.Summary(item.Text), Note: c.countLines(item.Text)})
	}
	c.openModal(list)
}

func (c *chat) onQueued(id string, how overlay.How) {
	for i, item := range c.queue.Items() {
		if itoa(item.ID) != id {
			continue
		}
		c.queue.Remove(i)
		if how == overlay.ByEnter {
			c.closeModal()
			if !c.editor.Empty() {
				c.remember(c.editor.Text())
			}
			c.editor.SetText(item.Text)
			return
		}
		break
	}
	c.closeModal()
	if c.queue.Len() > 0 {
		c.showQueue()
	}
}
