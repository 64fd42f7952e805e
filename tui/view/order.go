package view

import (
	"cmp"
	"slices"

	"eidolon/actors/event"
)

// ordered puts kept events of a batch where they show when they are live: what the model thought comes
// before what it said, and is kept behind it; what it said came before its failure, and is kept behind
// that too.
func ordered(events []event.Envelope) []event.Envelope {
	if !slices.ContainsFunc(events, late) {
		return events
	}
	order := make([]int, len(events))
	place := make([]int, len(events)) // twice the index, less one for what moves in front of it
	for i := range events {
		order[i], place[i] = i, 2*i
		if late(events[i]) {
			place[i] = 2*due(events, i) - 1
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(place[a], place[b]) })
	out := make([]event.Envelope, len(events))
	for i, j := range order {
		out[i] = events[j]
	}
	return out
}

// late says that an event is kept later than what it tells began to show.
func late(e event.Envelope) bool {
	m, message := e.Event.(event.Message)
	return is[event.Reasoning](e.Event) || message && m.Role == event.RoleAssistant
}

// due gives the event of the same round that a late one belongs in front of. Where the round came in
// deltas, they tell the place. A thought begins its round. The end of an answer follows the last of its
// calls: all of its text had begun to come before anything else happened, as far as the log remembers.
func due(events []event.Envelope, i int) int {
	thought := is[event.Reasoning](events[i].Event)
	at := i
	for at > 0 && events[at-1].Turn == events[i].Turn && events[at-1].Round == events[i].Round {
		before := events[at-1].Event
		switch {
		case is[event.TextDelta](before) || is[event.ReasoningDelta](before):
			if thought {
				return i
			}
			return at
		case !thought && (is[event.ToolUse](before) || is[event.Message](before)):
			return at
		}
		at--
	}
	return at
}

// is says whether an event is of a type.
func is[E event.Event](ev event.Event) bool {
	_, ok := ev.(E)
	return ok
}
