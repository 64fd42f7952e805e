package gemini

import (
	"errors"
	"strings"
	"testing"

	"eidolon/actors/model"
	"eidolon/internal/providers/wire"
)

// FuzzAnswer has a service that sends anything. Whatever it is, it is taken or it is a failure that can
// be shown, and each call is opened, given its input and closed.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		parts(textPart("a")) + parts(thoughtPart("b")) + parts(callPart("x", "ls", `{"n":1}`)) + finished("STOP"),
		sse(wholeAnswer), sse(rateLimit), wrapped(parts(textPart("a")) + finished("OTHER")),
		sse(`{"response":{"response":{"candidates":[{"finishReason":"STOP"}]}}}`), "data: [DONE]\n\n", "data: [\n\n", "data: [null]\n\ndata: null\n\n",
	} {
		f.Add(seed)
	}
	client := newClient(f, wire.Service{})
	f.Fuzz(func(t *testing.T, body string) {
		guard, _ := client.transport.Begin(t.Context(), model.Request{})
		defer guard.Close()
		var said strings.Builder
		a := newAnswer(func(c model.Chunk) error {
			switch c := c.(type) {
			case model.CallOpened:
				said.WriteString("(")
			case model.CallInput:
				said.WriteString(",")
			case model.CallClosed:
				said.WriteString(")")
			case model.Reasoning:
				if c == (model.Reasoning{}) {
					t.Error("reasoning that is nothing")
				}
			case model.Text, model.Usage:
			}
			return nil
		}, guard, "h/m")
		events := wire.NewEvents(strings.NewReader(body), 1<<16)
		for {
			event, err := events.Next()
			if err != nil {
				break
			}
			if err := a.take(event.Data); err != nil {
				var failure *model.Error
				if !errors.As(err, &failure) || failure.Message == "" {
					t.Errorf("error %v", err)
				}
				break
			}
		}
		if calls := said.String(); calls != strings.Repeat("(,)", len(calls)/3) {
			t.Errorf("calls %s", calls)
		}
	})
}
