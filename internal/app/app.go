package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"eidolon/actors"
	"eidolon/actors/event"
	"eidolon/actors/indexer"
	"eidolon/actors/journal"
	"eidolon/actors/model"
	"eidolon/actors/providers"
	"eidolon/actors/session"
	"eidolon/actors/tool"
	"eidolon/fslocal/sandbox"
	"eidolon/internal/config"
	"eidolon/internal/contextfiles"
	"eidolon/internal/hooks"
	"eidolon/internal/index"
	"eidolon/internal/leaf/retry"
	"eidolon/internal/policy"
	"eidolon/internal/store"
	"eidolon/internal/telemetry"
	"eidolon/prompts"
)

// App is a running session with all it needs.
type App struct {
	Facts   journal.Facts
	Next    int64    // number of the first event of this run
	Notices []string // what the user should know about the way it was set up
	Inputs  *contextfiles.Resolver

	options Options // as it was opened
	bench   *workbench
	rules   policy.Rules // of the configuration

	changing sync.Mutex // held by whoever changes the model, of whom there is one at a time

	mu          sync.Mutex     // guards what follows: what changes while the session runs
	profile     config.Profile // in force
	posture     policy.Mode    // in force
	unplanned   policy.Mode    // in which the person last said something, or else began; not to plan; or ""
	closeClient func()         // gives up what the client in force holds; nil without one
	released    bool
	subagents   map[string]subagent // that work, by the id of their session
	told        []tool.Spec         // of servers, which the session was told of last

	system   *actors.System
	session  *actors.Session
	log      *store.Log
	specs    []tool.Spec
	hooks    *hooks.Hooks // nil without any
	servers  *servers
	fallback *standIn // nil for none
	profiles []string // names of those that can be asked, the first one's first
	close    []func() error
}

// Open builds everything and starts the session.
func Open(ctx context.Context, o Options) (*App, error) {
	a := &App{subagents: map[string]subagent{}}
	if err := a.open(ctx, o); err != nil {
		return nil, errors.Join(err, a.release())
	}
	return a, nil
}

func (a *App) open(ctx context.Context, o Options) error {
	for _, told := range []*func(string){&o.Failed, &o.Notice} {
		if *told == nil {
			*told = func(string) {}
		}
		*told = redactLines(*told, o.Secrets)
	}
	if o.ServersChanged == nil {
		o.ServersChanged = func() {}
	}
	bench, err := openWorkbench(o, running{readOnly: a.readsOnly, subagent: a.runSubagent, fits: a.subagentFits})
	if err != nil {
		return err
	}
	a.options, a.bench, a.profile = o, bench, o.Profile
	a.Notices = append(a.Notices, bench.notices()...)
	a.onClose(bench.close)
	if line := noSearch(o); line != "" {
		a.Notices = append(a.Notices, line)
	}
	if o.Caller == nil { // else nothing runs here
		if err := a.checkPromises(o.Config, bench.sandbox); err != nil {
			return err
		}
	}
	if err := a.openRules(); err != nil {
		return err
	}
	a.Inputs, a.specs = newInputs(o, bench.files, offers{a}), bench.offered(o.Profile)
	a.profiles = profiles(o)
	if err := a.openLog(o, bench.files.Root()); err != nil {
		return err
	}
	if err := a.openDebug(); err != nil {
		return err
	}
	o.Tap = a.options.Tap
	log, err := a.openAppLog()
	if err != nil {
		return err
	}
	client, closeClient, err := newClient(o, o.Profile)
	if err != nil {
		return err
	}
	a.closeClient = closeClient
	a.onClose(a.releaseClient)
	a.openFallback(o)
	if o.Caller == nil {
		if err := a.openHooks(o, bench); err != nil {
			return err
		}
	}
	if err := a.openMode(o); err != nil {
		return err
	}
	a.openServers(o, bench)
	if err := a.openSystem(ctx, o, bench, log); err != nil {
		return err
	}
	if o.Script != nil {
		client = tapClient(a.system.StubModel(), o.Tap)
	}
	return a.openSession(ctx, o, bench, client)
}

// openAppLog opens the log of what the program notices about itself.
func (a *App) openAppLog() (*slog.Logger, error) {
	to, err := a.log.AppLog()
	if err != nil {
		return nil, fmt.Errorf("open the diagnostics log: %w", err)
	}
	a.onClose(to.Close)
	return slog.New(slog.NewJSONHandler(diagnostics{to, a.options.Secrets}, nil)), nil
}

// openSystem starts the actor tree.
func (a *App) openSystem(ctx context.Context, o Options, bench *workbench, log *slog.Logger) (err error) {
	l := o.Config.Limits
	var found indexer.Index // of sessions that are kept
	if !o.NoSave {
		found = index.New(index.Options{Base: o.Base})
	}
	a.system, err = actors.Start(ctx, actors.Options{
		Tools: a.hooks.Wrap(bench.tools), Profiles: a.profiles, InFlight: requestsAtOnce, Calls: l.CallsTotal,
		Circuit: providers.Circuit{Failures: l.Breaker, Pause: l.BreakerPause, LongWait: l.RetryAfterMax},
		Servers: a.servers.hosts(), ServerChanged: a.onServer,
		Index: found, Script: o.Script, Now: o.Now, Log: log, Failed: o.Failed, Notice: o.Notice, Unhandled: o.Unhandled,
	})
	if err == nil {
		a.onClose(a.closeSystem)
	}
	return err
}

// profiles names the models that a session may be told to use.
func profiles(o Options) []string {
	names := []string{o.Profile.Name}
	for _, p := range o.Config.Models.Profiles {
		if !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	if p, ok := fallbackProfile(o); ok && !slices.Contains(names, p.Name) {
		names = append(names, p.Name)
	}
	return names
}

// checkPromises refuses to run with settings that protect the user and that cannot be kept on this system.
// Passing over the others is worth a notice.
func (a *App) checkPromises(c config.Config, box *sandbox.Box) error {
	if err := box.Check(false); err != nil {
		return fmt.Errorf("commands cannot be confined: %w", err)
	}
	if notice := unconfined(a.options.Lang, c.Sandbox, a.options.Base, box.Reach()); notice != "" {
		a.Notices = append(a.Notices, notice)
	}
	return nil
}

// requestsAtOnce bounds the requests in flight to one model service.
const requestsAtOnce = 8

func (a *App) openSession(ctx context.Context, o Options, bench *workbench, client model.Client) error {
	prompt, loaded := assemble(ctx, o, bench)
	a.Notices = append(a.Notices, prompt.Warnings...)
	if len(loaded) > 0 && o.Session == "" { // a session that goes on has its prompt already
		a.Notices = append(a.Notices, o.Lang.F("project context: %s", strings.Join(loaded, ", ")))
	}
	granted, keep, err := a.openGrants(o, bench.files.Root())
	if err != nil {
		return err
	}
	kept, err := a.openCheckpoints(o, bench.files.Root())
	if err != nil {
		return err
	}
	begins, over := prompts.Planning(overrides(o.Base))
	told := a.openTelemetry(ctx, &o)
	answers := modelOptions(o.Profile, client)
	answers.Fallback = a.fallbackFor(ctx, o, bench, o.Profile)
	a.session, err = a.system.Open(ctx, session.Options{
		Log: a.log, Strict: o.Config.Sessions.Durability == "strict", Workspace: bench.files.Root(), Sinks: o.Sinks,
		Model:  answers,
		System: prompt.String(), Reminder: reminder(o.Base), Hint: hint, Tools: a.specs,
		Caller: o.Caller, WebSearch: o.WebSearch, CacheKey: cmp.Or(o.CacheKey, a.Facts.ID),
		Policy: a.policy(a.posture), Posture: chosen(o), After: a.after(a.posture), Changed: a.onPosture,
		Planning: begins, PlanningOver: over,
		Checkpoints: kept, Granted: granted, KeepGrant: keep,
		Stop: a.stop(), Limits: limits(o), Random: rand.Float64,
	})
	if err == nil && told {
		a.Tell(session.Attach{Name: telemetry.Name, From: a.Next})
	}
	return err
}

func modelOptions(p config.Profile, client model.Client) session.ModelOptions {
	return session.ModelOptions{
		Profile: p.Name, Kind: p.APIKind, Name: p.Model, Native: native(p), Blind: blind(p), Foreign: p.ForeignCalls, Client: client,
		MaxOutput: p.OutputLimit(), Thinking: p.Thinking(), Heat: p.Temperature, Price: price(p),
	}
}

// price is what the profile's model costs, or nil when the profile does not say.
func price(p config.Profile) *event.Price {
	if p.Price == (config.Price{}) {
		return nil
	}
	return new(event.Price(p.Price))
}

// native says whether calls come on the model service's own wire instead of in the text.
func native(p config.Profile) bool { return p.Native() }

// blind says that the model is known to see no pictures.
func blind(p config.Profile) bool { return p.Images != nil && !*p.Images }

func limits(o Options) session.Limits {
	l := o.Config.Limits
	rounds := o.MaxRounds
	if rounds == 0 {
		rounds = o.Config.Agent.MaxSteps
	}
	return session.Limits{
		MaxRounds: rounds, TurnTimeout: o.Timeout,
		CallsAtOnce: l.CallsPerSession, CallTimeout: l.ToolTimeout, CallGrace: callGrace, Judging: judging, Asking: o.Config.Permissions.Wait,
		SyncDelay: syncDelay, CloseWithin: closeWithin, Element: int(l.Element),
		Retry: retry.Policy{Max: l.Retries, First: l.RetryFirst, Ceiling: l.RetryMax, LongWait: l.RetryAfterMax},
	}
}

// Limits that nobody needs to change.
const (
	callGrace    = 5 * time.Second // longer than the two seconds between SIGTERM and SIGKILL
	judging      = 2 * time.Second
	syncDelay    = time.Second
	closeWithin  = 4 * time.Second         // of the five in which everything has to end
	systemWithin = 2500 * time.Millisecond // servers have a second and a half of it
)

// openLog opens or makes the session's log.
func (a *App) openLog(o Options, root string) error {
	so := store.Options{Base: o.Base, Workspace: root, ID: o.Session}
	var err error
	switch {
	case o.NoSave:
		so.ID = o.NewID
		a.log, err = store.Memory(so)
	case o.Session != "":
		a.log, err = store.Open(so)
	default:
		so.ID = o.NewID
		a.log, err = store.Create(so)
	}
	if err != nil {
		return err
	}
	a.onClose(a.log.Leave)
	a.Facts, a.Next = a.log.Facts(), a.log.Next()
	return nil
}

// Tell sends the session a message.
func (a *App) Tell(m session.Msg) { a.session.Tell(m) }

func (a *App) onClose(f func() error) { a.close = append(a.close, f) }

// Close ends the session and everything under it. The error says what is not on disk.
func (a *App) Close(ctx context.Context) error {
	return errors.Join(a.session.Close(ctx), a.release())
}

// closeSystem ends the actor tree, within the time that the rest of the end leaves.
func (a *App) closeSystem() error {
	ctx, cancel := context.WithTimeout(context.Background(), systemWithin)
	defer cancel()
	return a.system.Close(ctx)
}

// release gives back what was opened, the last first.
func (a *App) release() error {
	var all error
	for _, v := range slices.Backward(a.close) {
		all = errors.Join(all, v())
	}
	a.close = nil
	return all
}
