package responses

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"eidolon/actors/model"
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
		b.Run(test.name, func(b *testing.B) { stream(b, test.rest) })
	}
}

func stream(b *testing.B, rest func(int) string) {
	b.Helper()
	var answer strings.Builder
	answer.WriteString(statusEvent("created", `,"status":"in_progress"`))
	for i := range 20_000 {
		answer.WriteString("event: response.output_text.delta\ndata: " + `{"type":"response.output_text.delta","content_index":0,"delta":"` +
			fmt.Sprintf("delta %05d, and some forty bytes of prose.\\n", i) + `",` + rest(i) + fmt.Sprintf(`"sequence_number":%d}`, i) + "\n\n")
	}
	answer.WriteString(completed())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, answer.String())
	}))
	defer server.Close()
	client, err := New(wire.Service{BaseURL: server.URL + "/v1"})
	if err != nil {
		b.Fatal(err)
	}
	defer client.Close()
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
}
