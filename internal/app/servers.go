package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"eidolon/actors/mcphost"
	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/fslocal/guard"
	"eidolon/fslocal/proc"
	"eidolon/internal/config"
	"eidolon/internal/mcp"
	"eidolon/internal/policy"
	"eidolon/internal/providers/wire"
)

// servers are the MCP servers of a session and how it stands with them.
type servers struct {
	all map[string]*server

	mu     sync.Mutex
	states map[string]mcphost.State
	told   map[string]bool // that it is not there
}

// startTries is how often in a row a program may fail before it is left alone. An address is asked for ever:
// nothing is started for that.
const startTries = 5

// openServers makes the servers of the configuration. One that may not be started is a notice.
func (a *App) openServers(o Options, bench *workbench) {
	a.servers = &servers{all: map[string]*server{}, states: map[string]mcphost.State{}, told: map[string]bool{}}
	for _, configured := range o.Config.MCP.Servers {
		if !configured.Enabled || o.Caller != nil { // then no tool of ours is offered
			continue
		}
		state := mcphost.State{Name: configured.Name, Phase: mcphost.Connecting}
		made, err := newServer(o, bench, configured)
		switch {
		case err == nil:
			a.servers.all[configured.Name] = &server{Server: made, app: a, program: configured.Type == "stdio"}
			bench.brought.expect(configured.Name)
		case configured.Problem == "": // else the configuration has told of it
			a.Notices = append(a.Notices, o.Lang.F("%s: the MCP server %s is not started: %v", configured.Where, configured.Name, err))
			fallthrough
		default:
			state.Phase, state.Reason = mcphost.GivenUp, err.Error()
		}
		a.servers.states[configured.Name] = state
	}
}

// newServer makes a server that is reached or started as configured, or says why it may not be. Nothing is
// started yet.
func newServer(o Options, bench *workbench, s config.Server) (*mcp.Server, error) {
	if s.Problem != "" {
		return nil, errors.New(s.Problem)
	}
	door, err := bench.doorTo(o, s)
	if err != nil {
		return nil, err
	}
	return mcp.New(mcp.Options{
		Name: s.Name, Door: door, Version: o.Version, Tools: s.Tools,
		ConnectTimeout: o.Config.MCP.ConnectTimeout, ListTimeout: o.Config.MCP.ListTimeout,
		CallTimeout: s.Timeout, Redact: o.Secrets.String, Keep: keepText(o),
	}), nil
}

// doorTo is the way to a server.
func (w *workbench) doorTo(o Options, s config.Server) (mcp.Door, error) {
	if s.Type == "http" {
		if off := networkOff(o); off != "" {
			return nil, errors.New(off)
		}
		headers := map[string]string{}
		for name, value := range s.Headers {
			headers[name] = value.Reveal()
		}
		return mcp.HTTP{
			URL: s.URL, Headers: headers,
			Way: wire.Service{Proxy: o.Config.Web.Proxy, CAFile: o.Config.Models.Defaults.CAFile}.Way,
		}, nil
	}
	c, err := w.startCommand(s)
	if err != nil {
		return nil, err
	}
	v, typed := w.judge.Judge(c), w.judge.Judge(asTyped(c, s))
	for _, v := range []fsapi.Verdict{v, typed} {
		if v.Decision != fsapi.Allow && v.Decision != fsapi.Ask {
			return nil, errors.New(o.Secrets.String(fmt.Sprintf("%s (%s)", v.Reason, v.Rule)))
		}
	}
	// What the guard would ask about starts, as a hook does: the user wrote it, or saw it when they trusted the
	// workspace that brought it.
	v.Decision = fsapi.Allow
	return mcp.Stdio{Starter: w.starter, Command: c, Verdict: v}, nil
}

// startCommand is the command that starts a server: the words of its configuration and nothing else. These
// very bytes are judged, and started.
func (w *workbench) startCommand(s config.Server) (fsapi.Command, error) {
	text, err := guard.Quote(append([]string{s.Command}, s.Args...))
	if err != nil {
		return fsapi.Command{}, fmt.Errorf("its command: %w", err)
	}
	root := w.files.Root()
	c := fsapi.Command{Text: "exec " + text, Env: []string{"EIDOLON_PROJECT_DIR=" + root}, Outside: s.Sandbox == "off"}
	if s.Dir != "" {
		dir, err := filepath.Rel(root, realName(s.Dir))
		if err != nil || !filepath.IsLocal(dir) {
			return fsapi.Command{}, fmt.Errorf("its dir %s is not in the workspace", s.Dir)
		}
		c.Dir = filepath.ToSlash(dir)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		if proc.NeverPassed(name) {
			return fsapi.Command{}, fmt.Errorf("its env sets %s, by which programs are made to run something else", name)
		}
		c.Env = append(c.Env, name+"="+s.Env[name].Reveal())
	}
	return c, nil
}

// asTyped is the start of a server as one would type it, with its variables in front. Some of them are
// commands to the program that gets them, so they are judged with it. This is for the guard and never run.
func asTyped(c fsapi.Command, s config.Server) fsapi.Command {
	var before strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		value, err := guard.Quote([]string{s.Env[name].Reveal()})
		if err != nil {
			continue // no variable can hold it, so the start fails
		}
		before.WriteString(name + "=" + value + " ")
	}
	c.Text = before.String() + c.Text
	return c
}

// server is a server whose tools are those of a session: with its hooks around them, and without secrets in
// what they say.
type server struct {
	*mcp.Server
	app     *App
	program bool

	mu      sync.Mutex
	planned bool // it was started in plan mode, so that it can write nothing
}

// Connect implements mcphost.Server.
func (s *server) Connect(ctx context.Context) (mcphost.Link, error) {
	planned := s.app.Posture() == policy.Plan
	s.mu.Lock()
	s.planned = planned
	s.mu.Unlock()
	link, err := s.Server.Connect(ctx)
	if err != nil {
		return nil, err
	}
	var handlers []tool.Handler
	var specs []tool.Spec
	for _, h := range link.Tools() {
		if o := s.app.options; !enabled(o.Config.Tools.Enabled, h.Spec()) || !enabled(o.Profile.Tools, h.Spec()) {
			continue
		}
		handlers = append(handlers, redactTool(h, s.app.options.Secrets))
		specs = append(specs, h.Spec())
	}
	s.app.bench.brought.put(s.Name(), specs)
	return dressed{link, s.app.hooks.Wrap(handlers)}, nil
}

// dressed is a connection with other tools.
type dressed struct {
	mcphost.Link
	tools []tool.Handler
}

// Tools implements mcphost.Link.
func (d dressed) Tools() []tool.Handler { return d.tools }

// hosts are what the runtime is given.
func (s *servers) hosts() []mcphost.Options {
	var hosts []mcphost.Options
	for _, name := range slices.Sorted(maps.Keys(s.all)) {
		o := mcphost.Options{Server: s.all[name]}
		if s.all[name].program {
			o.Tries = startTries
		}
		hosts = append(hosts, o)
	}
	return hosts
}

// onServer takes note of a new state, and tells the user of a server that is not there, once until it is.
// Who is told may ask how it stands.
func (a *App) onServer(state mcphost.State) {
	if a.servers.note(state) {
		a.options.Notice(a.options.Lang.F("the MCP server %s is not there: %s", state.Name, state.Reason))
	}
	if state.Phase != mcphost.Connecting {
		a.bench.brought.settle(state.Name)
	}
	a.options.ServersChanged()
}

// note takes note of a new state. It says whether the user has to hear of it.
func (s *servers) note(state mcphost.State) (news bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.states[state.Name] = state
	switch state.Phase {
	case mcphost.Connecting:
	case mcphost.Ready:
		s.told[state.Name] = false
	case mcphost.Down, mcphost.GivenUp:
		news = !s.told[state.Name]
		s.told[state.Name] = true
	}
	return news
}

// Servers tells how it stands with the MCP servers, by name.
func (a *App) Servers() []mcphost.State {
	a.servers.mu.Lock()
	defer a.servers.mu.Unlock()
	return slices.SortedFunc(maps.Values(a.servers.states), func(x, y mcphost.State) int { return strings.Compare(x.Name, y.Name) })
}

// Brought gives the tools that servers have brought, those of servers that are down too.
func (a *App) Brought() []tool.Spec { return a.bench.brought.all() }

// RestartServer connects anew to a server, also to one that was given up. One that may not be started stays
// as it is.
func (a *App) RestartServer(name string) {
	if a.servers.all[name] != nil {
		a.system.RestartServer(name)
	}
}

// unplanServers starts those programs again that were started in plan mode, where nothing can be written.
func (a *App) unplanServers() {
	for name, s := range a.servers.all {
		s.mu.Lock()
		again := s.program && s.planned
		s.mu.Unlock()
		if again {
			a.system.RestartServer(name)
		}
	}
}
