package xnl

import "strconv"

// callID is the identity of a call: key is the id that the model gave, or the one made up for it; id
// is what the call goes by in this message, which differs when an earlier block used the key.
type callID struct{ key, id string }

// callQueue holds the calls of the open block and remembers the ids of the message.
type callQueue struct {
	count  int             // calls in the message
	taken  map[string]bool // ids of calls queued in the message
	suffix map[string]int  // number last put behind a key
	calls  []queuedCall    // of the open block, in order
	places map[string]int  // in calls, by key
}

type queuedCall struct {
	id   callID
	call call
}

// begin forgets the calls of the last block, which have been released. Their ids stay taken.
func (q *callQueue) begin() {
	if q.taken == nil {
		q.taken, q.suffix = make(map[string]bool), make(map[string]int)
	}
	q.calls, q.places = nil, make(map[string]int)
}

// identify counts a call and gives it an id. The code is that of the notice it deserves, or "".
func (q *callQueue) identify(key string) (callID, Code) {
	q.count++
	if key == "" {
		// A made-up id never meets another call, so it cannot replace one.
		id := q.free("call-" + strconv.Itoa(q.count))
		return callID{id, id}, MissingID
	}
	if place, ok := q.places[key]; ok {
		return q.calls[place].id, ""
	}
	id := q.free(key)
	if id != key {
		return callID{key, id}, DuplicateID
	}
	return callID{key, id}, ""
}

// free returns an id that no call has: the key, or the key and the next number.
func (q *callQueue) free(key string) string {
	id := key
	for q.taken[id] {
		n := max(q.suffix[key], 1) + 1
		q.suffix[key] = n
		id = key + "~" + strconv.Itoa(n)
	}
	return id
}

// add queues a call. The same call twice is not queued again (DUPLICATE_CALL); another call with
// the same key takes the place of the earlier one (DUPLICATE_ID).
func (q *callQueue) add(id callID, c call) Code {
	place, ok := q.places[id.key]
	if !ok {
		q.places[id.key] = len(q.calls)
		q.calls = append(q.calls, queuedCall{id, c})
		q.taken[id.id] = true
		return ""
	}
	old := q.calls[place].call
	if old.name == c.name && (comparison{}).maps(old.args, c.args) {
		return DuplicateCall
	}
	q.calls[place].call = c
	return DuplicateID
}

// ids returns the ids of the calls of the block, in order.
func (q *callQueue) ids() []string {
	ids := make([]string, len(q.calls))
	for i := range q.calls {
		ids[i] = q.calls[i].id.id
	}
	return ids
}
