package app

import (
	"context"
	"encoding/json"

	"eidolon/actors/model"
	"eidolon/actors/stubmodel"
	"eidolon/internal/providers/wire"
)

// tapClient lets a tap see what a scripted model is asked and says. It is not reached over a wire, so this
// is what would be on one, in no service's format.
func tapClient(c model.Client, tap wire.Tap) model.Client {
	if tap == nil {
		return c
	}
	return tappedClient{c, tap}
}

type tappedClient struct {
	model.Client
	tap wire.Tap
}

// Stream implements model.Client.
func (c tappedClient) Stream(ctx context.Context, req model.Request, emit func(model.Chunk) error) (end model.End, err error) {
	see := c.tap()
	defer func() { see(wire.Over{Err: err}) }()
	body, err := stubmodel.RequestJSON(req)
	if err != nil {
		return end, err
	}
	see(wire.Sent{Body: body})
	return c.Client.Stream(ctx, req, func(chunk model.Chunk) error {
		data, _ := json.Marshal(said(chunk)) // texts and numbers always have a JSON form
		see(wire.Event{Data: data})
		return emit(chunk)
	})
}

// said names a chunk and what is in it.
func said(chunk model.Chunk) map[string]any {
	switch c := chunk.(type) {
	case model.Text:
		return map[string]any{"type": "text", "text": c.Text}
	case model.Reasoning:
		return map[string]any{"type": "reasoning", "text": c.Text, "signature": c.Signature}
	case model.CallOpened:
		return map[string]any{"type": "call_opened", "index": c.Index, "id": c.ID, "name": c.Name}
	case model.CallInput:
		return map[string]any{"type": "call_input", "index": c.Index, "json": c.JSON}
	case model.CallClosed:
		return map[string]any{"type": "call_closed", "index": c.Index}
	case model.Usage:
		return map[string]any{"type": "usage", "input_tokens": c.Input, "output_tokens": c.Output, "cached_tokens": c.Cached}
	}
	return nil
}
