package session

import (
	"slices"
	"strings"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/renderer"
)

// outbox brings events to the subscribers in the order in which they happened, and none before it is
// kept: the queue moves on only as far as the journal has acknowledged.
type outbox struct {
	queue []event.Envelope // not told yet
	acked int64            // number of the last event that is kept; -1 before the first
	subs  map[string]*subscriber

	// round is what was told since the current request began, with deltas: what a late subscriber
	// needs besides the events on disk. Before it all text is in kept messages.
	round   []event.Envelope
	between bool // no request is under way: all text is in kept messages
}

// subscriber is a renderer and what it has not been told yet.
type subscriber struct {
	ref     actorkit.Ref[renderer.Msg]
	ready   bool
	loading bool  // the past is being read; what happens meanwhile waits in pending
	met     bool  // its renderer has been ready once
	last    int64 // number of the last event it was given; -1 for none
	shown   int64 // number of the last event it is known to have shown
	pending []event.Envelope
}

func newOutbox(acked int64) outbox {
	return outbox{acked: acked, subs: map[string]*subscriber{}}
}

// add queues an event and tells what may be told.
func (o *outbox) add(e event.Envelope) {
	o.queue = append(o.queue, e)
	o.flush()
}

// ack moves the mark of what is kept.
func (o *outbox) ack(upTo int64) {
	o.acked = max(o.acked, upTo)
	o.flush()
}

func (o *outbox) flush() {
	n := 0
	for n < len(o.queue) && (!o.queue[n].Journalled() || o.queue[n].Seq <= o.acked) {
		n++
	}
	if n == 0 {
		return
	}
	told := o.queue[:n:n]
	o.queue = o.queue[n:]
	if !o.between {
		o.round = append(o.round, told...)
	}
	for _, s := range o.subs {
		s.pending = append(s.pending, told...)
		s.send()
	}
}

// dropUnkept forgets what will never be kept.
func (o *outbox) dropUnkept() {
	o.queue = slices.DeleteFunc(o.queue, func(e event.Envelope) bool { return e.Journalled() && e.Seq > o.acked })
	o.flush()
}

// newRound forgets what is in kept messages now.
func (o *outbox) newRound() { o.round, o.between = nil, false }

// endRound forgets it at the end of a turn, when no other round follows.
func (o *outbox) endRound() { o.round, o.between = nil, true }

// firstOfRound is the number of the first kept event of the round, or one past the last event that
// is kept.
func (o *outbox) firstOfRound() int64 {
	for _, e := range o.round {
		if e.Journalled() {
			return e.Seq
		}
	}
	return o.acked + 1
}

// drained says that every subscriber has been given everything.
func (o *outbox) drained() bool {
	for _, s := range o.subs {
		if len(s.pending) > 0 || s.loading {
			return false
		}
	}
	return len(o.queue) == 0
}

// send gives the subscriber its next batch when it is ready for one.
func (s *subscriber) send() {
	if !s.ready || s.loading || len(s.pending) == 0 {
		return
	}
	batch := merged(s.pending)
	s.pending, s.ready = nil, false
	for _, e := range batch {
		if e.Journalled() {
			s.last = e.Seq
		}
	}
	s.ref.Tell(renderer.Batch{Events: batch})
}

// merged joins neighbouring pieces of the same text, so that a slow subscriber gets few large ones.
func merged(events []event.Envelope) []event.Envelope {
	out := make([]event.Envelope, 0, len(events))
	var text strings.Builder
	for i := 0; i < len(events); {
		first, ok := events[i].Event.(event.TextDelta)
		if !ok {
			out = append(out, events[i])
			i++
			continue
		}
		text.Reset()
		at := i
		for ; i < len(events); i++ {
			d, ok := events[i].Event.(event.TextDelta)
			if !ok || d.Item != first.Item || events[i].Turn != events[at].Turn {
				break
			}
			text.WriteString(d.Text)
		}
		first.Text = text.String()
		e := events[at]
		e.Event = first
		out = append(out, e)
	}
	return out
}
