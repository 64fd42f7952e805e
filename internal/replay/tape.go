package replay

import (
	"fmt"
	"math"
	"slices"

	"eidolon/actors/event"
)

// tape is a recorded session, in a form that can be played.
type tape struct {
	events  []event.Envelope // all of them, as recorded
	turns   []turn
	notices []string // what cannot be played
}

// turn is one turn of a tape.
type turn struct {
	n      int
	events []event.Envelope // made by the engine; what came from outside is left out
	from   int64            // number of the first event
	fresh  bool             // events from outside came since the turn before began

	empty    bool         // it begins the conversation, that of the session or after a rewind to its begin
	agent    *event.Agent // that the user chose for it, or nil
	system   string       // prompt of the session
	before   []string     // what the model was told ahead of the prompt
	prompt   string
	images   []event.Image // shown with it
	prompted bool          // the prompt was kept
	goOns    []int         // indices of what the model was told instead of the end of the turn
	command  bool          // the prompt is a command of the user
	takeover int           // the round in which the fallback took over, or 0

	rounds []round
	calls  map[string]*call
	hints  map[string]string // what the model was told beside a failure, by its code

	ending ending
	why    string  // it cannot be played to its end
	until  int     // events[:until] can be made again by the run of the program that began the turn
	closes int     // events[closes:] were made by the next run; only of a turn that was killed
	cancel int     // the user's interrupt came when events[:cancel] were there; -1 for none
	answer int     // index of the answer that had ended before the interrupt; -1 for none
	needs  setting // of the session
}

// ending is how a turn ended, as far as that matters for playing it.
type ending int

const (
	whole      ending = iota // it has its end, of whatever kind
	killed                   // the program ended in it; the next run of the program closed it
	unplayable               // something happened that only the real thing can do
	unfinished               // the tape ends before it
)

// setting is what a session is opened with and a turn depends on.
type setting struct {
	native  bool
	foreign bool // calls in other notations counted
	model   string
	rounds  int // in a turn at most; 0 for no limit
	// standIn is what the fallback was told when it took over in the turn, or "". It calls tools in the other
	// way, else it would have been told nothing.
	standIn string
}

// newTape sorts the events of a session. The reader finds the calls in its texts.
func newTape(events []event.Envelope, calls reader) *tape {
	t := &tape{events: events}
	t.cut()
	needs := setting{}
	var past event.Lineage
	seen := 0
	for i := range t.turns {
		u := &t.turns[i]
		before := t.before(u.from)
		for _, e := range before[seen:] {
			past.Add(e)
		}
		seen = len(before)
		u.empty = !slices.ContainsFunc(before, func(e event.Envelope) bool {
			_, said := e.Event.(event.Message)
			return said && past.Counts(e.Seq)
		})
		u.fold(calls, needs.native)
		u.needs.model = t.modelOf(u, needs.model)
		needs = u.needs
	}
	return t
}

// cut divides the events into turns and sets aside what did not come from the engine.
func (t *tape) cut() {
	passed := map[string]bool{}
	outside, ended, begins := false, true, int64(-1)
	for _, e := range t.events {
		switch why := foreign(e); {
		case why == "rewind" && !understood(e):
			t.note("event %d takes the session back; what follows it is not compared", e.Seq)
			return
		case why != "":
			if !passed[why] && !understood(e) {
				passed[why] = true
				t.note("events of type %s are passed over", why)
			}
			if outside = true; begins < 0 && e.Turn > t.lastTurn() {
				begins = e.Seq // the next turn does, with a choice of the user
			}
			continue
		}
		last := len(t.turns) - 1
		if failed, ok := e.Event.(event.Error); ok && ended && failed.Kind == "crash" {
			outside = true // told while no turn ran
			continue
		}
		if last < 0 || e.Turn > t.turns[last].n && t.turns[last].n > 0 {
			if begins < 0 {
				begins = e.Seq
			}
			t.turns = append(t.turns, turn{n: e.Turn, from: begins, fresh: outside, cancel: -1, answer: -1})
			outside, begins = false, -1
			last++
		}
		u := &t.turns[last]
		u.n = max(u.n, e.Turn) // a log may begin with a meta event of turn 0
		u.events = append(u.events, e)
		_, ended = e.Event.(event.TurnEnd)
	}
}

// lastTurn gives the number of the last turn so far.
func (t *tape) lastTurn() int {
	if len(t.turns) == 0 {
		return 0
	}
	return t.turns[len(t.turns)-1].n
}

func (t *tape) note(format string, args ...any) {
	t.notices = append(t.notices, fmt.Sprintf(format, args...))
}

// kept gives the event as one that is kept. A tape holds no others.
func kept(e event.Envelope) event.Journalled {
	ev, _ := e.Event.(event.Journalled)
	return ev
}

// foreign gives the type of an event that the engine does not make by itself, or "".
func foreign(e event.Envelope) string {
	ev, ok := e.Event.(event.Journalled)
	if !ok {
		return "live"
	}
	switch ev.(type) {
	case event.Title, event.Compaction, event.Posture, event.Checkpoint, event.Rewind, event.Unknown:
		return ev.Type()
	case event.Meta, event.Message, event.ToolUse, event.ToolResult, event.Reasoning, event.Usage, event.Decision,
		event.Todos, event.Agent, event.Error, event.Interrupted, event.TurnEnd:
	}
	return ""
}

// understood says that an event from outside is of a type that this program knows: the session takes
// it from the log that the next turn starts from.
func understood(e event.Envelope) bool {
	_, unknown := e.Event.(event.Unknown)
	return !unknown
}

// modelOf gives the name of the model that the session was opened with for a turn. Answers that ended
// well name the one that gave them; for the others the session says its own.
func (t *tape) modelOf(u *turn, before string) string {
	for _, e := range u.events {
		if meta, ok := e.Event.(event.Meta); ok {
			before = meta.Model
		}
	}
	for _, r := range u.rounds {
		if r.usage != nil && (r.failure != nil || r.hangs) {
			return r.usage.Model
		}
	}
	return before
}

// before gives the events with a number below seq.
func (t *tape) before(seq int64) []event.Envelope {
	n, _ := slices.BinarySearchFunc(t.events, seq, func(e event.Envelope, seq int64) int {
		switch {
		case e.Seq < seq:
			return -1
		case e.Seq > seq:
			return 1
		}
		return 0
	})
	return t.events[:n:n]
}

// seq gives the number of the event at an index of the turn, or one past its last.
func (u *turn) seq(i int) int64 {
	switch {
	case i < len(u.events):
		return u.events[i].Seq
	case i > 0:
		return u.events[i-1].Seq + 1
	}
	return math.MaxInt64
}
