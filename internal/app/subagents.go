package app

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"eidolon/actors"
	"eidolon/actors/event"
	"eidolon/actors/renderer"
	"eidolon/actors/session"
	"eidolon/actors/tool"
	"eidolon/internal/agents"
	"eidolon/internal/config"
	"eidolon/internal/mdfiles"
	"eidolon/internal/policy"
	"eidolon/internal/store"
	"eidolon/internal/subagents"
	"eidolon/prompts"
)

// subagentWithin is how long the session of a subagent may take to end: less than the session has that
// waits for it.
const subagentWithin = 3 * time.Second

// subagent is a session that does the work of a call.
type subagent struct {
	session  *actors.Session
	readOnly bool
}

// subagentTool is the tool that starts them. Which agents there are is looked up when a call is made.
func subagentTool(o Options, w *workbench, r running) tool.Handler {
	return subagents.New(subagents.Options{
		Agents:  func(ctx context.Context) agents.Set { return loadAgents(ctx, o, fenced(o, w.files)) },
		Fits:    r.fits,
		Start:   r.subagent,
		Timeout: o.Config.Subagents.Timeout,
	})
}

// startSubagent does the work of a call of that tool.
type startSubagent func(ctx context.Context, order subagents.Order, progress func(line string)) (subagents.Report, error)

// subagentNames tells the model which agents a call may name.
func subagentNames(set agents.Set) []prompts.Agent {
	var all []prompts.Agent
	for _, a := range set.Agents {
		all = append(all, prompts.Agent{Name: a.Name, Description: mdfiles.Marked(a.Description, a.Untrusted)})
	}
	return all
}

// runSubagent has a session of its own do the work of a call, to its end.
func (a *App) runSubagent(ctx context.Context, order subagents.Order, progress func(line string)) (subagents.Report, error) {
	profile, err := a.subagentProfile(order)
	if err != nil {
		return subagents.Report{}, err
	}
	o := a.options
	o.Profile, o.Person = profile, false
	client, closeClient, err := newClient(o, profile)
	if err != nil {
		return subagents.Report{}, err
	}
	if closeClient != nil {
		defer closeClient()
	}
	if o.Script != nil {
		client = tapClient(a.system.StubModel(), o.Tap)
	}
	log, err := a.subagentLog()
	if err != nil {
		return subagents.Report{}, err
	}
	answers := modelOptions(profile, client)
	if !slices.Contains(a.profiles, profile.Name) {
		answers.Profile = a.profiles[0] // a model that was named freely shares the limits of the first
	}
	r, err := a.delegate(ctx, o, order, log, answers, progress)
	a.reportEnd(log.Leave())
	return r, err
}

// delegate opens the session, has it do the work, and closes it. An error means that it could not begin.
func (a *App) delegate(ctx context.Context, o Options, order subagents.Order, log *store.Log, answers session.ModelOptions, progress func(line string)) (subagents.Report, error) {
	watch := subagents.NewWatch()
	bench := a.bench.forSubagents()
	o.Append = subagentPrompt(o, order.ReadOnly)
	specs, id := bench.withServers(bench.offered(o.Profile)), log.Facts().ID
	so := session.Options{
		Log: log, Strict: o.Config.Sessions.Durability == "strict", Workspace: bench.files.Root(), Model: answers,
		Sinks:  func(string) (renderer.Sink, bool) { return watch, true },
		System: promptFor(ctx, o, bench, o.Profile), Reminder: func(int) string { return "" }, Hint: hint, Tools: specs, Servers: bench.serversText(o), Has: bench.has,
		WebSearch: o.WebSearch, CacheKey: id, Task: &event.Task{Session: order.Session, Call: order.Call},
		Limits: subagentLimits(o), Random: rand.Float64,
	}
	if order.Agent != nil {
		so.Task.Agent = order.Agent.Name
	}
	if a.fallback != nil && o.Config.Delegable(a.fallback.profile) {
		so.Model.Fallback = a.fallbackFor(ctx, o, bench, o.Profile)
	}
	s, err := a.openSubagent(ctx, id, so, order.ReadOnly, watch)
	if err != nil {
		return subagents.Report{}, err
	}
	s.Tell(session.Attach{Name: "subagent"})
	if order.Agent != nil {
		tools, _ := order.Agent.Allowed(specs)
		s.Tell(session.SetAgent{Name: order.Agent.Name, Prompt: order.Agent.Prompt, Tools: allowed(tools, specs)})
	}
	s.Tell(session.UserTurn{Text: order.Prompt})
	r := watch.Until(ctx, progress)
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), subagentWithin)
	defer cancel()
	a.reportEnd(s.Close(closing))
	a.forgetSubagent(id) // not before: until then it may still work, and has to read only, or to follow the mode
	r.Model = cmp.Or(r.Model, answers.Name)
	if a.Facts.Dir != "" { // else nobody could look at it
		r.Session = id
	}
	return r, nil
}

// reportEnd tells the user of an end that went wrong. The work was done all the same, and its result is the
// model's.
func (a *App) reportEnd(err error) {
	if err != nil {
		a.options.Notice(a.options.Lang.F("The session of a subagent could not be closed in good order: %s", err))
	}
}

// openSubagent opens the session under the permission mode in force, which it follows from then on. The
// lock is not held while the runtime is asked, or a person who changes the mode would wait for that; so
// the mode is looked at again before anything is said to the session.
func (a *App) openSubagent(ctx context.Context, id string, so session.Options, readOnly bool, watch *subagents.Watch) (*actors.Session, error) {
	mode := a.Posture()
	so.Policy = a.subagentPolicy(mode, readOnly)
	s, err := a.system.OpenFor(ctx, so, watch.Lost)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.subagents[id] = subagent{s, readOnly}
	if a.posture != mode {
		a.tellSubagent(a.subagents[id])
	}
	return s, nil
}

func (a *App) forgetSubagent(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.subagents, id)
}

// tellSubagent tells a session what the mode in force means. Nobody chose the mode for that session, so it is
// not kept for whoever goes on with it. The lock is held.
func (a *App) tellSubagent(s subagent) {
	s.session.Tell(session.SetPosture{Policy: a.subagentPolicy(a.posture, s.readOnly)})
}

// subagentPolicy is what the session's permission mode means for a subagent. Nobody is asked about what it
// does, so what a question would be put about in every mode is refused; what only the mode ask asks about
// is allowed, since whoever let the subagent begin has answered that. Nobody has for one that only reads: it
// reaches the network where the mode allows that unasked.
func (a *App) subagentPolicy(mode policy.Mode, readOnly bool) policy.Policy {
	if mode == policy.Ask && !readOnly {
		mode = policy.Auto
	}
	o := policyOptions(a.options, a.bench, mode, a.rules)
	o.Person, o.ReadOnly = false, readOnly
	return policy.New(o)
}

// readsOnly says whether the commands of a session may write nothing at all now.
func (a *App) readsOnly(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.posture == policy.Plan || a.subagents[id].readOnly
}

// subagentProfile picks the model: the one that the call names, else that of the configuration for the
// agent, of the agent's own file, of the configuration for all, of the session. Only then it is looked at
// whether subagents may use it.
func (a *App) subagentProfile(order subagents.Order) (config.Profile, error) {
	s := a.options.Config.Subagents
	name := order.Model
	if agent := order.Agent; agent != nil && name == "" {
		name = s.Models[agent.Name]
		if name == "" && slices.Contains(a.profiles, agent.Model) { // files for other programs name models that mean nothing here
			name = agent.Model
		}
	}
	p := a.Profile()
	if name = cmp.Or(name, s.Model); name != "" {
		var err error
		if p, err = a.options.Config.Select(name); err != nil {
			return p, err
		}
	}
	own := name == "" && slices.Contains(s.AllowedModels, p.Model) // the user chose where the session has it from
	if !own && !a.options.Config.Delegable(p) {
		return p, fmt.Errorf("subagents may not use the model %s; subagents.allowedModels lets them use %s", p.Model, strings.Join(s.AllowedModels, ", "))
	}
	return p, nil
}

// subagentFits says what is wrong with the model of an order, before anybody is asked about it.
func (a *App) subagentFits(order subagents.Order) error {
	_, err := a.subagentProfile(order)
	return err
}

// subagentLog makes the log of the session: on disk when that of this one is.
func (a *App) subagentLog() (*store.Log, error) {
	so := store.Options{Base: a.options.Base, Workspace: a.bench.files.Root()}
	if a.Facts.Dir == "" {
		return store.Memory(so)
	}
	return store.Create(so)
}

// subagentPrompt is what follows the root prompt for a subagent.
func subagentPrompt(o Options, readOnly bool) string {
	text := prompts.Subagent(readOnly, overrides(o.Base))
	if o.Append != "" {
		text = o.Append + "\n\n" + text
	}
	return text
}

func subagentLimits(o Options) session.Limits {
	if steps := o.Config.Subagents.MaxSteps; steps > 0 {
		o.MaxRounds = steps
	}
	o.Timeout = 0 // the call has a limit
	return limits(o)
}
