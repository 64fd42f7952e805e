package slots_test

import (
	"testing"

	"eidolon/actors/actorkit"
	"eidolon/actors/slots"
)

func TestSlots(t *testing.T) {
	r := actorkit.NewRecorder("slots", slots.New(2))
	who := func(name string) actorkit.Ref[slots.Granted] { return actorkit.As[slots.Granted](r.Peer(name)) }
	for _, step := range []struct {
		name string
		m    any
		want string
	}{
		{"first", slots.Acquire{Owner: who("a"), ID: "1"}, "slots watches a\nslots -> a Granted{ID:1}"},
		{"second", slots.Acquire{Owner: who("b"), ID: "1"}, "slots watches b\nslots -> b Granted{ID:1}"},
		{"the third waits", slots.Acquire{Owner: who("a"), ID: "2"}, "slots watches a"},
		{"and the fourth", slots.Acquire{Owner: who("b"), ID: "2"}, "slots watches b"},
		{"asking twice changes nothing", slots.Acquire{Owner: who("a"), ID: "2"}, ""},
		{"an answer that was lost is repeated", slots.Acquire{Owner: who("a"), ID: "1"}, "slots -> a Granted{ID:1}"},
		{"a slot goes to who waited longest", slots.Release{Owner: who("b"), ID: "1"}, "slots -> a Granted{ID:2}"},
		{"who ends gives all back", actorkit.Gone{Who: r.Peer("a")}, "slots -> b Granted{ID:2}"},
		{"a stranger's slot is none", slots.Release{Owner: who("c"), ID: "9"}, ""},
	} {
		r.Deliver(step.m)
		if got := r.Transcript(); got != step.want {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
}
