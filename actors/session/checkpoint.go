package session

import (
	"context"
	"fmt"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
)

// Checkpoints keeps the files of the workspace, so that the user can go back to how they were.
type Checkpoints interface {
	// Take keeps the files as they are now.
	Take(ctx context.Context) (event.Checkpoint, error)
}

// checkpointWithin bounds the wait of a call for its checkpoint. The first one of a large workspace
// copies all of its files.
const checkpointWithin = time.Minute

// checkpoint is how far the checkpoint of a turn has come. Each turn has one at most, made before
// its first call that may change something.
type checkpoint struct {
	began  time.Time // zero when none was needed
	cancel func()    // ends the work; nil when none is under way
	seq    int64     // of its event; 0 while there is none
}

// checkpointed is the end of the work on a checkpoint.
type checkpointed struct {
	turn int
	made event.Checkpoint
	err  error
}

// keepFiles begins the turn's checkpoint unless it has begun.
func (s *session) keepFiles(env actorkit.Env) {
	t := s.turn
	if !t.kept.began.IsZero() || s.o.Checkpoints == nil {
		return
	}
	turn, take := t.n, s.o.Checkpoints.Take
	t.kept.began = env.Now()
	t.kept.cancel = env.Go("checkpoint", func(ctx context.Context, _ func(any) error) any {
		ctx, cancel := context.WithTimeout(ctx, checkpointWithin)
		defer cancel()
		made, err := take(ctx)
		return checkpointed{turn, made, err}
	})
}

// onCheckpointed writes the checkpoint down. Without one the turn goes on all the same, and the user
// is told what cannot be taken back.
func (s *session) onCheckpointed(env actorkit.Env, m checkpointed) {
	t := s.turn
	if t == nil || t.n != m.turn {
		return
	}
	t.kept.cancel = nil
	env.Log().Info("checkpoint", "files", m.made.Files, "bytes", m.made.Bytes, "left_out", m.made.LeftOut,
		"took", env.Now().Sub(t.kept.began))
	switch {
	case m.err == nil:
		t.kept.seq = s.record(env, m.made)
		s.tellLeftOut(env, m.made)
	case t.ending == "":
		s.tell(env, event.Notice{
			Code:    "no_checkpoint",
			Message: "The files could not be kept as they were before this turn, so they cannot be taken back to that: " + m.err.Error() + ".",
		})
	}
	s.release()
}

// tellLeftOut says, once in a session, that not all files are kept.
func (s *session) tellLeftOut(env actorkit.Env, made event.Checkpoint) {
	if made.LeftOut == 0 || s.leftOutTold {
		return
	}
	s.leftOutTold = true
	s.tell(env, event.Notice{
		Code:    "checkpoint_partial",
		Message: fmt.Sprintf("%d files are too large or too many to be kept before they are changed; rewinding leaves them alone.", made.LeftOut),
	})
}

// onDisk says that nothing is missing of the checkpoint that a call which may change files waits for.
func (c *checkpoint) onDisk(acked int64) bool { return c.cancel == nil && c.seq <= acked }
