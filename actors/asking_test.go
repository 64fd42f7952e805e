package actors_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/actors/tool"
	"eidolon/internal/policy"
)

// twoWrites asks for two calls that change things, with text around them.
const twoWrites = `
answers:
  - parts:
      - text: "before "
      - call: {name: T.write, id: a, input: {arg: a}}
      - {text: "between ", until: 1s}
      - call: {name: T.write, id: b, input: {arg: b}}
      - {text: "after ", until: 2s}
  - expect: {results: 2}
    parts: [text: done]
`

// asking makes a session in which a person can be asked, and is asked about what changes things.
func asking(o *session.Options) {
	o.Policy = policy.New(policy.Options{Mode: policy.Ask, Person: true})
}

// both is several changes of a session's options.
func both(changes ...func(*session.Options)) func(*session.Options) {
	return func(o *session.Options) {
		for _, change := range changes {
			change(o)
		}
	}
}

// order gives what happened in a turn as the user sees it, one word for each event that matters.
func order(w *witness) string {
	var out []string
	for _, e := range w.all() {
		word := ""
		switch ev := e.Event.(type) {
		case event.TextDelta:
			word = strings.TrimSpace(ev.Text)
		case event.ToolUse:
			word = "use:" + ev.ModelID
		case event.Asked:
			word = "asked:" + ev.Call[len("t1r1"):]
		case event.Answered:
			word = fmt.Sprintf("answered:%v", ev.Allow)
		case event.Decision:
			word = ev.Verdict + ":" + ev.Rule + ":" + ev.By
		case event.CallStarted:
			word = "starts"
		case event.ToolResult:
			word = fmt.Sprintf("result:%v", ev.OK)
		case event.TurnEnd:
			word = string(ev.Reason)
		}
		if word != "" {
			out = append(out, word)
		}
	}
	return strings.Join(out, " ")
}

// A call that the user is asked about waits by itself: what the model says meanwhile is shown, and the
// next question comes when the first is settled.
func TestTheModelTalksOnWhileTheUserIsAsked(t *testing.T) {
	s := &sleeper{}
	run(t, twoWrites, rigOptions{tools: []tool.Handler{s.tool("write", false, time.Second)}, change: asking}, func(t *testing.T, r *rig) {
		s.start = time.Now()
		r.conv.Tell(session.UserTurn{Text: "go"})
		first := <-r.seen.asked
		if first.Name != "T.write" || string(first.Input) != `{"arg":"a"}` || first.Rule != "mode.ask" || first.Covers != "every use of T.write" {
			t.Errorf("asked %+v", first)
		}
		time.Sleep(time.Minute)                                  //nolint:forbidigo // virtual: the user thinks
		r.conv.Tell(session.Answer{Call: "t1r1c2", Allow: true}) // not asked about yet: means nothing
		r.conv.Tell(session.Answer{Call: first.Call, Allow: true})
		second := <-r.seen.asked
		r.conv.Tell(session.Answer{Call: second.Call, Note: "use the other file"})
		r.conv.Tell(session.Answer{Call: second.Call, Allow: true}) // too late
		<-r.seen.ended
		want := "before use:a asked:c1 between use:b after allow:mode.ask:user answered:true starts result:true " +
			"asked:c2 deny:mode.ask:user answered:false result:false done done"
		if got := order(r.seen); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if told := lastResults(r.seen); !strings.Contains(told, "The user refused the call and said: use the other file") {
			t.Errorf("the model was told %q", told)
		}
		if want := "61.0"; !strings.HasPrefix(s.told(), "60.0 a starts, "+want) {
			t.Errorf("diary %s", s.told())
		}
	})
}

// lastResults gives what the model was last told about its calls.
func lastResults(w *witness) string {
	text := ""
	for _, m := range of[event.Message](w) {
		if m.Role == event.RoleToolResults {
			text = m.Text
		}
	}
	return text
}

// An answer for more than one call is not asked for again in the session; one for the project is
// written down too, and when that fails the user hears of it.
func TestAnswersForMoreThanOneCall(t *testing.T) {
	write := func(s *sleeper) []tool.Handler { return []tool.Handler{s.tool("write", false, time.Second)} }
	for _, c := range []struct {
		name    string
		scope   event.Scope
		keep    error
		granted []string // before
		asked   int
		kept    string
		notices int
	}{
		{"once", event.ScopeOnce, nil, nil, 2, "", 0},
		{"session", event.ScopeSession, nil, nil, 1, "", 0},
		{"project", event.ScopeProject, nil, nil, 1, "T.write", 0},
		{"project that cannot be written", event.ScopeProject, errors.New("disk full"), nil, 1, "T.write", 1},
		{"allowed before", "", nil, []string{"Edit", "T.write"}, 0, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, kept := &sleeper{}, ""
			grants := func(o *session.Options) {
				o.Granted = c.granted
				o.KeepGrant = func(_ context.Context, grant, _ string) error {
					kept += grant
					return c.keep
				}
			}
			run(t, twoWrites, rigOptions{tools: write(s), change: both(asking, grants)}, func(t *testing.T, r *rig) {
				r.conv.Tell(session.UserTurn{Text: "go"})
				for range c.asked {
					asked := <-r.seen.asked
					r.conv.Tell(session.Answer{Call: asked.Call, Allow: true, Scope: c.scope})
				}
				<-r.seen.ended
				synctest.Wait()
				if got := fmt.Sprint(r.results()); got != "map[t1r1c1:ok t1r1c2:ok]" {
					t.Errorf("results %s", got)
				}
				if n := len(of[event.Asked](r.seen)); n != c.asked || kept != c.kept || len(of[event.Notice](r.seen)) != c.notices {
					t.Errorf("asked %d times, kept %q: %s", n, kept, r.dump())
				}
				for _, d := range of[event.Decision](r.seen) {
					if d.By != "user" || d.Verdict != "allow" || d.Asked != (d.Rule == "mode.ask") {
						t.Errorf("decision %+v", d)
					}
				}
			})
		})
	}
}

// However a question ends, the call gets one result, and who was asked hears that it is over.
func TestEndsOfAQuestion(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(*session.Options)
		do   func(r *rig)
		want string // what follows the first question
	}{
		{
			"the user interrupts", nil,
			func(r *rig) { r.conv.Tell(session.Cancel{}) },
			"answered:false result:false result:false interrupted",
		},
		{
			"the mode changes to one that allows", nil,
			func(r *rig) {
				r.conv.Tell(session.SetPosture{Mode: "auto", Policy: policy.New(policy.Options{Mode: policy.Auto, Person: true})})
			},
			"allow:mode.changed:policy answered:true allow:mode.changed:policy starts result:true starts result:true done done",
		},
		{
			"the mode changes to one that refuses", nil,
			func(r *rig) {
				r.conv.Tell(session.SetPosture{Mode: "plan", Policy: policy.New(policy.Options{Mode: policy.Plan, Person: true})})
			},
			"deny:mode.plan:policy answered:false deny:mode.plan:policy result:false result:false done done",
		},
		{
			"nobody answers in time", func(o *session.Options) { o.Limits.Asking = time.Minute },
			func(*rig) {},
			"deny:asking.timeout:policy answered:false result:false asked:c2 deny:asking.timeout:policy answered:false result:false done done",
		},
		{
			"the dispatcher crashes", nil,
			func(r *rig) { r.crash("dispatcher") },
			"answered:false result:false result:false done done",
		},
		{
			"the session crashes", nil,
			func(r *rig) { r.crash("") },
			"result:false result:false error",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &sleeper{}
			set := asking
			if c.set != nil {
				set = both(asking, c.set)
			}
			run(t, twoWrites, rigOptions{tools: []tool.Handler{s.tool("write", false, time.Second)}, change: set}, func(t *testing.T, r *rig) {
				r.conv.Tell(session.UserTurn{Text: "go"})
				<-r.seen.asked
				time.Sleep(10 * time.Second) //nolint:forbidigo // virtual: the model has said everything
				c.do(r)
				<-r.seen.ended
				synctest.Wait()
				_, after, _ := strings.Cut(order(r.seen), "after ")
				if after != c.want {
					t.Errorf("got  %s\nwant %s", after, c.want)
				}
				if n := len(of[event.ToolResult](r.seen)); n != 2 {
					t.Errorf("%d results: %s", n, r.dump())
				}
			})
		})
	}
}

// crash makes the session's actor fail, or one of its children.
func (r *rig) crash(child string) {
	path := "guardian/sessions/" + r.log.Facts().ID
	if child != "" {
		path += "/" + child
	}
	r.system.Crash(path)
}

// One who attaches while the user is asked learns of the question, and one who attaches after does not.
//
// Covers: Z3
func TestLateSubscriberLearnsOfTheQuestion(t *testing.T) {
	s, late := &sleeper{}, &witness{ended: make(chan event.Event, 4), asked: make(chan event.Asked, 4)}
	change := both(asking, func(o *session.Options) { o.Sinks = sinkNamed("late", late, o.Sinks) })
	run(t, twoWrites, rigOptions{tools: []tool.Handler{s.tool("write", false, time.Second)}, change: change}, func(t *testing.T, r *rig) {
		r.conv.Tell(session.UserTurn{Text: "go"})
		<-r.seen.asked
		time.Sleep(10 * time.Second) //nolint:forbidigo // virtual
		r.conv.Tell(session.Attach{Name: "late"})
		asked := <-late.asked
		r.conv.Tell(session.Answer{Call: asked.Call, Allow: true, Scope: event.ScopeSession})
		<-r.seen.ended
		<-late.ended
		if order(late) != order(r.seen) {
			t.Errorf("late saw %s\nearly    %s", order(late), order(r.seen))
		}
	})
}

// A call that was asked about when the program ended is closed by the next run and never run.
func TestQuestionThatTheEndOfTheProgramCut(t *testing.T) {
	log := memory(t)
	use := event.ToolUse{Call: "t1r1c1", ModelID: "a", Name: "T.write", Input: []byte("{}"), Source: event.SourceXNL, TextBefore: "I write."}
	for i, ev := range []event.Event{event.Meta{SchemaVersion: 1}, event.Message{Role: event.RoleUser, Text: "go"}, use} {
		if err := log.Append([]event.Envelope{{Seq: int64(i), Turn: 1, Round: i / 2, Event: ev}}, true); err != nil {
			t.Fatal(err)
		}
	}
	s := &sleeper{}
	o := rigOptions{log: unclosable{log}, tools: []tool.Handler{s.tool("write", false, time.Second)}, change: asking}
	run(t, "answers: []", o, func(t *testing.T, r *rig) {
		<-r.seen.ended
		if got := order(r.seen); got != "result:false interrupted" || r.results()["t1r1c1"] != "Interrupted" || s.told() != "" {
			t.Errorf("came %s, ran %q", got, s.told())
		}
	})
}

// Every question shows what the call would do, as the tool says it.
func TestPreviewOfACallThatIsAskedAbout(t *testing.T) {
	for name, tt := range map[string]struct {
		preview func(ctx context.Context) string
		want    string
	}{
		"a difference":     {func(context.Context) string { return "-a\n+b\n" }, "-a\n+b\n"},
		"a long one":       {func(context.Context) string { return strings.Repeat("+x\n", 2500) }, strings.Repeat("+x\n", 2000) + "… 500 more lines\n"},
		"one that panics":  {func(context.Context) string { panic("injected") }, ""},
		"one that is late": {func(ctx context.Context) string { <-ctx.Done(); time.Sleep(time.Hour); return "+late\n" }, ""}, //nolint:forbidigo // virtual
	} {
		t.Run(name, func(t *testing.T) {
			s := &sleeper{}
			tools := []tool.Handler{previewer{s.tool("write", false, time.Second), tt.preview}}
			run(t, twoWrites, rigOptions{tools: tools, change: asking}, func(t *testing.T, r *rig) {
				began := time.Now()
				r.conv.Tell(session.UserTurn{Text: "go"})
				asked := <-r.seen.asked
				if asked.Preview != tt.want || time.Since(began) > 2*time.Second {
					t.Errorf("after %s the preview is %q", time.Since(began), asked.Preview)
				}
				r.conv.Tell(session.Answer{Call: asked.Call, Allow: true, Scope: event.ScopeSession})
				<-r.seen.ended
				time.Sleep(2 * time.Hour) //nolint:forbidigo // virtual: late previews end
			})
		})
	}
}

// previewer is a tool with a preview.
type previewer struct {
	fake
	preview func(ctx context.Context) string
}

func (p previewer) Preview(ctx context.Context, _ tool.Call) (string, *tool.Result) {
	return p.preview(ctx), nil
}

// The mode that the user chooses while the program runs is kept with the session: at once, or with its
// first turn.
//
// Covers: Z45
func TestPostureIsChangedWhileTheProgramRuns(t *testing.T) {
	say := "answers:\n  - repeat: 2\n    parts: [text: hi]\n"
	run(t, say, rigOptions{}, func(t *testing.T, r *rig) {
		set := func(mode policy.Mode) {
			r.conv.Tell(session.SetPosture{Mode: string(mode), Policy: policy.New(policy.Options{Mode: mode, Person: true})})
			synctest.Wait()
		}
		set(policy.Plan)
		if len(r.seen.all()) > 0 {
			t.Errorf("a session without a turn told %s", r.dump())
		}
		r.mustEnd("one", event.EndDone)
		set(policy.Yolo)
		set(policy.Yolo)
		r.mustEnd("two", event.EndDone)
		var got []string
		for _, e := range r.seen.all() {
			if p, ok := e.Event.(event.Posture); ok {
				got = append(got, fmt.Sprintf("%d:%s", e.Turn, p.Mode))
			}
		}
		if want := []string{"1:plan", "1:yolo"}; !slices.Equal(got, want) {
			t.Errorf("kept %q, want %q", got, want)
		}
	})
}

// The files are kept when the user allows the first call that may change them, and not for one that is
// refused.
func TestCheckpointAfterTheAnswer(t *testing.T) {
	s := &sleeper{}
	keep := func(o *session.Options) { o.Checkpoints = keeper{sleeper: s} }
	run(t, twoWrites, rigOptions{tools: []tool.Handler{s.tool("write", false, time.Second)}, change: both(asking, keep)}, func(t *testing.T, r *rig) {
		s.start = time.Now()
		r.conv.Tell(session.UserTurn{Text: "go"})
		first := <-r.seen.asked
		time.Sleep(5 * time.Second) //nolint:forbidigo // virtual
		r.conv.Tell(session.Answer{Call: first.Call})
		second := <-r.seen.asked
		time.Sleep(5 * time.Second) //nolint:forbidigo // virtual
		r.conv.Tell(session.Answer{Call: second.Call, Allow: true})
		<-r.seen.ended
		if got, want := s.told(), "10.0 checkpoint, 11.0 b starts, 12.0 b ends"; got != want {
			t.Errorf("diary %s, want %s", got, want)
		}
		checkpointFirst(t, r)
	})
}
