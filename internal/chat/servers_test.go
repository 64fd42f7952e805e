package chat_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/mcp/mcptest"
	"eidolon/internal/policy"
	"eidolon/tui"
)

// TestMain lets the tests start an MCP server, as a process of its own.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "stubmcp" {
		(&mcptest.Server{Version: "2025-11-25"}).Serve(os.Stdin, os.Stdout)
		return
	}
	os.Exit(m.Run())
}

// withServer gives a session the server s, at an address or as a program.
func withServer(o *app.Options, s config.Server) {
	s.Name, s.Enabled, s.Where = "s", true, "a test"
	o.Config.MCP.Servers = []config.Server{s}
}

// service starts a server at an address.
func service(t *testing.T, h http.Handler) config.Server {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return config.Server{Type: "http", URL: srv.URL + "/mcp"}
}

// Whoever is told that it stands otherwise with a server may ask how.
//
// Covers: R26
func TestToldOfServersMayAsk(t *testing.T) {
	t.Parallel()
	asked := make(chan []tui.Server, 8)
	var k *talk
	ask := func() {
		if servers := k.Servers(t.Context()); servers != nil { // else the session is not open yet
			asked <- servers
		}
	}
	k = newTalk(t, twoAnswers, func(o *app.Options) {
		withServer(o, config.Server{Type: "stdio", Command: "cat", Args: []string{"/none"}})
		o.Notice, o.ServersChanged = func(string) { ask() }, ask
	})
	k.open("")
	late := time.After(patience) //nolint:forbidigo // a test that hangs says so
	for {
		select {
		case servers := <-asked:
			if servers[0].Phase == tui.ServerDown {
				return
			}
		case <-late:
			t.Fatal("nobody is told that it is down")
		}
	}
}

// The first prompt waits for the servers, and says so when that takes a while.
//
// Covers: R26
func TestPromptWaitsForServers(t *testing.T) {
	t.Parallel()
	waited := make(chan struct{})
	stub := &mcptest.Server{Version: "2025-11-25"}
	notices := make(chan string, 8)
	k := newTalk(t, "answers:\n  - parts: [{call: {name: mcp__s__echo, input: {text: it came}}}]\n  - parts: [{text: \"Good.\"}]\n", func(o *app.Options) {
		o.Mode = policy.Yolo
		o.Rules.Readers = []policy.Line{{Text: "mcp__s"}}
		withServer(o, service(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			<-waited // the prompt says so, or the test hangs
			stub.ServeHTTP(w, r)
		})))
		o.Notice = func(line string) {
			notices <- line
			if strings.HasPrefix(line, "waiting") {
				close(waited)
			}
		}
	})
	k.open("")
	if _, err := k.Send(t.Context(), "go", false); err != nil {
		t.Fatal(err)
	}
	if r := until(k, anyEvent[event.ToolResult]); !r.OK || !strings.Contains(string(r.Output), "it came") {
		t.Errorf("result %s", r.Output)
	}
	close(notices)
	var said []string
	for line := range notices {
		said = append(said, line)
	}
	if diff := cmp.Diff([]string{"waiting for the server s"}, said); diff != "" {
		t.Errorf("said (-want +got):\n%s", diff)
	}
}

// Who does not want to wait for a server ends the prompt, which is not sent.
//
// Covers: R26
func TestWaitingForServersEnds(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	k := newTalk(t, twoAnswers, func(o *app.Options) {
		withServer(o, service(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-over:
			case <-r.Context().Done():
			}
		})))
	})
	t.Cleanup(func() { close(over) }) // before the server is closed
	k.open("")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if sent, err := k.Send(ctx, "go", false); err == nil || sent.Turns != 0 {
		t.Errorf("%+v, %v", sent, err)
	}
}

// reading calls a tool that only reads by its server's word, twice, and then another that does.
const reading = `
position: requests
answers:
  - parts: [{call: {name: mcp__s__echo, input: {text: one}}}]
  - parts: [{call: {name: mcp__s__echo, input: {text: two}}}]
  - parts: [{call: {name: mcp__s__read, input: {text: /none}}}]
  - parts: [{text: "Good."}]
`

// A person is asked once about a tool that only reads by its server's word, in the modes that let readers run
// too. Their answer for the project holds for that tool, in later sessions as well.
//
// Covers: R52
func TestReaderByItsOwnWordIsAskedAbout(t *testing.T) {
	t.Parallel()
	for _, mode := range []policy.Mode{policy.Ask, policy.Plan, policy.Auto} {
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			k := newTalk(t, reading, func(o *app.Options) {
				o.Mode, o.Person = mode, true
				withServer(o, service(t, &mcptest.Server{Version: "2025-11-25"}))
			})
			for _, want := range [][]string{{"mcp__s__echo", "mcp__s__read"}, {"mcp__s__read"}} {
				k.open("")
				if diff := cmp.Diff(want, k.askedIn("go")); diff != "" {
					t.Errorf("asked about (-want +got):\n%s", diff)
				}
				k.leave()
			}
		})
	}
}

// askedIn gives the tools that a turn asks about. The answer is always for echo, and no for others.
func (k *talk) askedIn(prompt string) (names []string) {
	k.t.Helper()
	if _, err := k.Send(k.t.Context(), prompt, false); err != nil {
		k.t.Fatal(err)
	}
	for e := range k.seen {
		switch ev := e.Event.(type) {
		case event.Asked:
			names = append(names, ev.Name)
			a := session.Answer{Call: ev.Call, Rule: ev.Rule}
			if ev.Name == "mcp__s__echo" {
				a.Allow, a.Scope = true, event.ScopeProject
			}
			k.Tell(a)
		case event.TurnEnd:
			return names
		}
	}
	return nil
}

// A subagent has the tools of servers, and is told of them.
//
// Covers: R26
func TestSubagentHasToolsOfServers(t *testing.T) {
	t.Parallel()
	k := newTalk(t, `
position: requests
answers:
  - parts: [{call: {name: SysBuiltIn.invoke_subagent, body: {prompt: "Work."}}}]
  - parts: [{call: {name: mcp__s__echo, input: {text: from the subagent}}}]
  - parts: [{text: "That is all."}]
  - parts: [{text: "Good."}]
`, func(o *app.Options) {
		o.Rules.Readers = []policy.Line{{Text: "mcp__s"}}
		withServer(o, service(t, &mcptest.Server{Version: "2025-11-25"}))
	})
	k.open("")
	k.say("go")
	list := ofSubagents(k)
	if len(list) != 1 {
		t.Fatalf("%d subagents", len(list))
	}
	data, err := os.ReadFile(filepath.Join(list[0].Dir, "events.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	events := string(data)
	for _, want := range []string{`# Tools of servers\n`, `name = \"mcp__s__echo\"`, `"output":{"ok":true,`, "from the subagent"} {
		if !strings.Contains(events, want) {
			t.Errorf("%q is not in\n%s", want, events)
		}
	}
}

// A program that was started in plan mode, where it can write nothing, is started again when that is
// left.
//
// Covers: R26
func TestServersStartAgainAfterPlanMode(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	changed := make(chan struct{}, 64)
	k := newTalk(t, "answers: []\n", func(o *app.Options) {
		o.Mode, o.Person = policy.Plan, true
		withServer(o, config.Server{Type: "stdio", Command: self, Args: []string{"stubmcp"}})
		o.ServersChanged = func() { changed <- struct{}{} }
	})
	k.open("")
	ready := func(after time.Time) (since time.Time) {
		t.Helper()
		late := time.After(patience) //nolint:forbidigo // a test that hangs says so
		for {
			if s := k.Servers(t.Context())[0]; s.Phase == tui.ServerReady && s.Since.After(after) {
				return s.Since
			}
			select {
			case <-changed:
			case <-late:
				t.Fatalf("the server is not ready: %+v", k.Servers(t.Context()))
			}
		}
	}
	first := ready(time.Time{})
	if err := k.SetPosture("auto"); err != nil {
		t.Fatal(err)
	}
	ready(first)
}
