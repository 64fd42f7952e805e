package format

import (
	"fmt"

	"eidolon/actors/model"
)

// MaxCalls bounds what one answer may make us keep track of.
const MaxCalls = 1000

// Open passes the beginning of a call on, and gives the id by which it did: one of ours where the service
// has none, as the results have to name their calls by something.
func (o *Out) Open(c model.CallOpened) (id string, err error) {
	if c.ID == "" {
		c.ID = fmt.Sprintf("call_%d", c.Index)
	}
	return c.ID, o.Send(c, len(c.ID)+len(c.Name)+len(c.Signature))
}

// TooManyCalls is the failure of an answer with more than [MaxCalls].
func (o *Out) TooManyCalls() error {
	return o.guard.BadAnswer(fmt.Sprintf("more than %d tool calls at once", MaxCalls))
}

// LateInput is the failure of an answer that goes on with a call after its end.
func (o *Out) LateInput() error {
	return o.guard.BadAnswer("more input for a tool call that was complete")
}
