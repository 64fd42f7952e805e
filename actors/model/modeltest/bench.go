package modeltest

import (
	"fmt"
	"strings"
	"testing"

	"eidolon/actors/model"
)

// deltas is how many pieces the answer of [Long] has.
const deltas = 20_000

// Long is an answer of 1 MB in 20,000 deltas, each written by delta. The text of a delta is ready to stand
// in a string of JSON.
func Long(delta func(n int, text string) string) string {
	var b strings.Builder
	for n := range deltas {
		b.WriteString(delta(n, fmt.Sprintf("delta %05d, and some forty bytes of prose.\\n", n)))
	}
	return b.String()
}

// BenchmarkLong reads the answer of a server that says [Long].
func BenchmarkLong(b *testing.B, client model.Client) {
	b.Helper()
	req := model.Request{Model: "m", Messages: []model.Message{{Role: model.User, Text: "go"}}}
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		_, err := client.Stream(b.Context(), req, func(c model.Chunk) error {
			if text, ok := c.(model.Text); ok {
				n += len(text.Text)
			}
			return nil
		})
		if err != nil || n < 40*deltas {
			b.Fatal(n, err)
		}
	}
}

// BenchmarkRounds sends a conversation as it grew, two messages a round, each time with all before them.
// The client of each time is a new one, which has no history yet.
func BenchmarkRounds[C interface {
	model.Client
	Close()
}](b *testing.B, req model.Request, of func() (C, error)) {
	b.Helper()
	messages := req.Messages
	b.ReportAllocs()
	for b.Loop() {
		client, err := of()
		if err != nil {
			b.Fatal(err)
		}
		for n := 2; n <= len(messages); n += 2 {
			req.Messages = messages[:n]
			if _, err := client.Stream(b.Context(), req, func(model.Chunk) error { return nil }); err != nil {
				b.Fatal(err)
			}
		}
		client.Close()
	}
}

// Lines is a result of a tool of 40 KB, with what JSON has to escape.
func Lines(n int) string {
	return strings.Repeat(fmt.Sprintf("line %d of a file, with \"quotes\"\n\tand a <tag>.\n", n), 900)
}
