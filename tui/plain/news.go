package plain

import "eidolon/actors/event"

// news picks what a conversation has to show. It leaves out what the session writes before the first
// prompt: it closes the turn of a program that was killed, and neither the end of that turn nor its
// results belong to this conversation. And it leaves out kept events that came before: after a crash of
// its actor a renderer gets the last batch again.
type news struct {
	begun bool  // the first prompt has come
	seq   int64 // of the last kept event, plus 1
}

func (n *news) pick(events []event.Envelope) []event.Envelope {
	fresh := make([]event.Envelope, 0, len(events))
	for _, e := range events {
		if e.Journalled() {
			if e.Seq < n.seq {
				continue
			}
			n.seq = e.Seq + 1
		}
		if n.begun || n.beforePrompt(e.Event) {
			fresh = append(fresh, e)
		}
	}
	return fresh
}

// beforePrompt says whether an event is shown that came before the first prompt.
func (n *news) beforePrompt(ev event.Event) bool {
	msg, ok := ev.(event.Message)
	n.begun = ok && msg.Role == event.RoleUser
	_, notice := ev.(event.Notice)
	_, failure := ev.(event.Error)
	_, lost := ev.(event.Lost)
	return n.begun || notice || failure || lost
}
