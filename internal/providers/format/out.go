package format

import (
	"eidolon/actors/model"
	"eidolon/internal/providers/wire"
)

// Out passes the chunks of one answer on and counts what they hold.
type Out struct {
	emit  func(model.Chunk) error
	guard *wire.Exchange
	limit int // bytes that the answer may have
	left  int // those of them that it may still have
}

// NewOut makes the way out for the answer of an exchange.
func NewOut(emit func(model.Chunk) error, guard *wire.Exchange) *Out {
	limit := guard.MaxAnswer()
	return &Out{emit: emit, guard: guard, limit: limit, left: limit}
}

// Send passes a chunk of so many bytes on.
func (o *Out) Send(c model.Chunk, size int) error {
	if err := o.Hold(size); err != nil {
		return err
	}
	return o.emit(c)
}

// Hold counts bytes that are kept for a chunk to come, which is then sent with none.
func (o *Out) Hold(size int) error {
	if o.left -= size; o.left < 0 {
		return o.guard.AnswerTooLong(o.limit)
	}
	return nil
}
