package claude_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/internal/front/claude"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// stage is a host on one side and a session on the other, with Serve between them.
type stage struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan map[string]any // of the output
	told  chan session.Msg
	said  chan claude.Message
	sink  *claude.Sink
	o     claude.Options
	seq   int64
	code  chan int
	err   strings.Builder
}

// Tell implements exec.Conversation.
func (s *stage) Tell(m session.Msg) { s.told <- m }

// Close implements exec.Conversation.
func (s *stage) Close(context.Context) error { return nil }

// hello is the first request of a host.
const hello = `{"type":"control_request","request_id":"h","request":{"subtype":"initialize"}}`

// play starts Serve. The host has said hello.
func play(t *testing.T, change func(*claude.Options)) *stage {
	t.Helper()
	in, host := io.Pipe()
	out, put := io.Pipe()
	s := &stage{
		t: t, in: host, lines: make(chan map[string]any, 64), told: make(chan session.Msg, 64), said: make(chan claude.Message, 64),
		sink: claude.New(put, about(), "default"), code: make(chan int, 1),
	}
	s.o = claude.Options{
		Session: s, Sink: s.sink, Stderr: &s.err, Closing: time.Minute, Signals: make(chan os.Signal, 2),
		Say: func(_ context.Context, m claude.Message) (int, error) {
			s.said <- m
			return 1, nil
		},
		SetMode: func(mode string) error {
			if mode == "odd" {
				return errors.New("there is no such mode")
			}
			return nil
		},
		SetModel: func(_ context.Context, name string) (string, error) { return "model " + name, nil },
	}
	change(&s.o)
	var reading sync.WaitGroup
	reading.Go(func() { s.read(out) })
	go func() { _, _ = io.WriteString(host, hello+"\n") }()
	conn, err := claude.Begin(in)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		s.code <- claude.Serve(t.Context(), conn, s.o)
		_ = put.Close()
		_ = in.Close()
	}()
	t.Cleanup(func() {
		_ = host.Close()
		reading.Wait()
	})
	if attach, ok := (<-s.told).(session.Attach); !ok || attach.Name != claude.Name {
		t.Fatalf("told %+v", attach)
	}
	if r := s.next("control_response"); r["response"].(map[string]any)["request_id"] != "h" {
		t.Fatalf("answer %v", r)
	}
	return s
}

func (s *stage) read(out io.Reader) {
	defer close(s.lines)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		var fields map[string]any
		if err := json.Unmarshal(lines.Bytes(), &fields); err != nil {
			s.t.Errorf("%s: %v", lines.Text(), err)
		}
		s.lines <- fields
	}
}

// next gives the next line of that type.
func (s *stage) next(kind string) map[string]any {
	s.t.Helper()
	for line := range s.lines {
		if line["type"] == kind {
			return line
		}
	}
	s.t.Fatalf("the output ended without a %s", kind)
	return nil
}

// host sends lines of the host.
func (s *stage) host(lines ...string) {
	s.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(s.in, line+"\n"); err != nil {
			s.t.Fatal(err)
		}
	}
}

// request sends a request and gives the answer.
func (s *stage) request(body string) map[string]any {
	s.t.Helper()
	s.host(`{"type":"control_request","request_id":"r","request":` + body + `}`)
	return s.next("control_response")["response"].(map[string]any)
}

// show renders events of the session.
func (s *stage) show(events ...event.Event) {
	s.t.Helper()
	var batch []event.Envelope
	for _, ev := range events {
		e := event.Envelope{Turn: 1, Round: 1, Event: ev}
		if e.Journalled() {
			s.seq++
			e.Seq = s.seq
		}
		batch = append(batch, e)
	}
	if err := s.sink.Render(s.t.Context(), batch); err != nil {
		s.t.Fatal(err)
	}
}

// end ends the input and gives the exit code.
func (s *stage) end() int {
	_ = s.in.Close()
	return <-s.code
}

func user(id, text string) string {
	return `{"type":"user","uuid":"` + id + `","message":{"role":"user","content":[{"type":"text","text":"` + text + `"}]},"parent_tool_use_id":null}`
}

// begin has the session begin a turn, and done end it.
func begin(text string) event.Event { return event.Message{Role: event.RoleUser, Text: text} }

func done() event.Event { return event.TurnEnd{Reason: event.EndDone} }

// Messages wait for the end of the turn. An interruption leaves them, unless they are to go as well.
func TestMessagesWait(t *testing.T) {
	s := play(t, func(*claude.Options) {})
	s.host(user("a", "one"), user("b", "two"), user("c", "three"), user("d", "four"))
	if m := <-s.said; m.Text != "one" {
		t.Fatalf("said %+v", m)
	}
	s.show(begin("one"))
	if r := s.request(`{"subtype":"cancel_async_message","message_uuid":"c"}`); r["response"].(map[string]any)["cancelled"] != true {
		t.Errorf("answer %v", r)
	}
	r := s.request(`{"subtype":"interrupt"}`)
	if diff := cmp.Diff(map[string]any{"still_queued": []any{"b", "d"}}, r["response"]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, ok := (<-s.told).(session.Cancel); !ok {
		t.Error("the turn goes on")
	}
	s.show(event.TurnEnd{Reason: event.EndInterrupted})
	if got := s.next("result"); got["user_message_uuid"] != "a" || got["subtype"] != "error_during_execution" {
		t.Errorf("result %v", got)
	}
	if m := <-s.said; m.Text != "two" {
		t.Fatalf("said %+v", m)
	}
	s.show(begin("two"))
	r = s.request(`{"subtype":"interrupt","cancel_queued":true}`)
	if diff := cmp.Diff(map[string]any{"still_queued": []any{}, "cancelled": []any{"d"}}, r["response"]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	<-s.told
	s.show(event.TurnEnd{Reason: event.EndInterrupted})
	if code := s.end(); code != 0 {
		t.Errorf("exit %d", code)
	}
}

// What no turn is wanted for goes ahead of the next message.
func TestSilentMessages(t *testing.T) {
	s := play(t, func(o *claude.Options) { o.Echo = true })
	silent := strings.Replace(user("a", "know this"), `"type":"user"`, `"type":"user","shouldQuery":false`, 1)
	s.host(silent, user("b", "go"))
	if m := <-s.said; m.Text != "know this\n\ngo" || m.ID != "b" {
		t.Errorf("said %+v", m)
	}
	if echo := s.next("user"); echo["uuid"] != "b" || echo["isReplay"] != true {
		t.Errorf("repeated %v", echo)
	}
	s.show(begin("go"), done())
	if code := s.end(); code != 0 {
		t.Errorf("exit %d", code)
	}
}

// A turn may be over before it is known that its message was sent. Nothing waits for it then.
func TestTurnIsQuick(t *testing.T) {
	over := make(chan struct{})
	s := play(t, func(o *claude.Options) {
		say := o.Say
		o.Say = func(ctx context.Context, m claude.Message) (int, error) {
			turns, err := say(ctx, m)
			<-over
			return turns, err
		}
	})
	s.host(user("a", "one"), user("b", "two"))
	for _, text := range []string{"one", "two"} {
		if m := <-s.said; m.Text != text {
			t.Fatalf("said %+v", m)
		}
		s.show(begin(text), done())
		s.next("result")
		s.request(`{"subtype":"mcp_status"}`) // time enough to see the end of the turn
		over <- struct{}{}
	}
	if code := s.end(); code != 0 {
		t.Errorf("exit %d", code)
	}
}

// question is one that a session puts.
func question() event.Event {
	return event.Asked{
		Call: "c", Name: "SysBuiltIn.bash", Input: json.RawMessage(`{"command":"x"}`), Rule: "mode.ask", By: "policy", Covers: "this very command",
	}
}

func TestAnswers(t *testing.T) {
	answer := func(body string) string {
		return `{"type":"control_response","response":{"subtype":"success","request_id":"ID","response":` + body + `}}`
	}
	for name, c := range map[string]struct {
		line string
		want session.Answer
	}{
		"yes":           {answer(`{"behavior":"allow"}`), session.Answer{Allow: true, Scope: event.ScopeOnce}},
		"yes, as it is": {answer(`{"behavior":"allow","updatedInput":{ "command": "x" }}`), session.Answer{Allow: true, Scope: event.ScopeOnce}},
		"yes, other input": {
			answer(`{"behavior":"allow","updatedInput":{"command":"y"}}`),
			session.Answer{Note: `It is allowed only with this input, which you may call it with: {"command":"y"}`},
		},
		"yes, for the session": {
			answer(`{"behavior":"allow","updatedPermissions":[{"type":"addRules","behavior":"allow","rules":[{"toolName":"bash","ruleContent":"x"}],"destination":"session"}]}`),
			session.Answer{Allow: true, Scope: event.ScopeSession},
		},
		"yes, for something else": {
			answer(`{"behavior":"allow","updatedPermissions":[{"type":"addRules","behavior":"allow","rules":[{"toolName":"bash"}]}]}`),
			session.Answer{Allow: true, Scope: event.ScopeOnce},
		},
		"no":      {answer(`{"behavior":"deny","message":"never"}`), session.Answer{Note: "never"}},
		"neither": {answer(`{"behavior":"perhaps"}`), session.Answer{}},
		"nothing": {answer(`7`), session.Answer{Note: "The question could not be answered."}},
		"an error": {
			`{"type":"control_response","response":{"subtype":"error","request_id":"ID","error":"no callback"}}`,
			session.Answer{Note: "The question could not be answered: no callback"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := play(t, func(*claude.Options) {})
			s.host(user("a", "go"))
			<-s.said
			s.show(begin("go"), question())
			asked := s.next("control_request")
			s.host(strings.Replace(c.line, "ID", asked["request_id"].(string), 1))
			c.want.Call, c.want.Rule = "c", "mode.ask"
			if diff := cmp.Diff(session.Msg(c.want), <-s.told); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			s.show(done())
			s.end()
		})
	}
}

// A refusal may end the turn, and an answer may change the mode.
func TestAnswersThatDoMore(t *testing.T) {
	s := play(t, func(*claude.Options) {})
	s.host(user("a", "go"))
	<-s.said
	s.show(begin("go"), question())
	id := s.next("control_request")["request_id"].(string)
	s.host(`{"type":"control_response","response":{"subtype":"success","request_id":"` + id + `","response":{"behavior":"deny","message":"no","interrupt":true}}}`)
	if _, ok := (<-s.told).(session.Answer); !ok {
		t.Error("no answer")
	}
	if _, ok := (<-s.told).(session.Cancel); !ok {
		t.Error("the turn goes on")
	}
	s.show(event.TurnEnd{Reason: event.EndInterrupted})
	s.end()
}

// A question is taken back when it needs no answer any more, and refused when there is nobody left.
func TestQuestionsWithoutAnswer(t *testing.T) {
	refused := session.Msg(session.Answer{Call: "c", Rule: "mode.ask", Note: "Nobody is there to be asked."})
	s := play(t, func(*claude.Options) {})
	s.host(user("a", "go"))
	<-s.said
	s.show(begin("go"), question(), event.Answered{Call: "c"})
	asked := s.next("control_request")
	if gone := s.next("control_cancel_request"); gone["request_id"] != asked["request_id"] {
		t.Errorf("taken back %v", gone)
	}
	if r := s.request(`{"subtype":"set_permission_mode","mode":"dontAsk"}`); r["subtype"] != "success" {
		t.Errorf("answer %v", r)
	}
	s.show(question())
	if diff := cmp.Diff(refused, <-s.told); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	s.request(`{"subtype":"set_permission_mode","mode":"default"}`)
	s.show(question())
	s.next("control_request")
	_ = s.in.Close()
	if diff := cmp.Diff(refused, <-s.told); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	s.show(done())
	if code := s.end(); code != 0 {
		t.Errorf("exit %d", code)
	}
}

func TestRequests(t *testing.T) {
	s := play(t, func(*claude.Options) {})
	for body, want := range map[string]string{
		`{"subtype":"set_permission_mode","mode":"odd"}`: "there is no such mode",
		`{"subtype":"side_question"}`:                    `eidolon does not know the request "side_question"`,
		`[]`:                                             "the request cannot be read: it is a JSON array",
		`{"subtype":"set_model","model":"x"}`:            "",
		`{"subtype":"mcp_status"}`:                       "",
		`{"subtype":"initialize"}`:                       "",
	} {
		if got := s.request(body)["error"]; got != want && (got != nil || want != "") {
			t.Errorf("%s: %v", body, got)
		}
	}
	s.host(`{"type":"keep_alive"}`, `{"type":"control_response","response":{"request_id":"none"}}`, user("a", "go"))
	<-s.said
	s.show(begin("go"))
	if init := s.next("system"); init["model"] != "model x" {
		t.Errorf("init %v", init)
	}
	s.show(done())
	s.end()
}

// The exit code is that of the last turn.
func TestExitCodes(t *testing.T) {
	cost := 2.0
	for name, c := range map[string]struct {
		events []event.Event
		budget float64
		code   int
		result string
	}{
		"done":      {[]event.Event{done()}, 0, 0, "success"},
		"limit":     {[]event.Event{event.TurnEnd{Reason: event.EndMaxTurns}}, 0, 1, "error_max_turns"},
		"failed":    {[]event.Event{event.Error{Kind: "auth", Message: "no key"}, event.TurnEnd{Reason: event.EndError}}, 0, 1, "error_during_execution"},
		"lost":      {[]event.Event{event.Lost{Message: "disk full"}}, 0, 1, "error_during_execution"},
		"too dear":  {[]event.Event{event.Usage{Model: "m", Cost: &cost}, event.TurnEnd{Reason: event.EndInterrupted}}, 1, 130, "error_max_budget_usd"},
		"cut apart": {[]event.Event{event.TurnEnd{Reason: event.EndInterrupted}}, 0, 130, "error_during_execution"},
	} {
		t.Run(name, func(t *testing.T) {
			s := play(t, func(o *claude.Options) { o.Budget = c.budget })
			s.host(user("a", "go"))
			<-s.said
			s.show(append([]event.Event{begin("go")}, c.events...)...)
			if got := s.next("result")["subtype"]; got != c.result {
				t.Errorf("result %v", got)
			}
			if code := s.end(); code != c.code {
				t.Errorf("exit %d", code)
			}
		})
	}
}

// A signal ends the turn and what waits.
func TestSignal(t *testing.T) {
	signals := make(chan os.Signal, 2)
	s := play(t, func(o *claude.Options) { o.Signals = signals })
	s.host(user("a", "go"), user("b", "more"))
	<-s.said
	s.show(begin("go"))
	s.request(`{"subtype":"mcp_status"}`) // by now the second message waits
	signals <- os.Interrupt
	if _, ok := (<-s.told).(session.Cancel); !ok {
		t.Error("the turn goes on")
	}
	s.show(event.TurnEnd{Reason: event.EndInterrupted})
	if code := <-s.code; code != 130 {
		t.Errorf("exit %d", code)
	}
}

// Input that cannot be is told in the host's language, and ends everything.
func TestBadInput(t *testing.T) {
	for name, c := range map[string]struct{ line, want string }{
		"no JSON":    {`{"type":`, "it is not one JSON object"},
		"no message": {`{"type":"user","message":7}`, "it is a JSON number"},
		"no text":    {`{"type":"user","message":{"content":[{"type":"document"}]}}`, `content of the type "document"`},
	} {
		t.Run(name, func(t *testing.T) {
			s := play(t, func(*claude.Options) {})
			s.host(c.line)
			if got := s.next("result")["errors"].([]any); !strings.Contains(got[0].(string), c.want) {
				t.Errorf("errors %v", got)
			}
			if code := s.end(); code != 2 {
				t.Errorf("exit %d", code)
			}
		})
	}
}

// A host that is gone ends everything.
func TestHostIsGone(t *testing.T) {
	in, host := io.Pipe()
	go func() { _, _ = io.WriteString(host, hello+"\n") }()
	conn, err := claude.Begin(in)
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{t: t, told: make(chan session.Msg, 8)}
	code := claude.Serve(t.Context(), conn, claude.Options{
		Session: s, Sink: claude.New(broken{}, about(), "default"), Stderr: &s.err, Closing: time.Minute,
	})
	if _ = host.Close(); code != 141 || s.err.String() != "" {
		t.Errorf("exit %d, %s", code, s.err.String())
	}
}
