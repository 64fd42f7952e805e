package openai

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	openai "github.com/sashabaranov/go-openai"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// BenchmarkStream reads an answer of 1 MB in 20,000 deltas from a server on loopback. The server's
// work is in the figure; it writes one prepared answer.
func BenchmarkStream(b *testing.B) {
	var answer strings.Builder
	for i := range 20_000 {
		text := fmt.Sprintf("delta %05d, and some forty bytes of prose.\\n", i)
		answer.WriteString(`data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"` +
			text + `"},"finish_reason":null}]}` + "\n\n")
	}
	answer.WriteString(`data: {"id":"c1","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` +
		"\n\ndata: [DONE]\n\n")
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

// longConversation has rounds of one short answer and 40 KB of results.
func longConversation(rounds int) []model.Message {
	messages := []model.Message{
		{Role: model.System, Text: strings.Repeat("You are helpful. ", 300)},
		{Role: model.User, Text: "Go."},
	}
	for i := range rounds {
		messages = append(messages,
			model.Message{Role: model.Assistant, Text: fmt.Sprintf("<tool_call id=\"c%d\" #>read(\"x\")</#>", i)},
			model.Message{Role: model.ToolResults, Text: strings.Repeat(fmt.Sprintf("line %d of a file, with \"quotes\"\n\tand a <tag>.\n", i), 900)})
	}
	return messages
}

// BenchmarkEncode compares ways to bring the messages of round 300, 12 MB, into JSON. Of the three,
// the library's and the plain one do all of it again in every round.
func BenchmarkEncode(b *testing.B) {
	encode := messages{}.encode
	messages := longConversation(300)
	b.Run("library", func(b *testing.B) {
		var list []openai.ChatCompletionMessage
		for _, m := range messages {
			list = append(list, openai.ChatCompletionMessage{Role: string(m.Role), Content: m.Text})
		}
		for b.Loop() {
			if _, err := json.Marshal(openai.ChatCompletionRequest{Messages: list}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("plain", func(b *testing.B) {
		var list []message
		for i := range messages {
			list = append(list, message{Role: string(messages[i].Role), Content: messages[i].Text})
		}
		for b.Loop() {
			if _, err := json.Marshal(list); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("kept", func(b *testing.B) {
		histories := format.NewHistories(encode)
		for b.Loop() {
			h := histories.Take(messages)
			for _, now := range [][]model.Message{messages[:len(messages)-2], messages} {
				if err := h.Extend(now); err != nil {
					b.Fatal(err)
				}
			}
			histories.Keep(h)
		}
	})
}

// BenchmarkRounds sends a conversation of 300 rounds of 40 KB, each with all before it.
func BenchmarkRounds(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, `data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n")
	}))
	defer server.Close()
	messages := longConversation(300)
	nothing := func(model.Chunk) error { return nil }
	b.ReportAllocs()
	for b.Loop() {
		client, err := New(wire.Service{BaseURL: server.URL})
		if err != nil {
			b.Fatal(err)
		}
		for n := 2; n <= len(messages); n += 2 {
			if _, err := client.Stream(b.Context(), model.Request{Model: "m", Messages: messages[:n]}, nothing); err != nil {
				b.Fatal(err)
			}
		}
		client.Close()
	}
}
