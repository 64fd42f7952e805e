package stubmodel

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"eidolon/actors/actorkit"
	"eidolon/actors/model"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct{ name, script, xnl, native string }{
		{
			name:   "text in even pieces, usage, end",
			script: "answers: [{parts: [{text: Grüße, deltas: 3}], usage: {input: 1, output: 2, cached: 3, reasoning: 4}, end: {reason: length, model: other}}]",
			xnl: `
0s text "G"
0s text "rü"
0s text "ße"
0s Usage{Input:1 Output:2 Cached:3 Written:0 Reasoning:4}
0s end length of other`,
			native: "as xnl",
		},
		{
			name:   "single bytes, but whole characters; reasoning with its signature",
			script: "answers: [{parts: [{reasoning: hmm, deltas: 2, signature: s}, {text: aé€b, chunk: 1}]}]",
			xnl: `
0s Reasoning{Text:h Signature:}
0s Reasoning{Text:mm Signature:s}
0s text "a"
0s text "é"
0s text "€"
0s text "b"
0s end stop of m`,
			native: "as xnl",
		},
		{
			name:   "numbers of steps and deltas, raw text as it stands",
			script: `answers: [{parts: [{text: "$STEP.$DELTA ", times: 2}, {raw: "$STEP.$DELTA"}]}]`,
			xnl: `
0s text "1.1 "
0s text "1.2 "
0s text "$STEP.$DELTA"
0s end stop of m`,
			native: "as xnl",
		},
		{
			name:   "a call within a line, its id made up",
			script: `answers: [{parts: [{text: So}, {call: {name: a.b, input: {n: 1, s: 'step "$STEP"', deep: [{x: null}]}}}, {text: done}]}]`,
			xnl: `
0s text "So"
0s text "\n!unquote_start\n<tool_call a.b id=\"call_1_1\" { deep = [{ x = null }] n = 1 s = \"step \\\"1\\\"\" }>\n!unquote_end\n"
0s text "done"
0s end stop of m`,
			native: `
0s text "So"
0s CallOpened{Index:0 ID:call_1_1 Name:a.b Signature:}
0s input 0 {"deep":[{"x":null}],"
0s input 0 n":1,"s":"step \"1\""}
0s text "done"
0s CallClosed{Index:0}
0s end tool_calls of m`,
		},
		{
			name:   "calls in a group, one with a body",
			script: `answers: [{parts: [{calls: [{name: w, id: w1, input: {path: p}, body: {content: "a\n<b> & $STEP"}}, {name: no/name, id: x, body: {y: z}}], chunk: 1000}]}]`,
			xnl: `
0s text "!unquote_start\n<tool_call w id=\"w1\" { path = \"p\" } #m>a\n<b> & 1</#m>\n<tool_call id=\"x\" name=\"no/name\" #m>z</#m>\n!unquote_end\n"
0s end stop of m`,
			native: `
0s CallOpened{Index:0 ID:w1 Name:w Signature:}
0s input 0 {"path":"p","content":"a\n<b> & 1"}
0s CallClosed{Index:0}
0s CallOpened{Index:1 ID:x Name:no/name Signature:}
0s input 1 {"y":"z"}
0s CallClosed{Index:1}
0s end tool_calls of m`,
		},
		{
			name: "time passes",
			script: `answers: [{delay: 1s, parts: [{text: ab, deltas: 2, until: 3s}, {call: {name: c, id: c}, until: 4s},
				{pause: 500ms}, {text: cd, deltas: 2, every: 250ms}, {text: late, until: 1s}, {wire: "ignored"}]}]`,
			xnl: `
2s text "a"
3s text "b"
4s text "\n!unquote_start\n<tool_call c id=\"c\">\n!unquote_end\n"
4.75s text "c"
5s text "d"
5s text "late"
5s end stop of m`,
			native: `
2s text "a"
3s text "b"
3s CallOpened{Index:0 ID:c Name:c Signature:}
3.5s input 0 {
4s input 0 }
4.75s text "c"
5s text "d"
5s text "late"
5s CallClosed{Index:0}
5s end tool_calls of m`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			stage(t, parse(t, c.script), func(t *testing.T, m model.Client) {
				equal(t, ask(t.Context(), m, request("hi")), c.xnl)
				if c.native == "as xnl" {
					c.native = c.xnl
				}
				equal(t, ask(t.Context(), m, native(request("hi"))), c.native)
			})
		})
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ name, fault, want string }{
		{"no connection", "{kind: unreachable}", "1s unreachable, status 0, retryable true after 0s: The scripted model failed as told (unreachable)."},
		{"key", "{kind: auth}", "1s auth, status 401, retryable false after 0s: The scripted model failed as told (auth)."},
		{"rate", "{kind: rate_limited, retryAfter: 3s}", "1s rate_limited, status 429, retryable true after 3s: The scripted model failed as told (rate_limited)."},
		{"overload", "{kind: overloaded, status: 529, retryable: false, message: Busy.}", "1s overloaded, status 529, retryable false after 0s: Busy."},
		{"request", "{kind: bad_request}", "1s bad_request, status 400, retryable false after 0s: The scripted model failed as told (bad_request)."},
		{"length", "{kind: context_limit}", "1s context_limit, status 400, retryable false after 0s: The scripted model failed as told (context_limit)."},
		{"cut", "{kind: truncated}", "1s truncated, status 0, retryable true after 0s: The scripted model failed as told (truncated)."},
		{"format", "{kind: bad_answer}", "1s bad_answer, status 0, retryable false after 0s: The scripted model failed as told (bad_answer)."},
		{"limit", "{kind: timeout}", "1s timeout, status 0, retryable true after 0s: The scripted model failed as told (timeout)."},
		{"hang, until the asker has enough", "{kind: hang}", "1m0s context deadline exceeded"},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := parse(t, "answers: [{parts: [{text: a}, {pause: 1s}, {fault: "+c.fault+"}], usage: {}}]")
			stage(t, script, func(t *testing.T, m model.Client) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				equal(t, ask(ctx, m, request("hi")), "0s text \"a\"\n"+c.want)
			})
		})
	}
}

func TestPanicReachesTheCaller(t *testing.T) {
	stage(t, parse(t, "answers: [{parts: [fault: {kind: panic}]}]"), func(t *testing.T, m model.Client) {
		defer func() {
			if got := fmt.Sprint(recover()); got != "the script told the model to panic" {
				t.Errorf("panic %s", got)
			}
		}()
		t.Error(ask(t.Context(), m, request("hi")))
	})
}

func TestCancelFreesEverything(t *testing.T) {
	script := parse(t, `answers: [{parts: [{text: "$DELTA", times: 1000, every: 1s}]}]`)
	enough := errors.New("enough")
	stage(t, script, func(t *testing.T, m model.Client) {
		n := 0
		_, err := m.Stream(t.Context(), request("hi"), func(model.Chunk) error {
			if n++; n == 3 {
				return enough
			}
			return nil
		})
		if !errors.Is(err, enough) || n != 3 {
			t.Errorf("%d chunks, %v", n, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		equal(t, ask(ctx, m, request("hi")), "1s text \"1\"\n2s text \"2\"\n2.5s context deadline exceeded")
	})
}

// counting counts the timers that are set and not stopped; none of them fires.
type counting struct {
	*actorkit.Recorder
	open int
}

func (c *counting) After(time.Duration, any) actorkit.Timer {
	c.open++
	return stopper{c}
}

type stopper struct{ c *counting }

func (s stopper) Stop() { s.c.open-- }

func TestTimersEndWithTheAsker(t *testing.T) {
	m := New(parse(t, `answers: [{parts: [{text: "$DELTA", times: 100, every: 1s}]}]`))
	env := &counting{Recorder: actorkit.NewRecorder("model", m)}
	asker := actorkit.As[Note](env.Peer("asker"))
	m.Receive(env, Play{request("hi"), asker})
	before := env.open
	m.Receive(env, actorkit.Gone{Who: asker.Address})
	if before != 100 || env.open != 0 {
		t.Errorf("%d timers, then %d", before, env.open)
	}
}

func TestModelThatHasEnded(t *testing.T) {
	sys := actorkit.NewSystem(actorkit.Options{})
	defer sys.Shutdown()
	_, err := NewClient(sys, actorkit.Ref[Msg]{}).Stream(t.Context(), request("hi"), nil)
	var failure *model.Error
	if !errors.As(err, &failure) || failure.Kind != model.Unreachable {
		t.Errorf("got %v", err)
	}
}

func TestPlaysRunSideBySide(t *testing.T) {
	script := parse(t, `answers: [{parts: [{text: ab, deltas: 2, every: 1s}]}]`)
	stage(t, script, func(t *testing.T, m model.Client) {
		inner := ""
		_, err := m.Stream(t.Context(), request("hi"), func(c model.Chunk) error {
			if c == (model.Text{Text: "a"}) {
				inner = says(t.Context(), m, request("hi"))
			}
			return nil
		})
		if inner != "ab" || err != nil {
			t.Errorf("said %q, %v", inner, err)
		}
	})
}

func TestFourSleepsCloseOnTime(t *testing.T) {
	for mode, req := range map[string]model.Request{"xnl": request("hi"), "native": native(request("hi"))} {
		t.Run(mode, func(t *testing.T) {
			stage(t, shared(t, "four-sleeps"), func(t *testing.T, m model.Client) {
				var closed []string
				for line := range strings.Lines(ask(t.Context(), m, req)) {
					at, rest, _ := strings.Cut(line, " ")
					if strings.Contains(rest, "!unquote_end") || strings.HasPrefix(rest, "input") && strings.Contains(rest, "}") || strings.HasPrefix(rest, "end") {
						closed = append(closed, at)
					}
				}
				equal(t, strings.Join(closed, " "), "800ms 1.6s 2.4s 3.2s 4s")
			})
		})
	}
}

func TestLongTextKeepsItsOrder(t *testing.T) {
	stage(t, shared(t, "long-text"), func(t *testing.T, m model.Client) {
		n := 0
		_, err := m.Stream(t.Context(), request("hi"), func(c model.Chunk) error {
			n++
			if want := (model.Text{Text: fmt.Sprintf("This is delta %d of a long text. ", n)}); c != want {
				return fmt.Errorf("delta %d is %v", n, c)
			}
			return nil
		})
		if n != 20_000 || err != nil {
			t.Errorf("%d deltas, %v", n, err)
		}
	})
}

// TestProtocol shows what the actor does to the world around it.
func TestProtocol(t *testing.T) {
	script := parse(t, "answers: [{parts: [{text: a}, {text: b, every: 1s}]}, {parts: []}]\nafter: fail")
	r := actorkit.NewRecorder("model", New(script))
	asker := actorkit.As[Note](r.Peer("asker"))
	r.Deliver(Play{request("hi"), asker})
	r.Advance(time.Second)
	equal(t, r.Transcript(), `
model watches asker
model -> asker Began{Step:1 Attempt:1 HTTP:<nil>}
model -> asker Said{Chunk:{Text:a}}
model -> asker Said{Chunk:{Text:b}}
model -> asker Ended{End:{Stop: Reason:stop Model:m}}`)
	r.Deliver(Play{request("hi"), asker})
	r.Deliver(actorkit.Gone{Who: asker.Address})
	r.Advance(time.Hour)
	r.Deliver(Play{request("hi", "a", "hi", "b", "hi"), asker})
	equal(t, r.Transcript(), `
model watches asker
model -> asker Began{Step:1 Attempt:1 HTTP:<nil>}
model -> asker Said{Chunk:{Text:a}}
model -> asker Failed{Err:{Kind:bad_request Message:script test.yaml has 2 answers, but this is request 3 of the conversation Status:400 Retryable:false RetryAfter:0s Err:<nil>}}`)
}
