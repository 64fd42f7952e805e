package responses

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// newTestAnswer gives an answer that passes its chunks to emit, without a server.
func newTestAnswer(tb testing.TB, emit func(model.Chunk) error) *answer {
	tb.Helper()
	transport, err := wire.NewTransport(wire.Service{}, &url.URL{Host: "h"})
	if err != nil {
		tb.Fatal(err)
	}
	guard, _ := transport.Begin(tb.Context(), model.Request{})
	tb.Cleanup(guard.Close)
	return newAnswer(emit, guard, "h")
}

// TestFrame shows which events are recognised by the one before.
func TestFrame(t *testing.T) {
	const first = `{"type":"response.output_text.delta","content_index":0,"delta":"first","item_id":"msg_1","logprobs":[],"obfuscation":"abc","output_index":0,"sequence_number":4}`
	a := newTestAnswer(t, func(model.Chunk) error { return nil })
	if err := a.take([]byte(first)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, old, now string
		fits           bool
	}{
		{"the same", "", "", true},
		{"text", "first", `a \"b\" \\`, true},
		{"number", ":4}", ":123456}", true},
		{"padding", "abc", "", true},
		{"number of another form", ":4}", ":04}", false},
		{"negative number", ":4}", ":-4}", false},
		{"no number", ":4}", ":}", false},
		{"padding with an escape", "abc", `a\"c`, false},
		{"padding is over early", "abc", `a","delta":"x`, false},
		{"text is over early", "first", `a","delta":"x`, false},
		{"other item", "msg_1", "msg_2", false},
		{"other type", "output_text", "refusal", false},
		{"odds", `"logprobs":[]`, `"logprobs":[{}]`, false},
		{"more behind", ":4}", ":4}}", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			raw := strings.Replace(first, test.old, test.now, 1)
			if _, _, fits := a.frame.Match([]byte(raw)); fits != test.fits {
				t.Errorf("fits: %v", fits)
			}
		})
	}
}

// FuzzFrame shows that an event that fits the frame of another is read as without it.
func FuzzFrame(f *testing.F) {
	for _, sample := range []string{
		`{"type":"response.output_text.delta","content_index":0,"delta":"a","item_id":"m","obfuscation":"a","output_index":0,"sequence_number":4}`,
		`{"sequence_number":4,"type":"response.reasoning_summary_text.delta","delta":"a","summary_index":1}`,
		`{"type":"response.function_call_arguments.delta","obfuscation":"","delta":"a","output_index":0}`,
		`{"x":"a,\"sequence_number\":4","sequence_number":5,"type":"response.output_text.delta","delta":"a","delta":"b"}`,
		`{"type":"response.output_text.delta","delta":"a","SEQUENCE_NUMBER":1,"x":{"sequence_number":2,"delta":"c"}}`,
	} {
		f.Add([]byte(sample), []byte(strings.Replace(sample, "4", "5", 1)), `b\"`)
	}
	f.Fuzz(func(t *testing.T, sample, other []byte, said string) {
		learned := func(*answer) {}
		unlearned := func(a *answer) { a.frame = format.Frame{} }
		for _, raw := range [][]byte{sample, other, bytes.Replace(sample, []byte("a"), []byte(said), 1)} {
			quick, quickErr := heardOf(t, learned, sample, raw)
			slow, slowErr := heardOf(t, unlearned, sample, raw)
			if quick != slow || (quickErr == nil) != (slowErr == nil) {
				t.Errorf("%s, then %s\nby frames: %q, %v\ndecoded:   %q, %v", sample, raw, quick, quickErr, slow, slowErr)
			}
		}
	})
}

// heardOf gives what an answer with an open call says in events, in short. Before each one the answer is set.
func heardOf(t *testing.T, set func(*answer), events ...[]byte) (string, error) {
	t.Helper()
	var got strings.Builder
	a := newTestAnswer(t, func(c model.Chunk) error {
		switch c := c.(type) {
		case model.Text:
			got.WriteString("T" + c.Text)
		case model.Reasoning:
			got.WriteString("R" + c.Text + c.Signature)
		case model.CallInput:
			got.WriteString("I" + c.JSON)
		case model.CallOpened, model.CallClosed, model.Usage:
		}
		return nil
	})
	if _, err := a.calls.begin(new(0), &item{Type: "function_call", CallID: "c", Name: "ls"}); err != nil {
		t.Fatal(err)
	}
	for _, raw := range events {
		set(a)
		if err := a.take(raw); err != nil {
			return "", err
		}
	}
	return got.String(), nil
}
