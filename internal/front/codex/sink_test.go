package codex_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/internal/front/codex"
	"eidolon/internal/front/exec"
	"eidolon/internal/front/news/newstest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// turn gives the events of a turn of the sample, with what came before it.
func turn(n int) []event.Envelope {
	var some []event.Envelope
	for _, e := range newstest.Session() {
		if e.Turn == n || n == 2 && e.Turn < 2 {
			some = append(some, e)
		}
	}
	return some
}

func TestTurns(t *testing.T) {
	for name, c := range map[string]struct {
		turn int
		want event.EndReason
	}{"done": {2, event.EndDone}, "interrupted": {3, event.EndInterrupted}} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			s := codex.New(&out, codex.About{Thread: "1b4e28ba"})
			if err := s.Render(t.Context(), turn(c.turn)); err != nil {
				t.Fatal(err)
			}
			if got := <-s.Over(); got != (exec.Outcome{Reason: c.want}) {
				t.Errorf("outcome %+v", got)
			}
			s.Fail("x", "nothing follows the end")
			path := filepath.Join("testdata", name+".jsonl")
			if *update {
				if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), out.String()); diff != "" || !utf8.Valid(out.Bytes()) {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The same lines come out of any batches, each in one write.
func TestBatches(t *testing.T) {
	var whole, pieces counted
	events := turn(2)
	if err := codex.New(&whole, codex.About{}).Render(t.Context(), events); err != nil {
		t.Fatal(err)
	}
	s := codex.New(&pieces, codex.About{})
	for _, e := range events {
		if err := s.Render(t.Context(), []event.Envelope{e}); err != nil {
			t.Fatal(err)
		}
	}
	if whole.writes != 1 || pieces.writes > len(events) {
		t.Errorf("%d and %d writes", whole.writes, pieces.writes)
	}
	if diff := cmp.Diff(whole.String(), pieces.String()); diff != "" {
		t.Errorf("(-whole +pieces):\n%s", diff)
	}
}

// counted counts writes.
type counted struct {
	bytes.Buffer
	writes int
}

func (c *counted) Write(p []byte) (int, error) {
	c.writes++
	return c.Buffer.Write(p)
}

// An answer that was to be JSON loses what the model wrapped it in.
func TestJSON(t *testing.T) {
	var out strings.Builder
	s := codex.New(&out, codex.About{JSON: true})
	err := s.Render(t.Context(), []event.Envelope{
		{Seq: 1, Turn: 1, Event: event.Message{Role: event.RoleUser, Text: "go"}},
		{Turn: 1, Event: event.TextDelta{Item: 1, Text: "```json\n{\"n\": 1}\n```"}},
		{Seq: 2, Turn: 1, Event: event.Message{Role: event.RoleAssistant, Text: "x"}},
	})
	if err != nil || !strings.Contains(out.String(), `"text":"{\"n\": 1}"`) {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// A run that cannot be told of, or begin, ends with that.
func TestEnds(t *testing.T) {
	s := codex.New(broken{}, codex.About{})
	if err := s.Render(t.Context(), turn(2)); err == nil {
		t.Error("no error")
	}
	if got := <-s.Over(); got.Err != syscall.EPIPE { //nolint:errorlint // it is the very error
		t.Errorf("outcome %+v", got)
	}
	var out strings.Builder
	s = codex.New(&out, codex.About{Thread: "a"})
	s.Fail("lost", "The disk is full.")
	const want = "{\"thread_id\":\"a\",\"type\":\"thread.started\"}\n{\"message\":\"The disk is full.\",\"type\":\"error\"}\n"
	if out.String() != want {
		t.Errorf("%s", out.String())
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, syscall.EPIPE }
