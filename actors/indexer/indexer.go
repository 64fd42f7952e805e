package indexer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"eidolon/actors/actorkit"
)

// Index is what sessions are found by.
type Index interface {
	// Update takes up what is new in the session of a directory. It may take long, and gives up when
	// the context ends.
	Update(ctx context.Context, dir string) error
}

// quiet is how long nothing happens after the first word of something new.
const quiet = 2 * time.Second

// Private messages.
type (
	due  struct{}
	done struct{ err error }
)

type indexer struct {
	index   Index
	waiting []string // directories of sessions
	busy    bool     // a timer or an update runs
	failed  bool     // and the diagnostics log says so
}

// New makes the behavior.
func New(index Index) actorkit.Behavior { return &indexer{index: index} }

// Receive implements actorkit.Behavior.
func (x *indexer) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
	case Msg:
		x.onMsg(env, m)
	case due:
		x.update(env)
	case done:
		x.onDone(env, m.err)
	default:
		env.Unhandled(m)
	}
}

func (x *indexer) onMsg(env actorkit.Env, m Msg) {
	switch m := m.(type) {
	case Grown:
		if !slices.Contains(x.waiting, m.Dir) {
			x.waiting = append(x.waiting, m.Dir)
		}
		x.wait(env)
	}
}

// wait begins the quiet time, unless it has begun.
func (x *indexer) wait(env actorkit.Env) {
	if x.busy || len(x.waiting) == 0 {
		return
	}
	x.busy = true
	env.After(quiet, due{})
}

func (x *indexer) update(env actorkit.Env) {
	dirs := x.waiting
	x.waiting = nil
	index := x.index
	env.Go("update", func(ctx context.Context, _ func(any) error) any {
		var failed error
		for _, dir := range dirs {
			failed = errors.Join(failed, guarded(ctx, index, dir))
		}
		return done{failed}
	})
}

// guarded makes a panic an error: a defect in what nobody depends on must not end the sessions.
func guarded(ctx context.Context, index Index, dir string) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("the index failed: %v", reason)
		}
	}()
	return index.Update(ctx, dir)
}

func (x *indexer) onDone(env actorkit.Env, err error) {
	if err != nil && !x.failed {
		x.failed = true
		env.Log().Warn("search index not updated", "reason", err.Error())
	}
	x.busy = false
	x.wait(env)
}
