package view

import (
	"encoding/json"
	"time"

	"eidolon/actors/event"
)

type callState uint8

const (
	callWriting callState = iota // the model writes it
	callQueued
	callRunning
	callEnded
)

// call is a call of a tool.
type call struct {
	key, name string
	state     callState
	since     time.Time // the state
	input     json.RawMessage
	source    event.Source
	asked     bool
	decision  *event.Decision
	outside   *event.Decision // whether it runs a second time, outside the sandbox
	result    *event.ToolResult

	live   live    // the long text that is being written
	output *output // of the running command
	drawn  *Item   // as it is for good
	dyed   bool    // colours for its difference were asked for
}

// outcome is a result's envelope as far as any card shows it.
type outcome struct {
	Data  map[string]json.RawMessage
	Error struct{ Code, Message string }
}

// text gives a field of the data that is a text.
func (o *outcome) text(field string) string {
	var s string
	_ = json.Unmarshal(o.Data[field], &s) // another tool may have another type there
	return s
}

// number gives a field of the data that is a number.
func (o *outcome) number(field string) (int, bool) {
	var n int
	err := json.Unmarshal(o.Data[field], &n)
	return n, err == nil && o.Data[field] != nil
}

// flag gives a field of the data that is true or false.
func (o *outcome) flag(field string) bool {
	var b bool
	_ = json.Unmarshal(o.Data[field], &b)
	return b
}

// onOpened begins a call that the model writes.
func (m *Model) onOpened(e event.Envelope, ev event.CallOpened) {
	if m.turn.calls[ev.Call] == nil {
		m.endThought(e)
		m.talks("writing")
		m.turn.calls[ev.Call] = m.add(e, &call{key: ev.Call, name: ev.Name, input: ev.Input, since: e.Time})
	}
}

func (m *Model) onInput(ev event.CallInput) {
	m.change(ev.Call, func(c *call) {
		if c.state == callWriting {
			c.live.add(ev.Offset, ev.Text)
		}
	})
}

// onUse is the call as it is complete.
func (m *Model) onUse(e event.Envelope, ev event.ToolUse) {
	if ev.Source != event.SourceUser {
		switch ev.Source {
		case event.SourceXNL, event.SourceNative:
			m.native = ev.Source == event.SourceNative
		case event.SourceForeign:
			m.readForeign()
		case event.SourceUser: // not here
		}
		m.said(e, ev.TextBefore, false)
		m.turn.script.inItem = false
		m.endTexts()
	}
	if m.turn.calls[ev.Call] == nil {
		m.turn.calls[ev.Call] = m.add(e, &call{key: ev.Call})
	}
	m.change(ev.Call, func(c *call) {
		c.name, c.input, c.source = ev.Name, ev.Input, ev.Source
		if ev.Inner != nil {
			c.input = ev.Inner
		}
		if c.state == callWriting {
			c.state, c.since = callQueued, e.Time
		}
		c.live = live{}
	})
}

func (m *Model) onResult(e event.Envelope, r event.ToolResult) {
	m.settle(r.Call)
	if r.Spent != nil {
		m.turn.spent.addCall(r)
		m.status.All.addCall(r)
	}
	m.change(r.Call, func(c *call) {
		c.result, c.state, c.since = &r, callEnded, e.Time
		c.output = nil
	})
}

// change changes a call of this turn.
func (m *Model) change(key string, f func(*call)) {
	en := m.turn.calls[key]
	if en == nil {
		return
	}
	c := en.body.(*call)
	f(c)
	m.touch(en)
}

func (c *call) start(at time.Time) {
	if c.result == nil {
		c.state, c.since = callRunning, at
		c.output = nil // what it printed comes again with it
	}
}

// print takes output of the running call.
func (c *call) print(text string) {
	if c.result != nil {
		return
	}
	if c.output == nil {
		c.output = &output{limit: 1000}
	}
	c.output.add(text)
}
