package replay_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"eidolon/actors"
	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/journal"
	"eidolon/actors/model"
	"eidolon/actors/renderer"
	"eidolon/actors/session"
	"eidolon/actors/stubmodel"
	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/leaf/retry"
	"eidolon/internal/policy"
	"eidolon/internal/replay"
	"eidolon/internal/store"
)

// worker is a tool that takes a second. As a command it has a verdict: the guard asks about "rm"; and
// "touch /out" is hindered by the sandbox. As a plan the user alone can answer for it.
type worker struct{ spec tool.Spec }

func (w worker) Spec() tool.Spec { return w.spec }

func (w worker) Classify(c tool.Call) (tool.Class, error) {
	if w.spec.Name == "plan" {
		return tool.Class{ReadOnly: true, Consent: "A plan."}, nil
	}
	if !w.spec.PerCall {
		return tool.Class{ReadOnly: w.spec.ReadOnly, Speculative: w.spec.ReadOnly}, nil
	}
	v := fsapi.Verdict{Decision: fsapi.Allow}
	if strings.Contains(string(c.Input), "rm") {
		v = fsapi.Verdict{Decision: fsapi.Ask, Rule: "delete.some", Reason: "It deletes."}
	}
	return tool.Class{Verdict: &v, Subject: string(c.Input)}, nil
}

func (w worker) Run(ctx context.Context, c tool.Call, _ tool.Class, _ func(tool.Progress)) tool.Result {
	select {
	case <-time.After(time.Second): //nolint:forbidigo // virtual
		r := tool.OK(map[string]any{"exit_code": 0}, "worked on "+string(c.Input))
		if strings.Contains(string(c.Input), "/out") && !c.Outside {
			r = tool.OK(map[string]any{"exit_code": 1}, "denied")
			r.Hindered = "The sandbox let nothing be written to /out."
		}
		r.Effects.LeavePlan = w.spec.Name == "plan"
		return r
	case <-ctx.Done():
		return tool.Fail(tool.Interrupted, "cancelled")
	}
}

func workers() []tool.Handler {
	arg := func(name string) []tool.Param { return []tool.Param{{Name: name, Type: tool.String}} }
	return []tool.Handler{
		worker{tool.Spec{Namespace: "T", Name: "read", ReadOnly: true, Params: arg("arg")}},
		worker{tool.Spec{Namespace: "T", Name: "write", Params: arg("arg")}},
		worker{tool.Spec{Namespace: "T", Name: "plan", ReadOnly: true, Params: arg("arg")}},
		worker{tool.Spec{Namespace: "SysBuiltIn", Name: "bash", PerCall: true, Main: "command", Params: arg("command")}},
	}
}

func specsOf(handlers []tool.Handler) []tool.Spec {
	var out []tool.Spec
	for _, h := range handlers {
		out = append(out, h.Spec())
	}
	return out
}

// desk is a user at a session: what they say, and what they see.
type desk struct {
	*actors.Session
	ended chan event.TurnEnd
	asked chan event.Asked
}

func (d desk) Render(_ context.Context, events []event.Envelope) error {
	for _, e := range events {
		switch ev := e.Event.(type) {
		case event.TurnEnd:
			d.ended <- ev
		case event.Asked:
			d.asked <- ev
		}
	}
	return nil
}

// unclosable is a log that a run of the program does not end.
type unclosable struct{ journal.Log }

func (unclosable) Close() error { return nil }

// live has a user talk to a real session on a log, in virtual time.
func live(t *testing.T, log journal.Log, script string, talk func(d desk)) {
	t.Helper()
	parsed, err := stubmodel.Parse("test.yaml", []byte(script))
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		system, err := actors.Start(t.Context(), actors.Options{
			Tools: workers(), Profiles: []string{"p"}, InFlight: 4, Calls: 32, Script: parsed, Log: slog.New(slog.DiscardHandler),
			Unhandled: func(who actorkit.Address, m any) { t.Errorf("%s does not know %T%+v", who, m, m) },
		})
		if err != nil {
			t.Fatal(err)
		}
		d := desk{ended: make(chan event.TurnEnd, 16), asked: make(chan event.Asked, 16)}
		d.Session, err = system.Open(t.Context(), session.Options{
			Log: unclosable{log}, Workspace: "/w", System: "You are a test.", Sinks: func(string) (renderer.Sink, bool) { return d, true },
			Model:    session.ModelOptions{Profile: "p", Name: "m", Client: system.StubModel()},
			Reminder: func(n int) string { return strings.Repeat("Remember.", n%2) }, Hint: func(tool.Code) string { return "" },
			Tools: specsOf(workers()), Policy: policy.New(policy.Options{Mode: policy.Ask, Person: true}), Random: func() float64 { return 1 },
			Limits: session.Limits{
				CallsAtOnce: 8, CallTimeout: time.Minute, CallGrace: time.Second, Judging: time.Second, Asking: time.Hour,
				SyncDelay: time.Second, CloseWithin: 4 * time.Second, Element: 1 << 20, Retry: retry.Policy{Max: 1},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		d.Tell(session.Attach{Name: "desk", From: log.Next()})
		talk(d)
		if err := d.Close(t.Context()); err != nil {
			t.Error(err)
		}
		if err := system.Close(t.Context()); err != nil {
			t.Error(err)
		}
		time.Sleep(2 * time.Second) //nolint:forbidigo // virtual: the library's dead letter throttle ends
	})
}

func newLog(t *testing.T, past []event.Envelope) journal.Log {
	t.Helper()
	log, err := store.Memory(store.Options{ID: "1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b", Random: bytes.NewReader(make([]byte, 1024))})
	if err == nil {
		err = log.Append(past, true)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = log.Close() })
	return log
}

func eventsOf(t *testing.T, log journal.Log) []event.Envelope {
	t.Helper()
	var all []event.Envelope
	if err := log.Read(t.Context(), 0, func(e event.Envelope) error { all = append(all, e); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

// mustComeAgain replays a log.
func mustComeAgain(t *testing.T, log journal.Log) {
	t.Helper()
	report, notices := play(t, replay.Options{
		Events: eventsOf(t, log), ID: log.Facts().ID, Key: log.Facts().Key, Tools: specsOf(workers()), Hint: func(tool.Code) string { return "" },
	})
	for _, d := range report.Differences {
		t.Error(d)
	}
	if len(notices) > 0 || report.Events == 0 {
		t.Errorf("%d events were compared; notices:\n%s", report.Events, strings.Join(notices, "\n"))
	}
}

// begun gives how many events there are when the first prompt is kept.
func begun(events []event.Envelope) int {
	return 1 + slices.IndexFunc(events, func(e event.Envelope) bool {
		m, ok := e.Event.(event.Message)
		return ok && m.Role == event.RoleUser
	})
}

// cuttable leaves out places where the program would have had to end between two events that are written
// at once, or in the opening of a turn, which a replay passes over.
func cuttable(events []event.Envelope) bool {
	for _, e := range slices.Backward(events) {
		switch ev := e.Event.(type) {
		case event.Usage, event.Interrupted, event.Agent:
			return false
		case event.Message:
			return ev.Role != event.RoleSystem || e.Round > 0
		case event.Posture:
			continue
		}
		return true
	}
	return true
}

// Questions, commands and choices of the user come again as they were, whole or cut at any place by
// the end of the program.
//
// Covers: Y3
func TestWhatTheUserDoesComesAgain(t *testing.T) {
	write := func(id string) string {
		return fmt.Sprintf("      - call: {name: T.write, id: %s, input: {arg: %s}}\n", id, id)
	}
	two := "answers:\n  - parts:\n      - text: \"before \"\n" + write("a") +
		"      - call: {name: T.read, id: r, input: {arg: r}}\n      - {text: \"between \", until: 2s}\n" + write("b") +
		"      - {text: after, until: 5s}\n  - parts: [text: done]\n"
	out := "answers:\n  - parts:\n      - call: {name: bash, id: o, input: {command: touch /out}}\n" + write("b") + "  - parts: [text: done]\n"
	plan := "answers:\n  - parts: [call: {name: T.plan, id: p, input: {arg: p}}]\n  - parts:\n" + write("a") + write("b") + "  - parts: [text: done]\n"
	allow := func(d desk, scope event.Scope) {
		d.Tell(session.Answer{Call: (<-d.asked).Call, Allow: true, Scope: scope})
	}
	pause := func(d time.Duration) { time.Sleep(d) } //nolint:forbidigo // virtual
	for name, tt := range map[string]struct {
		script string
		talk   func(d desk)
	}{
		"answers": {two, func(d desk) {
			d.Tell(session.UserTurn{Text: "go"})
			allow(d, event.ScopeOnce)
			pause(3 * time.Second)
			d.Tell(session.Answer{Call: (<-d.asked).Call, Note: "use the other file"})
			<-d.ended
		}},
		"an answer for the session": {two, func(d desk) {
			d.Tell(session.UserTurn{Text: "go"})
			pause(time.Second)
			allow(d, event.ScopeSession)
			<-d.ended
		}},
		"an answer for the session, late": {two, func(d desk) {
			d.Tell(session.UserTurn{Text: "go"})
			pause(10 * time.Second)
			allow(d, event.ScopeProject)
			<-d.ended
		}},
		"another mode": {two, func(d desk) {
			d.Tell(session.UserTurn{Text: "go"})
			pause(3 * time.Second)
			d.Tell(session.SetPosture{Mode: "auto", Policy: policy.New(policy.Options{Mode: policy.Auto, Person: true})})
			<-d.ended
			d.Tell(session.UserTurn{Text: "more"})
			<-d.ended
		}},
		"no answer in time": {two, func(d desk) {
			d.Tell(session.UserTurn{Text: "go"})
			<-d.ended
		}},
		"an interrupt": {two, func(d desk) {
			d.Tell(session.UserTurn{Text: "go"})
			pause(10 * time.Second)
			d.Tell(session.Cancel{})
			<-d.ended
		}},
		"commands": {two, func(d desk) {
			for _, text := range []string{"ls", "rm x"} {
				d.Tell(session.RunCommand{Text: text})
				<-d.ended
			}
			d.Tell(session.UserTurn{Text: "go", Before: []string{"a file", "another"}})
			d.Tell(session.RunCommand{Text: "ls -l"})
			allow(d, event.ScopeSession)
			<-d.ended
			pause(500 * time.Millisecond)
			d.Tell(session.Cancel{})
			<-d.ended
		}},
		"a run outside the sandbox": {out, func(d desk) {
			d.Tell(session.UserTurn{Text: "go"})
			for range 3 {
				allow(d, event.ScopeOnce)
			}
			<-d.ended
		}},
		"no run outside the sandbox": {out, func(d desk) {
			d.Tell(session.UserTurn{Text: "go"})
			allow(d, event.ScopeOnce)
			d.Tell(session.Answer{Call: (<-d.asked).Call, Note: "write it here"})
			allow(d, event.ScopeOnce)
			<-d.ended
		}},
		"nobody says whether to run outside the sandbox": {out, func(d desk) {
			d.Tell(session.UserTurn{Text: "go"})
			allow(d, event.ScopeOnce)
			<-d.asked
			allow(d, event.ScopeOnce)
			<-d.ended
		}},
		"an interrupt of the question about the sandbox": {out, func(d desk) {
			d.Tell(session.UserTurn{Text: "go"})
			allow(d, event.ScopeOnce)
			<-d.asked
			d.Tell(session.Cancel{})
			<-d.ended
		}},
		"a plan": {plan, func(d desk) {
			after := &session.Posture{Mode: "ask", Policy: policy.New(policy.Options{Mode: policy.Ask, Person: true})}
			d.Tell(session.SetPosture{Mode: "plan", Policy: policy.New(policy.Options{Mode: policy.Plan, Person: true}), After: after})
			d.Tell(session.UserTurn{Text: "go"})
			allow(d, event.ScopeOnce)
			<-d.ended
		}},
		"an agent and a model": {two, func(d desk) {
			d.Tell(session.SetAgent{Name: "reader", Prompt: "You read.", Tools: []string{"read"}})
			d.Tell(session.UserTurn{Text: "go"})
			<-d.ended
			d.Tell(session.SetAgent{})
			d.Tell(session.SetModel{
				Model:  session.ModelOptions{Profile: "p", Name: "m2", Native: true, Client: caller{}},
				System: "Calls are native now.",
			})
			d.Tell(session.UserTurn{Text: "now", Before: []string{"a file"}})
			allow(d, event.ScopeOnce)
			<-d.ended
			d.Tell(session.RunCommand{Text: "ls"})
			<-d.ended
		}},
	} {
		t.Run(name, func(t *testing.T) {
			log := newLog(t, nil)
			live(t, log, tt.script, tt.talk)
			mustComeAgain(t, log)
			whole := eventsOf(t, log)
			for n := begun(whole); n < len(whole); n++ {
				if !cuttable(whole[:n]) {
					continue
				}
				t.Run(fmt.Sprintf("cut at %d", n), func(t *testing.T) {
					cut := newLog(t, whole[:n])
					live(t, cut, "answers: []\n", func(desk) { pause(time.Second) }) // closes the turn
					mustComeAgain(t, cut)
				})
			}
		})
	}
}

// caller is a model that asks for one native call and then says that it is done.
type caller struct{}

func (caller) Stream(_ context.Context, req model.Request, emit func(model.Chunk) error) (model.End, error) {
	last := req.Messages[len(req.Messages)-1]
	chunks := []model.Chunk{model.Text{Text: "done"}}
	if last.Role == model.User {
		chunks = []model.Chunk{
			model.CallOpened{Index: 1, ID: "x", Name: "write"}, model.CallInput{Index: 1, JSON: `{"arg":"n"}`}, model.CallClosed{Index: 1},
		}
	}
	for _, c := range chunks {
		if err := emit(c); err != nil {
			return model.End{}, err
		}
	}
	return model.End{Reason: "stop", Model: req.Model}, nil
}
