package actors_test

import (
	"context"
	"errors"
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
}

func (k keeper) Take(ctx context.Context) (event.Checkpoint, error) {
	k.note("checkpoint")
	select {
	case <-time.After(time.Second): //nolint:forbidigo // virtual
	case <-ctx.Done():
		return event.Checkpoint{}, ctx.Err()
	}
	return event.Checkpoint{Name: "c1", Files: 3, LeftOut: k.leftOut}, k.fail
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
			keep := func(o *session.Options) { o.Checkpoints = keeper{s, tt.fail, tt.left} }
			run(t, script, rigOptions{tools: tools, change: keep}, func(t *testing.T, r *rig) {
				s.start = time.Now()
				r.mustEnd("write", event.EndDone)
				r.mustEnd("read", event.EndDone)
				want := "0.0 checkpoint, 0.0 r starts, 1.0 r ends, 1.0 w1 starts, 2.0 w1 ends, 2.0 w2 starts, 3.0 w2 ends"
				got := strings.Join(s.diary, ", ")
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
	s := &sleeper{}
	script := `
answers:
  - parts:
      - call: {name: T.write, id: w, input: {arg: w}}
`
	change := func(o *session.Options) { o.Checkpoints = keeper{sleeper: s} }
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
		if got := strings.Join(s.diary, ", "); got != "0.0 checkpoint" {
			t.Errorf("diary %s", got)
		}
		if got := r.results()["t1r1c1"]; got != string(tool.Interrupted) {
			t.Errorf("the call ended with %s", got)
		}
	})
}

// After a rewind the model gets the conversation as it was, and no number is used again.
//
// Covers: R82, Z45
func TestRewoundConversation(t *testing.T) {
	log := memory(t)
	say := "position: requests\nanswers:\n  - repeat: 3\n    parts: [text: said $STEP]\n"
	run(t, say, rigOptions{log: unclosable{log}}, func(_ *testing.T, r *rig) {
		for _, prompt := range []string{"one", "two", "three"} {
			r.mustEnd(prompt, event.EndDone)
		}
	})
	end := map[int]int64{} // number of the last event of each turn
	if err := log.Read(t.Context(), 0, func(e event.Envelope) error { end[e.Turn] = e.Seq; return nil }); err != nil {
		t.Fatal(err)
	}
	rewind := func(to int64) {
		t.Helper()
		e := event.Envelope{Seq: log.Next(), Turn: 3, Event: event.Rewind{To: to}}
		if err := log.Append([]event.Envelope{e}, true); err != nil {
			t.Fatal(err)
		}
	}
	ask := func(prompt string, wants, lacks []string, turn int) {
		t.Helper()
		script := "position: requests\nanswers:\n  - parts: [echo: request]\n"
		run(t, script, rigOptions{log: unclosable{log}}, func(t *testing.T, r *rig) {
			r.mustEnd(prompt, event.EndDone)
			sent := r.seen.text()
			for _, want := range wants {
				if !strings.Contains(sent, want) {
					t.Errorf("the request lacks %q: %s", want, sent)
				}
			}
			for _, lack := range lacks {
				if strings.Contains(sent, lack) {
					t.Errorf("the request has %q: %s", lack, sent)
				}
			}
			all := r.seen.all()
			if got := all[len(all)-1].Turn; got != turn {
				t.Errorf("it is turn %d, want %d", got, turn)
			}
		})
	}
	rewind(end[1])
	back := log.Next() - 1
	ask("four", []string{"You are a test.", "one", "said 1", "four"}, []string{"two", "three"}, 4)
	rewind(back - 1) // takes the rewind back, and the fourth turn with it
	ask("five", []string{"one", "two", "three", "said 3", "five"}, []string{"four"}, 5)
}

// The mode that the user chose is kept once, and again only when it changes.
//
// Covers: Z45
func TestPostureIsRecorded(t *testing.T) {
	log := memory(t)
	say := "position: requests\nanswers:\n  - repeat: 2\n    parts: [text: hi]\n"
	for _, mode := range []string{"plan", "plan", "", "yolo"} {
		run(t, say, rigOptions{log: unclosable{log}, change: func(o *session.Options) { o.Posture = mode }}, func(_ *testing.T, r *rig) {
			r.mustEnd("one", event.EndDone)
			r.mustEnd("two", event.EndDone)
		})
	}
	var got []string
	err := log.Read(t.Context(), 0, func(e event.Envelope) error {
		if p, ok := e.Event.(event.Posture); ok {
			got = append(got, p.Mode)
		}
		return nil
	})
	if err != nil || strings.Join(got, " ") != "plan yolo" {
		t.Errorf("kept: %q, %v", got, err)
	}
}
