package anthropic

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

// longText is an answer of 1 MB in 20,000 deltas.
func longText() string {
	var b strings.Builder
	b.WriteString(begin + startEvent(0, `{"type":"text","text":""}`))
	for i := range 20_000 {
		b.WriteString("event: content_block_delta\n" + `data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"` +
			fmt.Sprintf("delta %05d, and some forty bytes of prose.\\n", i) + `"}}` + "\n\n")
	}
	b.WriteString(stopEvent(0) + endEvents("end_turn"))
	return b.String()
}

// BenchmarkStream reads the answer from a server on loopback. The server's work is in the figure; it
// writes one prepared answer.
func BenchmarkStream(b *testing.B) {
	answer := longText()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, answer)
	}))
	defer server.Close()
	client, err := New(wire.Service{BaseURL: server.URL})
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

// BenchmarkRounds sends a conversation of 300 rounds of 40 KB, each with all before it.
func BenchmarkRounds(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, begin+textEvents(0, "ok")+endEvents("end_turn"))
	}))
	defer server.Close()
	messages := []model.Message{{Role: model.System, Text: strings.Repeat("You are helpful. ", 300)}, {Role: model.User, Text: "Go."}}
	for i := range 300 {
		id := fmt.Sprint("t1r1c", i)
		messages = append(messages,
			model.Message{Role: model.Assistant, Text: "I read.", Calls: []model.Call{{ID: id, Name: "read", Input: `{"path":"x"}`}}},
			model.Message{Role: model.ToolResults, Results: []model.Result{{ID: id, OK: true, Text: strings.Repeat(fmt.Sprintf("line %d of a file, with \"quotes\"\n\tand a <tag>.\n", i), 900)}}})
	}
	tools := []model.Tool{{Name: "read"}}
	b.ReportAllocs()
	for b.Loop() {
		client, err := New(wire.Service{BaseURL: server.URL})
		if err != nil {
			b.Fatal(err)
		}
		for n := 2; n <= len(messages); n += 2 {
			req := model.Request{Model: "m", Messages: messages[:n], Tools: tools, ThinkingLevel: "high"}
			if _, err := client.Stream(b.Context(), req, func(model.Chunk) error { return nil }); err != nil {
				b.Fatal(err)
			}
		}
		client.Close()
	}
}
