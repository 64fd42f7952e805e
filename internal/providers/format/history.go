package format

import (
	"encoding/json"
	"slices"
	"sync"

	"eidolon/actors/model"
)

// History is the JSON of a conversation's messages, kept between its requests. Each request repeats
// all that was sent before, so encoding only what is new makes the cost of a round depend on the
// round and not on the length of the session.
//
// encoded is append-only: a body that is still being sent reads the part before what is added. Runs
// are kept whole, because a run grows by the messages that are merged into it.
type History struct {
	encode   Encode
	messages []model.Message
	runs     []run
	encoded  []byte // the messages of all runs, with commas between
}

// Encode gives the messages of the wire that a run becomes. The same run always gives the same. What is
// JSON already is taken as it is.
type Encode func(Run) ([]any, error)

// run is where a run of messages ends, see [runEnd].
type run struct {
	messages int // in History.messages
	bytes    int // in History.encoded
}

// Extend makes the history that of messages, which as a rule begin with what it already has.
func (h *History) Extend(messages []model.Message) error {
	h.truncate(h.shared(messages))
	from := len(h.messages)
	h.messages = append(h.messages, messages[from:]...)
	encoder := json.NewEncoder(h)
	encoder.SetEscapeHTML(false) // the conversation is full of angle brackets
	for from < len(messages) {
		to := runEnd(messages, from)
		all, err := h.encode(runOf(messages, from, to))
		if err != nil {
			return err
		}
		for _, m := range all {
			if len(h.encoded) > 0 {
				h.encoded = append(h.encoded, ',')
			}
			if raw, encoded := m.(json.RawMessage); encoded {
				h.encoded = append(append(h.encoded, raw...), '\n')
			} else if err := encoder.Encode(m); err != nil {
				return err
			}
		}
		h.runs = append(h.runs, run{messages: to, bytes: len(h.encoded)})
		from = to
	}
	return nil
}

// Write appends to the encoded messages, for the encoder.
func (h *History) Write(p []byte) (int, error) {
	h.encoded = append(h.encoded, p...)
	return len(p), nil
}

// JSON gives the encoded messages with commas between them. They stay valid when the history goes on.
func (h *History) JSON() []byte { return h.encoded }

// End gives where in [History.JSON] the history would end without its last runs, which are so many; 0
// when there are no more.
func (h *History) End(without int) int {
	if i := len(h.runs) - 1 - without; i >= 0 {
		return h.runs[i].bytes
	}
	return 0
}

// shared counts the runs that messages begin with. Texts are compared by content; for the very same
// string that is one comparison of pointers.
func (h *History) shared(messages []model.Message) int {
	same := 0
	for same < min(len(h.messages), len(messages)) && equal(&h.messages[same], &messages[same]) {
		same++
	}
	for i, r := range h.runs {
		if r.messages > same || (r.messages == same && goesOn(messages, h.runs[:i], same)) {
			return i
		}
	}
	return len(h.runs)
}

// goesOn tells whether the run that ended at the index now has more messages.
func goesOn(messages []model.Message, before []run, end int) bool {
	from := 0
	if len(before) > 0 {
		from = before[len(before)-1].messages
	}
	return runEnd(messages, from) != end
}

// truncate keeps the first n runs. What is cut off may still be being sent, so the next append must
// not write over it.
func (h *History) truncate(n int) {
	var last run
	if n > 0 {
		last = h.runs[n-1]
	}
	h.runs, h.messages = h.runs[:n], h.messages[:last.messages]
	if last.bytes < len(h.encoded) {
		h.encoded = h.encoded[:last.bytes:last.bytes]
	}
}

func equal(a, b *model.Message) bool {
	return a.Role == b.Role && a.Text == b.Text && slices.Equal(a.Calls, b.Calls) && slices.Equal(a.Results, b.Results) &&
		slices.Equal(a.Thoughts, b.Thoughts) && slices.EqualFunc(a.Images, b.Images, sameImage)
}

// sameImage takes pictures for the same when they are the same bytes in memory; others are encoded anew.
func sameImage(a, b model.Image) bool {
	return a.MediaType == b.MediaType && len(a.Data) == len(b.Data) && (len(a.Data) == 0 || &a.Data[0] == &b.Data[0])
}

// Bounds of what is kept: more conversations at once only cost the time of encoding them anew.
const (
	maxHistories    = 8
	maxHistoryBytes = 64 << 20 // of all together, but the newest is always kept
)

// Histories are the conversations that a client had last, the newest at the end.
type Histories struct {
	encode Encode
	mu     sync.Mutex
	kept   []*History
}

// NewHistories makes a keeper of conversations in one wire format.
func NewHistories(encode Encode) *Histories { return &Histories{encode: encode} }

// Take removes and gives the history that messages continue, or a new one. While it is taken nobody
// else has it.
func (hs *Histories) Take(messages []model.Message) *History {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	for i, v := range slices.Backward(hs.kept) {
		// The last run may have grown, so it need not be shared; of anything shorter than two runs
		// little is lost.
		if h := v; len(h.runs) > 1 && h.shared(messages) >= len(h.runs)-1 {
			hs.kept = slices.Delete(hs.kept, i, i+1)
			return h
		}
	}
	return &History{encode: hs.encode}
}

// Keep puts a history back, and lets go of the oldest when there are too many.
func (hs *Histories) Keep(h *History) {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	hs.kept = append(hs.kept, h)
	size := 0
	for _, h := range hs.kept {
		size += len(h.encoded)
	}
	for len(hs.kept) > 1 && (len(hs.kept) > maxHistories || size > maxHistoryBytes) {
		size -= len(hs.kept[0].encoded)
		hs.kept = slices.Delete(hs.kept, 0, 1)
	}
}
