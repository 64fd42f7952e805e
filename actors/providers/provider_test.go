package providers_test

import (
	"testing"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/providers"
)

func TestProviderHoldsBackEverybody(t *testing.T) {
	var o providers.Options
	o.Profile, o.InFlight = "p", 1
	r := actorkit.NewRecorder("provider", providers.New(o))
	who := func(name string) actorkit.Ref[providers.Granted] {
		return actorkit.As[providers.Granted](r.Peer(name))
	}
	steps := []struct {
		name string
		do   func()
		want string
	}{
		{"one in flight", func() { r.Deliver(providers.Acquire{Owner: who("a")}) }, "provider watches a\nprovider -> a Granted{}"},
		{"the next waits", func() { r.Deliver(providers.Acquire{Owner: who("b")}) }, "provider watches b"},
		{"the service asks for time", func() { r.Deliver(providers.Throttled{For: 7 * time.Second}) }, ""},
		{"the end of the first frees nothing yet", func() { r.Deliver(providers.Release{Owner: who("a")}) }, ""},
		{"a shorter wish does not shorten the wait", func() { r.Deliver(providers.Throttled{For: time.Second}) }, ""},
		{"before the time", func() { r.Advance(6 * time.Second) }, ""},
		{"after it", func() { r.Advance(time.Second) }, "provider -> b Granted{}"},
		{"a stream that ended is a release", func() {
			r.Deliver(providers.Acquire{Owner: who("c")})
			r.Deliver(actorkit.Gone{Who: r.Peer("b")})
		}, "provider watches c\nprovider -> c Granted{}"},
	}
	for _, step := range steps {
		step.do()
		if got := r.Transcript(); got != step.want {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
}
