package plain_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/tui/plain"
)

var update = flag.Bool("update", false, "write the conversations that are compared with anew")

// stage has a conversation with a session that does what the test says, in virtual time.
type stage struct {
	t       *testing.T
	talk    *plain.Talk
	in      *io.PipeWriter
	out     *screen
	signals chan os.Signal
	lost    chan string
	notices chan string
	code    chan int

	seq  int64
	turn int
}

// screen is what a terminal shows: what is written, and what is typed. It is also the session: what it
// is told stands there too.
type screen struct {
	mu     sync.Mutex
	text   strings.Builder
	silent bool  // of what the session is told
	broken error // of every further write
	answer error // of Close
}

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken != nil {
		return 0, s.broken
	}
	return s.text.Write(b)
}

// Tell implements plain.Conversation.
func (s *screen) Tell(m session.Msg) {
	if !s.silent {
		fmt.Fprintf(s, "<%T %+v>\n", m, m)
	}
}

// Close implements plain.Conversation.
func (s *screen) Close(context.Context) error {
	fmt.Fprintln(s, "<closed>")
	return s.answer
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// play runs a conversation on a terminal, or on what change makes of it.
func play(t *testing.T, change func(*plain.Options), script func(s *stage)) (shown string, code int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		in, typing := io.Pipe()
		s := &stage{
			t: t, in: typing, out: &screen{}, signals: make(chan os.Signal, 2), lost: make(chan string, 1), notices: make(chan string, 1),
			code: make(chan int, 1),
		}
		o := plain.Options{
			Session: s.out, Name: "plain", From: 7, In: in, Terminal: true, Out: s.out, Err: s.out, Labelled: true,
			Signals: s.signals, Lost: s.lost, Notices: s.notices, Now: time.Now, Closing: time.Second,
		}
		if change != nil {
			change(&o)
		}
		s.talk = plain.New(o)
		go func() { s.code <- s.talk.Run(t.Context()) }()
		synctest.Wait()
		script(s)
		synctest.Wait()
		_ = typing.Close() // cannot fail
		code = <-s.code
		shown = s.out.String()
	})
	return shown, code
}

// types has the person type a line.
func (s *stage) types(line string) {
	time.Sleep(time.Second) //nolint:forbidigo // virtual time; nobody types faster
	if s.out != nil {
		fmt.Fprintln(s.out, line)
	}
	s.feeds(line)
}

// feeds gives a line that nobody sees, as a pipe does.
func (s *stage) feeds(line string) {
	if _, err := io.WriteString(s.in, line+"\n"); err != nil {
		s.t.Error(err)
	}
	synctest.Wait()
}

// presses has the person interrupt.
func (s *stage) presses(sig os.Signal) {
	s.signals <- sig
	synctest.Wait()
}

// happens brings events as one batch.
func (s *stage) happens(events ...event.Event) {
	s.t.Helper()
	if err := s.renders(s.batch(events...)); err != nil {
		s.t.Error(err)
	}
}

func (s *stage) renders(batch []event.Envelope) error {
	err := s.talk.Render(s.t.Context(), batch)
	synctest.Wait()
	return err
}

func (s *stage) batch(events ...event.Event) []event.Envelope {
	batch := make([]event.Envelope, 0, len(events))
	for _, ev := range events {
		if m, ok := ev.(event.Message); ok && m.Role == event.RoleUser {
			s.turn++
		}
		e := event.Envelope{Time: time.Now(), Turn: s.turn, Round: 1, Event: ev}
		if e.Journalled() {
			e.Seq = s.seq
			s.seq++
		}
		batch = append(batch, e)
	}
	return batch
}

// said is what the session answers to a prompt first.
func said(text string) event.Event { return event.Message{Role: event.RoleUser, Text: text} }

// golden compares a conversation with the one that is kept.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}
