package anthropic

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/respjson"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// maxBlocks bounds what one answer may make us keep track of.
const maxBlocks = 1000

// blocks follows the blocks of an answer: texts, thoughts, calls, and what the service does by itself,
// such as searching, of which we take only what the model says about it.
type blocks struct {
	out   *format.Out
	guard *wire.Exchange
	asked string
	open  map[int64]*open // by the service's index; calls stay when they are over
	calls int
	mind  strings.Builder // what was thought since the last proof
}

// open is a block that has begun.
type open struct {
	kind  string
	id    string          // of a call
	call  int             // its index as emitted
	first json.RawMessage // input that came with its beginning
	grown bool            // more of the input has come
	over  bool
	copy  bool            // the same call once more: nothing of it counts
	sign  strings.Builder // of a thought: what the service wants back
}

// say emits text or thoughts. They are taken whatever their block, so that nothing of an answer is
// lost by the order of events.
func (b *blocks) say(text string, thinks bool) error {
	switch {
	case text == "":
		return nil
	case thinks:
		b.mind.WriteString(text)
		return b.out.Send(model.Reasoning{Text: text}, len(text))
	}
	return b.out.Send(model.Text{Text: text}, len(text))
}

// read emits text or thoughts of an event.
func (b *blocks) read(f respjson.Field, thinks bool) error {
	text, err := words(f)
	if err != nil {
		return b.foreign()
	}
	return b.say(text, thinks)
}

// foreign is the failure of an answer that cannot be read.
func (b *blocks) foreign() error { return b.guard.BadAnswer("a stream of another format") }

// start begins a block. One that is open under the index is over by that. A call that begins again
// under its index with its id is the same call.
func (b *blocks) start(index int64, c *sdk.ContentBlockUnion) error {
	if was := b.open[index]; was != nil {
		if was.kind == toolUse && c.Type == toolUse && was.id == c.ID && c.ID != "" {
			was.copy = was.copy || was.over
			return nil
		}
		if err := b.stop(index); err != nil {
			return err
		}
	}
	if len(b.open) >= maxBlocks {
		return b.guard.BadAnswer(fmt.Sprintf("more than %d blocks at once", maxBlocks))
	}
	now := &open{kind: c.Type, id: c.ID, first: c.Input}
	b.open[index] = now
	switch c.Type {
	case toolUse:
		return b.openCall(now, c)
	case saidText:
		return b.read(c.JSON.Text, false)
	case thought, redacted:
		if err := b.hold(now, c.Signature+c.Data); err != nil {
			return err
		}
		return b.read(c.JSON.Thinking, true)
	}
	return nil
}

// openCall emits the beginning of a call.
func (b *blocks) openCall(now *open, c *sdk.ContentBlockUnion) error {
	now.call = b.calls
	b.calls++
	_, err := b.out.Open(model.CallOpened{Index: now.call, ID: c.ID, Name: c.Name})
	return err
}

// grow takes what is new in a block.
func (b *blocks) grow(index int64, d *sdk.MessageStreamEventUnionDelta) error {
	switch d.Type {
	case textDelta:
		return b.read(d.JSON.Text, false)
	case thinkingDelta:
		return b.read(d.JSON.Thinking, true)
	case signatureDelta:
		if now := b.open[index]; now != nil && now.kind == thought && !now.over {
			return b.hold(now, d.Signature)
		}
	case inputDelta:
		piece, err := words(d.JSON.PartialJSON)
		if err != nil {
			return b.foreign()
		}
		return b.growCall(index, piece)
	}
	return nil
}

// hold keeps a piece of a proof until its block ends.
func (b *blocks) hold(now *open, piece string) error {
	now.sign.WriteString(piece)
	return b.out.Hold(len(piece))
}

// growCall emits a piece of a call's input.
func (b *blocks) growCall(index int64, piece string) error {
	now := b.open[index]
	switch {
	case piece == "", now == nil, now.kind != toolUse, now.copy:
		return nil
	case now.over && blank(piece):
		return nil
	case now.over:
		return b.out.LateInput()
	}
	now.grown = true
	return b.out.Send(model.CallInput{Index: now.call, JSON: piece}, len(piece))
}

// stop ends a block, once.
func (b *blocks) stop(index int64) error {
	now := b.open[index]
	if now == nil || now.over {
		return nil
	}
	now.over = true
	if now.kind != toolUse {
		delete(b.open, index)
	}
	switch {
	case now.kind == toolUse:
		return b.closeCall(now)
	case (now.kind == thought || now.kind == redacted) && now.sign.Len() > 0:
		sign := proof(now.kind, b.asked, b.mind.String(), now.sign.String())
		b.mind.Reset()
		return b.out.Send(model.Reasoning{Signature: sign}, 0)
	}
	return nil
}

// closeCall ends a call. Some servers give the input with its beginning, and an empty one stands for
// input that is still to come.
func (b *blocks) closeCall(now *open) error {
	if first := strings.TrimSpace(string(now.first)); !now.grown && first != "" && first != "{}" && first != "null" {
		if err := b.out.Send(model.CallInput{Index: now.call, JSON: first}, len(first)); err != nil {
			return err
		}
	}
	return b.out.Send(model.CallClosed{Index: now.call}, 0)
}

// closeAll ends what is open, in order.
func (b *blocks) closeAll() error {
	for _, index := range slices.Sorted(maps.Keys(b.open)) {
		if err := b.stop(index); err != nil {
			return err
		}
	}
	return nil
}

// whole takes a block that is all there.
func (b *blocks) whole(index int64, c *sdk.ContentBlockUnion) error {
	if err := b.start(index, c); err != nil {
		return err
	}
	return b.stop(index)
}
