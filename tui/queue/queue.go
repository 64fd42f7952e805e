// Package queue holds the prompts that wait while a turn runs, and shows them in a panel above the
// prompt. Waiting prompts live in memory only.
package queue

import "slices"

// Item is a prompt that waits. Its ID is never given to another one.
type Item struct {
	ID   int
	Text string
}

// Choice is what becomes of waiting prompts after a cancelled turn.
type Choice uint8

// The choices.
const (
	SendNext Choice = iota // go on with the first one
	Keep                   // they wait until another turn has ended
	Drop                   // forget them
)

// Queue is the prompts that wait, the next one first. The zero value is empty.
type Queue struct {
	items  []Item
	lastID int
	asking bool
}

// Add lets a prompt wait behind the others.
func (q *Queue) Add(text string) Item {
	q.lastID++
	q.items = append(q.items, Item{q.lastID, text})
	return q.items[len(q.items)-1]
}

// Len gives the number of waiting prompts.
func (q *Queue) Len() int { return len(q.items) }

// Items gives the waiting prompts in their order.
func (q *Queue) Items() []Item { return slices.Clone(q.items) }

// Next takes the prompt out that is to be sent next.
func (q *Queue) Next() (Item, bool) { return q.take(0) }

// TakeNewest takes the prompt out that was added last, to be edited.
func (q *Queue) TakeNewest() (Item, bool) {
	return q.take(len(q.items) - 1)
}

// Remove takes the prompt at a place out.
func (q *Queue) Remove(i int) (Item, bool) { return q.take(i) }

func (q *Queue) take(i int) (Item, bool) {
	if i < 0 || i >= len(q.items) {
		return Item{}, false
	}
	item := q.items[i]
	q.items = slices.Delete(q.items, i, i+1)
	q.asking = q.asking && len(q.items) > 0
	return item, true
}

// TurnEnded says what follows a turn: the next prompt, or nothing. After a cancelled turn nothing is
// sent before somebody has decided, see [Queue.Asking].
func (q *Queue) TurnEnded(cancelled bool) (next Item, ok bool) {
	if cancelled {
		q.asking = len(q.items) > 0
		return Item{}, false
	}
	q.asking = false
	return q.Next()
}

// Asking says that somebody has to decide what becomes of the waiting prompts.
func (q *Queue) Asking() bool { return q.asking }

// Decide answers the question after a cancelled turn. The prompt that is to be sent is returned.
func (q *Queue) Decide(c Choice) (next Item, ok bool) {
	if !q.asking {
		return Item{}, false
	}
	q.asking = false
	switch c {
	case SendNext:
		return q.Next()
	case Drop:
		q.items = nil
	case Keep:
	}
	return Item{}, false
}
