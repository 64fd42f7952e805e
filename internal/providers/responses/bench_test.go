package responses

import (
	"fmt"
	"testing"

	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

// BenchmarkStream reads an answer of 1 MB in 20,000 deltas from a server on loopback, as services write
// them: with what only OpenAI adds, and without. The server's work is in the figure; it writes one
// prepared answer.
func BenchmarkStream(b *testing.B) {
	for _, test := range []struct {
		name string
		rest func(n int) string // what stands between the text and the number of an event
	}{
		{"plain", func(int) string { return `"item_id":"msg_1","output_index":0,` }},
		{"padded", func(n int) string {
			return `"item_id":"msg_1","logprobs":[],"obfuscation":"` + "qYVhP8bJ2TabcdefX"[:n%17] + `","output_index":0,`
		}},
	} {
		b.Run(test.name, func(b *testing.B) {
			answer := statusEvent("created", `,"status":"in_progress"`) + modeltest.Long(func(n int, text string) string {
				return sse("response.output_text.delta", fmt.Sprintf(`,"content_index":0,"delta":"%s",%s"sequence_number":%d`, text, test.rest(n), n))
			}) + completed()
			modeltest.BenchmarkLong(b, newClient(b, wire.Service{BaseURL: serve(b, says(eventStream, answer))}))
		})
	}
}
