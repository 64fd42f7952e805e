package session

import (
	"context"
	"slices"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
	"eidolon/actors/indexer"
	"eidolon/actors/journal"
	"eidolon/actors/model"
	"eidolon/actors/providers"
	"eidolon/actors/renderer"
	"eidolon/actors/routes"
	"eidolon/actors/slots"
	"eidolon/actors/stream"
	"eidolon/actors/tool"
	"eidolon/internal/leaf/retry"
)

// Options of one session.
type Options struct {
	Log       journal.Log
	Strict    bool // sync before every acknowledgement
	Workspace string
	Sinks     func(name string) (renderer.Sink, bool) // what renderers show events on

	Model    ModelOptions
	System   string                      // the system prompt of a new session
	Reminder func(userTurns int) string  // hidden text for the turn, or "": how many turns came before
	Hint     func(code tool.Code) string // how to go on after a failed call or a flaw in the text, or ""
	Tools    []tool.Spec
	// Servers is what a model that calls tools in its text has to know of those of Tools that servers bring
	// along, or "". Its first line is always the same.
	Servers string
	Has     func(name string) bool // whether there is a tool of that name for this session; nil says yes to all
	Caller  *Caller                // who runs the calls when the session does not; nil as a rule
	Policy  dispatcher.Policy
	// Posture is the permission mode that the user chose for this session, or "" when nobody chose one
	// now. Policy is what it means.
	Posture string
	// After is what follows when the user approves a plan; nil when Policy is not that of planning.
	After *Posture
	// Planning is told to the model before a turn in which it plans, and PlanningOver before the first one
	// in which it does not any more because the user chose so.
	Planning, PlanningOver string
	// Changed hears of a permission mode that follows upon a plan. It must not block. May be nil.
	Changed     func(mode string)
	Checkpoints Checkpoints // nil keeps none
	// Granted is what the user has allowed for the project before, as rulings name it, and KeepGrant writes
	// more of it down, with what was asked about then; nil when there is nowhere to.
	Granted   []string
	KeepGrant func(ctx context.Context, grant, asked string) error
	// Stop is asked before a turn ends that is done. What it gives is told to the model, which goes on; with
	// "" the turn ends. Nil asks nobody.
	Stop func(ctx context.Context, info StopInfo) (goOn string, err error)

	Task *event.Task // whose work this session does; nil as a rule

	WebSearch bool   // of the service, where it has one
	CacheKey  string // by which the service finds what it kept of earlier requests

	Routes actorkit.Ref[routes.Msg]
	Slots  actorkit.Ref[slots.Msg]
	// Indexer hears of it when the log has grown; the zero address for nobody.
	Indexer actorkit.Ref[indexer.Msg]
	Limits  Limits
	Random  func() float64 // uniform in [0, 1)
}

// ModelOptions say who answers.
type ModelOptions struct {
	Profile   string
	Kind      string // of the service's API
	Name      string // of the model
	Native    bool   // calls come on the native wire instead of in the text
	Blind     bool   // it is sent no pictures
	Foreign   bool   // calls in other notations that the model writes into its text count too
	Client    model.Client
	Provider  actorkit.Ref[providers.Msg]
	MaxOutput int          // tokens, 0 for the service's own limit
	Thinking  string       // level, or ""
	Heat      *float64     // temperature, or nil for the service's own
	Price     *event.Price // nil when it is not known
	Fallback  *Fallback    // nil for none
}

// Limits bound a session.
type Limits struct {
	MaxRounds   int           // requests in a turn; 0 for the hard cap
	TurnTimeout time.Duration // 0 for none
	CallsAtOnce int
	CallTimeout time.Duration
	CallGrace   time.Duration
	Judging     time.Duration
	Asking      time.Duration // for the user to answer; 0 waits for ever
	SyncDelay   time.Duration
	CloseWithin time.Duration
	Retry       retry.Policy
	Element     int // bytes of one XNL element
}

// hardCap ends a turn that nobody bounded and that goes round in circles.
const hardCap = 1000

type session struct {
	o    Options
	kept *kept

	conv    conversation
	native  []model.Tool // see [session.nativeTools]
	out     outbox
	unacked []event.Envelope

	journal    actorkit.Ref[journal.Msg]
	dispatcher actorkit.Ref[dispatcher.Msg]

	turn      *turn // nil when idle
	in        inbox
	loading   bool   // the old log is being read
	held      []any  // messages that wait for it
	lost      string // why nothing can be kept, or ""
	noJournal bool   // because its actor was given up
	closing   *closing

	mainAgain    time.Time // the model is not asked before; the fallback answers
	planning     bool      // the model was told to plan in the last turn
	leftOutTold  bool      // that checkpoints are not whole
	leftOutTools bool      // the user was told which tools the model does not hear of
	grown        int64     // event that the indexer hears of when it is on disk; 0 for none
}

// kept is what survives a crash of the actor.
type kept struct {
	started   bool             // this is not the first incarnation
	said      []Msg            // what the user said and chose that is not on disk yet
	renderers map[string]int64 // by name, the number of the last event that was shown
	granted   []string         // what the user allowed for more than one call

	// What was chosen while the program ran; unset when nothing was.
	policy  dispatcher.Policy
	posture string
	after   *Posture
	model   *ModelOptions
	tools   *SetTools
}

func newKept(o Options) *kept {
	return &kept{renderers: map[string]int64{}, granted: slices.Clone(o.Granted)}
}

// Child makes the child that a session is.
func Child(o Options, restart actorkit.Restart) actorkit.Child {
	k := newKept(o)
	return actorkit.Child{New: func() actorkit.Behavior { return newSession(o, k) }, Restart: restart}
}

// New makes the behavior of a session by itself, for tests.
func New(o Options) actorkit.Behavior { return newSession(o, newKept(o)) }

func newSession(o Options, k *kept) *session {
	if k.policy != nil {
		o.Policy, o.Posture, o.After = k.policy, k.posture, k.after
	}
	if k.model != nil {
		o.Model = *k.model
	}
	if k.tools != nil {
		o.Tools, o.Servers = k.tools.Tools, k.tools.Servers
	}
	return &session{o: o, kept: k, out: newOutbox(-1)}
}

// Receive implements actorkit.Behavior.
func (s *session) Receive(env actorkit.Env, m any) {
	if s.loading {
		if past, ok := m.(pastEvents); ok {
			s.onOldLog(env, past)
			return
		}
		if _, own := m.(Msg); own {
			s.held = append(s.held, m)
			return
		}
	}
	switch m := m.(type) {
	case actorkit.Started:
		s.start(env)
	case Msg:
		s.onMsg(env, m)
	case stream.Note:
		s.onStream(env, m)
	case dispatcher.Note:
		s.onDispatcher(env, m)
	case journal.Note:
		s.onJournal(env, m)
	case renderer.Note:
		s.onRenderer(env, m)
	case retryDue:
		s.onRetryDue(env, m)
	case roundDue:
		s.onRoundDue(env, m)
	case turnOverdue:
		s.onTurnOverdue(env, m)
	case checkpointed:
		s.onCheckpointed(env, m)
	case checkpointLasts:
		s.onCheckpointLasts(env, m)
	case checkpointOverdue:
		s.onCheckpointOverdue(env, m)
	case stopAsked:
		s.onStopAsked(env, m)
	case keptGrant:
		s.onKeptGrant(env, m)
	case closeOverdue:
		s.finishClose("the session did not end in time")
	case pastEvents:
		s.onPast(m)
	case actorkit.Crashed:
		s.onCrashed(env, m)
	case actorkit.Gone:
		s.onGone(m)
	default:
		env.Unhandled(m)
	}
}

func (s *session) onMsg(env actorkit.Env, m Msg) {
	switch m := m.(type) {
	case UserTurn, RunCommand, SetModel, SetAgent, SetTools:
		s.onNext(env, m)
	case Answer:
		s.onUserAnswer(m)
	case SetPosture:
		s.onSetPosture(env, m)
	case Cancel:
		s.forget()
		s.interrupt(env, event.EndInterrupted)
	case Attach:
		s.onAttach(env, m)
	case Detach:
		s.onDetach(env, m.Name)
	case Close:
		s.onClose(env, m)
	}
}

// record makes an event: it becomes part of the state, goes to the journal, and is told to the
// subscribers when it is kept. It gives the event's number.
func (s *session) record(env actorkit.Env, ev event.Journalled) int64 {
	return s.recordSync(env, ev, false)
}

func (s *session) recordSync(env actorkit.Env, ev event.Journalled, sync bool) int64 {
	if _, first := ev.(event.Meta); s.conv.next == 0 && !first {
		facts := s.o.Log.Facts()
		s.record(env, event.Meta{
			SchemaVersion: event.SchemaVersion, ID: facts.ID, Workspace: s.o.Workspace, Model: s.o.Model.Name, Task: s.o.Task,
		})
	}
	e := s.envelope(env, ev)
	e.Seq = s.conv.next
	s.conv.apply(e)
	if s.lost != "" {
		return e.Seq // nothing is kept and nothing is told; the turn is about to end
	}
	s.unacked = append(s.unacked, e)
	s.journal.Tell(journal.Append{Events: []event.Envelope{e}, Sync: sync})
	s.out.add(e)
	return e.Seq
}

// tell sends a live event.
func (s *session) tell(env actorkit.Env, ev event.Event) { s.out.add(s.envelope(env, ev)) }

func (s *session) envelope(env actorkit.Env, ev event.Event) event.Envelope {
	e := event.Envelope{Time: env.Now().UTC(), Turn: s.conv.turn, Event: ev}
	if s.turn != nil {
		e.Turn, e.Round = s.turn.n, s.turn.round
	}
	return e
}
