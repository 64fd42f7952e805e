package actors_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
	"eidolon/actors/journal"
	"eidolon/actors/model"
	"eidolon/actors/session"
	"eidolon/actors/tool"
	"eidolon/internal/store"
)

const oneRead = `
answers:
  - parts:
      - text: "I will look.\n"
      - call: {name: T.read, id: a, input: {arg: a}}
  - expect: {results: 1}
    parts: [text: done]
`

func reader() (tool.Handler, *sleeper) {
	s := &sleeper{start: time.Now()}
	return s.tool("read", true, time.Second), s
}

// memory is a log that the test closes, whoever else does.
func memory(t *testing.T) journal.Log {
	t.Helper()
	l, err := store.Memory(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// panicOnce panics when it is called for the first time.
type panicOnce struct{ left atomic.Int32 }

func newPanic() *panicOnce {
	p := &panicOnce{}
	p.left.Store(1)
	return p
}

func (p *panicOnce) now() {
	if p.left.Add(-1) >= 0 {
		panic("injected")
	}
}

type panickyPolicy struct {
	allowAll
	p *panicOnce
}

func (p panickyPolicy) Rule(s tool.Spec, c tool.Class, granted []string) dispatcher.Ruling {
	p.p.now()
	return p.allowAll.Rule(s, c, granted)
}

type panickyLog struct {
	journal.Log
	p *panicOnce
}

func (l panickyLog) Append(events []event.Envelope, sync bool) error {
	if l.Next() > 3 {
		l.p.now()
	}
	return l.Log.Append(events, sync)
}

// Covers: Z32
func TestCrashOfAnyActorIsOneLineAndTheSessionGoesOn(t *testing.T) {
	read, _ := reader()
	for _, c := range []struct {
		name   string
		set    func(t *testing.T, o *rigOptions)
		script string
		end    event.EndReason
		line   string // of the one error the user sees; "" for a notice or none
	}{
		{
			name: "dispatcher", end: event.EndDone, line: "Running tools failed",
			set: func(_ *testing.T, o *rigOptions) {
				p := newPanic()
				o.change = func(s *session.Options) { s.Policy = panickyPolicy{p: p} }
			},
		},
		{
			name: "journal", end: event.EndDone, line: "Writing the session failed",
			set: func(t *testing.T, o *rigOptions) { o.log = panickyLog{memory(t), newPanic()} },
		},
		{
			name: "renderer", end: event.EndDone, line: "A view of this session failed",
			set: func(_ *testing.T, o *rigOptions) { o.sink = &witness{slow: newPanic().now} },
		},
		{
			name: "stream", end: event.EndDone,
			script: "answers:\n  - attempts:\n      - parts: [fault: {kind: panic}]\n    parts: [text: done]\n",
		},
		{
			name: "session before it has written anything", end: event.EndDone, line: "The session failed inside eidolon",
			set: func(_ *testing.T, o *rigOptions) {
				p := newPanic()
				o.change = func(s *session.Options) {
					s.Reminder = func(int) string { p.now(); return "" }
				}
			},
		},
		{
			name: "session", end: event.EndError, line: "The session failed inside eidolon",
			set: func(_ *testing.T, o *rigOptions) {
				p := newPanic()
				o.change = func(s *session.Options) {
					random := s.Random
					s.Random = func() float64 { p.now(); return random() }
				}
			},
			script: "answers:\n  - attempts:\n      - parts: [fault: {kind: overloaded}]\n    parts: [text: done]\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := rigOptions{tools: []tool.Handler{read}}
			if c.set != nil {
				c.set(t, &o)
			}
			if c.script == "" {
				c.script = oneRead
			}
			run(t, c.script, o, func(t *testing.T, r *rig) {
				r.mustEnd("go", c.end)
				var lines []string
				for _, e := range of[event.Error](r.seen) {
					lines = append(lines, e.Message)
				}
				switch {
				case c.line == "" && len(lines) > 0, c.line != "" && (len(lines) != 1 || !strings.HasPrefix(lines[0], c.line)):
					t.Errorf("the user saw %q, want one line %q", lines, c.line)
				}
				r.mustEnd("again", event.EndDone)
				for i, e := range journalled(r) {
					if e.Seq != int64(i) {
						t.Fatalf("event %d has number %d: %s", i, e.Seq, r.dump())
					}
				}
			})
		})
	}
}

// journalled gives the distinct events with numbers that the witness saw. A renderer that crashed
// may have seen some twice.
func journalled(r *rig) []event.Envelope {
	var out []event.Envelope
	for _, e := range r.seen.all() {
		if e.Journalled() && (len(out) == 0 || e.Seq > out[len(out)-1].Seq) {
			out = append(out, e)
		}
	}
	return out
}

// Covers: R96, Z4
func TestRetryBeforeOutput(t *testing.T) {
	for _, c := range []struct {
		name, script string
		end          event.EndReason
		took         time.Duration
		retries      int
		text         string
	}{
		{
			"twice, then well; the service is obeyed",
			"answers:\n  - attempts:\n      - parts: [fault: {kind: overloaded}]\n      - parts: [fault: {kind: rate_limited, retryAfter: 7s}]\n    parts: [text: well]\n",
			event.EndDone, 7500 * time.Millisecond, 2, "well",
		},
		{
			"four failures end the turn",
			"answers:\n  - parts: [fault: {kind: overloaded}]\n",
			event.EndError, 3500 * time.Millisecond, 3, "",
		},
		{
			"a wrong key is not tried again",
			"answers:\n  - parts: [fault: {kind: auth}]\n",
			event.EndError, 0, 0, "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			run(t, c.script, rigOptions{}, func(t *testing.T, r *rig) {
				began := time.Now()
				r.mustEnd("go", c.end)
				if took := time.Since(began); took != c.took {
					t.Errorf("took %s, want %s", took, c.took)
				}
				if n := len(of[event.Retry](r.seen)); n != c.retries || r.seen.text() != c.text {
					t.Errorf("%d retries and text %q", n, r.seen.text())
				}
			})
		})
	}
}

func TestDeathInMidStreamKeepsWhatCameAndGoesOn(t *testing.T) {
	read, s := reader()
	script := `
answers:
  - parts:
      - text: "Half a "
      - call: {name: T.read, id: a, input: {arg: a}}
      - text: "sent"
      - fault: {kind: truncated}
  - expect: {results: 1, last: {contains: ["lost in the middle"]}}
    parts: [text: ence.]
`
	run(t, script, rigOptions{tools: []tool.Handler{read}}, func(t *testing.T, r *rig) {
		s.start = time.Now()
		r.mustEnd("go", event.EndDone)
		var partial, whole int
		for _, m := range of[event.Message](r.seen) {
			if m.Role == event.RoleAssistant && m.Partial {
				partial++
			} else if m.Role == event.RoleAssistant {
				whole++
			}
		}
		if partial != 1 || whole != 1 || !strings.HasSuffix(r.seen.text(), "sentence.") {
			t.Errorf("partial %d, whole %d, text %q", partial, whole, r.seen.text())
		}
		if got := len(s.diary); got != 2 {
			t.Errorf("the call did not run exactly once: %q", s.diary)
		}
	})
}

// Covers: Z33, Z43, Z68
func TestCancel(t *testing.T) {
	const slow = `
answers:
  - parts:
      - text: "Begins. "
      - call: {name: T.read, id: a, input: {arg: a}}
      - call: {name: T.write, id: b, input: {arg: b}}
      - pause: 10s
      - text: "Never said."
`
	for _, c := range []struct {
		name   string
		script string
		after  time.Duration
		want   map[string]string
	}{
		{"while a call runs", slow, 500 * time.Millisecond, map[string]string{"t1r1c1": "Interrupted", "t1r1c2": "Interrupted"}},
		{"after a call", slow, 1500 * time.Millisecond, map[string]string{"t1r1c1": "ok", "t1r1c2": "Interrupted"}},
		{"while the service is silent", "answers:\n  - parts: [fault: {kind: hang}]\n", time.Second, map[string]string{}},
		{"while a retry waits", "answers:\n  - parts: [fault: {kind: rate_limited, retryAfter: 30s}]\n", time.Second, map[string]string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &sleeper{}
			tools := []tool.Handler{s.tool("read", true, time.Second), s.tool("write", false, 5*time.Second)}
			run(t, c.script, rigOptions{tools: tools}, func(t *testing.T, r *rig) {
				s.start = time.Now()
				r.conv.Tell(session.UserTurn{Text: "go"})
				time.Sleep(c.after) //nolint:forbidigo // virtual
				began := time.Now()
				r.conv.Tell(session.Cancel{})
				end, _ := (<-r.seen.ended).(event.TurnEnd)
				if end.Reason != event.EndInterrupted || time.Since(began) > 0 {
					t.Errorf("ended %q after %s", end.Reason, time.Since(began))
				}
				if got := r.results(); fmt.Sprint(got) != fmt.Sprint(c.want) {
					t.Errorf("results %v, want %v", got, c.want)
				}
				if strings.Contains(r.seen.text(), "Never") || len(of[event.Interrupted](r.seen)) != 1 {
					t.Error(r.dump())
				}
			})
		})
	}
}

func TestTurnsWaitForOneAnother(t *testing.T) {
	script := "answers:\n  - parts: [{text: one, until: 2s}]\n  - parts: [text: two]\n"
	run(t, script, rigOptions{}, func(t *testing.T, r *rig) {
		r.conv.Tell(session.UserTurn{Text: "first"})
		r.conv.Tell(session.UserTurn{Text: "second"})
		<-r.seen.ended
		<-r.seen.ended
		if got := r.seen.text(); got != "onetwo" {
			t.Errorf("text %q", got)
		}
	})
}

// Covers: E11
func TestLimitsOfATurn(t *testing.T) {
	read, _ := reader()
	loop := "answers:\n  - repeat: 50\n    parts:\n      - call: {name: T.read, input: {arg: x}}\n"
	for _, c := range []struct {
		name string
		set  func(*session.Options)
		end  event.EndReason
	}{
		{"rounds", func(o *session.Options) { o.Limits.MaxRounds = 3 }, event.EndMaxTurns},
		{"time", func(o *session.Options) { o.Limits.TurnTimeout = 3500 * time.Millisecond }, event.EndTimeout},
	} {
		t.Run(c.name, func(t *testing.T) {
			run(t, loop, rigOptions{tools: []tool.Handler{read}, change: c.set}, func(t *testing.T, r *rig) {
				r.mustEnd("go", c.end)
				errs := of[event.Error](r.seen)
				if len(errs) != 1 || errs[0].Kind != string(c.end) {
					t.Errorf("errors %+v", errs)
				}
				if n := len(r.results()); n < 3 || n > 4 {
					t.Errorf("%d calls", n)
				}
			})
		})
	}
}

// failingLog stops keeping anything after n events.
type failingLog struct {
	journal.Log
	after int64
}

var errDisk = errors.New("no space left on device")

func (l failingLog) Append(events []event.Envelope, sync bool) error {
	if events[len(events)-1].Seq >= l.after {
		return errDisk
	}
	return l.Log.Append(events, sync)
}

func TestNothingIsAcknowledgedThatIsNotKept(t *testing.T) {
	for after := range int64(9) {
		t.Run(fmt.Sprint("fails at event ", after), func(t *testing.T) {
			read, _ := reader()
			log := memory(t)
			run(t, oneRead, rigOptions{tools: []tool.Handler{read}, log: failingLog{log, after}}, func(t *testing.T, r *rig) {
				if _, lost := r.turn("go").(event.Lost); !lost {
					t.Fatalf("the turn did not end with Lost: %s", r.dump())
				}
				for _, e := range r.seen.all() {
					if e.Journalled() && e.Seq >= log.Next() {
						t.Errorf("event %d (%T) was told and is not kept", e.Seq, e.Event)
					}
				}
				if lost := of[event.Lost](r.seen); len(lost) != 1 || !strings.Contains(lost[0].Message, errDisk.Error()) {
					t.Errorf("lost %+v", lost)
				}
				if _, again := r.turn("once more").(event.Lost); !again {
					t.Error("a session that cannot be written took another turn")
				}
			})
		})
	}
}

// Covers: Z34, Z45, E67
func TestResumeGoesOnFromTheLog(t *testing.T) {
	read, _ := reader()
	log := memory(t)
	var first []event.Envelope
	cut := unclosable{log}
	run(t, oneRead, rigOptions{tools: []tool.Handler{read}, log: cut}, func(_ *testing.T, r *rig) {
		r.mustEnd("go", event.EndDone)
		first = journalled(r)
	})
	script := `
answers:
  - parts: [text: no]
  - parts: [text: no]
  - expect: {messages: 6, system: {contains: ["You are a test."]}, last: {contains: [again]}}
    parts: [text: resumed]
`
	run(t, script, rigOptions{tools: []tool.Handler{read}, log: cut}, func(t *testing.T, r *rig) {
		r.mustEnd("again", event.EndDone)
		if got := r.seen.text(); got != "resumed" {
			t.Errorf("text %q; %s", got, r.dump())
		}
		if next := journalled(r)[0].Seq; next != first[len(first)-1].Seq+1 {
			t.Errorf("the numbers go on with %d", next)
		}
	})
}

// spaced is a service whose native calls have blanks between their tokens, and which keeps what it is
// sent.
type spaced struct{ sent []model.Request }

const spacedInput = "{ \"arg\" :  \"a\" }"

func (s *spaced) Stream(_ context.Context, req model.Request, emit func(model.Chunk) error) (model.End, error) {
	s.sent = append(s.sent, req)
	chunks := []model.Chunk{model.Text{Text: "done"}}
	if len(s.sent) == 1 {
		chunks = []model.Chunk{model.CallOpened{ID: "a", Name: "read"}, model.CallInput{JSON: spacedInput}, model.CallClosed{}}
	}
	for _, c := range chunks {
		if err := emit(c); err != nil {
			return model.End{}, err
		}
	}
	return model.End{Reason: "stop"}, nil
}

// A resumed session sends the calls of the model byte for byte as the session did that had them: a
// service keeps what it has computed for a prompt by its bytes.
//
// Covers: Z45
func TestNativeInputsAreTheSameAfterAResume(t *testing.T) {
	log, service := memory(t), &spaced{}
	for _, prompt := range []string{"go", "again"} {
		read, _ := reader()
		o := rigOptions{native: true, tools: []tool.Handler{read}, log: unclosable{log}, change: func(o *session.Options) { o.Model.Client = service }}
		run(t, "answers: []", o, func(_ *testing.T, r *rig) { r.mustEnd(prompt, event.EndDone) })
	}
	if len(service.sent) != 3 {
		t.Fatalf("%d requests", len(service.sent))
	}
	for i, req := range service.sent[1:] {
		var calls []model.Call
		for _, m := range req.Messages {
			calls = append(calls, m.Calls...)
		}
		if len(calls) != 1 || calls[0].Input != spacedInput {
			t.Errorf("request %d has the calls %+v", i+2, calls)
		}
	}
}

// unclosable is a log that a second session goes on with.
type unclosable struct{ journal.Log }

func (unclosable) Close() error { return nil }

func TestUnfinishedTurnIsClosedAndNothingRunsAgain(t *testing.T) {
	two := `
answers:
  - parts:
      - text: "Look: "
      - call: {name: T.read, id: a, input: {arg: a}}
      - call: {name: T.read, id: b, input: {arg: b}}
  - parts: [text: done]
`
	for _, native := range []bool{false, true} {
		full := memory(t)
		read, _ := reader()
		run(t, two, rigOptions{native: native, tools: []tool.Handler{read}, log: unclosable{full}}, func(_ *testing.T, r *rig) {
			r.mustEnd("go", event.EndDone)
		})
		var events []event.Envelope
		if err := full.Read(t.Context(), 0, func(e event.Envelope) error { events = append(events, e); return nil }); err != nil {
			t.Fatal(err)
		}
		// Cut the log after every event, as a kill would, and resume.
		for cut := 3; cut < len(events); cut++ {
			t.Run(fmt.Sprintf("native=%v, after event %d, a %T", native, cut-1, events[cut-1].Event), func(t *testing.T) {
				log := memory(t)
				if err := log.Append(events[:cut], true); err != nil {
					t.Fatal(err)
				}
				again, diary := reader()
				script := "position: requests\nanswers:\n  - parts: [text: resumed]\n"
				run(t, script, rigOptions{native: native, tools: []tool.Handler{again}, log: log}, func(t *testing.T, r *rig) {
					if _, over := events[cut-1].Event.(event.TurnEnd); !over {
						<-r.seen.ended // of the turn that was cut
					}
					r.mustEnd("and now", event.EndDone)
					if len(diary.diary) > 0 {
						t.Errorf("calls ran again: %q", diary.diary)
					}
					checkWhole(t, log)
				})
			})
		}
	}
}

// checkWhole fails when a call has no result, a turn no end, or an answer is missing before results.
func checkWhole(t *testing.T, log journal.Log) {
	t.Helper()
	open, answered, turns := map[string]bool{}, true, map[int]bool{}
	err := log.Read(context.Background(), 0, func(e event.Envelope) error {
		switch ev := e.Event.(type) {
		case event.ToolUse:
			open[ev.Call], answered = true, false
		case event.ToolResult:
			delete(open, ev.Call)
		case event.Message:
			if ev.Role == event.RoleAssistant {
				answered = true
			}
			if ev.Role == event.RoleToolResults && !answered {
				t.Errorf("event %d: results without the answer that asked for them", e.Seq)
			}
			turns[e.Turn] = true
		case event.TurnEnd:
			delete(turns, e.Turn)
			if len(open) > 0 {
				t.Errorf("event %d: the turn ended with open calls %v", e.Seq, open)
			}
		}
		return nil
	})
	if err != nil || len(turns) > 0 || !answered {
		t.Errorf("%v; turns without an end %v; last answer there: %v", err, turns, answered)
	}
}

// Covers: Z3
func TestLateSubscriberGetsThePastThenTheRest(t *testing.T) {
	script := `
answers:
  - parts:
      - {text: "abcdefghij", deltas: 10, until: 10s}
      - call: {name: T.read, id: a, input: {arg: a}}
      - {text: "klmno", deltas: 5, until: 15s}
  - parts: [text: end]
`
	for _, at := range []time.Duration{0, 3500 * time.Millisecond, 10500 * time.Millisecond, 12500 * time.Millisecond, 16 * time.Second} {
		t.Run(at.String(), func(t *testing.T) {
			read, _ := reader()
			late := &witness{}
			run(t, script, rigOptions{tools: []tool.Handler{read}, change: func(o *session.Options) {
				sinks := o.Sinks
				o.Sinks = sinkNamed("late", late, sinks)
			}}, func(t *testing.T, r *rig) {
				late.ended = make(chan event.Event, 1)
				r.conv.Tell(session.UserTurn{Text: "go"})
				time.Sleep(at) //nolint:forbidigo // virtual
				r.conv.Tell(session.Attach{Name: "late", From: 0})
				<-r.seen.ended
				synctest.Wait()
				if at < 15*time.Second && late.text() != r.seen.text() {
					t.Errorf("late saw %q, early %q", late.text(), r.seen.text())
				}
				if a, b := seqs(late), seqs(r.seen); a != b {
					t.Errorf("late saw events %s\nearly      %s", a, b)
				}
			})
		})
	}
}

func seqs(w *witness) string {
	var b strings.Builder
	for _, e := range w.all() {
		if e.Journalled() {
			fmt.Fprintf(&b, "%d:%T ", e.Seq, e.Event)
		}
	}
	return b.String()
}

func TestSlowSubscriberHoldsUpNobody(t *testing.T) {
	script := "answers:\n  - parts: [{text: \"0123456789\", deltas: 10, until: 1s}]\n"
	slow := &witness{slow: func() { time.Sleep(time.Minute) }} //nolint:forbidigo // virtual
	run(t, script, rigOptions{change: func(o *session.Options) { o.Sinks = sinkNamed("slow", slow, o.Sinks) }}, func(t *testing.T, r *rig) {
		slow.ended = make(chan event.Event, 1)
		r.conv.Tell(session.Attach{Name: "slow", From: 0})
		began := time.Now()
		r.mustEnd("go", event.EndDone)
		if took := time.Since(began); took != time.Second {
			t.Errorf("the turn took %s", took)
		}
		<-slow.ended
		if slow.text() != "0123456789" {
			t.Errorf("the slow one saw %q", slow.text())
		}
	})
}

func TestModelChangesItsMind(t *testing.T) {
	script := `
answers:
  - parts:
      - raw: "!unquote_start\n<tool_call T.read id=\"x\" { arg = \"first\" }>\n"
      - pause: 500ms
      - raw: "<tool_call T.read id=\"x\" { arg = \"second\" }>\n!unquote_end\n"
  - expect: {results: 1}
    parts: [text: done]
`
	read, s := reader()
	run(t, script, rigOptions{tools: []tool.Handler{read}}, func(t *testing.T, r *rig) {
		s.start = time.Now()
		r.mustEnd("go", event.EndDone)
		res := of[event.ToolResult](r.seen)
		if len(res) != 2 || !res[0].Superseded || res[1].Superseded {
			t.Errorf("results %+v; diary %q", res, s.diary)
		}
	})
}

func TestCrashOfASharedActorIsToldAndWorkGoesOn(t *testing.T) {
	for _, c := range []struct{ name, actor, want string }{
		{"the registry keeps its routes", "guardian/routes", "routes"},
		{"the limiter forgets", "guardian/slots", "slots"},
		{"the provider", "guardian/provider-p", "provider-p"},
		{"the tool", "guardian/tool-read", "tool-read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			read, _ := reader()
			run(t, oneRead, rigOptions{tools: []tool.Handler{read}}, func(t *testing.T, r *rig) {
				r.system.Crash(c.actor)
				line := <-r.failed
				if !strings.Contains(line, c.want) {
					t.Errorf("the user was told %q", line)
				}
				time.Sleep(time.Second) //nolint:forbidigo // virtual: it is restarted after a tenth of one
				r.mustEnd("go", event.EndDone)
				if got := r.results()["t1r1c1"]; got != "ok" {
					t.Errorf("the call gave %q", got)
				}
			})
		})
	}
}

func TestCallsOfAToolThatCrashesGetTheirResult(t *testing.T) {
	read, _ := reader()
	run(t, oneRead, rigOptions{tools: []tool.Handler{read}}, func(t *testing.T, r *rig) {
		r.conv.Tell(session.UserTurn{Text: "go"})
		time.Sleep(500 * time.Millisecond) //nolint:forbidigo // virtual: the call runs
		r.system.Crash("guardian/tool-read")
		if end, _ := (<-r.seen.ended).(event.TurnEnd); end.Reason != event.EndDone || r.results()["t1r1c1"] != "Crashed" {
			t.Errorf("ended %q with %v", end.Reason, r.results())
		}
	})
}

func TestTextOfANativeModelIsOnlyText(t *testing.T) {
	read, s := reader()
	script := "answers:\n  - parts:\n      - raw: \"!unquote_start\\n<tool_call T.read id=\\\"a\\\" { arg = \\\"a\\\" }>\\n!unquote_end\\n\"\nafter: fail\n"
	run(t, script, rigOptions{native: true, tools: []tool.Handler{read}}, func(t *testing.T, r *rig) {
		r.mustEnd("go", event.EndDone)
		if len(s.diary) > 0 || !strings.Contains(r.seen.text(), "!unquote_start") {
			t.Errorf("ran %q, shown %q", s.diary, r.seen.text())
		}
	})
}

func TestAnAnswerWithNothingInIt(t *testing.T) {
	read, _ := reader()
	for _, c := range []struct {
		name, script string
		end          event.EndReason
	}{
		{"is a failure", "answers:\n  - parts: [text: \"\"]\nafter: fail\n", event.EndError},
		{"is worth a line when something was said before", `
answers:
  - parts:
      - text: "I look."
      - call: {name: T.read, id: a, input: {arg: a}}
  - parts: [text: ""]
after: fail
`, event.EndDone},
	} {
		t.Run(c.name, func(t *testing.T) {
			run(t, c.script, rigOptions{tools: []tool.Handler{read}}, func(t *testing.T, r *rig) {
				r.mustEnd("go", c.end)
				if told := len(of[event.Error](r.seen)) + len(of[event.Notice](r.seen)); told != 1 {
					t.Errorf("told %d times: %s", told, r.dump())
				}
			})
		})
	}
}

func TestAModelThatOnlyWritesBrokenCallsIsStopped(t *testing.T) {
	script := "answers:\n  - repeat: 50\n    parts:\n      - raw: \"!unquote_start\\n<tool_call T.read {x=}>\\n!unquote_end\\n\"\n"
	run(t, script, rigOptions{}, func(t *testing.T, r *rig) {
		r.mustEnd("go", event.EndError)
		if errs := of[event.Error](r.seen); len(errs) != 1 || errs[0].Kind != "loop" || len(r.results()) != 5 {
			t.Errorf("errors %+v after %d calls", errs, len(r.results()))
		}
	})
}

func TestNativeCallsAreSentBackWithIdsOfOurs(t *testing.T) {
	read, _ := reader()
	script := `
answers:
  - parts:
      - call: {name: T.read, id: same, input: {arg: a}}
  - parts:
      - call: {name: T.read, id: same, input: {arg: b}}
  - parts: [echo: request]
`
	run(t, script, rigOptions{native: true, tools: []tool.Handler{read}}, func(t *testing.T, r *rig) {
		r.mustEnd("go", event.EndDone)
		for _, id := range []string{"t1r1c1", "t1r2c1"} {
			if n := strings.Count(r.seen.text(), id); n != 2 {
				t.Errorf("%s stands %d times in the request: %s", id, n, r.seen.text())
			}
		}
	})
}

func TestWorkOfADispatcherThatCrashedIsStopped(t *testing.T) {
	s := &sleeper{}
	script := `
answers:
  - parts:
      - call: {name: T.write, id: a, input: {arg: a}}
      - pause: 1s
      - call: {name: T.write, id: b, input: {arg: b}}
  - expect: {results: 2}
    parts: [text: done]
`
	calls := 0
	run(t, script, rigOptions{
		tools: []tool.Handler{s.tool("write", false, time.Hour)},
		change: func(o *session.Options) {
			o.Policy = ruleFunc(func() {
				if calls++; calls == 2 {
					panic("injected")
				}
			})
		},
	}, func(t *testing.T, r *rig) {
		s.start = time.Now()
		r.mustEnd("go", event.EndDone)
		synctest.Wait() // the tool obeys beside the turn
		if got := fmt.Sprint(s.diary); got != "[0.0 a starts 1.0 a cancelled]" {
			t.Errorf("diary %s", got)
		}
		if got := fmt.Sprint(r.results()); got != "map[t1r1c1:Interrupted t1r1c2:Interrupted]" {
			t.Errorf("results %s", got)
		}
	})
}

// ruleFunc is a policy that allows everything and calls itself first.
type ruleFunc func()

func (f ruleFunc) Rule(tool.Spec, tool.Class, []string) dispatcher.Ruling {
	f()
	return dispatcher.Ruling{Allow: true}
}
