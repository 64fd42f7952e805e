package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"eidolon/actors/event"
	"eidolon/actors/renderer"
	"eidolon/actors/session"
	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/policy"
	"eidolon/internal/store"
	"eidolon/internal/threads"
	"eidolon/tui"
	"eidolon/tui/view"
)

// Chat is what a screen needs of the program: sessions to talk in, one at
// a time, and what can be done with them. It fulfils the interfaces of package tui. Sessions are opened
// and closed by one goroutine at a time; everything else may be called from any.
type Chat struct {
	o       app.Options
	problem error // why no model can be asked at the start, or nil

	keeping sync.Mutex // held while a small file of the workspace is read or written

	paging sync.Mutex   // guards what is read of the past
	pages  *store.Pages // of the session that is looked at
	looked string       // its id

	mu      sync.Mutex     // guards what follows
	current *app.App       // nil when no session is open
	profile config.Profile // in force, for sessions to come too
	begun   bool           // a session was opened: what the person chose for the first one is over
}

// New makes a chat from what a run is set up with. Problem says why there is no model to ask, or is
// nil: the chat opens all the same, and says so.
func New(o app.Options, problem error) *Chat {
	if problem == nil && o.Script == nil {
		problem = o.Profile.KeyProblem()
	}
	if o.Profile.Name == "" {
		o.Profile.Name = noModel
	}
	o.Person, o.BuiltIn = true, BuiltIns()
	return &Chat{o: o, problem: problem, profile: o.Profile}
}

// noModel is the name of the profile while there is none.
const noModel = "none"

// session gives the open session, or nil.
func (c *Chat) session() *app.App {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.current
}

// set makes a session the open one, nil none.
func (c *Chat) set(a *app.App) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.current, c.begun = a, c.begun || a != nil
}

// to does something with a session unless another one is open by now. It may not wait.
func (c *Chat) to(a *app.App, do func()) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current != a {
		return errLeft
	}
	do()
	return nil
}

// errClosed is what is told to who asks something of a session while none is open.
var errClosed = errors.New("no session is open; /new begins one, /resume goes on with an earlier one")

// errLeft is what is told when the session that something was meant for is not the open one any more.
var errLeft = errors.New("another session was opened meanwhile; nothing was said in it or in the one before")

// Tell sends the open session a message.
func (c *Chat) Tell(m session.Msg) {
	c.mu.Lock() // it is not closed meanwhile
	defer c.mu.Unlock()
	if c.current != nil {
		c.current.Tell(m)
	}
}

// Open opens a session, and then closes the one before. The same one is closed first: nobody can have
// it twice.
func (c *Chat) Open(ctx context.Context, id string, sink renderer.Sink) (tui.Opened, error) {
	old := c.session()
	if old != nil && id == old.Facts.ID {
		c.set(nil)
		if err := old.Close(ctx); err != nil {
			return tui.Opened{}, err
		}
		old = nil
	}
	o := c.options()
	o.Session = id
	o.Sinks = func(name string) (renderer.Sink, bool) { return sink, name == tui.Name }
	a, err := app.Open(ctx, o)
	if err != nil {
		return tui.Opened{}, err
	}
	c.set(a)
	opened := c.describe(a, o.Unable)
	if old != nil {
		if err := old.Close(ctx); err != nil {
			opened.Notices = append(opened.Notices, c.o.Lang.F("The session before could not be closed in good order: %s", err))
		}
	}
	return opened, nil
}

// options are those of a session that is opened now. The permission mode is the session's own: the one
// that was chosen for another does not come with the person.
func (c *Chat) options() app.Options {
	c.mu.Lock()
	defer c.mu.Unlock()
	o := c.o
	o.Profile, o.ModeGiven, o.Again = c.profile, c.o.ModeGiven && !c.begun, c.begun
	if c.problem != nil && o.Profile.Name == c.o.Profile.Name {
		o.Unable = c.problem
	}
	return o
}

func (c *Chat) describe(a *app.App, unable error) tui.Opened {
	known := a.Kept()
	opened := tui.Opened{
		ID: a.Facts.ID, Dir: a.Facts.Dir, Title: known.Title, Next: a.Next, Model: c.modelOf(a.Profile()),
		Posture: string(a.Posture()), Unconfined: !a.Confined(), Agent: known.Agent, Notices: a.Notices, Context: known.Context,
		Spent: view.Spent{
			In: known.Tokens.Input, Out: known.Tokens.Output, Cached: known.Tokens.Cached,
			Estimated: known.Tokens.Estimated, Cost: known.Tokens.Cost,
		},
	}
	if unable != nil {
		opened.SetUp = config.Words(unable, c.o.Lang)
	}
	return opened
}

// Past gives the events of a session before those that it gave last. Fresh starts anew at the end, as
// does another session.
func (c *Chat) Past(ctx context.Context, id string, fresh bool, atLeast int) ([]event.Envelope, bool, error) {
	if id == "" {
		return nil, false, errClosed
	}
	c.paging.Lock()
	defer c.paging.Unlock()
	if c.pages == nil || c.looked != id || fresh {
		s, err := threads.Locate(ctx, c.view(), id)
		if err != nil {
			return nil, false, err
		}
		c.pages, c.looked = s.Pages(), id
	}
	return c.pages.Next(ctx, atLeast)
}

// Close ends the open session.
func (c *Chat) Close(ctx context.Context) error {
	a := c.session()
	if a == nil {
		return nil
	}
	c.set(nil)
	return a.Close(ctx)
}

// Models gives the configured models, the one in force first among equals of its name.
func (c *Chat) Models(context.Context) []tui.Model {
	var all []tui.Model
	for _, p := range c.o.Config.Models.Profiles {
		all = append(all, c.modelOf(p))
	}
	now := c.modelOf(c.options().Profile)
	if now.Name != noModel && !slices.ContainsFunc(all, func(m tui.Model) bool { return m.Name == now.Name && m.Model == now.Model }) {
		all = append([]tui.Model{now}, all...)
	}
	return all
}

func (c *Chat) modelOf(p config.Profile) tui.Model {
	m := tui.Model{Name: p.Name, Model: p.Model, Kind: p.APIKind, Window: p.Window(), Chars: p.MaxInputChars, Effort: p.ThinkingLevel}
	if m.Chars == 0 {
		m.Chars = 4 * m.Window // four characters count as a token
	}
	if p.MissingKey != "" {
		m.Problem = c.o.Lang.F("needs %s in the environment", p.MissingKey)
	}
	return m
}

// SetModel has another model answer from the next turn on.
func (c *Chat) SetModel(ctx context.Context, name string) (tui.Model, error) {
	p, err := c.o.Config.Select(name)
	if err != nil {
		return tui.Model{}, err
	}
	a := c.session()
	if a == nil {
		return tui.Model{}, errClosed
	}
	return c.setProfile(ctx, a, p)
}

// SetEffort changes how long the model thinks, from the next turn on.
func (c *Chat) SetEffort(ctx context.Context, level string) (tui.Model, error) {
	a := c.session()
	if a == nil {
		return tui.Model{}, errClosed
	}
	p := a.Profile()
	p.ThinkingLevel = level
	return c.setProfile(ctx, a, p)
}

// setProfile changes the model of a session, and of those that are opened later.
func (c *Chat) setProfile(ctx context.Context, a *app.App, p config.Profile) (tui.Model, error) {
	if err := a.SetModel(ctx, p); err != nil {
		return tui.Model{}, err
	}
	return c.modelOf(p), c.to(a, func() { c.profile, c.problem = p, nil })
}

// SetAgent has an agent be asked from the next turn on; "" ends that.
func (c *Chat) SetAgent(ctx context.Context, name string) error {
	a := c.session()
	if a == nil {
		return errClosed
	}
	if name == "" {
		return c.to(a, func() { a.Tell(session.SetAgent{}) })
	}
	agent, ok := a.Agents(ctx).Find(name)
	if !ok {
		return fmt.Errorf("there is no agent %q; /agent lists those there are", name)
	}
	told, _ := a.AsAgent(agent)
	return c.to(a, func() { a.Tell(told) })
}

// SetPosture changes the permission mode at once.
func (c *Chat) SetPosture(mode string) error {
	m, err := policy.ParseMode(mode)
	if err != nil {
		return err
	}
	a := c.session()
	if a == nil {
		return errClosed
	}
	return c.to(a, func() { a.SetPosture(m) })
}

// view is what package threads is asked with. It has nowhere to write to but where a caller says:
// nothing of it may reach the terminal by itself.
func (c *Chat) view() threads.Options {
	return threads.Options{Base: c.o.Base, Root: c.o.Root, Lang: c.o.Lang, Now: c.now, Out: io.Discard, Err: io.Discard}
}

// id gives the id of the open session.
func (c *Chat) id() (string, error) {
	a := c.session()
	if a == nil {
		return "", errClosed
	}
	if a.Facts.Dir == "" {
		return "", fmt.Errorf("this session is not kept, so there is nothing to go back to")
	}
	return a.Facts.ID, nil
}
