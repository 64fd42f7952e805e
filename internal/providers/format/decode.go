package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// ErrCut tells JSON that stops too early from JSON that is wrong.
var ErrCut = errors.New("the JSON of an event is incomplete")

// Decode reads the JSON of an event. The error is [ErrCut] or that of the decoder.
func Decode(raw []byte, into any) error {
	err := json.Unmarshal(raw, into)
	if err != nil && errors.Is(json.NewDecoder(bytes.NewReader(raw)).Decode(new(json.RawMessage)), io.ErrUnexpectedEOF) {
		return ErrCut
	}
	return err
}

// Given tells whether a member is there and not null.
func Given(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// Arguments is the JSON text of a call's input as services send it: as a string, or as the value itself.
type Arguments string

// UnmarshalJSON takes a string, null, or the input as JSON.
func (a *Arguments) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*a = Arguments(text)
		return nil
	}
	*a = Arguments(data)
	return nil
}
