package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"eidolon/actors/dispatcher"
	"eidolon/actors/mcphost"
	"eidolon/actors/tool"
	"eidolon/internal/config"
	"eidolon/internal/hooks"
	"eidolon/internal/leaf/toolmatch"
	"eidolon/internal/policy"
)

// Look reaches the servers of the configuration outside a session: to see what they have, or to call one tool.
// It is closed after use.
type Look struct {
	*Permissions
	o Options

	mu    sync.Mutex
	links []mcphost.Link
}

// SeenState is how it stands with a server that somebody looks at.
type SeenState string

// The states.
const (
	Answers  SeenState = "answers"
	Fails    SeenState = "fails"
	Off      SeenState = "off"       // mcp.servers.NAME.enabled is false
	HeldBack SeenState = "held back" // the workspace is not trusted
	NotAsked SeenState = "not asked" // nobody wanted it to be
)

// Seen is a server with what it has.
type Seen struct {
	Name, Type, Where  string
	State              SeenState
	Reason             string // why it fails or is held back
	Tools              []tool.Handler
	Prompts, Resources int
}

// OpenLook prepares a look. Nothing is started or asked yet.
func OpenLook(o Options) (*Look, error) {
	p, err := OpenPermissions(o)
	if err != nil {
		return nil, err
	}
	return &Look{Permissions: p, o: o}, nil
}

// Close ends the connections and gives up the workspace.
func (l *Look) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var closing sync.WaitGroup
	for _, link := range l.links {
		closing.Go(link.Close)
	}
	closing.Wait()
	return l.Permissions.Close()
}

// Mode is the permission mode that the configuration names, or "".
func (l *Look) Mode() string { return l.o.Config.Permissions.Mode }

// Servers gives all servers there are in the order of their names. Those that are in force are asked what they
// have, all at the same time, if connect says so.
func (l *Look) Servers(ctx context.Context, connect bool) []Seen {
	all := make([]Seen, len(l.o.Config.MCP.Servers))
	var asking sync.WaitGroup
	for i, s := range l.o.Config.MCP.Servers {
		asking.Go(func() {
			if connect {
				all[i] = l.see(ctx, s)
			} else {
				all[i] = atRest(s)
			}
		})
	}
	asking.Wait()
	for _, h := range l.o.Config.Held {
		if name, ok := strings.CutPrefix(h.Key, "mcp.servers."); ok {
			all = append(all, Seen{Name: name, Where: h.Where, State: HeldBack, Reason: "`eidolon trust` shows and allows it"})
		}
	}
	slices.SortStableFunc(all, func(a, b Seen) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// atRest is a server that nobody asks.
func atRest(s config.Server) Seen {
	seen := Seen{Name: s.Name, Type: s.Type, Where: s.Where, State: NotAsked}
	switch {
	case !s.Enabled:
		seen.State = Off
	case s.Problem != "":
		seen.State, seen.Reason = Fails, s.Problem
	}
	return seen
}

// see asks a server what it has.
func (l *Look) see(ctx context.Context, s config.Server) Seen {
	seen := atRest(s)
	if seen.State != NotAsked {
		return seen
	}
	link, err := l.connect(ctx, s)
	if err != nil {
		seen.State, seen.Reason = Fails, err.Error()
		return seen
	}
	seen.State, seen.Tools, seen.Prompts, seen.Resources = Answers, link.Tools(), link.Prompts(), link.Resources()
	return seen
}

func (l *Look) connect(ctx context.Context, s config.Server) (mcphost.Link, error) {
	server, err := newServer(l.o, l.bench, s)
	if err != nil {
		return nil, err
	}
	link, err := server.Connect(ctx)
	if err != nil {
		return nil, err
	}
	go func() { _ = link.Wait() }() // which Close ends; a call that needs the reason is told
	l.mu.Lock()
	defer l.mu.Unlock()
	l.links = append(l.links, link)
	return link, nil
}

// Server asks one server what it has. That it does not answer is an error here.
func (l *Look) Server(ctx context.Context, name string) (Seen, error) {
	for _, s := range l.o.Config.MCP.Servers {
		if !strings.EqualFold(s.Name, name) {
			continue
		}
		switch seen := l.see(ctx, s); seen.State {
		case Off:
			return seen, fmt.Errorf("the server %s is off: enabled is false at %s", s.Name, s.Where)
		case Fails:
			return seen, fmt.Errorf("the server %s is not there: %s", s.Name, seen.Reason)
		case Answers, HeldBack, NotAsked:
			return seen, nil
		}
	}
	return Seen{}, l.unknownServer(name)
}

// Tool finds a tool of a server: by the name that the model knows it by, or by the server's own.
func (s *Seen) Tool(name string) (tool.Handler, error) {
	begin := toolmatch.Canonical(toolmatch.OfAll(s.Name) + "__")
	wanted := []string{toolmatch.Canonical(name), begin + strings.ToLower(toolmatch.Word(name))}
	var known []string
	for _, h := range s.Tools {
		own := toolmatch.Canonical(h.Spec().FullName())
		if slices.Contains(wanted, own) {
			return h, nil
		}
		known = append(known, strings.TrimPrefix(own, begin))
	}
	return nil, unknownName("tool of "+s.Name, name, known)
}

// Call is a call of a tool outside a session.
type Call struct {
	Tool  tool.Handler
	Input json.RawMessage
	Mode  policy.Mode
	// Ask asks a person whether an input may go to the tool, and says why; nil where there is nobody.
	Ask  func(input json.RawMessage, why string) (bool, error)
	Emit func(tool.Progress)
}

// RefusedError says why a call was not run.
type RefusedError struct{ Ruling dispatcher.Ruling }

// Error gives the reason.
func (e *RefusedError) Error() string { return "it was not run: " + e.Ruling.Reason }

// Run judges a call by the rules and the mode as a session does, asks where it has to be asked, and runs it
// with the hooks before and after it. An input that cannot be is a [*tool.InputError], a refusal a
// [*RefusedError].
func (l *Look) Run(ctx context.Context, c Call) (tool.Result, error) {
	spec := c.Tool.Spec()
	input, err := spec.Decode(c.Input)
	if err != nil {
		return tool.Result{}, err
	}
	call := tool.Call{Name: spec.FullName(), Input: input}
	class, err := c.Tool.Classify(call)
	if err != nil {
		return tool.Result{}, err
	}
	o := l.o
	o.Person = c.Ask != nil
	p := newPolicy(o, l.bench, c.Mode, l.Rules)
	ruling := p.Rule(spec, class, l.grantsFor(o.Person))
	if ruling.Ask {
		if ruling.Allow, err = c.Ask(input, ruling.Reason); err != nil {
			return tool.Result{}, err
		}
		ruling.Reason = "You did not allow it."
	}
	if !ruling.Allow {
		return tool.Result{}, &RefusedError{ruling}
	}
	h, err := l.dress(c, p)
	if err != nil {
		return tool.Result{}, err
	}
	if d := h.Spec().Timeout; d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	return h.Run(ctx, call, class, c.Emit), nil
}

// dress gives the tool of a call the hooks, and takes secrets out of what it says.
func (l *Look) dress(c Call, p policy.Policy) (tool.Handler, error) {
	own, notices, err := newHooks(l.o, l.bench, p, hooks.Options{
		Mode: func() string { return string(c.Mode) }, Notice: l.o.Notice, Halt: func() {},
	})
	for _, line := range notices {
		l.o.Notice(line)
	}
	return own.Wrap([]tool.Handler{redactTool(c.Tool, l.o.Secrets)})[0], err
}

// Believed says whether the user takes the word of a tool that it only reads.
func (l *Look) Believed(spec tool.Spec) bool {
	_, ok := policy.Believes(slices.Concat(l.Rules.Allow, l.Granted), spec)
	return ok
}
