package tui

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"eidolon/tui/keys"
	"eidolon/tui/overlay"
)

// interrupt is the action that a hint names.
const interrupt = keys.Interrupt

// onKey gives a key to who has the keys: the modal panel, else the attached one, else the chat and the
// prompt.
func (c *chat) onKey(ev *tcell.EventKey) {
	second := c.chord != (keys.Stroke{}) // of two keys, which no list or line above the prompt has
	hit := c.o.Keys.Lookup(ev, c.chord, c.contexts()...)
	c.chord = keys.Stroke{}
	switch hit.State {
	case keys.Pending:
		c.chord = keys.Of(ev)
		return
	case keys.Broken:
		return
	case keys.Bound, keys.Unbound:
	}
	if hit.State == keys.Bound && hit.Context == keys.Always {
		c.do(hit.Action)
		return
	}
	switch {
	case c.modal == nil && c.history.Selecting():
		c.onSelecting(hit)
		return
	case c.modal != nil:
		if c.modal.ID() == overlay.Approve && hit.State == keys.Unbound && c.inChat(ev) == keys.NextPosture {
			c.nextPosture() // the question is judged anew
			return
		}
		c.modal.HandleKey(ev, hit.Action)
	case c.attached != nil && !second && c.attached.HandleKey(ev, c.inAttached(ev)):
	case hit.State == keys.Bound && c.do(hit.Action):
	case hit.State == keys.Bound && c.otherUse(ev, hit):
	default:
		if c.editor.Handle(ev) {
			c.quitAt = time.Time{}
		}
	}
	c.afterEdit()
}

// contexts are where the keys are looked up, the nearest first.
func (c *chat) contexts() []keys.Context {
	if c.modal != nil {
		return append([]keys.Context{keys.Always}, c.modal.Contexts()...)
	}
	if c.history.Selecting() {
		return []keys.Context{keys.Always, keys.Reading, keys.Chat}
	}
	return []keys.Context{keys.Always, keys.Prompt, keys.Chat}
}

// inAttached says what a key means to the panel above the prompt.
func (c *chat) inAttached(ev *tcell.EventKey) keys.Action {
	return c.o.Keys.Lookup(ev, keys.Stroke{}, c.attached.Contexts()...).Action
}

// inChat says what a key means when nothing is open.
func (c *chat) inChat(ev *tcell.EventKey) keys.Action {
	return c.o.Keys.Lookup(ev, keys.Stroke{}, keys.Chat).Action
}

// cancelModal closes the modal panel as its own key would.
func (c *chat) cancelModal() {
	ev := tcell.NewEventKey(tcell.KeyEscape, 0, tcell.ModNone)
	c.modal.HandleKey(ev, c.o.Keys.Lookup(ev, keys.Stroke{}, c.modal.Contexts()...).Action)
}

// otherUse tries what else a key means that its first action had no use for: Ctrl+D deletes, and quits
// when there is nothing to delete.
func (c *chat) otherUse(ev *tcell.EventKey, hit keys.Hit) bool {
	if hit.Context != keys.Prompt {
		return false
	}
	next := c.o.Keys.Lookup(ev, keys.Stroke{}, keys.Chat)
	return next.State == keys.Bound && c.do(next.Action)
}

// chordText is what the status line says of a chord that is not complete.
func (c *chat) chordText() string {
	if c.chord == (keys.Stroke{}) {
		return ""
	}
	return c.chord.String()
}

// onPaste gives a paste to who has the keys.
func (c *chat) onPaste(text string) {
	switch {
	case c.modal != nil:
		c.modal.Paste(text)
	case c.attached != nil && c.attached.Paste(text):
	case c.history.Selecting():
		c.history.EndSelect()
		c.pastePrompt(text)
	default:
		c.pastePrompt(text)
	}
	c.afterEdit()
}

// pastePrompt pastes into the prompt.
func (c *chat) pastePrompt(text string) {
	if reference, ok := dropped(text); ok {
		if text = reference; !c.editor.Empty() {
			text = " " + reference // a reference begins behind a blank
		}
	}
	c.editor.Paste(text)
}

// do carries out an action and says whether there was a use for it.
func (c *chat) do(a keys.Action) bool {
	if act, ok := c.actions[a]; ok {
		return act(c)
	}
	return c.editor.Do(a)
}

// yes makes an action that always has a use.
func yes(f func(*chat)) func(*chat) bool {
	return func(c *chat) bool {
		f(c)
		return true
	}
}

// actions are what keys do that is not the editor's own affair.
func actions() map[keys.Action]func(*chat) bool {
	return map[keys.Action]func(*chat) bool{
		keys.Submit:           (*chat).onSubmit,
		keys.HistorySearch:    yes((*chat).searchSaid),
		keys.Editor:           yes((*chat).editOutside),
		keys.Interrupt:        yes((*chat).onInterrupt),
		keys.Suspend:          yes((*chat).suspend),
		keys.Redraw:           yes(func(c *chat) { c.o.Terminal.Redraw() }),
		keys.Help:             yes((*chat).showHelp),
		keys.Escape:           (*chat).onEscape,
		keys.Quit:             yes((*chat).quit),
		keys.NextPosture:      yes((*chat).nextPosture),
		keys.QueueTake:        (*chat).takeQueued,
		keys.QueueShow:        yes((*chat).showQueue),
		keys.ScrollPageUp:     yes(func(c *chat) { c.history.PageBy(-1) }),
		keys.ScrollPageDown:   yes(func(c *chat) { c.history.PageBy(1) }),
		keys.ScrollTop:        yes(func(c *chat) { c.history.Home() }),
		keys.ScrollEnd:        yes(func(c *chat) { c.history.End() }),
		keys.MarkUp:           yes(func(c *chat) { c.history.Mark(-1) }),
		keys.MarkDown:         yes(func(c *chat) { c.history.Mark(1) }),
		keys.ToggleOutput:     yes(func(c *chat) { c.history.ToggleLatest() }),
		keys.ToggleAllOutput:  yes(func(c *chat) { c.history.ToggleAll() }),
		keys.CopyMarked:       yes((*chat).copyMarked),
		keys.CopyAnswer:       yes((*chat).copyAnswer),
		keys.TranscriptSearch: yes((*chat).startSearch),
		keys.Todos:            yes((*chat).showTodos),
		keys.Files:            yes((*chat).pickFile),
		keys.Sessions:         yes((*chat).pickSession),
		keys.Models:           yes((*chat).pickModel),
		keys.Agents:           yes((*chat).pickAgent),
		keys.SelectText:       yes((*chat).beginSelect),
	}
}

// panel is what stands above the prompt or in its place, or nil.
func (c *chat) panel() overlay.Overlay {
	if c.modal != nil {
		return c.modal
	}
	return c.attached
}

// openModal shows a panel that owns the keys. It closes the attached one.
func (c *chat) openModal(o overlay.Overlay) {
	c.closeAttached()
	c.modal = o
}

// closeModal closes the modal panel and shows what waited behind it.
func (c *chat) closeModal() {
	c.modal = nil
	c.nextApproval()
	if c.modal == nil && len(c.pending) > 0 {
		next := c.pending[0]
		c.pending = c.pending[1:]
		next()
	}
}

// whenFree opens a panel that nobody asked for just now when no other has the keys.
func (c *chat) whenFree(open func()) {
	if c.modal != nil {
		c.pending = append(c.pending, open)
		return
	}
	open()
}

// closeAttached closes the panel above the prompt, and ends what it was for.
func (c *chat) closeAttached() {
	if c.search.on {
		c.history.ClearFind()
		c.search = search{}
	}
	if c.menu.said {
		c.editor.Restore(c.menu.draft)
	}
	c.attached = nil
	c.menu.close()
}

// onInterrupt is Ctrl+C: the first of what applies.
func (c *chat) onInterrupt() {
	now := c.o.Now()
	switch {
	case c.history.HasSelection():
		c.copySelection()
	case c.modal == nil && c.history.Selecting():
		c.history.EndSelect()
	case c.editor.Selection() != "":
		c.copyText(c.editor.Selection())
		c.editor.DropSelection()
	case now.Before(c.quitAt):
		c.leave()
	case c.modal != nil && c.modal.ID() == overlay.Approve:
		c.cancelTurn() // which answers the question too
		c.armQuit()
	case c.modal != nil:
		c.cancelModal()
	case c.search.on:
		c.endSearch()
	case c.attached != nil:
		c.dismiss()
	case c.facts.Running || c.sending:
		c.cancelTurn()
		c.armQuit()
	case !c.editor.Empty():
		c.remember(c.editor.Take())
		c.tell(c.T("the prompt was cleared; Up brings it back"))
	default:
		c.armQuit()
	}
}

// armQuit makes the next interrupt quit, if it comes soon.
func (c *chat) armQuit() {
	c.quitAt = c.o.Now().Add(quitWithin)
	c.after(quitWithin, func() {}) // a frame, so that the hint goes away
}

// quitWithin is how soon a second interrupt has to follow to quit.
const quitWithin = 2 * time.Second

// onEscape closes, drops, leaves or cancels, the first that applies.
func (c *chat) onEscape() bool {
	switch {
	case c.search.on:
		c.endSearch()
	case c.history.HasSelection():
		c.history.ClearSelection()
	case c.editor.DropSelection():
	case c.marked():
		c.history.Unmark()
	case c.facts.Running || c.sending:
		c.cancelTurn()
	default:
		return false
	}
	return true
}

func (c *chat) marked() bool {
	_, ok := c.history.Marked()
	return ok
}
