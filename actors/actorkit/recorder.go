package actorkit

import (
	"context"
	"fmt"
	"log/slog"
	"sort"
	"strings"
	"time"
)

// Recorder runs one behavior without an actor system, for tests: the test delivers messages one by
// one and reads back what the behavior did. Time stands still but for [Recorder.Advance], works run
// when the test says so, and children are names only.
type Recorder struct {
	self     string
	behavior Behavior
	clock    time.Time
	serial   int
	timers   map[int]recTimer
	works    []recWork
	sent     []sent
	lines    []string
}

type recTimer struct {
	due time.Time
	m   any
}

type recWork struct {
	name string
	work Work
	ctx  context.Context //nolint:containedctx // a pending work is its function and its context
	end  context.CancelFunc
}

// sent is a message as it looked when it was sent, to find out who changes it afterwards.
type sent struct {
	m    any
	text string
}

// NewRecorder makes a recorder and delivers [Started].
func NewRecorder(self string, b Behavior) *Recorder {
	r := &Recorder{
		self: self, behavior: b, timers: map[int]recTimer{},
		clock: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}
	r.Deliver(Started{})
	return r
}

// Peer is the address of an actor that exists in the transcript only.
func (r *Recorder) Peer(name string) Address { return Address{peer{r, name}} }

// Deliver hands the behavior one message.
func (r *Recorder) Deliver(m any) { r.behavior.Receive(r, m) }

// Transcript gives one line for each thing the behavior did since the last call, such as
// "session -> journal Append{Seq:1}". A message that was changed after sending shows as CHANGED.
func (r *Recorder) Transcript() string {
	for _, s := range r.sent {
		if now := describe(s.m); now != s.text {
			r.note("CHANGED after sending: %s is now %s", s.text, now)
		}
	}
	out := strings.Join(r.lines, "\n")
	r.lines = nil
	return out
}

// Advance moves the clock and delivers the timers that come due, in order.
func (r *Recorder) Advance(d time.Duration) {
	r.clock = r.clock.Add(d)
	var due []int
	for id, t := range r.timers {
		if !t.due.After(r.clock) {
			due = append(due, id)
		}
	}
	sort.Slice(due, func(i, j int) bool {
		a, b := r.timers[due[i]], r.timers[due[j]]
		return a.due.Before(b.due) || a.due.Equal(b.due) && due[i] < due[j]
	})
	for _, id := range due {
		if t, ok := r.timers[id]; ok {
			delete(r.timers, id)
			r.Deliver(t.m)
		}
	}
}

// Run runs the oldest pending work of that name to its end and delivers what it emits and returns.
// It says whether there was one.
func (r *Recorder) Run(name string) bool {
	for i, w := range r.works {
		if w.name != name {
			continue
		}
		r.works = append(r.works[:i:i], r.works[i+1:]...)
		m := w.work(w.ctx, func(m any) error {
			if err := w.ctx.Err(); err != nil {
				return err
			}
			r.Deliver(m)
			return nil
		})
		w.end()
		if m != nil {
			r.Deliver(m)
		}
		return true
	}
	return false
}

func (r *Recorder) note(format string, args ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

// Self implements Env.
func (r *Recorder) Self() Address { return r.Peer(r.self) }

// Now implements Env.
func (r *Recorder) Now() time.Time { return r.clock }

// Log implements Env.
func (r *Recorder) Log() *slog.Logger { return slog.New(slog.DiscardHandler) }

// Spawn implements Env.
func (r *Recorder) Spawn(name string, _ Child) Address {
	r.note("%s spawns %s", r.self, name)
	return r.Peer(name)
}

// Stop implements Env.
func (r *Recorder) Stop(child Address) { r.note("%s stops %s", r.self, child) }

// Watch implements Env.
func (r *Recorder) Watch(other Address) { r.note("%s watches %s", r.self, other) }

// Unhandled implements Env.
func (r *Recorder) Unhandled(m any) { r.note("%s UNHANDLED %s", r.self, describe(m)) }

// After implements Env.
func (r *Recorder) After(d time.Duration, m any) Timer {
	r.serial++
	r.timers[r.serial] = recTimer{r.clock.Add(d), m}
	return recStop{r, r.serial}
}

type recStop struct {
	r  *Recorder
	id int
}

// Stop implements Timer.
func (s recStop) Stop() { delete(s.r.timers, s.id) }

// Go implements Env.
func (r *Recorder) Go(name string, work Work) func() {
	ctx, cancel := context.WithCancel(context.Background())
	r.works = append(r.works, recWork{name, work, ctx, cancel})
	return cancel
}

type peer struct {
	r  *Recorder
	id string
}

func (p peer) deliver(m any) {
	text := describe(m)
	p.r.sent = append(p.r.sent, sent{m, text})
	p.r.note("%s -> %s %s", p.r.self, p.id, text)
}

func (p peer) name() string { return p.id }

// describe gives a message as its type without the package, and its fields.
func describe(m any) string {
	kind := fmt.Sprintf("%T", m)
	return kind[strings.LastIndexByte(kind, '.')+1:] + strings.TrimPrefix(fmt.Sprintf("%+v", m), "&")
}
