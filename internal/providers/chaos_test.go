package providers_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"eidolon/actors/model"
	"eidolon/internal/providers/wire"
)

// chaosSeeds is how many composed faults the suite tries with each kind of API. EIDOLON_FAULTS=10m tries for
// so long instead.
const chaosSeeds = 16

// Faults composed at random: where the bytes themselves stay what they were, what was heard is the beginning
// of what was said; where they do not, nobody can know that, but the answer still ends in time, with a
// failure that has words, and with no call opened or closed twice.
func TestComposedFaults(t *testing.T) {
	all := record(t)
	if limit, err := time.ParseDuration(os.Getenv("EIDOLON_FAULTS")); err == nil {
		for seed, end := uint64(rand.Uint32()), time.Now().Add(limit); time.Now().Before(end); seed++ {
			for _, r := range all {
				if !t.Run(fmt.Sprint(r.kind, " ", seed), func(t *testing.T) { compose(t, r, seed) }) {
					return
				}
			}
		}
		return
	}
	for _, r := range all {
		for seed := range uint64(chaosSeeds) {
			t.Run(fmt.Sprint(r.kind, " ", seed), func(t *testing.T) {
				t.Parallel()
				compose(t, r, seed)
			})
		}
	}
}

// chaosLimits end every answer soon.
var chaosLimits = wire.Timeouts{FirstByte: 250 * time.Millisecond, Idle: 100 * time.Millisecond, Total: 2 * time.Second}

// compose plays one answer with faults, and a good one after it.
func compose(t *testing.T, r recorded, seed uint64) {
	t.Helper()
	c := &chaos{Rand: rand.New(rand.NewPCG(seed, 1)), other: r.stream}
	honest := seed%2 == 0 // the bytes stay what they were
	stream := c.decorate(r.stream)
	if !honest {
		stream = c.corrupt(stream)
	}
	play := c.wire(stream)
	server := serve(t)
	client := open(t, r.kind, wire.Service{BaseURL: server.address, Timeouts: chaosLimits, MaxEvent: 1 << 16, MaxAnswer: 1 << 16})
	server.does(play)
	begun := time.Now()
	got := ask(t.Context(), client)
	if took := time.Since(begun); took > outlast {
		t.Errorf("it took %v", took)
	}
	if n := server.requests(); n != 1 {
		t.Errorf("%d requests were sent", n)
	}
	if honest {
		r.checkSaid(t, got)
	}
	switch {
	case got.err != nil:
		checkWords(t, got.err)
	case honest:
		r.check(t, got)
	}
	server.does(func(w *wiring) { w.say(eventStream() + r.stream) })
	if next := patiently(t, client); next.err != nil || next.text != r.want.text {
		t.Errorf("the next request: %+v, %v", next, next.err)
	}
	if t.Failed() {
		t.Logf("%s, seed %d: %s\n%q", r.kind, seed, strings.Join(c.did, ", "), stream)
	}
}

// patiently asks until a limit is not reached that is too short for a busy machine.
func patiently(t *testing.T, c model.Client) (h heard) {
	t.Helper()
	for range 20 {
		h = ask(t.Context(), c)
		if failure, ok := errors.AsType[*model.Error](h.err); !ok || failure.Kind != model.TimedOut {
			break
		}
	}
	return h
}

// chaos makes faults and notes them.
type chaos struct {
	*rand.Rand
	other string // a whole stream
	did   []string
}

func (c *chaos) note(format string, args ...any) { c.did = append(c.did, fmt.Sprintf(format, args...)) }

// chance is true once in n times.
func (c *chaos) chance(n int) bool { return c.IntN(n) == 0 }

// decorate adds what a reader of events has to pass over.
func (c *chaos) decorate(stream string) string {
	all := events(stream)
	var b strings.Builder
	for i, e := range all {
		if c.chance(6) {
			extra := pick(c, ": alive\n", ":\n\n", "data:\n\n", "\n\n\n", "id: 1\n\n", "retry: 3\n\n", ": "+strings.Repeat("x", 5000)+"\n\n")
			c.note("%q before event %d", cutShort(extra), i)
			b.WriteString(extra)
		}
		b.WriteString(strings.TrimRight(e, "\n") + "\n\n")
	}
	out := b.String()
	switch c.IntN(5) {
	case 0:
		c.note("CR")
		out = strings.ReplaceAll(out, "\n", "\r")
	case 1:
		c.note("CRLF")
		out = strings.ReplaceAll(out, "\n", "\r\n")
	}
	if c.chance(4) {
		c.note("mark")
		out = "\xef\xbb\xbf" + out
	}
	if c.chance(4) {
		extra := pick(c, all[len(all)-1], "data: {oops\n\n", "\x00\xff\n", ": bye\n\n", "data: [DONE]\n\n", "event: error\n")
		c.note("%q at the end", cutShort(extra))
		out += extra
	}
	return out
}

// corrupt changes bytes.
func (c *chaos) corrupt(s string) string {
	for range 1 + c.IntN(4) {
		at := c.IntN(len(s) + 1)
		end := min(at+c.IntN(200), len(s))
		switch what := c.IntN(8); what {
		case 0:
			c.note("%d bytes lost at %d", end-at, at)
			s = s[:at] + s[end:]
		case 1:
			c.note("%d bytes twice at %d", end-at, at)
			s = s[:end] + s[at:]
		case 2:
			noise := pick(c, "\x00", "\xff\xfe", "\x1b[2J", "}", "{", `"`, "\n\n", "\ndata: ", "data: {}\n\n", "data: null\n\n", "data: []\n\n", `data: {"error":"no"}`+"\n\n", strings.Repeat("[", 3000))
			c.note("%q at %d", cutShort(noise), at)
			s = s[:at] + noise + s[at:]
		case 3:
			c.note("noise at %d", at)
			noise := make([]byte, c.IntN(50))
			for i := range noise {
				noise[i] = byte(c.IntN(256))
			}
			s = s[:at] + string(noise) + s[end:]
		case 4:
			c.note("an event again at %d", at)
			all := events(c.other)
			s = s[:at] + "\n\n" + all[c.IntN(len(all))] + s[at:]
		case 5:
			c.note("events in another order")
			all := strings.SplitAfter(s, "\n\n")
			c.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			s = strings.Join(all, "")
		case 6:
			if at < len(s) {
				c.note("a bit at %d", at)
				b := []byte(s)
				b[at] ^= 1 << c.IntN(8)
				s = string(b)
			}
		case 7:
			c.note("a whole stream again at %d", at)
			s = s[:at] + "\n\n" + c.other + s[at:]
		}
	}
	return s
}

// wire chooses how the stream goes over the connection, and how it ends.
func (c *chaos) wire(stream string) func(*wiring) {
	var response string
	body := stream
	switch c.IntN(6) {
	case 0:
		response = "HTTP/1.0 200 OK\r\n\r\n" + body
	case 1, 2:
		response = chunkedStream() + chunked(body, 1+c.IntN(300))
		if !c.chance(5) {
			response += pick(c, lastChunk, lastChunk, "0\r\nX: y\r\n\r\n", "0\r\n\x00\r\n\r\n")
		}
	case 3:
		response = head("200 OK", "Connection: close", fmt.Sprintf("Content-Length: %d", len(body)+c.IntN(3)*c.IntN(200))) + body
	default:
		response = eventStream() + body
	}
	if c.chance(8) {
		c.note("early head")
		response = head(pick(c, "100 Continue", "103 Early Hints")) + response
	}
	cut := len(response)
	if c.chance(2) {
		cut = c.IntN(len(response) + 1)
		c.note("ends at %d of %d", cut, len(response))
	}
	size := pick(c, 1, 7, 100, 1<<20)
	pause := pick(c, 0, 0, 0, 50*time.Microsecond)
	how := c.IntN(4)
	c.note("pieces of %d, pause %v, end %d", size, pause, how)
	return func(w *wiring) {
		w.trickle(response[:cut], size, pause)
		switch how {
		case 0:
			w.wait(5 * time.Millisecond) // what was sent arrives before the reset
			w.reset()
		case 1:
			w.hang()
		}
	}
}

func pick[T any](c *chaos, all ...T) T { return all[c.IntN(len(all))] }

func cutShort(s string) string { return s[:min(len(s), 30)] }
