package actors_test

import (
	"fmt"
	"strings"
	"testing"

	"eidolon/actors/event"
	"eidolon/actors/session"
)

// After a rewind the model gets the conversation as it was, and no number is used again.
//
// Covers: R82, Z45
func TestRewoundConversation(t *testing.T) {
	log := memory(t)
	say := "position: requests\nanswers:\n  - repeat: 3\n    parts: [text: said $STEP]\n"
	run(t, say, rigOptions{log: unclosable{log}}, func(_ *testing.T, r *rig) {
		for _, prompt := range []string{"one", "two", "three"} {
			r.mustEnd(prompt, event.EndDone)
		}
	})
	end := map[int]int64{} // number of the last event of each turn
	if err := log.Read(t.Context(), 0, func(e event.Envelope) error { end[e.Turn] = e.Seq; return nil }); err != nil {
		t.Fatal(err)
	}
	rewind := func(to int64) {
		t.Helper()
		e := event.Envelope{Seq: log.Next(), Turn: 3, Event: event.Rewind{To: to}}
		if err := log.Append([]event.Envelope{e}, true); err != nil {
			t.Fatal(err)
		}
	}
	ask := func(prompt string, wants, lacks []string, turn int) {
		t.Helper()
		script := "position: requests\nanswers:\n  - parts: [echo: request]\n"
		run(t, script, rigOptions{log: unclosable{log}}, func(t *testing.T, r *rig) {
			r.mustEnd(prompt, event.EndDone)
			sent := r.seen.text()
			for _, want := range wants {
				if !strings.Contains(sent, want) {
					t.Errorf("the request lacks %q: %s", want, sent)
				}
			}
			for _, lack := range lacks {
				if strings.Contains(sent, lack) {
					t.Errorf("the request has %q: %s", lack, sent)
				}
			}
			all := r.seen.all()
			if got := all[len(all)-1].Turn; got != turn {
				t.Errorf("it is turn %d, want %d", got, turn)
			}
		})
	}
	rewind(end[1])
	back := log.Next() - 1
	ask("four", []string{"You are a test.", "one", "said 1", "four"}, []string{"two", "three"}, 4)
	rewind(back - 1) // takes the rewind back, and the fourth turn with it
	ask("five", []string{"one", "two", "three", "said 3", "five"}, []string{"four"}, 5)
}

// The mode that the user chose is kept once, and again only when it changes.
//
// Covers: Z45
func TestPostureIsRecorded(t *testing.T) {
	log := memory(t)
	say := "position: requests\nanswers:\n  - repeat: 2\n    parts: [text: hi]\n"
	for _, mode := range []string{"plan", "plan", "", "yolo"} {
		run(t, say, rigOptions{log: unclosable{log}, change: func(o *session.Options) { o.Posture = mode }}, func(_ *testing.T, r *rig) {
			r.mustEnd("one", event.EndDone)
			r.mustEnd("two", event.EndDone)
		})
	}
	var got []string
	err := log.Read(t.Context(), 0, func(e event.Envelope) error {
		if p, ok := e.Event.(event.Posture); ok {
			got = append(got, p.Mode)
		}
		return nil
	})
	if err != nil || strings.Join(got, " ") != "plan yolo" {
		t.Errorf("kept: %q, %v", got, err)
	}
}

// A turn that was cut, taken back, and brought back after another one is closed under its own number.
func TestCutTurnThatWasBroughtBack(t *testing.T) {
	log := memory(t)
	add := func(turn, round int, events ...event.Event) {
		t.Helper()
		for _, ev := range events {
			e := event.Envelope{Seq: log.Next(), Turn: turn, Round: round, Event: ev}
			if err := log.Append([]event.Envelope{e}, true); err != nil {
				t.Fatal(err)
			}
		}
	}
	use := event.ToolUse{Call: "t1r1c1", ModelID: "a", Name: "T.read", Input: []byte("{}"), Source: event.SourceXNL, TextBefore: "I look."}
	add(0, 0, event.Meta{SchemaVersion: 1})
	add(1, 0, event.Message{Role: event.RoleUser, Text: "one"})
	add(1, 1, use)
	add(1, 1, event.Rewind{To: 0}) // event 3; the program had been killed in the call
	add(2, 0, event.Message{Role: event.RoleUser, Text: "two"})
	for round := range 3 {
		add(2, round+1, event.Message{Role: event.RoleAssistant, Text: "said"})
	}
	add(2, 3, event.TurnEnd{Reason: event.EndDone}, event.Rewind{To: 2})
	from := log.Next()
	run(t, "answers: []", rigOptions{log: unclosable{log}}, func(_ *testing.T, r *rig) { <-r.seen.ended })
	var got []string
	err := log.Read(t.Context(), from, func(e event.Envelope) error {
		got = append(got, fmt.Sprintf("t%dr%d %s", e.Turn, e.Round, e.Event.(event.Journalled).Type()))
		return nil
	})
	want := "t1r1 message, t1r1 tool_result, t1r1 message, t1r1 interrupted, t1r1 turn_end"
	if s := strings.Join(got, ", "); err != nil || s != want {
		t.Errorf("closed with %s, %v\nwant %s", s, err, want)
	}
}
