package replay

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"sync"
	"time"

	"eidolon/actors"
	"eidolon/actors/event"
	"eidolon/actors/journal"
	"eidolon/actors/renderer"
	"eidolon/actors/session"
	"eidolon/actors/tool"
	"eidolon/internal/leaf/retry"
)

// stage is one run of the program as a replay has it: an actor tree with a session on a log in memory.
type stage struct {
	system  *actors.System
	session *actors.Session
	log     *memory
	needs   setting
	spoiled bool // what it knows is not what was recorded

	mu    sync.Mutex
	sinks map[string]renderer.Sink
}

// cast is what all stages of a replay share.
type cast struct {
	o        Options
	tape     *tape
	progress *progress
	handlers []tool.Handler
	specs    []tool.Spec
}

// profile is the name under which the recorded model is known.
const profile = "recording"

// Limits of a replay. The recorded end of a call comes when it comes, and a request that failed is sent
// again at once.
const (
	callsAtOnce = 1 << 10
	grace       = time.Minute
	closeWithin = 4 * time.Second
	elementSize = 8 << 20
)

// open starts a run of the program on what was recorded before an event.
func (c *cast) open(ctx context.Context, from int64, needs setting) (*stage, error) {
	s := &stage{needs: needs, sinks: map[string]renderer.Sink{}}
	facts := journal.Facts{ID: c.o.ID, Key: c.o.Key}
	s.log = newMemory(facts, c.tape.before(from), c.progress)
	failed := func(why string) { c.o.Notice(why) }
	var err error
	s.system, err = actors.Start(ctx, actors.Options{
		Tools: c.handlers, Profiles: []string{profile}, InFlight: 1, Calls: callsAtOnce, Now: c.o.Now,
		Log: slog.New(slog.DiscardHandler), Failed: failed, Notice: failed, Unhandled: c.o.Unhandled,
	})
	if err != nil {
		return nil, err
	}
	s.session, err = s.system.Open(ctx, c.session(s))
	if err != nil {
		return nil, errors.Join(err, s.kill(ctx))
	}
	return s, nil
}

func (c *cast) session(s *stage) session.Options {
	meta := c.meta()
	return session.Options{
		Log: s.log, Workspace: meta.Workspace, Task: meta.Task, Sinks: s.sink,
		Model: session.ModelOptions{
			Profile: profile, Name: s.needs.model, Native: s.needs.native, Foreign: s.needs.foreign, Client: player{progress: c.progress},
			Fallback: c.standIn(s.needs),
		},
		System:   c.system(),
		Reminder: func(int) string { return "" }, // it comes with what goes ahead of the prompt
		Hint:     c.hint, Tools: c.specs, Policy: ruler{c.progress}, Stop: c.stop,
		Limits: session.Limits{
			MaxRounds: s.needs.rounds, CallsAtOnce: callsAtOnce, CallTimeout: -1, CallGrace: grace, Judging: grace,
			SyncDelay: time.Second, CloseWithin: closeWithin, Element: elementSize,
			Retry: retry.Policy{Max: math.MaxInt, First: 1, Ceiling: 1},
		},
		Random: func() float64 { return 0 },
	}
}

// standIn is the fallback of a turn in which one took over, else nil.
func (c *cast) standIn(needs setting) *session.Fallback {
	if needs.standIn == "" {
		return nil
	}
	m := session.ModelOptions{
		Profile: profile, Name: needs.model, Native: !needs.native, Foreign: needs.foreign, Client: player{progress: c.progress, standsIn: true},
	}
	return &session.Fallback{Model: m, System: needs.standIn}
}

// hint gives what the model was told beside a failure of this kind, or what it would be told now.
func (c *cast) hint(code tool.Code) string {
	if hint, ok := c.progress.current().hints[string(code)]; ok {
		return hint
	}
	return c.o.Hint(code)
}

// stop gives what the model was told when the turn was about to end, or "".
func (c *cast) stop(ctx context.Context, info session.StopInfo) (string, error) {
	t := c.progress.current()
	if info.Times >= len(t.goOns) {
		return "", nil
	}
	at := t.goOns[info.Times]
	sleep(ctx, c.progress.gap(at))
	m, _ := t.events[at].Event.(event.Message)
	return m.Text, ctx.Err()
}

// meta gives the event that the session begins with.
func (c *cast) meta() event.Meta {
	for _, e := range c.tape.events {
		if meta, ok := e.Event.(event.Meta); ok {
			return meta
		}
	}
	return event.Meta{}
}

// system gives the system prompt that the turn begins with, or that of the session.
func (c *cast) system() string {
	if t := c.progress.current(); t.system != "" {
		return t.system
	}
	return c.tape.turns[0].system
}

// show attaches a sink under a name and gives the function that takes it off.
func (s *stage) show(name string, sink renderer.Sink) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sinks[name] = sink
	s.session.Tell(session.Attach{Name: name, From: s.log.Next()})
	return func() { s.session.Tell(session.Detach{Name: name}) }
}

func (s *stage) sink(name string) (renderer.Sink, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sink, ok := s.sinks[name]
	return sink, ok
}

// closing bounds the end of a stage.
const closing = 10 * time.Second

// close ends the run as the program does.
func (s *stage) close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closing)
	defer cancel()
	return errors.Join(s.session.Close(ctx), s.kill(ctx))
}

// kill ends the run in the middle of what it does: nothing more is written.
func (s *stage) kill(ctx context.Context) error {
	s.log.end()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closing)
	defer cancel()
	return s.system.Close(ctx)
}
