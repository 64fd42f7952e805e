package actors_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/policy"
)

// shell stands for the tool that runs commands: it prints the command after a second. What holds
// "rm" is for the guard to ask about, what holds "mkfs" is denied.
type shell struct{ ran *[]string }

func (shell) Spec() tool.Spec {
	return tool.Spec{
		Namespace: "SysBuiltIn", Name: "bash", PerCall: true, Main: "command", Subject: "command",
		Params: []tool.Param{{Name: "command", Type: tool.String, Required: true}},
	}
}

func (shell) command(c tool.Call) string {
	var in struct{ Command string }
	_ = json.Unmarshal(c.Input, &in)
	return in.Command
}

func (s shell) Classify(c tool.Call) (tool.Class, error) {
	v := fsapi.Verdict{Decision: fsapi.Allow}
	switch text := s.command(c); {
	case strings.Contains(text, "rm"):
		v = fsapi.Verdict{Decision: fsapi.Ask, Rule: "delete.some", Reason: "It deletes."}
	case strings.Contains(text, "mkfs"):
		v = fsapi.Verdict{Decision: fsapi.Deny, Rule: "disk.format", Reason: "It formats a disk."}
	}
	return tool.Class{Verdict: &v, Subject: s.command(c)}, nil
}

func (s shell) Run(ctx context.Context, c tool.Call, class tool.Class, emit func(tool.Progress)) tool.Result {
	if class.Verdict.Decision != fsapi.Allow {
		return tool.Fail(tool.CommandBlocked, "not allowed")
	}
	*s.ran = append(*s.ran, s.command(c))
	emit(tool.Progress{Stream: "stdout", Text: "out"})
	select {
	case <-time.After(time.Second): //nolint:forbidigo // virtual
		return tool.OK(map[string]any{"exit_code": 3}, "[exit 3]\nout of "+s.command(c))
	case <-ctx.Done():
		return tool.Fail(tool.Interrupted, "cancelled")
	}
}

const sayWhatWasAsked = "answers:\n  - parts: [echo: request]\n  - parts: [echo: request]\n"

// A command that the user types is a turn without the model, which hears of it in the next one. The
// guard alone stands in its way, and nobody is asked.
//
// Covers: E40
func TestCommandOfTheUser(t *testing.T) {
	for _, mode := range []policy.Mode{policy.Ask, policy.Plan, policy.Headless} {
		t.Run(string(mode), func(t *testing.T) {
			var ran []string
			set := func(o *session.Options) { o.Policy = policy.New(policy.Options{Mode: mode, Person: true}) }
			run(t, sayWhatWasAsked, rigOptions{tools: []tool.Handler{shell{&ran}}, change: set}, func(t *testing.T, r *rig) {
				for _, text := range []string{"ls \"a b\"", "rm x", "mkfs"} {
					r.conv.Tell(session.RunCommand{Text: text})
					if end, _ := (<-r.seen.ended).(event.TurnEnd); end.Reason != event.EndDone {
						t.Errorf("%s ended with %q", text, end.Reason)
					}
				}
				if got := fmt.Sprintf("%q", ran); got != `["ls \"a b\"" "rm x"]` {
					t.Errorf("ran %s", got)
				}
				if n := len(of[event.Usage](r.seen)); n != 0 || r.seen.text() != "" {
					t.Errorf("the model was asked: %s", r.dump())
				}
				uses := of[event.ToolUse](r.seen)
				if len(uses) > 0 && (string(uses[0].Input) != `{"command":"ls \"a b\""}` || uses[0].Inner != nil) {
					t.Errorf("input %s, as the tool takes it %s", uses[0].Input, uses[0].Inner)
				}
				if len(uses) != 3 || uses[0].Name != "SysBuiltIn.bash" || uses[0].Source != event.SourceUser || uses[0].Call != "t1r1c1" {
					t.Errorf("uses %+v", uses)
				}
				if d := of[event.Decision](r.seen); len(d) != 2 || d[0].By != "user" || d[0].Asked || d[1].By != "guard" || d[1].Verdict != "deny" {
					t.Errorf("decisions %+v", d)
				}
				r.mustEnd("what was that?", event.EndDone)
				for _, want := range []string{
					`@!ls \"a b\"`, "the user ran", `user_command text=\"ls \\\"a b\\\"\" ok=true`, "out of ls", "[exit 3]",
					`ok=false`, "It formats a disk.", "what was that?", "You are a test.",
				} {
					if !strings.Contains(strings.ToLower(r.seen.text()), strings.ToLower(want)) {
						t.Errorf("the request lacks %s: %s", want, r.seen.text())
					}
				}
			})
		})
	}
}

// A command waits for the turn that runs, keeps its place among prompts, and can be interrupted.
func TestCommandsOfTheUserWaitAndEnd(t *testing.T) {
	var ran []string
	script := "answers:\n  - parts: [{text: one, until: 2s}]\n  - parts: [echo: request]\n"
	run(t, script, rigOptions{native: true, tools: []tool.Handler{shell{&ran}}}, func(t *testing.T, r *rig) {
		began := time.Now()
		r.conv.Tell(session.UserTurn{Text: "first"})
		r.conv.Tell(session.RunCommand{Text: "ls"})
		r.conv.Tell(session.UserTurn{Text: "second"})
		for range 3 {
			<-r.seen.ended
		}
		if took := time.Since(began); took != 3*time.Second {
			t.Errorf("three turns took %s", took)
		}
		if at, first := strings.Index(r.seen.text(), "out of ls"), strings.Index(r.seen.text(), "second"); at < 0 || first < at {
			t.Errorf("the request is %s", r.seen.text())
		}
		if p := of[event.CallProgress](r.seen); len(p) != 1 || p[0].Text != "out" {
			t.Errorf("progress %+v", p)
		}
		r.conv.Tell(session.RunCommand{Text: "ls -l"})
		time.Sleep(500 * time.Millisecond) //nolint:forbidigo // virtual
		r.conv.Tell(session.Cancel{})
		if end, _ := (<-r.seen.ended).(event.TurnEnd); end.Reason != event.EndInterrupted {
			t.Errorf("it ended with %q", end.Reason)
		}
		synctest.Wait()
		if got := r.results()["t4r1c1"]; got != "Interrupted" {
			t.Errorf("its result is %s", got)
		}
	})
}

// A crash in the middle of a command ends it with one result, of which the model hears.
func TestCommandsOfTheUserInACrash(t *testing.T) {
	for _, who := range []string{"", "dispatcher"} {
		t.Run("of "+who, func(t *testing.T) {
			var ran []string
			run(t, sayWhatWasAsked, rigOptions{tools: []tool.Handler{shell{&ran}}}, func(t *testing.T, r *rig) {
				r.conv.Tell(session.RunCommand{Text: "ls"})
				time.Sleep(500 * time.Millisecond) //nolint:forbidigo // virtual: it runs
				r.crash(who)
				<-r.seen.ended
				r.mustEnd("and now?", event.EndDone)
				if got := r.results()["t1r1c1"]; got != "Interrupted" || len(ran) != 1 || strings.Count(r.seen.text(), "<user_command") != 1 {
					t.Errorf("result %s, ran %q, request %s", got, ran, r.seen.text())
				}
			})
		})
	}
}

// A session that is resumed sends the same words about a command, also of one that the end of the
// program cut.
func TestCommandOfTheUserInAnotherRun(t *testing.T) {
	log := memory(t)
	var ran []string
	o := rigOptions{log: unclosable{log}, tools: []tool.Handler{shell{&ran}}}
	run(t, sayWhatWasAsked, o, func(_ *testing.T, r *rig) {
		r.conv.Tell(session.RunCommand{Text: "ls"})
		<-r.seen.ended
	})
	use := event.ToolUse{Call: "t2r1c1", ModelID: "t2r1c1", Name: "SysBuiltIn.bash", Input: []byte(`{"command":"make all"}`), Source: event.SourceUser}
	for round, ev := range []event.Event{event.Message{Role: event.RoleUser, Text: "@!make all"}, use} {
		if err := log.Append([]event.Envelope{{Seq: log.Next(), Turn: 2, Round: round, Event: ev}}, true); err != nil {
			t.Fatal(err)
		}
	}
	o.sink = nil
	run(t, sayWhatWasAsked, o, func(t *testing.T, r *rig) {
		<-r.seen.ended // of the turn that was cut
		r.mustEnd("go on", event.EndDone)
		for _, want := range []string{"out of ls", `text=\"make all\" ok=false`, "may have run in part", "go on"} {
			if !strings.Contains(r.seen.text(), want) {
				t.Errorf("the request lacks %s: %s", want, r.seen.text())
			}
		}
		if strings.Contains(r.seen.text(), "tool_resp") || len(ran) != 1 {
			t.Errorf("ran %q, request %s", ran, r.seen.text())
		}
	})
}
