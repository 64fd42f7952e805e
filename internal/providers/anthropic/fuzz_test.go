package anthropic

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go/packages/respjson"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

// reading gives the chunks of a stream, and whether its answer is complete.
func reading(tb testing.TB, client *Client, events []wire.Event) (chunks []model.Chunk, complete bool) {
	tb.Helper()
	guard, _ := client.transport.Begin(tb.Context(), model.Request{Model: "m"})
	defer guard.Close()
	a := newAnswer("m", func(c model.Chunk) error {
		chunks = append(chunks, c)
		return nil
	}, guard)
	for _, e := range events {
		if a.take(e) != nil {
			return chunks, false
		}
		if a.stopped {
			break
		}
	}
	return chunks, a.closeAll() == nil && (a.stopped || a.end.Reason != "")
}

// eventsOf gives the events of a stream.
func eventsOf(stream []byte) []wire.Event {
	var out []wire.Event
	events := wire.NewEvents(bytes.NewReader(stream), 1<<20)
	for {
		e, err := events.Next()
		if err != nil {
			return out
		}
		out = append(out, wire.Event{Name: e.Name, Data: bytes.Clone(e.Data)})
	}
}

// doubled repeats the beginning and the end of every call.
func doubled(events []wire.Event) []wire.Event {
	var out []wire.Event
	for _, e := range events {
		out = append(out, e)
		d, err := decode(bytes.TrimSpace(e.Data))
		if err == nil && (d.Type == blockStop || (d.Type == blockStart && d.ContentBlock.Type == "tool_use" && d.ContentBlock.ID != "")) {
			out = append(out, e)
		}
	}
	return out
}

// FuzzAnswer shows that no stream makes the reader fail, that every call is opened and closed once, and
// that events which come twice change nothing.
func FuzzAnswer(f *testing.F) {
	// Short ones: the fuzzer first tries to shorten what it finds, which takes the square of the length.
	for _, sample := range []string{
		`data:{"type":"content_block_delta","delta":{"type":"text_delta","text":"a"}}`,
		`data:{"type":"content_block_delta","delta":{"type":"thinking_delta","thinking":"a"}}`,
		`data:{"type":"content_block_delta","delta":{"type":"signature_delta","signature":"a"}}`,
		`data:{"type":"content_block_start","content_block":{"type":"thinking"}}` + "\n" + `data:{"type":"content_block_stop"}`,
		`data:{"type":"content_block_start","content_block":{"type":"redacted_thinking","data":"D"}}`,
		`data:{"type":"content_block_start","content_block":{"type":"tool_use","id":"a","name":"b"}}`,
		`data:{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","input":{"a":1}}}`,
		`data:{"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"{"}}`,
		`data:{"type":"content_block_stop","index":-1}`,
		`data:{"type":"message_start","message":{"model":"m","usage":{"input_tokens":1}}}`,
		`data:{"type":"message_delta","delta":{"stop_reason":"refusal"},"usage":{"output_tokens":1}}`,
		`data:{"type":"message_stop"}`,
		"event:error\ndata:{}\n",
		`{"type":"message","content":[{"type":"tool_use","id":"a","input":[]}],"stop_reason":"b"}`,
	} {
		f.Add([]byte(sample))
	}
	client, err := New(wire.Service{BaseURL: "http://127.0.0.1:1"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		events := eventsOf(data)
		chunks, complete := reading(t, client, events)
		checkCalls(t, chunks, complete)
		again, same := reading(t, client, doubled(events))
		if !slices.Equal(chunks, again) || same != complete {
			t.Errorf("complete %v: %v\nwith doubled events %v: %v", complete, chunks, same, again)
		}
		guard, _ := client.transport.Begin(t.Context(), model.Request{Model: "m"})
		defer guard.Close()
		var whole []model.Chunk
		a := newAnswer("m", func(c model.Chunk) error {
			whole = append(whole, c)
			return nil
		}, guard)
		err := a.takeWhole(data)
		checkCalls(t, whole, err == nil)
	})
}

// checkCalls checks that calls are opened, filled and closed in this order, each once.
func checkCalls(t *testing.T, chunks []model.Chunk, complete bool) {
	t.Helper()
	calls := modeltest.Calls{}
	for _, c := range chunks {
		calls.Take(t, c)
	}
	if complete {
		calls.Complete(t)
	}
}

// FuzzFrame learns from one event and shows that every other event that matches is read as the decoder
// reads it.
func FuzzFrame(f *testing.F) {
	for _, sample := range []string{
		`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"a"}}`,
		`{"type":"content_block_delta","index":7,"delta":{"type":"input_json_delta","partial_json":"a"}}`,
		`{"delta":{"thinking":"x","text":"a","type":"text_delta"},"type":"content_block_delta"}`,
		`{"delta":{"text":"a","text":"b","type":"text_delta"},"type":"content_block_delta"}`,
		`{"text":"a","delta":{"text":"b","type":"text_delta"},"type":"content_block_delta"}`,
		`{"delta":{"text":"a","type":"thinking_delta"},"type":"content_block_delta"}`,
	} {
		f.Add([]byte(sample), []byte(strings.Replace(sample, `"a"`, `"b\""`, 1)), `"},{"`)
	}
	client, err := New(wire.Service{BaseURL: "http://127.0.0.1:1"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, sample, other []byte, content string) {
		guard, _ := client.transport.Begin(t.Context(), model.Request{Model: "m"})
		defer guard.Close()
		a := newAnswer("m", func(model.Chunk) error { return nil }, guard)
		_ = a.take(wire.Event{Data: sample}) // learns from what can be read
		for _, raw := range [][]byte{sample, other, bytes.Replace(sample, []byte("a"), []byte(content), 1)} {
			got, key, ok := a.frame.Match(raw)
			if !ok {
				continue
			}
			e, err := decode(bytes.TrimSpace(raw))
			field := []respjson.Field{e.Delta.JSON.Text, e.Delta.JSON.Thinking, e.Delta.JSON.PartialJSON}[key]
			want, unread := words(field)
			if err != nil || unread != nil || e.Type != blockDelta || e.Index != a.framed ||
				e.Delta.Type != []string{textDelta, thinkingDelta, inputDelta}[key] || got != want {
				t.Errorf("%s: %q by its frame, %s decoded, %v, %v", raw, got, e.RawJSON(), err, unread)
			}
		}
	})
}
