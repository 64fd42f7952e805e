package responses

import (
	"fmt"
	"strings"
	"testing"

	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

// BenchmarkStream reads an answer of 1 MB in 20,000 deltas from a server on loopback, as services write
// them: with what only OpenAI adds, without, and with the whole text four times more in the end. The
// server's work is in the figure; it writes one prepared answer.
func BenchmarkStream(b *testing.B) {
	for _, test := range []struct {
		name string
		rest func(n int) string // what stands between the text and the number of an event
		ends func(text string) string
	}{
		{name: "plain", rest: bare},
		{name: "padded", rest: func(n int) string {
			return `"item_id":"msg_1","logprobs":[],"obfuscation":"` + "qYVhP8bJ2TabcdefX"[:n%17] + `","output_index":0,`
		}},
		{name: "with its ends", rest: bare, ends: func(text string) string {
			part := `{"type":"output_text","annotations":[],"text":"` + text + `"}`
			message := `{"id":"msg_1","type":"message","role":"assistant","content":[` + part + `]}`
			return sse("response.output_text.done", `,"item_id":"msg_1","output_index":0,"content_index":0,"text":"`+text+`"`) +
				sse("response.content_part.done", `,"item_id":"msg_1","output_index":0,"content_index":0,"part":`+part) +
				itemDone(0, message) +
				sse("response.completed", `,"response":{"object":"response","status":"completed","output":[`+message+`]}`)
		}},
	} {
		b.Run(test.name, func(b *testing.B) {
			var whole strings.Builder
			answer := statusEvent("created", `,"status":"in_progress"`) + modeltest.Long(func(n int, text string) string {
				whole.WriteString(text)
				return sse("response.output_text.delta", fmt.Sprintf(`,"content_index":0,"delta":"%s",%s"sequence_number":%d`, text, test.rest(n), n))
			})
			if test.ends != nil {
				answer += test.ends(whole.String())
			}
			modeltest.BenchmarkLong(b, newClient(b, wire.Service{BaseURL: serve(b, says(eventStream, answer+completed()))}))
		})
	}
}

func bare(int) string { return `"item_id":"msg_1","output_index":0,` }
