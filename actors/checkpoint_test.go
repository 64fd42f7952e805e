package actors_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/actors/tool"
)

// keeper makes checkpoints that take a second, and tells when.
type keeper struct {
	*sleeper
	fail    error
	leftOut int
	hangs   bool
}

func (k keeper) Take(ctx context.Context) (event.Checkpoint, string, error) {
	k.note("checkpoint")
	select {
	case <-time.After(k.takes()): //nolint:forbidigo // virtual
	case <-k.obeys(ctx):
		return event.Checkpoint{}, "", ctx.Err()
	}
	words := ""
	if k.leftOut > 0 {
		words = "2 left out"
	}
	return event.Checkpoint{Name: "c1", Files: 3, LeftOut: k.leftOut}, words, k.fail
}

func (k keeper) takes() time.Duration {
	if k.hangs {
		return time.Hour
	}
	return time.Second
}

// obeys is the end of the context, or never for one that hangs, as in a file system that does not
// answer.
func (k keeper) obeys(ctx context.Context) <-chan struct{} {
	if k.hangs {
		return nil
	}
	return ctx.Done()
}

// What may change files waits for the checkpoint of its turn, once; what reads does not. The
// checkpoint is in the log before the call starts.
//
// Covers: R82
func TestCheckpointBeforeTheFirstWriter(t *testing.T) {
	script := `
answers:
  - parts:
      - call: {name: T.read, id: r, input: {arg: r}}
      - call: {name: T.write, id: w1, input: {arg: w1}}
      - call: {name: T.write, id: w2, input: {arg: w2}}
  - parts: [text: done]
  - parts:
      - call: {name: T.read, id: r, input: {arg: r}}
  - parts: [text: done]
`
	for _, tt := range []struct {
		name   string
		fail   error
		left   int
		events int
		notice string
	}{
		{name: "kept", events: 1},
		{name: "not all of it", left: 2, events: 1, notice: "checkpoint_partial"},
		{name: "failed", fail: errors.New("disk full"), notice: "no_checkpoint"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := &sleeper{}
			tools := []tool.Handler{s.tool("read", true, time.Second), s.tool("write", false, time.Second)}
			keep := func(o *session.Options) { o.Checkpoints = keeper{sleeper: s, fail: tt.fail, leftOut: tt.left} }
			run(t, script, rigOptions{tools: tools, change: keep}, func(t *testing.T, r *rig) {
				s.start = time.Now()
				r.mustEnd("write", event.EndDone)
				r.mustEnd("read", event.EndDone)
				want := "0.0 checkpoint, 0.0 r starts, 1.0 r ends, 1.0 w1 starts, 2.0 w1 ends, 2.0 w2 starts, 3.0 w2 ends"
				got := s.told()
				got = strings.Replace(got, "0.0 r starts, 0.0 checkpoint", "0.0 checkpoint, 0.0 r starts", 1) // beside one another
				if !strings.HasPrefix(got, want) || strings.Count(got, "checkpoint") != 1 {
					t.Errorf("diary %s\nwant  %s, then the second turn", got, want)
				}
				if made := of[event.Checkpoint](r.seen); len(made) != tt.events {
					t.Errorf("checkpoints: %+v", made)
				}
				var codes []string
				for _, n := range of[event.Notice](r.seen) {
					codes = append(codes, n.Code)
				}
				if got := strings.Join(codes, " "); got != tt.notice {
					t.Errorf("notices: %q, want %q", got, tt.notice)
				}
				checkpointFirst(t, r)
			})
		})
	}
}

// checkpointFirst fails when a writer started before the checkpoint was told.
func checkpointFirst(t *testing.T, r *rig) {
	t.Helper()
	kept := len(of[event.Checkpoint](r.seen)) == 0
	for _, e := range r.seen.all() {
		switch ev := e.Event.(type) {
		case event.Checkpoint:
			kept = true
		case event.CallStarted:
			if ev.Name == "T.write" && !kept {
				t.Errorf("%s started before the checkpoint was kept", ev.Call)
			}
		}
	}
}

// An interrupt does not wait for a checkpoint, and nothing of the turn runs after it.
func TestInterruptDuringACheckpoint(t *testing.T) {
	for _, hangs := range []bool{false, true} {
		t.Run(fmt.Sprintf("hangs=%v", hangs), func(t *testing.T) { interruptCheckpoint(t, hangs) })
	}
}

func interruptCheckpoint(t *testing.T, hangs bool) {
	t.Helper()
	s := &sleeper{}
	script := `
answers:
  - parts:
      - call: {name: T.write, id: w, input: {arg: w}}
`
	change := func(o *session.Options) { o.Checkpoints = keeper{sleeper: s, hangs: hangs} }
	run(t, script, rigOptions{tools: []tool.Handler{s.tool("write", false, time.Second)}, change: change}, func(t *testing.T, r *rig) {
		s.start = time.Now()
		r.conv.Tell(session.UserTurn{Text: "go"})
		time.Sleep(500 * time.Millisecond) //nolint:forbidigo // virtual
		r.conv.Tell(session.Cancel{})
		if end, _ := (<-r.seen.ended).(event.TurnEnd); end.Reason != event.EndInterrupted {
			t.Errorf("the turn ended with %q", end.Reason)
		}
		if got := time.Since(s.start); got != 500*time.Millisecond {
			t.Errorf("the turn ended after %s", got)
		}
		if got := s.told(); got != "0.0 checkpoint" {
			t.Errorf("diary %s", got)
		}
		if got := r.results()["t1r1c1"]; got != string(tool.Interrupted) {
			t.Errorf("the call ended with %s", got)
		}
		time.Sleep(time.Hour) //nolint:forbidigo // virtual: the work ends, and nobody minds
	})
}

// A checkpoint that takes too long is given up, and the call goes on without it.
func TestCheckpointThatHangs(t *testing.T) {
	s := &sleeper{}
	script := "answers:\n  - parts:\n      - call: {name: T.write, id: w, input: {arg: w}}\n  - parts: [text: done]\n"
	change := func(o *session.Options) { o.Checkpoints = keeper{sleeper: s, hangs: true} }
	run(t, script, rigOptions{tools: []tool.Handler{s.tool("write", false, time.Second)}, change: change}, func(t *testing.T, r *rig) {
		s.start = time.Now()
		r.mustEnd("go", event.EndDone)
		if got := s.told(); got != "0.0 checkpoint, 60.0 w starts, 61.0 w ends" {
			t.Errorf("diary %s", got)
		}
		n := of[event.Notice](r.seen)
		if len(n) != 2 || n[0].Code != "checkpoint_slow" || n[1].Code != "no_checkpoint" || len(of[event.Checkpoint](r.seen)) > 0 {
			t.Errorf("notices %+v", n)
		}
		time.Sleep(time.Hour) //nolint:forbidigo // virtual: the work ends, and nobody minds
	})
}
