package actors_test

import (
	"fmt"
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

// A request on a native wire explains only so many tools. Those of the session go first, and the user is told
// which ones of servers do not, once for the same tools.
//
// Covers: R26
func TestNativeToolsAreBounded(t *testing.T) {
	native, texts := &service{}, &service{}
	tools := func(own int, servers ...string) (all []tool.Spec) {
		for i := range own {
			all = append(all, tool.Spec{Namespace: tool.BuiltIn, Name: fmt.Sprintf("own_%03d", i), InputSchema: []byte(`{}`)})
		}
		for _, server := range servers {
			for i := range 60 {
				all = append(all, tool.Spec{Name: fmt.Sprintf("mcp__%s__do_%02d", server, i), InputSchema: []byte(`{}`)})
			}
		}
		return all
	}
	onNative := session.ModelOptions{Profile: "p", Name: "n", Native: true, Client: native}
	var told []string
	run(t, "answers: []\n", rigOptions{change: func(o *session.Options) { o.Model = onNative }}, func(t *testing.T, r *rig) {
		for _, step := range []session.Msg{
			session.SetTools{Tools: tools(8, "a", "b")}, // just as many
			session.SetTools{Tools: tools(9, "a", "b", "c")},
			session.SetModel{Model: session.ModelOptions{Profile: "p", Name: "t", Client: texts}},
			session.SetModel{Model: onNative},
			session.SetTools{Tools: tools(9, "a", "b")},
		} {
			r.conv.Tell(step)
			r.mustEnd("go", event.EndDone)
			r.mustEnd("on", event.EndDone)
		}
		for _, n := range of[event.Notice](r.seen) {
			told = append(told, n.Message)
		}
	})
	for i, req := range native.sent {
		if len(req.Tools) != 128 || req.Tools[7].Name != "own_007" {
			t.Errorf("request %d has %d tools", i, len(req.Tools))
		}
	}
	if last := native.sent[2].Tools[127].Name; last != "mcp__b__do_58" {
		t.Errorf("the last tool is %s", last)
	}
	want := []string{
		"The model is told of 128 tools and no more. Left out are some of mcp__b (1 of 60), mcp__c (60 of 60). `tools` of a server in the configuration chooses among its own.",
		"The model is told of 128 tools and no more. Left out are some of mcp__b (1 of 60). `tools` of a server in the configuration chooses among its own.",
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}
