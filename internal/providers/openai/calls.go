package openai

import (
	"bytes"
	"encoding/json"
	"slices"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
)

// calls puts the deltas of native calls together: by index, then by id. A call is emitted as it comes
// and closed when the next one begins and its input is complete, else when the answer ends, because
// some services interleave the inputs of several calls.
type calls struct {
	out   *format.Out
	list  []*call
	slots map[int]*call // by the service's index; the newest, for services that give each call index 0
}

// call is one native call on its way.
type call struct {
	index    int // as emitted
	id, name string
	input    []byte
	opened   bool
	closed   bool
}

// take adds a delta.
func (c *calls) take(d *toolCall) error {
	k, err := c.find(d)
	if err != nil {
		return err
	}
	if k.closed {
		if len(bytes.TrimSpace([]byte(d.Function.Arguments))) > 0 {
			return c.out.LateInput()
		}
		return nil
	}
	if k.id == "" {
		k.id = d.ID
	}
	if k.name == "" {
		k.name = d.Function.Name
	}
	news := string(d.Function.Arguments)
	k.input = append(k.input, news...)
	if !k.opened {
		if k.name == "" || (k.id == "" && len(k.input) == 0) {
			return nil // the rest of what opens a call is still to come
		}
		return c.open(k)
	}
	return c.pass(k, news)
}

// find gives the call that a delta belongs to, which may be a new one.
func (c *calls) find(d *toolCall) (*call, error) {
	if d.Index != nil && *d.Index >= 0 {
		index := int(*d.Index)
		k := c.slots[index]
		if k != nil && !k.replacedBy(d) {
			return k, nil
		}
		return c.add(&index)
	}
	if d.ID != "" {
		for _, k := range c.list {
			if k.id == d.ID {
				return k, nil
			}
		}
		return c.add(nil)
	}
	if n := len(c.list); n > 0 && (d.Function.Name == "" || len(c.list[n-1].input) == 0) {
		return c.list[n-1], nil
	}
	return c.add(nil)
}

// replacedBy tells a delta that begins another call at the same index: it has a name, and another id
// or a call before it that is over.
func (k *call) replacedBy(d *toolCall) bool {
	return d.Function.Name != "" && ((d.ID != "" && k.id != "" && d.ID != k.id) || (k.closed && d.ID == ""))
}

// add begins a call. The service's index is kept where it is free, so that calls keep their order.
func (c *calls) add(index *int) (*call, error) {
	n := len(c.list)
	if n == format.MaxCalls {
		return nil, c.out.TooManyCalls()
	}
	if n > 0 {
		if err := c.overtaken(c.list[n-1]); err != nil {
			return nil, err
		}
	}
	k := &call{index: c.free(index)}
	c.list = append(c.list, k)
	if c.slots == nil {
		c.slots = map[int]*call{}
	}
	slot := k.index
	if index != nil {
		slot = *index
	}
	c.slots[slot] = k
	return k, nil
}

// overtaken does to a call what is due when the next one begins: it is closed if its input is
// complete, and else at least opened, so that calls are opened in order.
func (c *calls) overtaken(k *call) error {
	switch {
	case json.Valid(k.input):
		return c.close(k)
	case k.name != "" && !k.opened:
		return c.open(k)
	}
	return nil
}

// free gives the wanted index, or the one after the highest when it is taken or none is wanted.
func (c *calls) free(wanted *int) int {
	next, taken := 0, wanted == nil
	for _, k := range c.list {
		next = max(next, k.index+1)
		taken = taken || k.index == *wanted
	}
	if taken {
		return next
	}
	return *wanted
}

// open emits the beginning of a call and the input that is there.
func (c *calls) open(k *call) error {
	k.opened = true
	id, err := c.out.Open(model.CallOpened{Index: k.index, ID: k.id, Name: k.name})
	if k.id = id; err != nil {
		return err
	}
	return c.pass(k, string(k.input))
}

func (c *calls) pass(k *call, text string) error {
	if text == "" {
		return nil
	}
	return c.out.Send(model.CallInput{Index: k.index, JSON: text}, len(text))
}

func (c *calls) close(k *call) error {
	if k.closed {
		return nil
	}
	if !k.opened {
		if err := c.open(k); err != nil {
			return err
		}
	}
	k.closed = true
	return c.out.Send(model.CallClosed{Index: k.index}, 0)
}

// closeAll closes what is open, in the order of the indexes.
func (c *calls) closeAll() error {
	byIndex := slices.Clone(c.list)
	slices.SortStableFunc(byIndex, func(a, b *call) int { return a.index - b.index })
	for _, k := range byIndex {
		if err := c.close(k); err != nil {
			return err
		}
	}
	return nil
}
