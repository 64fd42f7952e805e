package session

import (
	"context"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
)

// Checkpoints keeps the files of the workspace, so that the user can go back to how they were.
type Checkpoints interface {
	// Take keeps the files as they are now. LeftOut tells the user what it does not hold, or is "".
	Take(ctx context.Context) (made event.Checkpoint, leftOut string, err error)
}

// checkpointWithin bounds the wait of a call for its checkpoint. The first one of a large workspace
// copies all of its files.
const checkpointWithin = time.Minute

// checkpointSlow is when the user is told what a call waits for.
const checkpointSlow = 2 * time.Second

// checkpoint is how far the checkpoint of a turn has come. Each turn has one at most, made before
// its first call that may change something.
type checkpoint struct {
	begun   bool
	waiting bool   // what writes is held back until it is made
	cancel  func() // ends the work
	overdue actorkit.Timer
	lasts   actorkit.Timer
	seq     int64 // of its event; 0 while there is none
}

// Private messages.
type (
	// checkpointed is the end of the work on a checkpoint.
	checkpointed struct {
		turn    int
		made    event.Checkpoint
		leftOut string
		err     error
	}
	checkpointOverdue struct{ turn int }
	checkpointLasts   struct{ turn int }
)

// keepFiles begins the turn's checkpoint unless it has begun.
func (s *session) keepFiles(env actorkit.Env) {
	t := s.turn
	if t.kept.begun || s.o.Checkpoints == nil {
		return
	}
	turn, take := t.n, s.o.Checkpoints.Take
	t.kept.begun, t.kept.waiting = true, true
	t.kept.overdue = env.After(checkpointWithin, checkpointOverdue{turn})
	t.kept.lasts = env.After(checkpointSlow, checkpointLasts{turn})
	t.kept.cancel = env.Go("checkpoint", func(ctx context.Context, _ func(any) error) any {
		made, leftOut, err := take(ctx)
		return checkpointed{turn: turn, made: made, leftOut: leftOut, err: err}
	})
}

// onCheckpointed writes the checkpoint down. Without one the turn goes on all the same, and the user
// is told what cannot be taken back. One that comes after nobody waits any more is of no use: it may
// hold what a call has changed.
func (s *session) onCheckpointed(env actorkit.Env, m checkpointed) {
	t := s.turn
	if t == nil || t.n != m.turn || !t.kept.waiting {
		return
	}
	if m.err != nil {
		s.goWithout(env, m.err.Error())
		return
	}
	env.Log().Info("checkpoint", "files", m.made.Files, "bytes", m.made.Bytes, "left_out", m.made.LeftOut)
	t.kept.seq = s.record(env, m.made)
	if m.leftOut != "" && !s.leftOutTold { // once in a session
		s.leftOutTold = true
		s.tell(env, event.Notice{Code: "checkpoint_partial", Message: "Not all files are kept before they are changed; rewinding leaves the others alone: " + m.leftOut + "."})
	}
	s.stopWaiting()
}

func (s *session) onCheckpointLasts(env actorkit.Env, m checkpointLasts) {
	if t := s.turn; t != nil && t.n == m.turn && t.kept.waiting {
		s.tell(env, event.Notice{
			Code:    "checkpoint_slow",
			Message: "The files of the workspace are being kept before the first change to them; this takes long once in a large workspace.",
		})
	}
}

func (s *session) onCheckpointOverdue(env actorkit.Env, m checkpointOverdue) {
	if t := s.turn; t != nil && t.n == m.turn && t.kept.waiting {
		s.goWithout(env, "it took longer than "+checkpointWithin.String())
	}
}

// goWithout lets the turn go on without a checkpoint.
func (s *session) goWithout(env actorkit.Env, why string) {
	env.Log().Warn("no checkpoint", "reason", why)
	s.tell(env, event.Notice{
		Code:    "no_checkpoint",
		Message: "The files could not be kept as they were before this turn, so they cannot be taken back to that: " + why + ".",
	})
	s.stopWaiting()
}

// stopWaiting ends the work if it still goes on, and lets go of the calls that were held back. It does
// not wait for the work: a file system that hangs must not hang the turn.
func (s *session) stopWaiting() {
	k := &s.turn.kept
	if !k.waiting {
		return
	}
	k.waiting = false
	k.overdue.Stop()
	k.lasts.Stop()
	k.cancel()
	s.release()
}

// onDisk says that nothing is missing of the checkpoint that a call which may change files waits for.
func (c *checkpoint) onDisk(acked int64) bool { return !c.waiting && c.seq <= acked }
