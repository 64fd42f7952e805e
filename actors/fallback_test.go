package actors_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/providers"
	"eidolon/actors/session"
	"eidolon/actors/tool"
)

// player is a model service that answers its requests one by one as it is told, the last one again and
// again. It remembers what it was asked, and when.
type player struct {
	plays []play
	sent  []model.Request
	times []time.Duration
	start time.Time
}

// play is one answer: what is said, and then a failure if there is one.
type play struct {
	said []model.Chunk
	err  model.Error
}

func (p *player) Stream(_ context.Context, req model.Request, emit func(model.Chunk) error) (model.End, error) {
	now := p.plays[min(len(p.sent), len(p.plays)-1)]
	p.sent = append(p.sent, req)
	p.times = append(p.times, time.Since(p.start))
	for _, c := range now.said {
		if err := emit(c); err != nil {
			return model.End{}, err
		}
	}
	if now.err.Kind != "" {
		return model.End{}, &now.err
	}
	return model.End{Reason: "stop"}, nil
}

func says(text string) play { return play{said: []model.Chunk{model.Text{Text: text}}} }

func fails(kind model.Kind, again bool) play {
	return play{err: model.Error{Kind: kind, Message: "The service is away.", Retryable: again}}
}

// asked gives the texts of a request, the system prompt left out.
func (p *player) asked(n int) string {
	var out []string
	for _, m := range p.sent[n].Messages[1:] {
		text := string(m.Role) + ": " + m.Text
		for _, c := range m.Calls {
			text += " call " + c.Name
		}
		for _, r := range m.Results {
			text += " result " + r.Text
		}
		out = append(out, strings.TrimSpace(text))
	}
	return strings.Join(out, "|")
}

// withFallback runs sessions whose model is main and whose fallback is backup.
func withFallback(t *testing.T, main, backup *player, o rigOptions, system, back string, act func(t *testing.T, r *rig)) {
	t.Helper()
	change := o.change
	o.change = func(so *session.Options) {
		so.Model = session.ModelOptions{Profile: "p", Name: "main", Client: main, Native: o.native, Fallback: &session.Fallback{
			Model:  session.ModelOptions{Profile: "q", Name: "backup", Client: backup},
			System: system, Back: back,
		}}
		if change != nil {
			change(so)
		}
	}
	run(t, "answers: []\n", o, func(t *testing.T, r *rig) {
		main.start, backup.start = time.Now(), time.Now()
		act(t, r)
	})
}

// answerers gives the models that answered, as they are journalled.
func answerers(r *rig) string {
	var out []string
	for _, u := range of[event.Usage](r.seen) {
		out = append(out, u.Model)
	}
	return strings.Join(out, " ")
}

// Which failures the fallback is for, and which it is not.
func TestFallback(t *testing.T) {
	for _, c := range []struct {
		name   string
		play   play
		tries  int  // of the main model
		stands bool // the fallback answers
	}{
		{"down", fails(model.Unreachable, true), 4, true},
		{"certificate", fails(model.Unreachable, false), 1, true},
		{"overloaded", fails(model.Overloaded, true), 4, true},
		{"rate limited", fails(model.RateLimited, true), 4, true},
		{"rate limited for long", play{err: model.Error{Kind: model.RateLimited, Retryable: true, RetryAfter: time.Hour}}, 1, true},
		{"quota", fails(model.RateLimited, false), 1, true},
		{"key", fails(model.Auth, false), 1, true},
		{"silent", fails(model.TimedOut, true), 4, true},
		{"cut before the first word", fails(model.Truncated, true), 4, true},
		{"too long an answer", fails(model.TimedOut, false), 1, false},
		{"bad request", fails(model.BadRequest, false), 1, false},
		{"too long a conversation", fails(model.ContextLimit, false), 1, false},
		{"not a model", fails(model.BadAnswer, false), 1, false},
		{"after the first word", play{said: []model.Chunk{model.Text{Text: "I "}}, err: model.Error{Kind: model.Overloaded}}, 1, false},
		{"cut after the first word", play{said: []model.Chunk{model.Text{Text: "I "}}, err: model.Error{Kind: model.Truncated, Retryable: true}}, 4, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			main, backup := &player{plays: []play{c.play}}, &player{plays: []play{says("Here I am.")}}
			withFallback(t, main, backup, rigOptions{}, "", "", func(t *testing.T, r *rig) {
				want := event.EndError
				if c.stands {
					want = event.EndDone
				}
				r.mustEnd("go", want)
				notices := 0
				for _, n := range of[event.Notice](r.seen) {
					if n.Code == "fallback" {
						notices++
						if n.Model != "backup" || !strings.Contains(n.Message, `"p"`) || !strings.Contains(n.Message, `"q"`) {
							t.Errorf("the notice is %+v", n)
						}
					}
				}
				if got := len(backup.sent) == 1; got != c.stands || len(main.sent) != c.tries || (notices == 1) != c.stands {
					t.Errorf("%d requests to the main model, want %d; %d to the fallback; %d notices", len(main.sent), c.tries, len(backup.sent), notices)
				}
				if c.stands && (answerers(r) != "backup" || r.seen.text() != "Here I am.") {
					t.Errorf("answered by %q: %q", answerers(r), r.seen.text())
				}
			})
		})
	}
}

// What a model has begun to say is for that model to end, also when its service fails for good then.
func TestFallbackEndsNoAnswerOfAnother(t *testing.T) {
	begun := play{said: []model.Chunk{model.Text{Text: "I "}}, err: model.Error{Kind: model.Truncated, Retryable: true}}
	main, backup := &player{plays: []play{begun, fails(model.Auth, false)}}, &player{plays: []play{says("Here I am.")}}
	withFallback(t, main, backup, rigOptions{}, "", "", func(t *testing.T, r *rig) {
		r.mustEnd("go", event.EndError)
		if len(main.sent) != 2 || len(backup.sent) != 0 || r.seen.text() != "I " {
			t.Errorf("%d and %d requests: %q", len(main.sent), len(backup.sent), r.seen.text())
		}
	})
}

// The fallback goes on to the end of the turn and gets the same conversation; the next turn begins with
// the main model.
func TestFallbackForTheRestOfTheTurn(t *testing.T) {
	call := play{said: []model.Chunk{
		model.Text{Text: "I look."}, model.CallOpened{ID: "x", Name: "T.read"}, model.CallInput{JSON: `{"arg":"a"}`}, model.CallClosed{},
	}}
	main := &player{plays: []play{call, fails(model.Auth, false), says("Hello again.")}}
	backup := &player{plays: []play{says("!unquote_start\n<tool_call T.read id=\"y\" {arg=\"b\"}>\n!unquote_end\n"), says("Done.")}}
	read, _ := reader()
	o := rigOptions{native: true, tools: []tool.Handler{read}}
	withFallback(t, main, backup, o, "Calls are XNL.", "Calls are native.", func(t *testing.T, r *rig) {
		r.mustEnd("first", event.EndDone)
		r.mustEnd("second", event.EndDone)
		if got := answerers(r); got != "main backup backup main" {
			t.Errorf("answered by %s", got)
		}
		if got := r.results(); len(got) != 2 || got["t1r1c1"] != "ok" || got["t1r2c1"] != "ok" {
			t.Errorf("results %v", got)
		}
	})
	const looked = "assistant: I look.\n!unquote_start\n<tool_call read id=\"t1r1c1\" { arg = \"a\" }>\n!unquote_end|" +
		"tool_results: !unquote_start\n<tool_resp id=\"t1r1c1\" ok=true #MARK>\nslept\n</#MARK>\n!unquote_end|" +
		"system: " + session.TakesOver + "\n\nCalls are XNL."
	asked := regexp.MustCompile(`#[0-9a-f]{8}`).ReplaceAllString(backup.asked(0), "#MARK")
	if diff := cmp.Diff("user: first|"+looked, asked); diff != "" {
		t.Errorf("the fallback was asked (-want +got):\n%s", diff)
	}
	for i, req := range backup.sent {
		for _, m := range req.Messages {
			if len(req.Tools)+len(m.Calls)+len(m.Results) > 0 {
				t.Errorf("request %d to the fallback has native calls: %+v", i, m)
			}
		}
	}
	last := main.asked(2)
	if !strings.Contains(last, "assistant: I look. call read|tool_results:  result slept|system: "+session.TakesOver) ||
		!strings.HasSuffix(last, "|assistant: Done.|system: "+session.AnswersAgain+"\n\nCalls are native.|user: second") {
		t.Errorf("the main model was asked\n%s", last)
	}
	if len(main.sent[2].Tools) != 1 {
		t.Errorf("%d native tools", len(main.sent[2].Tools))
	}
}

// Both fail: the user reads of both, and the session is good for another turn.
func TestFallbackFailsToo(t *testing.T) {
	main := &player{plays: []play{fails(model.Auth, false)}}
	backup := &player{plays: []play{fails(model.Overloaded, true), fails(model.Overloaded, true), fails(model.Overloaded, true), fails(model.Overloaded, true), says("Back.")}}
	withFallback(t, main, backup, rigOptions{}, "", "", func(t *testing.T, r *rig) {
		r.mustEnd("first", event.EndError)
		if got := of[event.Error](r.seen); len(got) != 1 || got[0].Message != "The service is away. It was tried 4 times." {
			t.Errorf("errors %+v", got)
		}
		r.mustEnd("second", event.EndDone)
		if len(main.sent) != 2 || len(backup.sent) != 5 {
			t.Errorf("%d and %d requests", len(main.sent), len(backup.sent))
		}
	})
}

// A service that says when to come again is not asked before. The fallback answers until then and is
// told only once what it must know.
func TestMainModelIsAskedAgainWhenItSaid(t *testing.T) {
	main := &player{plays: []play{{err: model.Error{Kind: model.RateLimited, Message: "Slow down.", Retryable: true, RetryAfter: 4 * time.Minute}}, says("Hello.")}}
	backup := &player{plays: []play{says("Hi.")}}
	o := rigOptions{circuit: providers.Circuit{LongWait: time.Minute}}
	withFallback(t, main, backup, o, "Do this.", "Do that.", func(t *testing.T, r *rig) {
		for _, pause := range []time.Duration{0, 3 * time.Minute, time.Minute} {
			time.Sleep(pause) //nolint:forbidigo // virtual
			r.mustEnd("go", event.EndDone)
		}
		if got := answerers(r); got != "backup backup main" {
			t.Errorf("answered by %s", got)
		}
		var told []string
		for _, n := range of[event.Notice](r.seen) {
			told = append(told, n.Message)
		}
		want := []string{
			`The model of "p" cannot be used: Slow down. Try again in 4m. The rest of this turn is answered by "q".`,
			`The model of "p" is asked again in 1m. Until then "q" answers.`,
		}
		if diff := cmp.Diff(want, told); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}
	})
	if got := backup.asked(1); strings.Count(got, "Do this.") != 1 || strings.Contains(got, "Do that.") {
		t.Errorf("the fallback was asked %s", got)
	}
	if got := main.asked(1); strings.Count(got, "Do that.") != 1 {
		t.Errorf("the main model was asked %s", got)
	}
}

// A service that asks for longer than anybody waits is not asked again, and the user reads when to.
//
// Covers: R96
func TestServiceAsksForTooLongAWait(t *testing.T) {
	script := "answers:\n  - repeat: 9\n    parts: [fault: {kind: rate_limited, message: Slow down., retryAfter: 90s}]\n"
	run(t, script, rigOptions{circuit: providers.Circuit{LongWait: time.Minute}}, func(t *testing.T, r *rig) {
		begun := time.Now()
		r.mustEnd("go", event.EndError)
		r.mustEnd("again", event.EndError)
		time.Sleep(40 * time.Second)       //nolint:forbidigo // virtual
		r.mustEnd("later", event.EndError) // it waits for the rest of the time and asks
		var told []string
		for _, e := range of[event.Error](r.seen) {
			told = append(told, e.Message)
		}
		want := []string{"Slow down. Try again in 2m.", "Slow down. Try again in 2m.", "Slow down. Try again in 2m."}
		if diff := cmp.Diff(want, told); diff != "" || len(of[event.Retry](r.seen)) != 0 || time.Since(begun) != 90*time.Second {
			t.Errorf("after %v, retries %v, told (-want +got):\n%s", time.Since(begun), of[event.Retry](r.seen), diff)
		}
	})
}

// When the service is down, sessions stop asking. One request finds out when it is back.
func TestCircuitOfASession(t *testing.T) {
	main := &player{plays: []play{
		fails(model.Unreachable, true), fails(model.Unreachable, true), fails(model.Unreachable, true),
		fails(model.Unreachable, true), says("Back."),
	}}
	o := rigOptions{
		circuit: providers.Circuit{Failures: 3, Pause: 30 * time.Second, LongWait: time.Minute},
		change:  func(so *session.Options) { so.Model.Client = main },
	}
	run(t, "answers: []\n", o, func(t *testing.T, r *rig) {
		main.start = time.Now()
		r.mustEnd("one", event.EndError) // three attempts, and the last one is refused
		r.mustEnd("two", event.EndError) // refused at once
		time.Sleep(30 * time.Second)     //nolint:forbidigo // virtual
		r.mustEnd("three", event.EndError)
		time.Sleep(30 * time.Second) //nolint:forbidigo // virtual
		r.mustEnd("four", event.EndDone)
		var told []string
		for _, e := range of[event.Error](r.seen) {
			told = append(told, strings.TrimPrefix(e.Message, "The service is away. "))
		}
		want := []string{
			"The last 3 requests to it failed, so it is left alone and asked again in 28s.",
			"The last 3 requests to it failed, so it is left alone and asked again in 28s.",
			"The last 4 requests to it failed, so it is left alone and asked again in 30s.",
		}
		if diff := cmp.Diff(want, told); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}
	})
	if got := fmt.Sprint(main.times); got != "[0s 500ms 1.5s 33.5s 1m4s]" {
		t.Errorf("the service was asked at %s", got)
	}
}

// A session that is opened again, and one whose model is changed, know that the last to answer was the
// fallback.
func TestInstructionsAfterTheFallback(t *testing.T) {
	log := memory(t)
	main := &player{plays: []play{fails(model.Auth, false), says("Hello.")}}
	backup := &player{plays: []play{says("Hi.")}}
	o := rigOptions{log: unclosable{log}}
	withFallback(t, main, backup, o, "Do this.", "Do that.", func(t *testing.T, r *rig) {
		r.mustEnd("one", event.EndDone)
	})
	again := &player{plays: []play{fails(model.Auth, false)}}
	other := &player{plays: []play{says("Yes?")}}
	withFallback(t, again, backup, o, "Do this.", "Do that.", func(t *testing.T, r *rig) {
		r.mustEnd("two", event.EndDone)
		r.conv.Tell(session.SetModel{Model: session.ModelOptions{Profile: "p", Name: "other", Client: other}})
		r.mustEnd("three", event.EndDone)
		r.mustEnd("four", event.EndDone)
	})
	if got := again.asked(0); !strings.HasSuffix(got, "assistant: Hi.|system: "+session.AnswersAgain+"\n\nDo that.|user: two") {
		t.Errorf("the model was asked %s", got)
	}
	if got := backup.asked(1); strings.Count(got, "Do this.") != 2 {
		t.Errorf("the fallback was asked %s", got)
	}
	if got := other.asked(0); !strings.HasSuffix(got, "|system: "+session.AnswersAgain+"\n\nDo that.|user: three") {
		t.Errorf("the other model was asked %s", got)
	}
	if got := other.asked(1); strings.Count(got, "Do that.") != 2 {
		t.Errorf("the other model was asked again %s", got)
	}
}

// Cancelling ends every wait at once, and the next turn is asked as ever.
func TestCancelWhileNobodyAnswers(t *testing.T) {
	for _, c := range []struct {
		name    string
		failure model.Error
		circuit providers.Circuit
	}{
		{"for the time that the service asked for", model.Error{Kind: model.RateLimited, Retryable: true, RetryAfter: 50 * time.Second}, providers.Circuit{LongWait: time.Minute}},
		{"for another attempt", model.Error{Kind: model.Overloaded, Retryable: true}, providers.Circuit{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			main := &player{plays: []play{{err: c.failure}, says("Hello.")}}
			o := rigOptions{circuit: c.circuit, change: func(so *session.Options) { so.Model.Client = main }}
			run(t, "answers: []\n", o, func(t *testing.T, r *rig) {
				r.conv.Tell(session.UserTurn{Text: "one"})
				synctest.Wait()
				begun := time.Now()
				r.conv.Tell(session.Cancel{})
				if end, _ := (<-r.seen.ended).(event.TurnEnd); end.Reason != event.EndInterrupted || time.Since(begun) > 0 {
					t.Errorf("the turn ended with %q after %v", end.Reason, time.Since(begun))
				}
				r.conv.Tell(session.UserTurn{Text: "two"}) // it waits for the service too
				synctest.Wait()
				if c.failure.RetryAfter > 0 {
					r.conv.Tell(session.Cancel{})
					if end, _ := (<-r.seen.ended).(event.TurnEnd); end.Reason != event.EndInterrupted || time.Since(begun) > 0 {
						t.Errorf("the second turn ended with %q after %v", end.Reason, time.Since(begun))
					}
					return
				}
				if end, _ := (<-r.seen.ended).(event.TurnEnd); end.Reason != event.EndDone {
					t.Errorf("the second turn ended with %q", end.Reason)
				}
			})
		})
	}
}

// Who has to wait because of what another session was told reads of it.
func TestHeldBack(t *testing.T) {
	main := &player{plays: []play{{err: model.Error{Kind: model.RateLimited, Message: "Slow down.", Retryable: true, RetryAfter: 50 * time.Second}}, says("Hello.")}}
	o := rigOptions{circuit: providers.Circuit{LongWait: time.Minute}, change: func(so *session.Options) { so.Model.Client = main }}
	run(t, "answers: []\n", o, func(t *testing.T, r *rig) {
		r.conv.Tell(session.UserTurn{Text: "one"})
		time.Sleep(10 * time.Second) //nolint:forbidigo // virtual
		r.conv.Tell(session.Cancel{})
		<-r.seen.ended
		r.mustEnd("two", event.EndDone)
		var told []string
		for _, n := range of[event.Notice](r.seen) {
			told = append(told, n.Code+": "+n.Message)
		}
		want := []string{"waiting: Slow down. Other requests were told to wait; this one goes out in 40s."}
		if diff := cmp.Diff(want, told); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}
	})
}
