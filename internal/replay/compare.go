package replay

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"eidolon/actors/event"
)

// Difference is a place where something else came than was recorded.
type Difference struct {
	Turn     int
	Seq      int64  // of the recorded event
	Recorded string // its line, or "nothing more"
	Came     string
}

// String gives the difference in three lines, each shortened to the place where the two part.
func (d Difference) String() string {
	recorded, came := around(d.Recorded, d.Came)
	return fmt.Sprintf("turn %d, event %d differs\n  recorded: %s\n  replayed: %s", d.Turn, d.Seq, recorded, came)
}

// What a difference shows of its lines, in bytes.
const (
	shownBefore = 48
	shownAfter  = 120
)

// around cuts two lines to the surroundings of their first difference. The head of a line, which says
// what it is, stays.
func around(a, b string) (string, string) {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return excerpt(a, n), excerpt(b, n)
}

func excerpt(s string, at int) string {
	from, to := at-shownBefore, at+shownAfter
	end := ""
	if to < len(s) {
		s, end = s[:to], "…"
	}
	if from <= shownBefore {
		return strings.ToValidUTF8(s+end, "")
	}
	return strings.ToValidUTF8(s[:shownBefore]+"…"+s[from:]+end, "")
}

// comparer compares events, but for their numbers and everything that is a matter of time.
type comparer struct {
	strange []string // tools whose declaration is not known
	keyless bool     // the session's secret is not known
}

// part compares a part of a turn. Messages, calls, decisions and all the rest must come in the same
// order. Results may come in any place, since calls run side by side and beside the answer; but each
// must be the same, and those of calls that change something must keep their order.
func (c comparer) part(turn int, recorded, came []event.Envelope) []Difference {
	out := c.inOrder(turn, pick(recorded, isSpine), pick(came, isSpine))
	writes := writing(recorded)
	out = append(out, c.inOrder(turn, pick(recorded, writes), pick(came, writes))...)
	reads := func(e event.Envelope) bool { return !isSpine(e) && !writes(e) }
	return append(out, c.byCall(turn, pick(recorded, reads), pick(came, reads))...)
}

func pick(events []event.Envelope, which func(event.Envelope) bool) []event.Envelope {
	var out []event.Envelope
	for _, e := range events {
		if which(e) && foreign(e) == "" && !crash(e) {
			out = append(out, e)
		}
	}
	return out
}

func crash(e event.Envelope) bool {
	failed, ok := e.Event.(event.Error)
	return ok && failed.Kind == "crash"
}

func isSpine(e event.Envelope) bool {
	_, result := e.Event.(event.ToolResult)
	return !result
}

// writing picks the results of calls that may change something.
func writing(events []event.Envelope) func(event.Envelope) bool {
	var keys []string
	for _, e := range events {
		if r, ok := e.Event.(event.ToolResult); ok && !readOnly(events, r.Call) && r.MS > 0 {
			keys = append(keys, r.Call)
		}
	}
	return func(e event.Envelope) bool {
		r, ok := e.Event.(event.ToolResult)
		return ok && slices.Contains(keys, r.Call)
	}
}

func readOnly(events []event.Envelope, call string) bool {
	for _, e := range events {
		if use, ok := e.Event.(event.ToolUse); ok && use.Call == call {
			return use.ReadOnly
		}
	}
	return false
}

const nothing = "nothing more"

// inOrder gives the first place where two sequences part. What follows it says nothing.
func (c comparer) inOrder(turn int, recorded, came []event.Envelope) []Difference {
	for i, e := range recorded {
		want, got := c.line(e), nothing
		if i < len(came) {
			got = c.line(came[i])
		}
		if want != got {
			return []Difference{{Turn: turn, Seq: e.Seq, Recorded: want, Came: got}}
		}
	}
	if len(came) > len(recorded) {
		extra := came[len(recorded)]
		return []Difference{{Turn: turn, Seq: extra.Seq, Recorded: nothing, Came: c.line(extra)}}
	}
	return nil
}

// byCall compares results, call by call.
func (c comparer) byCall(turn int, recorded, came []event.Envelope) []Difference {
	var out []Difference
	for _, e := range recorded {
		want, got := c.line(e), nothing
		i := slices.IndexFunc(came, func(x event.Envelope) bool { return nameOf(x) == nameOf(e) })
		if i >= 0 {
			got = c.line(came[i])
			came = slices.Delete(slices.Clone(came), i, i+1)
		}
		if want != got {
			out = append(out, Difference{Turn: turn, Seq: e.Seq, Recorded: want, Came: got})
		}
	}
	for _, e := range came {
		out = append(out, Difference{Turn: turn, Seq: e.Seq, Recorded: nothing, Came: c.line(e)})
	}
	return out
}

// line gives an event as it is compared.
func (c comparer) line(e event.Envelope) string {
	e.Seq, e.Time = 0, time.Time{}
	ev, ok := e.Event.(event.Journalled)
	if !ok {
		return ""
	}
	switch ev := ev.(type) {
	case event.Meta:
		ev.Parent = nil // a fork begins with it; the engine makes whole sessions only
		e.Event, e.Turn = ev, 0
	case event.Message:
		if c.keyless && (ev.Role == event.RoleToolResults || ev.Role == event.RoleSystem) {
			ev.Text = withoutMarkers(ev.Text)
		}
		e.Event = ev
	case event.ToolUse:
		if slices.Contains(c.strange, ev.Name) {
			ev.Inner = nil
		}
		ev.Asks = false // a call that was cancelled unasked is played as one that ran
		e.Event = ev
	case event.ToolResult:
		ev.MS, ev.Sandbox, ev.Spent = 0, "", nil // nothing is run
		e.Event = ev
	case event.Usage:
		ev.Cost = nil // prices are a matter of the configuration
		e.Event = ev
	case event.Decision:
		ev.Input = "" // a hash of what is compared with the call; older recordings have none
		e.Event = ev
	case event.Reasoning, event.Todos, event.Title, event.Error, event.Interrupted,
		event.TurnEnd, event.Compaction, event.Posture, event.Agent, event.Checkpoint, event.Rewind, event.Unknown:
	}
	return lineOf(e)
}

// headLength is how much of a line is its number and time, which are not compared.
const headLength = len(`{"seq":0,"ts":"0001-01-01T00:00:00Z",`)

// lineOf gives the line of an event without its number and time.
func lineOf(e event.Envelope) string {
	e.Seq, e.Time = 0, time.Time{}
	line, err := event.Encode(nil, e)
	if err != nil {
		return fmt.Sprintf("%T that cannot be written: %v", e.Event, err)
	}
	return "{" + strings.TrimSuffix(string(line[headLength:]), "\n")
}
