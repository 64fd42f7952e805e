package anthropic

import (
	"fmt"
	"strings"
	"testing"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

// BenchmarkStream reads an answer of 1 MB in 20,000 deltas from a server on loopback. The server's work is
// in the figure; it writes one prepared answer.
func BenchmarkStream(b *testing.B) {
	answer := begin + startEvent(0, `{"type":"text","text":""}`) + modeltest.Long(func(_ int, text string) string {
		return eventOf("content_block_delta", `,"index":0,"delta":{"type":"text_delta","text":"`+text+`"}`)
	}) + stopEvent(0) + endEvents("end_turn")
	modeltest.BenchmarkLong(b, newClient(b, wire.Service{BaseURL: serve(b, says(stream, answer))}))
}

// BenchmarkInput reads a call whose input is as long and comes in as many pieces, each with a quote.
func BenchmarkInput(b *testing.B) {
	answer := begin + callStart(0, "a", "write") + modeltest.Long(func(_ int, text string) string {
		return eventOf("content_block_delta", `,"index":0,"delta":{"type":"input_json_delta","partial_json":"\"`+text+`"}`)
	}) + stopEvent(0) + endEvents("tool_use")
	client := newClient(b, wire.Service{BaseURL: serve(b, says(stream, answer))})
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := ask(b.Context(), client); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRounds sends a conversation of 300 rounds of 40 KB, each with all before it.
func BenchmarkRounds(b *testing.B) {
	messages := []model.Message{{Role: model.System, Text: strings.Repeat("You are helpful. ", 300)}, {Role: model.User, Text: "Go."}}
	for i := range 300 {
		id := fmt.Sprint("t1r1c", i)
		messages = append(messages,
			model.Message{Role: model.Assistant, Text: "I read.", Calls: []model.Call{{ID: id, Name: "read", Input: `{"path":"x"}`}}},
			model.Message{Role: model.ToolResults, Results: []model.Result{{ID: id, OK: true, Text: modeltest.Lines(i)}}})
	}
	base := serve(b, says(stream, begin+textEvents(0, "ok")+endEvents("end_turn")))
	req := model.Request{Model: "m", Messages: messages, Tools: []model.Tool{{Name: "read"}}, ThinkingLevel: "high"}
	modeltest.BenchmarkRounds(b, req, func() (*Client, error) { return New(wire.Service{BaseURL: base}) })
}
