package actors_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/session"
	"eidolon/actors/tool"
)

// What goes ahead of a prompt is told to the model before it and hidden from the user, in every run.
func TestMessagesBeforeAPrompt(t *testing.T) {
	log := memory(t)
	o := rigOptions{log: unclosable{log}, change: func(o *session.Options) { o.Reminder = func(int) string { return "remember" } }}
	run(t, sayWhatWasAsked, o, func(t *testing.T, r *rig) {
		r.conv.Tell(session.UserTurn{Text: "look at a", Before: []string{"file a", "file b"}})
		<-r.seen.ended
		got := ""
		for _, m := range of[event.Message](r.seen) {
			got += fmt.Sprintf("%s %v %s\n", m.Role, m.Hidden, strings.SplitN(m.Text, "{", 2)[0])
		}
		want := "system true You are a test.\nsystem true remember\nsystem true file a\nsystem true file b\nuser false look at a\nassistant false \n"
		if got != want {
			t.Errorf("got\n%s", got)
		}
	})
	run(t, sayWhatWasAsked, o, func(t *testing.T, r *rig) {
		r.mustEnd("again", event.EndDone)
		if text := r.seen.text(); !strings.Contains(text, "file b") || !strings.Contains(text, "look at a") {
			t.Errorf("the request is %s", text)
		}
	})
}

// An agent is told to the model, limits its tools, and is the same in the next run, until there is
// another or none.
//
// Covers: E47
func TestAgentOfTheSession(t *testing.T) {
	log := memory(t)
	s := &sleeper{}
	tools := []tool.Handler{s.tool("read", true, time.Second), s.tool("write", false, time.Second)}
	calls := `
position: requests
answers:
  - repeat: 9
    parts:
      - call: {name: T.read, id: a, input: {arg: a}}
      - call: {name: write, id: b, input: {arg: b}}
      - fault: {kind: bad_request}
`
	turn := 0
	say := func(t *testing.T, r *rig, prompt, want string) {
		t.Helper()
		if prompt != "" {
			r.conv.Tell(session.UserTurn{Text: prompt})
		}
		<-r.seen.ended
		turn++
		if got := r.results()[fmt.Sprintf("t%dr1c2", turn)]; got != want {
			t.Errorf("%s: %s, want %s; %s", prompt, got, want, r.dump())
		}
		if got := r.results()[fmt.Sprintf("t%dr1c1", turn)]; got != "ok" {
			t.Errorf("%s: the read gave %s", prompt, got)
		}
	}
	const both, onlyRead = "ok", "ApprovalDenied"
	run(t, calls, rigOptions{log: unclosable{log}, tools: tools}, func(t *testing.T, r *rig) {
		say(t, r, "one", both)
		r.conv.Tell(session.UserTurn{Text: "two"})
		r.conv.Tell(session.SetAgent{Name: "reviewer", Prompt: "You review.", Tools: []string{"read"}})
		say(t, r, "", both)
		say(t, r, "three", onlyRead)
		agents, refused := of[event.Agent](r.seen), of[event.Decision](r.seen)
		if len(agents) != 1 || agents[0].Name != "reviewer" || len(refused) != 1 || refused[0].Reason != "The agent reviewer may not use T.write." {
			t.Errorf("agents %+v, decisions %+v", agents, refused)
		}
		for _, e := range r.seen.all() {
			if d, ok := e.Event.(event.Decision); ok && e.Turn != 3 {
				t.Errorf("turn %d was decided upon: %+v", e.Turn, d)
			}
		}
	})
	run(t, calls, rigOptions{log: unclosable{log}, tools: tools}, func(t *testing.T, r *rig) {
		say(t, r, "four", onlyRead)
		r.crash("dispatcher")
		synctest.Wait() // it is replaced
		say(t, r, "five", onlyRead)
		r.conv.Tell(session.SetAgent{})
		say(t, r, "six", both)
	})
	run(t, "answers: []\n", rigOptions{log: unclosable{log}, tools: tools}, func(t *testing.T, r *rig) {
		r.mustEnd("seven", event.EndDone)
	})
}

// The next model answers from the next turn on and is told what it must know first. A turn that runs
// keeps its own.
func TestModelIsChangedBetweenTurns(t *testing.T) {
	log := memory(t)
	other := &service{}
	script := "answers:\n  - parts:\n      - call: {name: T.read, id: a, input: {arg: a}}\n  - parts: [text: one]\n"
	read, _ := reader()
	run(t, script, rigOptions{log: unclosable{log}, tools: []tool.Handler{read}}, func(t *testing.T, r *rig) {
		r.conv.Tell(session.SetModel{Model: session.ModelOptions{Profile: "never started"}})
		if told := <-r.failed; !strings.Contains(told, "never started") {
			t.Errorf("the user was told %q", told)
		}
		r.conv.Tell(session.UserTurn{Text: "first"})
		time.Sleep(500 * time.Millisecond) //nolint:forbidigo // virtual: the call runs
		r.conv.Tell(session.SetModel{
			Model:  session.ModelOptions{Profile: "p", Name: "other", Native: true, Client: other},
			System: "Calls are native now.",
		})
		r.conv.Tell(session.UserTurn{Text: "second"})
		<-r.seen.ended
		<-r.seen.ended
		synctest.Wait() // everything is shown, and will not be again
		r.crash("")
		time.Sleep(time.Second) //nolint:forbidigo // virtual: the session is rebuilt
		r.mustEnd("third", event.EndDone)
	})
	if len(other.sent) != 2 {
		t.Fatalf("the other model got %d requests", len(other.sent))
	}
	for i, req := range other.sent {
		if req.Model != "other" || len(req.Tools) != 1 {
			t.Errorf("request %d is for %s with %d tools", i, req.Model, len(req.Tools))
		}
		var texts []string
		for _, m := range req.Messages {
			texts = append(texts, m.Text)
		}
		all := strings.Join(texts, "|")
		if strings.Count(all, "Calls are native now.|second") != 1 || strings.Count(all, "You are a test.") != 1 {
			t.Errorf("request %d holds %s", i, all)
		}
	}
	var models []string
	err := log.Read(t.Context(), 0, func(e event.Envelope) error {
		if u, ok := e.Event.(event.Usage); ok {
			models = append(models, fmt.Sprintf("%d:%s", e.Turn, u.Model))
		}
		return nil
	})
	if got := strings.Join(models, " "); err != nil || got != "1:m 1:m 2:other 3:other" {
		t.Errorf("answers came from %s, %v", got, err)
	}
}

// service is a model that says "hi" and remembers what it was asked.
type service struct{ sent []model.Request }

func (s *service) Stream(_ context.Context, req model.Request, emit func(model.Chunk) error) (model.End, error) {
	s.sent = append(s.sent, req)
	return model.End{Reason: "stop", Model: req.Model}, emit(model.Text{Text: "hi"})
}
