package gemini

import (
	"fmt"
	"testing"

	"eidolon/actors/model/modeltest"
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
			answer := modeltest.Long(func(n int, text string) string {
				return sse(fmt.Sprintf(`%s{"candidates": [{"content": {"parts": [{"text": "%s"}],"role": "model"},"index": 0}],`+
					`"usageMetadata": {"promptTokenCount": 1000,"candidatesTokenCount": %d,"totalTokenCount": %d,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 1000}]},`+
					`"modelVersion": "gemini-2.5-pro","responseId": "abcdefghijklmnop"}%s`, test.before, text, n, 1000+n, test.after))
			}) + finished("STOP")
			modeltest.BenchmarkLong(b, newClient(b, wire.Service{BaseURL: serve(b, says(stream, answer))}))
		})
	}
}
