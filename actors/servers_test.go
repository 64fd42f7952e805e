package actors_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/session"
	"eidolon/actors/tool"
)

// Servers may bring tools at any time. A model that calls them in its text is told of them once: with the
// system prompt or when they come, and with whatever explains all tools anew. On a native wire the request
// says it.
//
// Covers: R26
func TestToolsOfServersComeBetweenTurns(t *testing.T) {
	const one, both = "# Servers\none", "# Servers\none, two"
	log, texts, native := memory(t), &service{}, &service{}
	specs := func(names ...string) (all []tool.Spec) {
		for _, name := range names {
			all = append(all, tool.Spec{Name: "mcp__s__" + name, InputSchema: []byte(`{"type":"object"}`)})
		}
		return all
	}
	o := rigOptions{log: unclosable{log}, change: func(o *session.Options) { o.Model.Client = texts }}
	run(t, "answers: []\n", o, func(t *testing.T, r *rig) {
		r.conv.Tell(session.SetTools{Tools: specs("one"), Servers: one})
		r.mustEnd("first", event.EndDone)
		r.conv.Tell(session.SetTools{Tools: specs("one"), Servers: one})
		r.mustEnd("second", event.EndDone)
		r.conv.Tell(session.SetTools{Tools: specs("one", "two"), Servers: both})
		r.mustEnd("third", event.EndDone)
		synctest.Wait() // everything is shown, and will not be again
		r.crash("")
		time.Sleep(time.Second) //nolint:forbidigo // virtual: the session is rebuilt
		r.mustEnd("fourth", event.EndDone)
		r.conv.Tell(session.SetModel{Model: session.ModelOptions{Profile: "p", Name: "n", Native: true, Client: native}, System: "Native."})
		r.mustEnd("fifth", event.EndDone)
		r.conv.Tell(session.SetModel{Model: session.ModelOptions{Profile: "p", Name: "m", Client: texts}, System: "In the text."})
		r.mustEnd("sixth", event.EndDone)
	})
	run(t, "answers: []\n", o, func(t *testing.T, r *rig) { // another run, which finds the same servers
		r.conv.Tell(session.SetTools{Tools: specs("one", "two"), Servers: both})
		r.mustEnd("seventh", event.EndDone)
	})
	var told []string
	for _, m := range texts.sent[len(texts.sent)-1].Messages {
		if m.Role == model.System || m.Role == model.User {
			told = append(told, strings.TrimPrefix(m.Text, session.AnswersAgain+"\n\n"))
		}
	}
	want := []string{
		"You are a test.\n\n" + one, "first", "second", both, "third", "fourth", "Native.", "fifth", "In the text.\n\n" + both, "sixth", "seventh",
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	if got := native.sent[0].Tools; len(got) != 2 || got[1].Name != "mcp__s__two" || string(got[1].Schema) != `{"type":"object"}` {
		t.Errorf("the native request has the tools %+v", got)
	}
}
