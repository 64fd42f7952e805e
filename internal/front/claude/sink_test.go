package claude_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/internal/front/claude"
	"eidolon/internal/front/exec"
	"eidolon/internal/front/news/newstest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// about is a session with ids that count.
func about() claude.About {
	n := 0
	return claude.About{
		Session: "1b4e28ba-2fa1-41d2-883f-0016d3cca427", CWD: "/w", Model: "m", Version: "1", Tools: []string{"bash"}, Window: 1000, Asks: true,
		ID: func() string {
			n++
			return fmt.Sprint(n)
		},
	}
}

func TestSession(t *testing.T) {
	for name, change := range map[string]func(*claude.About){
		"whole":  func(*claude.About) {},
		"pieces": func(a *claude.About) { a.Partial = true },
		"json":   func(a *claude.About) { a.JSON = true },
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			a := about()
			change(&a)
			s := claude.New(&out, a, "default")
			got := render(t, s, newstest.Session())
			want := []exec.Outcome{{Reason: event.EndDone}, {Reason: event.EndInterrupted}}
			if a.JSON { // the answers are none
				want[0].Reason = event.EndError
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("outcomes (-want +got):\n%s", diff)
			}
			golden(t, filepath.Join("testdata", name+".jsonl"), out.Bytes())
		})
	}
}

// render renders events one by one and gathers what they come to.
func render(t *testing.T, s *claude.Sink, events []event.Envelope) []exec.Outcome {
	t.Helper()
	var all []exec.Outcome
	for _, e := range events {
		if err := s.Render(t.Context(), []event.Envelope{e}); err != nil {
			t.Fatal(err)
		}
		select {
		case out := <-s.Over():
			all = append(all, out)
		default:
		}
	}
	return all
}

func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" || !utf8.Valid(got) {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A batch is one write, and its lines do not depend on how events are put into batches.
func TestBatches(t *testing.T) {
	var whole, pieces counted
	events := newstest.Session()[:len(newstest.Session())-5] // one turn
	if err := claude.New(&whole, about(), "default").Render(t.Context(), events); err != nil {
		t.Fatal(err)
	}
	render(t, claude.New(&pieces, about(), "default"), events)
	if whole.writes != 1 {
		t.Errorf("%d writes", whole.writes)
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

func TestBrokenPipe(t *testing.T) {
	s := claude.New(broken{}, about(), "default")
	err := s.Render(t.Context(), newstest.Session()[:3])
	if out := <-s.Over(); err == nil || out.Err != syscall.EPIPE { //nolint:errorlint // it is the very error
		t.Errorf("%v, outcome %+v", err, out)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, syscall.EPIPE }
