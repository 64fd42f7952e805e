package exec_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"syscall"
	"testing"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/front/exec"
)

// largest keeps what is written and the size of the largest write, and fails from the nth on.
type largest struct {
	bytes.Buffer
	most, writes, fails int
}

func (l *largest) Write(p []byte) (int, error) {
	if l.writes++; l.writes == l.fails {
		return 0, syscall.EPIPE
	}
	l.most = max(l.most, len(p))
	return l.Buffer.Write(p)
}

// The end of a long answer tells it several times. That is not held in memory as one.
func TestLongAnswersGoOutInPieces(t *testing.T) {
	text := strings.Repeat("word ", 1<<20)
	events := []event.Envelope{
		{Seq: 1, Turn: 1, Event: event.Message{Role: event.RoleUser, Text: "go"}},
		{Turn: 1, Round: 1, Event: event.TextDelta{Item: 1, Text: text}},
		{Seq: 2, Turn: 1, Round: 1, Event: event.Message{Role: event.RoleAssistant, Text: text}},
		{Seq: 3, Turn: 1, Event: event.TurnEnd{Reason: event.EndDone}},
	}
	render := func(out *largest) error {
		sink := exec.NewJSON(out, exec.About{Now: func() time.Time { return time.Time{} }})
		return sink.Render(context.Background(), events)
	}
	var out largest
	if err := render(&out); err != nil {
		t.Fatal(err)
	}
	if out.most > 2*len(text) || out.Len() < 5*len(text) {
		t.Errorf("%d bytes, %d in one write", out.Len(), out.most)
	}
	for line := range bytes.Lines(out.Bytes()) {
		if !json.Valid(line) {
			t.Fatalf("no JSON: %.80s", line)
		}
	}
	if err := render(&largest{fails: 2}); err != syscall.EPIPE { //nolint:errorlint // the very error
		t.Errorf("nobody reads any more: %v", err)
	}
}
