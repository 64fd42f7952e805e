package actors_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors"
	"eidolon/actors/actorkit"
	"eidolon/actors/mcphost"
	"eidolon/actors/stubmodel"
	"eidolon/actors/tool"
)

// server is an MCP server by what becomes of each connection to it, in order. Behind the last it stays.
type server struct {
	lives []life

	mu     sync.Mutex
	used   int
	closes int
}

// life is a connection: one that does not come about, or one that is ready for a while.
type life struct {
	refused string
	tools   []string
	lasts   time.Duration // 0 is for ever
	panics  bool
}

func (*server) Name() string { return "s" }

func (s *server) Connect(context.Context) (mcphost.Link, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := life{}
	if s.used < len(s.lives) {
		l = s.lives[s.used]
	}
	s.used++
	switch {
	case l.panics:
		panic("a server that makes the program panic")
	case l.refused != "":
		return nil, errors.New(l.refused)
	}
	return &link{server: s, life: l, end: make(chan struct{})}, nil
}

type link struct {
	life
	server *server
	end    chan struct{}
	once   sync.Once
}

func (l *link) Prompts() int   { return 1 }
func (l *link) Resources() int { return 2 }

func (l *link) Tools() []tool.Handler {
	var all []tool.Handler
	for _, name := range l.tools {
		all = append(all, fake{name: name})
	}
	return all
}

func (l *link) Wait() error {
	var over <-chan time.Time
	if l.lasts > 0 {
		over = time.After(l.lasts) //nolint:forbidigo // virtual
	}
	select {
	case <-l.end:
		return errors.New("closed")
	case <-over:
		return errors.New("died")
	}
}

func (l *link) Close() {
	l.once.Do(func() {
		l.server.mu.Lock()
		defer l.server.mu.Unlock()
		l.server.closes++
		close(l.end)
	})
}

// hosting is a runtime with one server.
type hosting struct {
	*actors.System
	t *testing.T

	mu      sync.Mutex
	began   time.Time
	states  []mcphost.State
	notices []string
}

// host starts a runtime with a server in a bubble of virtual time.
func host(t *testing.T, s *server, tries int, act func(t *testing.T, h *hosting)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		script, err := stubmodel.Parse("test.yaml", []byte("answers: []\n"))
		if err != nil {
			t.Fatal(err)
		}
		h := &hosting{t: t, began: time.Now()}
		h.System, err = actors.Start(t.Context(), actors.Options{
			Profiles: []string{"p"}, InFlight: 1, Calls: 1, Script: script, Servers: []mcphost.Options{{Server: s, Tries: tries}},
			ServerChanged: func(state mcphost.State) {
				h.mu.Lock()
				defer h.mu.Unlock()
				h.states = append(h.states, state)
			},
			Failed: func(why string) { t.Errorf("failed: %s", why) },
			Notice: func(line string) {
				h.mu.Lock()
				defer h.mu.Unlock()
				h.notices = append(h.notices, line)
			},
			Unhandled: func(who actorkit.Address, m any) { t.Errorf("%s does not know %T%+v", who, m, m) },
		})
		if err != nil {
			t.Fatal(err)
		}
		act(t, h)
		synctest.Wait()
		if err := h.Close(t.Context()); err != nil {
			t.Error(err)
		}
		time.Sleep(2 * time.Second) //nolint:forbidigo // virtual: dead letters are throttled
	})
}

// told gives the states since the last call, each with the seconds since the start.
func (h *hosting) told() []string {
	h.t.Helper()
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	var all []string
	for _, s := range h.states {
		line := fmt.Sprintf("%v %s %s", s.Since.Sub(h.began).Round(time.Second).Seconds(), s.Phase, s.Reason)
		all = append(all, strings.TrimSpace(line))
	}
	h.states = nil
	return all
}

// said gives the notices.
func (h *hosting) said() []string {
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.notices)
}

// routes gives the tools that can be called.
func (h *hosting) routes() []string {
	h.t.Helper()
	synctest.Wait()
	all, err := h.Routes(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	var names []string
	for _, r := range all {
		if name, ok := strings.CutPrefix(r.Name, "tool/T."); ok {
			names = append(names, name)
		}
	}
	return names
}

func (h *hosting) expect(want ...string) {
	h.t.Helper()
	if diff := cmp.Diff(want, h.told()); diff != "" {
		h.t.Error(diff)
	}
}

// Covers: R20, R26
func TestServerIsTriedAgain(t *testing.T) {
	wait := func(d time.Duration) { time.Sleep(d) } //nolint:forbidigo // virtual
	t.Run("until it is there", func(t *testing.T) {
		s := &server{lives: []life{{refused: "no"}, {refused: "not yet"}, {tools: []string{"a"}}}}
		host(t, s, 5, func(t *testing.T, h *hosting) {
			wait(time.Minute)
			h.expect("0 connecting", "0 down no", "1 connecting", "1 down not yet", "3 connecting", "3 ready")
		})
	})
	t.Run("with growing pauses, for ever", func(t *testing.T) {
		s := &server{lives: slices.Repeat([]life{{refused: "no"}}, 100)}
		host(t, s, 0, func(t *testing.T, h *hosting) {
			wait(250 * time.Second)
			var connecting []string
			for _, line := range h.told() {
				if at, ok := strings.CutSuffix(line, " connecting"); ok {
					connecting = append(connecting, at)
				}
			}
			want := []string{"0", "1", "3", "7", "15", "31", "63", "123", "183", "243"}
			if diff := cmp.Diff(want, connecting); diff != "" {
				t.Error(diff)
			}
		})
	})
	t.Run("until it died too often", func(t *testing.T) {
		s := &server{lives: slices.Repeat([]life{{tools: []string{"a"}, lasts: time.Second}}, 3)}
		host(t, s, 3, func(t *testing.T, h *hosting) {
			wait(time.Hour)
			h.expect("0 connecting", "0 ready", "1 down died", "2 connecting", "2 ready", "3 down died", "5 connecting", "5 ready", "6 given up died")
			h.RestartServer("s")
			h.expect("3600 connecting", "3600 ready")
		})
	})
	t.Run("anew after it was steady", func(t *testing.T) {
		s := &server{lives: []life{{lasts: time.Second}, {lasts: 10 * time.Minute}, {lasts: time.Second}, {}}}
		host(t, s, 3, func(t *testing.T, h *hosting) {
			wait(time.Hour)
			h.expect("0 connecting", "0 ready", "1 down died", "2 connecting", "2 ready", "602 down died", "603 connecting", "603 ready", "604 down died", "606 connecting", "606 ready")
		})
	})
}

func TestServerIsRestarted(t *testing.T) {
	s := &server{lives: []life{{tools: []string{"a", "b"}}, {tools: []string{"b", "c"}}, {refused: "no"}}}
	host(t, s, 1, func(t *testing.T, h *hosting) {
		if got := h.routes(); !slices.Equal(got, []string{"a", "b"}) {
			t.Error(got)
		}
		h.RestartServer("s")
		if got := h.routes(); !slices.Equal(got, []string{"b", "c"}) {
			t.Errorf("%v: not the tools of the new connection", got)
		}
		h.RestartServer("s")
		if got := h.routes(); !slices.Equal(got, []string{"b", "c"}) {
			t.Errorf("%v: the tools of a server that is down are gone", got)
		}
		h.expect("0 connecting", "0 ready", "0 connecting", "0 ready", "0 connecting", "0 given up no")
		h.RestartServer("s")
		h.expect("0 connecting", "0 ready")
	})
	if s.closes != 3 { // the third was never ready
		t.Errorf("%d connections were closed", s.closes)
	}
}

// A server whose code makes an actor panic costs itself and nothing else.
func TestServerActorCrashes(t *testing.T) {
	s := &server{lives: []life{{panics: true}, {tools: []string{"a"}}}}
	host(t, s, 1, func(t *testing.T, h *hosting) {
		time.Sleep(time.Minute) //nolint:forbidigo // virtual
		h.expect("0 connecting", "0 connecting", "0 ready")
		if said := h.said(); len(said) != 1 || !strings.Contains(said[0], "mcp-s") {
			t.Errorf("%q", said)
		}
	})
	s = &server{lives: slices.Repeat([]life{{panics: true}}, 100)}
	host(t, s, 1, func(t *testing.T, h *hosting) {
		time.Sleep(time.Minute) //nolint:forbidigo // virtual
		if said := h.said(); !strings.Contains(said[len(said)-1], "the MCP server s failed again and again") {
			t.Errorf("%q", said)
		}
	})
}
