package dispatcher_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/dispatcher"
	"eidolon/actors/routes"
)

// What other sessions have is unknown to one that does not have it, and no hint leads there.
func TestToolsOfOthers(t *testing.T) {
	o := dispatcher.Options{
		Rules: dispatcher.Rules{Policy: allow{}}, AtOnce: 8, Timeout: time.Minute, Judging: time.Second,
		Has: func(name string) bool { return name == "T.own" },
	}
	r := actorkit.NewRecorder("dispatcher", &owned{o: o})
	say := func(key, name string) {
		r.Deliver(dispatcher.Dispatch{Key: key, ModelID: key, Name: name, Input: json.RawMessage(`{}`)})
	}
	say("a", "T.others")
	r.Deliver(dispatcher.Recorded{Key: "a"})
	if told := r.Transcript(); !strings.Contains(told, `There is no tool "T.others".`) {
		t.Errorf("a tool of others: %s", told)
	}
	say("b", "T.own")
	if told := r.Transcript(); strings.Contains(told, "There is no tool") {
		t.Errorf("its own: %s", told)
	}
	for near, want := range map[string]bool{"tool/T.own": true, "tool/T.others": false} {
		say(near, "T.own")
		r.Deliver(routes.NotFound{ID: near, Nearest: near})
		r.Deliver(dispatcher.Recorded{Key: near})
		if told := r.Transcript(); strings.Contains(told, "Did you mean") != want {
			t.Errorf("the hint %s: %s", near, told)
		}
	}
}
