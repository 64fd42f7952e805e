package tui

import (
	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/tui/overlay"
	"eidolon/tui/view"
)

// asking is the call that the session wants an answer for.
type asking struct {
	call  string            // key of the call that was asked about last, or ""
	rule  string            // that asked; a call can be asked about twice
	panel *overlay.Approval // nil when it was answered
}

// waiting is how many requests wait behind another panel.
func (a *asking) waiting(modal overlay.Overlay) int {
	if a.panel != nil && modal != overlay.Overlay(a.panel) {
		return 1
	}
	return 0
}

// onAsked shows a request, or takes one away that nobody has to answer any more. It never takes the keys
// from another panel: it waits behind it.
func (c *chat) onAsked(asked *view.Asked) {
	switch {
	case asked == nil:
		if c.asking.panel != nil && c.modal == overlay.Overlay(c.asking.panel) {
			c.asking = asking{}
			c.closeModal()
		}
		c.asking = asking{}
	case asked.Call != c.asking.call || asked.Rule != c.asking.rule:
		if c.asking.panel != nil && c.modal == overlay.Overlay(c.asking.panel) {
			c.modal = nil
		}
		c.ask(*asked)
	case c.asking.panel != nil:
		c.asking.panel.Show(overlay.RequestOf(*asked)) // perhaps its code has colours now
	}
}

func (c *chat) ask(asked view.Asked) {
	call := asked.Call
	c.asking = asking{call: call, rule: asked.Rule}
	c.asking.panel = overlay.NewApproval(overlay.RequestOf(asked), overlay.ApprovalOptions{
		Now: c.o.Now, Keys: c.o.Keys, Lang: c.Table,
		OnAnswer: func(v overlay.Verdict, note string) { c.answer(call, v, note) },
	})
	c.nextApproval()
	c.o.Terminal.Notify(c.F("eidolon asks: %s", asked.Name))
}

// nextApproval shows the request that waits, when nothing else has the keys.
func (c *chat) nextApproval() {
	if c.asking.panel != nil && c.modal == nil {
		c.closeAttached()
		c.modal = c.asking.panel
	}
}

func (c *chat) answer(call string, v overlay.Verdict, note string) {
	a := session.Answer{Call: call, Rule: c.asking.rule, Wide: c.asking.panel.Wide(), Note: note}
	switch v {
	case overlay.Deny:
	case overlay.AllowOnce:
		a.Allow, a.Scope = true, event.ScopeOnce
	case overlay.AllowSession:
		a.Allow, a.Scope = true, event.ScopeSession
	case overlay.AllowProject:
		a.Allow, a.Scope = true, event.ScopeProject
	}
	c.tellSession(a)
	c.asking.panel = nil
	c.closeModal()
}
