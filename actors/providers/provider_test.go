package providers_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/model"
	"eidolon/actors/providers"
)

// desk is a provider on the recorder.
type desk struct {
	*actorkit.Recorder
	t *testing.T
}

func newDesk(t *testing.T, inFlight int, c providers.Circuit) desk {
	t.Helper()
	o := providers.Options{Profile: "p", InFlight: inFlight, Circuit: c}
	return desk{actorkit.NewRecorder("provider", providers.New(o)), t}
}

func (d desk) who(name string) actorkit.Ref[providers.Note] {
	return actorkit.As[providers.Note](d.Peer(name))
}

func (d desk) acquire(names ...string) {
	for _, name := range names {
		d.Deliver(providers.Acquire{Owner: d.who(name)})
	}
}

func (d desk) again(name string)  { d.Deliver(providers.Acquire{Owner: d.who(name), Again: true}) }
func (d desk) answer(name string) { d.Deliver(providers.Answering{Owner: d.who(name)}) }

// release ends the request of each with a failure; no kind is none.
func (d desk) release(kind model.Kind, names ...string) {
	for _, name := range names {
		d.Deliver(providers.Release{Owner: d.who(name), Failure: model.Error{Kind: kind, Message: string(kind) + ".", Retryable: kind != ""}})
	}
}

// throttle ends a request of a service that asks to wait.
func (d desk) throttle(name string, wait time.Duration) {
	d.Deliver(providers.Release{Owner: d.who(name), Failure: model.Error{Kind: model.RateLimited, Message: "Slow down.", Retryable: true, RetryAfter: wait}})
}

// told gives who was granted, held back and refused since the last call, in order.
func (d desk) told() string {
	var out []string
	for line := range strings.Lines(d.Transcript()) {
		_, line, ok := strings.Cut(strings.TrimSpace(line), " -> ")
		who, what, _ := strings.Cut(line, " ")
		switch {
		case !ok:
		case strings.HasPrefix(what, "Granted"):
			out = append(out, "+"+who)
		case strings.HasPrefix(what, "Refused"):
			out = append(out, "-"+who)
		case strings.HasPrefix(what, "Held"):
			out = append(out, "~"+who)
		default:
			d.t.Errorf("said %q", line)
		}
	}
	return strings.Join(out, " ")
}

// step is one thing that happens and what comes of it.
type step struct {
	name string
	do   func()
	want string
}

func (d desk) play(steps []step) {
	d.t.Helper()
	for _, s := range steps {
		s.do()
		if got := d.told(); got != s.want {
			d.t.Errorf("%s: %q, want %q", s.name, got, s.want)
		}
	}
}

func TestProviderHoldsBackEverybody(t *testing.T) {
	d := newDesk(t, 1, providers.Circuit{})
	d.play([]step{
		{"one in flight", func() { d.acquire("a") }, "+a"},
		{"who asks again has it", func() { d.acquire("a") }, "+a"},
		{"the next waits", func() { d.acquire("b", "b") }, ""},
		{"the service asks for time, and the end of the first frees nothing yet", func() { d.throttle("a", 7*time.Second) }, ""},
		{"who comes then is told", func() { d.acquire("z"); d.release("", "z") }, "~z"},
		{"a shorter wish does not shorten the wait", func() { d.throttle("x", time.Second) }, ""},
		{"before the time", func() { d.Advance(6 * time.Second) }, ""},
		{"after it", func() { d.Advance(time.Second) }, "+b"},
		{"a stream that ended is a release", func() { d.acquire("c"); d.Deliver(actorkit.Gone{Who: d.Peer("b")}) }, "+c"},
		{"who gives up while it waits is forgotten", func() { d.acquire("d"); d.release("", "d"); d.release("", "c"); d.acquire("e") }, "+e"},
	})
}

// Nobody waits for longer than the limit: everybody is told at once, and told when to come again.
func TestServiceAsksForTooLong(t *testing.T) {
	d := newDesk(t, 1, providers.Circuit{LongWait: time.Minute})
	d.acquire("a", "b")
	d.throttle("a", 10*time.Minute)
	said := d.Transcript()
	want := "-> b Refused{Failure:{Kind:rate_limited Message:Slow down. Try again in 10m. Status:0 Retryable:false RetryAfter:10m0s"
	if !strings.Contains(said, want) {
		t.Errorf("said %s", said)
	}
	d.play([]step{
		{"while it lasts", func() { d.Advance(3 * time.Minute); d.acquire("c") }, "-c"},
		{"it is not obeyed for ever, only the last minute is waited for", func() { d.Advance(time.Minute + time.Second); d.acquire("d") }, "~d"},
		{"and then asked", func() { d.Advance(time.Minute) }, "+d"},
	})
}

func TestCircuit(t *testing.T) {
	limits := providers.Circuit{Failures: 3, Pause: 30 * time.Second, LongWait: time.Minute}
	broken := func(t *testing.T, inFlight int) desk {
		d := newDesk(t, inFlight, limits)
		d.acquire("a", "b", "c")
		d.release(model.Unreachable, "a", "b", "c")
		d.told()
		return d
	}
	t.Run("opens, probes, closes", func(t *testing.T) {
		d := newDesk(t, 4, limits)
		d.play([]step{
			{"four are on their way and two wait", func() { d.acquire("a", "b", "c", "d", "e", "f") }, "+a +b +c +d"},
			{"two failures are none too many", func() { d.release(model.Unreachable, "a"); d.release(model.TimedOut, "b") }, "+e +f"},
			{"the third opens it", func() { d.acquire("g"); d.release(model.Overloaded, "c") }, "-g"},
			{"who comes then is refused at once", func() { d.acquire("h") }, "-h"},
			{"a late failure changes nothing", func() { d.Advance(20 * time.Second); d.release(model.Overloaded, "d"); d.acquire("h") }, "-h"},
			{"after the pause one may try and the others wait", func() { d.Advance(10 * time.Second); d.acquire("i", "j", "k") }, "+i"},
			{"it fails: those who waited are refused", func() { d.release(model.Overloaded, "i") }, "-j -k"},
			{"and the pause begins anew", func() { d.Advance(29 * time.Second); d.acquire("l") }, "-l"},
			{"the next one tries", func() { d.Advance(time.Second); d.acquire("m", "n") }, "+m"},
			{"it is given up: another tries", func() { d.release("", "m"); d.acquire("o") }, "+n"},
			{"it is answered, before its end", func() { d.answer("n") }, "+o"},
			{"and all is well", func() { d.release(model.Overloaded, "n", "o"); d.acquire("p", "q") }, "+p +q"},
		})
	})
	t.Run("those who wait are refused when it opens", func(t *testing.T) {
		d := newDesk(t, 3, limits)
		d.acquire("a", "b", "c", "d")
		d.release(model.Unreachable, "a")
		d.acquire("e")
		d.release(model.Unreachable, "b")
		d.acquire("f", "g")
		d.told()
		d.release(model.Unreachable, "c")
		if got := d.told(); got != "-f -g" {
			t.Errorf("told %q", got)
		}
	})
	t.Run("an answer to an old request closes it", func(t *testing.T) {
		d := newDesk(t, 9, limits)
		d.acquire("a", "b", "c", "d")
		d.release(model.Unreachable, "a", "b", "c")
		d.answer("d")
		d.told()
		d.acquire("e")
		if got := d.told(); got != "+e" {
			t.Errorf("told %q", got)
		}
	})
	t.Run("what it says", func(t *testing.T) {
		d := broken(t, 9)
		d.Advance(6 * time.Second)
		d.acquire("x")
		want := "provider -> x Refused{Failure:{Kind:unreachable Message:unreachable. The last 3 requests to it failed, so it is left " +
			"alone and asked again in 24s. Status:0 Retryable:false RetryAfter:24s Err:<nil>}}"
		if got := d.Transcript(); got != want {
			t.Errorf("said %s", got)
		}
	})
	t.Run("off", func(t *testing.T) {
		d := newDesk(t, 9, providers.Circuit{})
		for i := range 20 {
			name := fmt.Sprint(i)
			d.acquire(name)
			d.release(model.Unreachable, name)
		}
		d.told()
		d.acquire("x")
		if got := d.told(); got != "+x" {
			t.Errorf("told %q", got)
		}
	})
}

// Which failures mean that the service is down, that it is up, or nothing.
func TestHealth(t *testing.T) {
	for kind, want := range map[model.Kind]string{
		model.Unreachable: "down", model.Overloaded: "down", model.TimedOut: "down",
		model.Auth: "up", model.RateLimited: "up", model.BadRequest: "up", model.ContextLimit: "up",
		model.Truncated: "unknown", model.BadAnswer: "unknown",
	} {
		t.Run(string(kind), func(t *testing.T) {
			d := newDesk(t, 9, providers.Circuit{Failures: 2, Pause: time.Minute})
			d.acquire("a", "b", "c", "d")
			d.release(model.Unreachable, "a")
			d.release(kind, "b")
			d.told()
			d.acquire("x")
			opened := d.told() == "-x"
			d.release(model.Unreachable, "c")
			d.acquire("y")
			later := d.told() == "-y"
			got := map[[2]bool]string{{true, true}: "down", {false, false}: "up", {false, true}: "unknown"}[[2]bool{opened, later}]
			if got != want {
				t.Errorf("it is %q, want %q", got, want)
			}
		})
	}
}

// However many sessions fail at once, a service that fails gets few retries.
func TestBudgetOfRetries(t *testing.T) {
	d := newDesk(t, 10_000, providers.Circuit{})
	for i := range 1000 {
		name := fmt.Sprint(i)
		d.acquire(name)
		d.release(model.Overloaded, name)
	}
	d.told()
	granted := func(n int) (count int) {
		for range n {
			d.again("r")
			d.release(model.Overloaded, "r")
		}
		return strings.Count(d.told(), "+")
	}
	if got := granted(1000); got != 20 {
		t.Errorf("%d of 1000 retries were let through at once, want 20", got)
	}
	d.again("x")
	if got := d.Transcript(); !strings.Contains(got, "Message:overloaded. It is not asked again, because too many requests to it fail now.") {
		t.Errorf("said %q", got)
	}
	d.Advance(time.Minute)
	if got := granted(10); got != 6 {
		t.Errorf("%d retries a minute later, want 6", got)
	}
	for i := range 10 {
		name := fmt.Sprint(i)
		d.acquire(name)
		d.release("", name)
	}
	d.told()
	if got := granted(10); got != 2 {
		t.Errorf("%d retries after ten requests, want 2", got)
	}
	d.Advance(24 * time.Hour)
	if got := granted(30); got != 20 {
		t.Errorf("%d retries a day later, want 20", got)
	}
}
