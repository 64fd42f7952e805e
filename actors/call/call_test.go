package call_test

import (
	"strings"
	"testing"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/call"
	"eidolon/actors/tool"
	"eidolon/actors/toolhost"
)

// owned makes the behavior when the recorder that plays its owner is there.
type owned struct{ actorkit.Behavior }

// Receive implements actorkit.Behavior.
func (c *owned) Receive(env actorkit.Env, m any) {
	if r, ok := env.(*actorkit.Recorder); ok && c.Behavior == nil {
		c.Behavior = call.New(call.Options{
			Call: tool.Call{Key: "k"}, Timeout: time.Minute, Grace: 5 * time.Second,
			Tool: actorkit.As[toolhost.Msg](r.Peer("tool")), Owner: actorkit.As[call.Note](r.Peer("dispatcher")),
		})
	}
	c.Behavior.Receive(env, m)
}

func TestThereIsOneResultInBoundedTime(t *testing.T) {
	finished := toolhost.Finished{Key: "k", Result: tool.Result{OK: true, Text: "its own words"}}
	for _, c := range []struct {
		name string
		do   func(r *actorkit.Recorder)
		want string // how the result reads
	}{
		{"it ends by itself", func(r *actorkit.Recorder) { r.Deliver(finished) }, "its own words"},
		{"cancelled, and the tool obeys", func(r *actorkit.Recorder) {
			r.Deliver(call.Cancel{})
			r.Advance(time.Second)
			r.Deliver(finished)
		}, "its own words"},
		{"cancelled, and the tool does not obey", func(r *actorkit.Recorder) {
			r.Deliver(call.Cancel{})
			r.Deliver(call.Cancel{})
			r.Advance(5 * time.Second)
			r.Deliver(finished)
		}, "was cancelled"},
		{"out of time, and the tool does not obey", func(r *actorkit.Recorder) {
			r.Advance(time.Minute)
			r.Advance(5 * time.Second)
		}, "did not end within 1m0s"},
		{"the tool's actor ends", func(r *actorkit.Recorder) { r.Deliver(actorkit.Gone{Who: r.Peer("tool")}) }, "actor ended"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := actorkit.NewRecorder("call", &owned{})
			c.do(r)
			var results []string
			for line := range strings.Lines(r.Transcript()) {
				if strings.HasPrefix(line, "call -> dispatcher Done") {
					results = append(results, line)
				}
			}
			if len(results) != 1 || !strings.Contains(results[0], c.want) {
				t.Errorf("results %q, want one with %q", results, c.want)
			}
		})
	}
}
