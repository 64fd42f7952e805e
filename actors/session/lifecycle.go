package session

import (
	"math"
	"strings"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
	"eidolon/actors/indexer"
	"eidolon/actors/journal"
	"eidolon/actors/routes"
)

// start brings up the children that live as long as the session, and reads an old log.
func (s *session) start(env actorkit.Env) {
	facts := s.o.Log.Facts()
	s.o.Routes.Tell(routes.Register{Name: "session/" + facts.ID, Who: env.Self()})
	j := journal.Options{Log: s.o.Log, Strict: s.o.Strict, SyncDelay: s.o.Limits.SyncDelay, Owner: actorkit.As[journal.Note](env.Self())}
	s.journal = actorkit.As[journal.Msg](env.Spawn("journal", actorkit.Child{
		New: func() actorkit.Behavior { return journal.New(j) }, Restart: actorkit.Restart{Max: 5, Window: time.Minute},
	}))
	s.startDispatcher(env)
	if s.o.Log.Next() > 0 || s.kept.started {
		s.loading = true
		s.readPast(env, "", 0, math.MaxInt64)
		return
	}
	s.kept.started = true
}

func (s *session) startDispatcher(env actorkit.Env) {
	facts, l := s.o.Log.Facts(), s.o.Limits
	d := dispatcher.Options{
		Session: facts.ID, OutDir: facts.OutDir, Rules: s.rules(), Has: s.o.Has, Routes: s.o.Routes, Slots: s.o.Slots,
		Owner:  actorkit.As[dispatcher.Note](env.Self()),
		AtOnce: l.CallsAtOnce, Timeout: l.CallTimeout, Grace: l.CallGrace, Judging: l.Judging, Asking: l.Asking,
	}
	// It is replaced and not restarted: what was on its way to the old one must not reach the new.
	s.dispatcher = actorkit.As[dispatcher.Msg](env.Spawn("dispatcher", actorkit.Child{
		New: func() actorkit.Behavior { return dispatcher.New(d) },
	}))
}

func (s *session) onJournal(env actorkit.Env, n journal.Note) {
	switch n := n.(type) {
	case journal.Appended:
		for len(s.unacked) > 0 && s.unacked[0].Seq <= n.UpTo {
			s.unacked = s.unacked[1:]
		}
		s.out.ack(n.UpTo)
		s.release()
		s.tellIndexer()
		s.onKept(env)
		s.continueClose()
	case journal.WriteFailed:
		s.lose(env, "the session cannot be written any more: "+n.Reason)
	case journal.Closed:
		if s.closing != nil {
			s.closing.journal = true
			s.continueClose()
		}
	}
}

// tellIndexer says that the log has grown by a turn, once it has.
func (s *session) tellIndexer() {
	dir := s.o.Log.Facts().Dir
	if dir == "" || s.grown == 0 || s.grown > s.out.acked {
		return
	}
	s.grown = 0
	s.o.Indexer.Tell(indexer.Grown{Dir: dir})
}

// lose ends everything that would have to be written down. Nothing more is acknowledged.
func (s *session) lose(env actorkit.Env, why string) {
	if s.lost != "" {
		return
	}
	s.lost = why
	env.Log().Error("session lost", "reason", why)
	s.unacked, s.in.queue = nil, nil
	s.out.dropUnkept()
	s.tell(env, event.Lost{Message: strings.ToUpper(why[:1]) + why[1:] + ". What was shown before is safe; this turn is over."})
	if s.turn != nil {
		env.Stop(s.turn.stream.Address)
		s.cancelCalls()
		s.turn.stopAsking()
		s.turn = nil
	}
	s.continueClose()
}
