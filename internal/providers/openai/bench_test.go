package openai

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	openai "github.com/sashabaranov/go-openai"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// BenchmarkStream reads an answer of 1 MB in 20,000 deltas from a server on loopback. The server's
// work is in the figure; it writes one prepared answer.
func BenchmarkStream(b *testing.B) {
	answer := modeltest.Long(func(_ int, text string) string {
		return event(`{"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"` +
			text + `"},"finish_reason":null}]}`)
	}) + event(`{"id":"c1","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`) + done
	modeltest.BenchmarkLong(b, newClient(b, wire.Service{BaseURL: serve(b, says(stream, answer))}))
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
			model.Message{Role: model.ToolResults, Text: modeltest.Lines(i)})
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
	base := serve(b, says(stream, event(`{"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}`)+done))
	modeltest.BenchmarkRounds(b, model.Request{Model: "m", Messages: longConversation(300)}, func() (*Client, error) {
		return New(wire.Service{BaseURL: base})
	})
}
