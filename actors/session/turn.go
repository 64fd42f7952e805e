package session

import (
	"fmt"
	"strings"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/stream"
)

// turn is the turn that runs. Fields from round on belong to the current request and are made anew
// with each.
type turn struct {
	n        int
	broken   int // answers in a row that broke off
	useless  int // rounds in a row in which nothing of what the model wrote could be read
	overdue  actorkit.Timer
	ending   event.EndReason // why the turn is being ended before its time, or ""
	reminded bool            // the model was told once that it wrote a call outside a block
	hinted   bool            // and once that it wrote one in another notation
	kept     checkpoint      // of the files
	typed    bool            // the turn is about a command of the user and nothing else
	command  string          // that command
	planned  bool            // the user has approved a plan in it
	wentOn   int             // times that it went on instead of ending
	fallen   bool            // the fallback answers
	stopping func()          // ends the question whether it may end; nil while it is not asked

	round   int
	request // of the current round
}

// request is what is known of one round.
type request struct {
	awaits   int64 // the request goes out when this event is kept; -1 when it is out
	resends  bool  // the request that goes out then is one of this round
	attempt  int   // of the request, from 0; the fallback begins anew
	sent     int   // requests of the round
	stream   actorkit.Ref[stream.Msg]
	notes    []stream.Note // held back while a call is judged
	judging  string        // key of that call, or ""
	answered bool          // the stream is over
	finished bool          // and the calls, and the model's message about them is recorded
	fatal    bool          // the turn ends with this round
	crashed  bool          // the stream's actor failed, and the raw text with it
	failure  model.Error   // what broke the answer off

	item, offset int               // of the visible text
	inItem       bool              // text has come since the last call
	thought      int               // bytes of what the model thought aloud
	thinking     strings.Builder   // the block of it that goes on
	thoughts     []event.Reasoning // the blocks before it
	usage        *model.Usage
	calls        []*callState // in the order of the model
	lines        []string     // what the model must be told beside the results
	hints        []string     // what it is told too if there is something else to tell
}

// uselessRounds ends a turn in which the model repeats calls that nobody can read.
const uselessRounds = 5

// Private messages.
type (
	retryDue    struct{ turn, round, sent int }
	roundDue    struct{ turn, round int }
	turnOverdue struct{ turn int }
)

// startTurn writes what the turn begins with. The request goes out when that is safe on disk.
func (s *session) startTurn(env actorkit.Env, m UserTurn) {
	s.turn = &turn{n: s.conv.turn + 1}
	s.open(env)
	s.tellModel(env, s.o.Reminder(s.conv.turns))
	s.tellPlanning(env)
	for _, text := range m.Before {
		s.tellModel(env, text)
	}
	s.begin(env, event.Message{Role: event.RoleUser, Text: m.Text, Images: m.Images})
}

// begin writes the user's words down.
func (s *session) begin(env actorkit.Env, words event.Message) {
	s.turn.awaits = s.recordSync(env, words, true)
	if s.o.Limits.TurnTimeout > 0 {
		s.turn.overdue = env.After(s.o.Limits.TurnTimeout, turnOverdue{s.turn.n})
	}
}

// startRound sends the conversation to the model.
func (s *session) startRound(env actorkit.Env) {
	t := s.turn
	if limit := s.roundLimit(); t.round >= limit {
		s.record(env, event.Error{
			Kind:    string(event.EndMaxTurns),
			Message: fmt.Sprintf("The turn was stopped after %d requests to the model. Say \"continue\" to go on.", limit),
		})
		s.endTurn(env, event.EndMaxTurns)
		return
	}
	item := t.item
	t.round++
	t.request = request{awaits: -1, item: item}
	s.out.newRound()
	s.send(env)
}

func (s *session) roundLimit() int {
	if limit := s.o.Limits.MaxRounds; limit > 0 {
		return limit
	}
	return hardCap
}

// send makes one attempt at the round's request.
func (s *session) send(env actorkit.Env) {
	t := s.turn
	s.tellLeftOut(env)
	m, req := s.model(), s.ask()
	o := stream.Options{
		Client: m.Client, Request: req, Native: m.Native, MainParam: s.mainParams(), Element: s.o.Limits.Element,
		Again: t.attempt > 0 || t.broken > 0, Provider: m.Provider, Owner: actorkit.As[stream.Note](env.Self()),
	}
	if m.Foreign {
		o.Foreign = s.foreignTools()
	}
	name := fmt.Sprintf("stream-t%dr%da%d", t.n, t.round, t.sent)
	t.sent++
	t.stream = actorkit.As[stream.Msg](env.Spawn(name, actorkit.Child{New: func() actorkit.Behavior { return stream.New(o) }}))
	env.Log().Info("request", "profile", m.Profile, "api_kind", m.Kind, "model", m.Name, "messages", len(req.Messages), "attempt", t.attempt)
}

// onKept goes on when what the request needs is on disk.
func (s *session) onKept(env actorkit.Env) {
	t := s.turn
	if t == nil || t.awaits < 0 || t.awaits > s.out.acked {
		return
	}
	t.awaits = -1
	if t.round == 0 {
		s.kept.onDisk()
	}
	if t.typed {
		s.runCommand(env)
		return
	}
	if t.resends {
		t.resends = false
		s.send(env)
		return
	}
	if t.broken > 0 {
		env.After(s.wait(env, t.broken, t.failure), roundDue{t.n, t.round})
		return
	}
	s.startRound(env)
}

func (s *session) onRoundDue(env actorkit.Env, m roundDue) {
	if t := s.turn; t != nil && m == (roundDue{t.n, t.round}) {
		s.startRound(env)
	}
}

// onRetryDue makes the next attempt at the same request.
func (s *session) onRetryDue(env actorkit.Env, m retryDue) {
	if t := s.turn; t != nil && m == (retryDue{t.n, t.round, t.sent}) {
		s.send(env)
	}
}

func (s *session) onTurnOverdue(env actorkit.Env, m turnOverdue) {
	if s.turn == nil || s.turn.n != m.turn {
		return
	}
	s.record(env, event.Error{
		Kind:    string(event.EndTimeout),
		Message: fmt.Sprintf("The turn was stopped after %s.", s.o.Limits.TurnTimeout),
	})
	s.interrupt(env, event.EndTimeout)
}

// interrupt ends the turn as soon as its stream and calls have stopped.
func (s *session) interrupt(env actorkit.Env, why event.EndReason) {
	t := s.turn
	if t == nil || t.ending != "" {
		return
	}
	if t.finished || t.awaits >= 0 {
		s.endTurn(env, why) // between two requests
		return
	}
	t.ending = why
	t.stream.Tell(stream.Abort{})
	s.cancelCalls()
	if t.stream.IsZero() { // the request waits for a retry
		t.answered = true
	}
	s.checkRound(env)
}

// endTurn closes the turn and starts the next one that waits.
func (s *session) endTurn(env actorkit.Env, why event.EndReason) {
	if s.turn.overdue != nil {
		s.turn.overdue.Stop()
	}
	s.turn.stopAsking()
	if why == event.EndInterrupted {
		s.record(env, event.Interrupted{Role: event.RoleSystem, Text: "Interrupted"})
	}
	s.grown = s.recordSync(env, event.TurnEnd{Reason: why}, true)
	s.out.endRound()
	planned := s.turn.planned
	s.turn = nil
	s.endPlan(planned)
	s.continueClose()
	if s.closing == nil && s.lost == "" {
		s.takeNext(env)
	}
}
