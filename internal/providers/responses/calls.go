package responses

import (
	"slices"
	"strings"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
)

// calls passes native calls on: each is opened when its item begins, and closed when its input is
// complete.
type calls struct {
	out  *format.Out
	list []*call // in the order in which they began; the index in it is the one that is emitted
}

// call is one native call on its way.
type call struct {
	index        int
	output       *int // see [event.Output]
	item         string
	id, name     string
	input        said
	opened, over bool
}

// find gives the call that an event is about, or nil.
func (c *calls) find(output *int, item string) *call {
	for _, k := range slices.Backward(c.list) {
		if output != nil && k.output != nil {
			if *output == *k.output {
				return k
			}
			continue
		}
		if item != "" && (item == k.item || item == k.id) {
			return k
		}
	}
	if n := len(c.list); n > 0 && output == nil && !c.list[n-1].over {
		return c.list[n-1]
	}
	return nil
}

// begin gives the call of an item, opened if there is a name to open it by.
func (c *calls) begin(output *int, it *item) (*call, error) {
	k := c.known(output, it)
	if k == nil {
		if len(c.list) == format.MaxCalls {
			return nil, c.out.TooManyCalls()
		}
		k = &call{index: len(c.list), output: output, item: it.ID, id: it.CallID}
		c.list = append(c.list, k)
	}
	if k.opened || it.Name == "" {
		return k, nil
	}
	k.name = it.Name
	return k, c.open(k)
}

// known gives the call that an item repeats, or nil.
func (c *calls) known(output *int, it *item) *call {
	for _, k := range slices.Backward(c.list) {
		if k.id != it.CallID {
			continue
		}
		if output != nil && k.output != nil {
			if *output == *k.output {
				return k
			}
			continue
		}
		if it.ID == k.item {
			return k
		}
	}
	return nil
}

// open emits the beginning of a call.
func (c *calls) open(k *call) error {
	k.opened = true
	id, err := c.out.Open(model.CallOpened{Index: k.index, ID: k.id, Name: k.name})
	k.id = id
	return err
}

// add takes a piece of input. What comes before the name is left: it comes again with the end.
func (c *calls) add(k *call, text string) error {
	switch {
	case k.over && strings.TrimSpace(text) != "":
		return c.out.LateInput()
	case k.over, !k.opened, text == "":
		return nil
	}
	k.input.add(text)
	return c.out.Send(model.CallInput{Index: k.index, JSON: text}, len(text))
}

// done takes the end of a call with its whole input. An end that comes again says nothing.
func (c *calls) done(k *call, whole string) error {
	if k == nil || k.over {
		return nil
	}
	if !k.opened {
		return nil // the name comes with the item
	}
	if err := c.add(k, k.input.rest(whole)); err != nil {
		return err
	}
	return c.close(k)
}

func (c *calls) close(k *call) error {
	if k.over {
		return nil
	}
	if !k.opened {
		if err := c.open(k); err != nil {
			return err
		}
	}
	k.over = true
	return c.out.Send(model.CallClosed{Index: k.index}, 0)
}

// closeAll closes what is open, in order.
func (c *calls) closeAll() error {
	for _, k := range c.list {
		if err := c.close(k); err != nil {
			return err
		}
	}
	return nil
}
