package replay

import (
	"slices"
	"strings"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/actors/tool"
)

// findEnd works out how far the run of the program that began the turn came, and where the user
// interrupted it.
func (u *turn) findEnd() {
	for i, e := range u.events {
		failed, ok := e.Event.(event.Error)
		switch {
		case !ok:
		case failed.Kind == "crash":
			u.ending, u.until, u.why = unplayable, i, "hit by a failure inside eidolon"
			return
		case failed.Kind == string(event.EndTimeout) && u.reason() == event.EndTimeout:
			u.ending, u.until, u.why = unplayable, i, "ended by its time limit"
			return
		}
	}
	switch u.reason() {
	case "":
		u.ending, u.until = unfinished, u.beforeClosing()
	case event.EndInterrupted:
		u.findInterrupt(len(u.events) - 2)
	case event.EndDone, event.EndError, event.EndMaxTurns, event.EndTimeout:
	}
}

// beforeClosing gives the index of the first event by which a turn without an end was about to be
// ended by the user or by the next run of the program: an answer that was cut, or the mark itself.
func (u *turn) beforeClosing() int {
	last := len(u.events) - 1
	for i, e := range u.events {
		m, ok := e.Event.(event.Message)
		_, marked := e.Event.(event.Interrupted)
		if marked || ok && m.Partial && e.Round == u.events[last].Round && !u.goesOn(e.Round) {
			return i
		}
	}
	return len(u.events)
}

// goesOn says that the model was asked to go on with an answer that broke off.
func (u *turn) goesOn(round int) bool {
	for _, e := range u.events {
		m, ok := e.Event.(event.Message)
		if ok && e.Round == round && m.Role == event.RoleToolResults && strings.Contains(aside(m), session.ConnectionLost) {
			return true
		}
	}
	return false
}

// aside gives what the model was told beside the results of XNL calls.
func aside(m event.Message) string {
	text, _, _ := strings.Cut(m.Text, "!unquote_start")
	return text
}

// lastKnown gives how far a turn can be played that was cut at an index: not to the end of an answer
// whose text is not there, nor to a call in it that cannot be read or that only the end made one, since what
// made it so may be missing.
func (u *turn) lastKnown(cut int) int {
	for n := cut; n > 0; n-- {
		ev := u.events[n-1].Event
		if _, message := ev.(event.Message); message {
			return cut
		}
		use, called := ev.(event.ToolUse)
		if called && (string(use.Input) != "null" || use.Source != event.SourceXNL) && !foundLate(use) {
			return cut
		}
		_, thought := ev.(event.Reasoning)
		_, spent := ev.(event.Usage)
		if called || thought || spent {
			cut = n - 1
		}
	}
	return cut
}

// lastRound is what is known of the round that an interrupt ended: indices of events, -1 for none.
type lastRound struct {
	first     int // of all
	usage     int
	answer    int
	results   int
	stopped   int  // the first result of a call that the user's interrupt ended
	cut       bool // the answer did not come to its end, and the model was not asked to go on
	abandoned bool // a call was open when the program ended
	// late says that the next run of the program wrote the answer down, although its usage was there: the
	// program ended between the two. It knew the text up to the last call only.
	late bool
}

func (u *turn) lastRound(round, at int) lastRound {
	r := lastRound{first: -1, usage: -1, answer: -1, results: -1, stopped: -1}
	var known strings.Builder // text up to the last call
	var estimated, failed, short bool
	for i, e := range u.events[:at] {
		if e.Round != round || round == 0 {
			continue
		}
		if r.first < 0 {
			r.first = i
		}
		if used, ok := e.Event.(event.Usage); ok {
			r.usage, estimated = i, used.Estimated
		}
		if use, ok := e.Event.(event.ToolUse); ok {
			known.WriteString(use.TextBefore)
		}
		if _, ok := e.Event.(event.Error); ok {
			failed = true
		}
		if m, ok := e.Event.(event.Message); ok && m.Role == event.RoleAssistant {
			r.answer, r.cut = i, m.Partial && !u.goesOn(round)
			short = m.Text == known.String()
		} else if ok {
			r.results = i
		}
		if result, ok := e.Event.(event.ToolResult); ok {
			code, message := failureOf(result)
			r.abandoned = r.abandoned || session.EndedWithProgram(message)
			if code == tool.Interrupted && r.stopped < 0 {
				r.stopped = i
			}
		}
	}
	r.late = r.cut && r.usage >= 0 && r.usage < r.answer && short && !failed && (r.abandoned || !estimated)
	return r
}

// findInterrupt tells an interrupt of the user from the end of the program. At is the index of the
// event that marks it. A request that was under way when the user interrupted leaves its usage behind,
// and a call is told that the turn was interrupted; what the next run of the program closes has
// neither. Between two requests both look the same, and are played as the end of the program.
func (u *turn) findInterrupt(at int) {
	if at < 0 {
		u.ending, u.until, u.why = unplayable, 0, "ended before it began"
		return
	}
	if u.command {
		u.findCommandEnd(at)
		return
	}
	round := u.events[at].Round
	r := u.lastRound(round, at)
	switch {
	case round > 0 && r.first < 0:
		u.cancel = at // nothing of the answer had come
	case r.usage >= 0 && (r.cut || r.stopped >= 0) && !r.abandoned && !r.late:
		u.interruptAt(u.firstStopped(r))
		if !r.cut {
			u.answer = r.answer
		}
	default:
		u.ending, u.until = killed, u.firstClosing(r, at)
	}
}

// interruptAt puts the user's interrupt before an event. What the model had written by then and the
// session had not looked at yet is told and not run; that moment cannot be met again.
func (u *turn) interruptAt(i int) {
	late := slices.ContainsFunc(u.events[i:], func(e event.Envelope) bool {
		_, ok := e.Event.(event.ToolUse)
		return ok
	})
	if late {
		u.ending, u.until, u.why = unplayable, i, "interrupted while the session had calls before it"
		return
	}
	u.cancel = i
}

// firstStopped gives the index of the first event that the user's interrupt caused.
func (u *turn) firstStopped(r lastRound) int {
	if !r.cut {
		return r.stopped
	}
	first := r.usage
	if _, thought := u.events[max(first-1, 0)].Event.(event.Reasoning); thought {
		first-- // both are written down when the answer is over
	}
	if r.stopped >= 0 {
		first = min(first, r.stopped)
	}
	return first
}

// firstClosing gives the index of the first event by which the next run of the program closed the
// turn: the results, those of open calls, and the answer as far as it was known.
func (u *turn) firstClosing(r lastRound, at int) int {
	first := at
	if r.results == at-1 && r.results >= 0 && u.fromDisk(r.results) {
		first = r.results
	}
	for first > 0 {
		ev := u.events[first-1].Event
		result, ok := ev.(event.ToolResult)
		_, message := failureOf(result)
		open := ok && session.EndedWithProgram(message)
		known := first-1 == r.answer && r.cut && (r.usage < 0 || r.late)
		if !open && !known {
			return first
		}
		first--
	}
	return first
}

// fromDisk says whether the results at an index were put together from the log: then the model is given
// the outcome of a call instead of its text.
func (u *turn) fromDisk(results int) bool {
	m, _ := u.events[results].Event.(event.Message)
	if aside(m) != "" {
		return false
	}
	told := repliesOf(m)
	for _, key := range u.inOrder(u.events[results].Round) {
		c := u.calls[key]
		if c.result == nil || c.result.Superseded {
			continue
		}
		text, ok := told.next(c.use)
		if _, message := failureOf(*c.result); session.EndedWithProgram(message) {
			return true
		}
		if r := parseResult(*c.result); ok && r.OK && text != string(r.Data) && text != string(r.Data)+"\n" {
			return false
		}
	}
	return true
}
