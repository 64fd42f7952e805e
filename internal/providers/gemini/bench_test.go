package gemini

import (
	"fmt"
	"strings"
	"testing"

	"eidolon/actors/model"
	"eidolon/internal/providers/wire"
)

// BenchmarkStream reads an answer of 1 MB in 20,000 deltas from a server on loopback, with a count of
// tokens in each as the service sends it. The server's work is in the figure; it writes one prepared
// answer.
func BenchmarkStream(b *testing.B) {
	for _, test := range []struct{ name, before, after string }{
		{"plain", "", ""},
		{"wrapped", `{"response":`, `,"traceId":"0123456789abcdef"}`},
	} {
		b.Run(test.name, func(b *testing.B) {
			var answer strings.Builder
			for i := range 20_000 {
				text := fmt.Sprintf("delta %05d, and some forty bytes of prose.\\n", i)
				fmt.Fprintf(&answer, `data: %s{"candidates": [{"content": {"parts": [{"text": "%s"}],"role": "model"},"index": 0}],`+
					`"usageMetadata": {"promptTokenCount": 1000,"candidatesTokenCount": %d,"totalTokenCount": %d,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 1000}]},`+
					`"modelVersion": "gemini-2.5-pro","responseId": "abcdefghijklmnop"}%s`+"\r\n\r\n", test.before, text, i, 1000+i, test.after)
			}
			answer.WriteString(finished("STOP"))
			client := newClient(b, wire.Service{BaseURL: serve(b, says(stream, answer.String()))})
			b.ReportAllocs()
			for b.Loop() {
				n := 0
				_, err := client.Stream(b.Context(), model.Request{Model: "m", Messages: []model.Message{{Role: model.User, Text: "go"}}},
					func(c model.Chunk) error {
						if text, ok := c.(model.Text); ok {
							n += len(text.Text)
						}
						return nil
					})
				if err != nil || n < 800_000 {
					b.Fatal(n, err)
				}
			}
		})
	}
}
