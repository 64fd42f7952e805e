package stubserver

import (
	"net/http"
	"strings"

	"eidolon/actors/model"
)

// format is a wire format: how requests are read and answers written.
type format interface {
	// parse reads a request, whose body was read already, and gives the encoder of its answer. The error is for the
	// client, in words.
	parse(r *http.Request, body []byte) (model.Request, encoder, error)
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

// formats are the wire formats by the end of the path that requests of theirs are sent to.
var formats = []struct {
	path   string
	format format
}{
	{"/chat/completions", chat{}},
	{"/responses", responses{}},
	{"/messages", messages{}},
	{geminiPath, gemini{}},
}

// formatAt gives the format that is spoken at a path, and whether there is one.
func formatAt(path string) (format, bool) {
	for _, f := range formats {
		if strings.HasSuffix(path, f.path) {
			return f.format, true
		}
	}
	return chat{}, false // for the words of the failure
}
