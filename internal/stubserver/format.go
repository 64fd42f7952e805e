package stubserver

import "eidolon/actors/model"

// format is a wire format: how requests are read and answers written.
type format interface {
	// parse reads the body of a request and gives the encoder of its answer. The error is for the
	// client, in words.
	parse(body []byte) (model.Request, encoder, error)
	// refusal is the body of a response that is a failure.
	refusal(model.Error) []byte
}

// encoder writes one answer as events of a stream. What it gives is written at once.
type encoder interface {
	begin() string
	chunk(model.Chunk) string
	fault(model.Error) string
	end(model.End) string
}
