package replay

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"eidolon/actors/event"
)

// patience is how long somebody waits for what was recorded before it, while nothing at all happens.
const patience = 5 * time.Second

// progress knows how far the part of a turn that is being played has come. Everybody who causes
// something waits here for what was recorded before it.
type progress struct {
	mu      sync.Mutex
	changed chan struct{} // closed at every change, and made anew

	turn    *turn
	want    []event.Envelope // the events of this part, as recorded
	cut     bool             // nothing behind them counts
	done    int              // want[:done] have come
	seen    map[string]bool  // what has come, by name
	came    []event.Envelope // the same, whole
	ended   bool             // the end of the turn among them
	loose   bool             // nobody waits any more in this part: it cannot come as it was
	begun   map[string]bool  // calls that run or ran
	asked   map[string]bool  // questions that the user was asked
	sent    int              // requests to the model
	hanging int              // the request whose answer hangs now
	shown   int64            // number of the last event that was shown
	pace    pace
}

func newProgress(p pace) *progress {
	return &progress{changed: make(chan struct{}), shown: -1, pace: p}
}

// begin starts a part of a turn. Of a part that is cut, what comes behind its last event does not
// count: the program had ended.
func (p *progress) begin(t *turn, want []event.Envelope, cut bool) {
	p.change(func() {
		p.turn, p.want, p.cut = t, want, cut
		p.done, p.came, p.ended, p.loose, p.sent, p.hanging = 0, nil, false, false, 0, 0
		p.seen, p.begun, p.asked = map[string]bool{}, map[string]bool{}, map[string]bool{}
	})
}

func (p *progress) change(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
	close(p.changed)
	p.changed = make(chan struct{})
}

// add takes an event that the replay has made.
func (p *progress) add(e event.Envelope) {
	p.change(func() {
		if p.over() {
			return
		}
		p.came = append(p.came, e)
		p.seen[nameOf(e)] = true
		for p.done < len(p.want) && p.seen[nameOf(p.want[p.done])] {
			p.done++
		}
		if _, ok := e.Event.(event.TurnEnd); ok {
			p.ended = true
		}
	})
}

// over says that the part has come to where it was cut. It is called with the lock held.
func (p *progress) over() bool { return p.cut && p.done == len(p.want) }

// behindCut says whether an event came behind the place where the part was cut.
func (p *progress) behindCut(e event.Envelope) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return e.Journalled() && p.over() && len(p.came) > 0 && e.Seq > p.came[len(p.came)-1].Seq
}

// nameOf gives an event a name that the recorded and the replayed one share.
func nameOf(e event.Envelope) string {
	ev, ok := e.Event.(event.Journalled)
	if !ok {
		return ""
	}
	if _, ok := ev.(event.Meta); ok {
		return ev.Type() // of turn 0 in a fork, and of the first turn else
	}
	name := fmt.Sprintf("%d/%d/%s", e.Turn, e.Round, ev.Type())
	if m, ok := ev.(event.Message); ok {
		return name + " " + string(m.Role)
	}
	return name + " " + callOf(ev)
}

// callOf gives the key of the call that an event is about, or "".
func callOf(ev event.Journalled) string {
	if use, ok := ev.(event.ToolUse); ok {
		return use.Call
	}
	if result, ok := ev.(event.ToolResult); ok {
		return result.Call
	}
	decision, _ := ev.(event.Decision)
	return questionName(decision.Call, decision.Rule)
}

// reached waits until everything that was recorded before an event has come. It gives up when nothing
// happens any more; then nobody else waits in this part.
func (p *progress) reached(ctx context.Context, index int) {
	p.wait(ctx, func() bool { return p.done >= index })
}

// has says that everything has come that was recorded before an event.
func (p *progress) has(index int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.done >= index
}

// put says that the user sees a question, or has.
func (p *progress) put(question string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked[question]
}

// running waits until a call has begun.
func (p *progress) running(ctx context.Context, key string) {
	p.wait(ctx, func() bool { return p.begun[key] })
}

// stopped waits until ctx ends.
func (p *progress) stopped(ctx context.Context) {
	p.wait(ctx, func() bool { return false })
}

func (p *progress) wait(ctx context.Context, cond func() bool) {
	if !p.until(ctx, patience, func() bool { return p.loose || cond() }) && ctx.Err() == nil {
		p.change(func() { p.loose = true })
	}
}

// until waits for a condition. It is false when ctx ends, or when nothing at all happens for so long.
func (p *progress) until(ctx context.Context, quiet time.Duration, cond func() bool) bool {
	for {
		p.mu.Lock()
		holds, changed := cond(), p.changed
		p.mu.Unlock()
		if holds {
			return true
		}
		limited, cancel := context.WithTimeout(ctx, quiet+p.pace.longest())
		select {
		case <-changed:
			cancel()
		case <-limited.Done():
			cancel()
			return false
		}
	}
}

// current gives the turn that is being played.
func (p *progress) current() *turn {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.turn
}

// request counts a request to the model and gives its number in the turn, from 1.
func (p *progress) request() (n int, t *turn) {
	p.change(func() {
		p.sent++
		n, t = p.sent, p.turn
	})
	return n, t
}

// next gives the number that the next request will have.
func (p *progress) next() (n int, t *turn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent + 1, p.turn
}

// result gives what came of this part.
func (p *progress) result() []event.Envelope {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.came)
}

// gap gives how long to wait before the event at an index, at the pace of the replay.
func (p *progress) gap(index int) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if index <= 0 || index >= len(p.want) {
		return 0
	}
	return p.pace.of(p.want[index].Time.Sub(p.want[index-1].Time))
}

// pace is how many times as fast as recorded a replay goes; 0 does not wait at all.
type pace float64

// longestGap is what is left of a longer wait, before it is divided by the pace.
const longestGap = 2 * time.Second

func (f pace) of(recorded time.Duration) time.Duration {
	if f <= 0 {
		return 0
	}
	return time.Duration(float64(min(max(recorded, 0), longestGap)) / float64(f))
}

func (f pace) longest() time.Duration { return f.of(longestGap) }

// sleep waits for so long, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	limited, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	<-limited.Done()
}
