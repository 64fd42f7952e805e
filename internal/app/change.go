package app

import (
	"context"
	"errors"
	"slices"

	"eidolon/actors/session"
	"eidolon/internal/config"
)

// SetModel has a model of another profile answer from the next turn on. The one in force stays when that
// cannot be.
func (a *App) SetModel(ctx context.Context, p config.Profile) error {
	a.changing.Lock()
	defer a.changing.Unlock()
	o := a.options
	o.Unable = nil
	client, closeClient, err := newClient(o, p)
	if err != nil {
		return err
	}
	if o.Script != nil {
		client = tapClient(a.system.StubModel(), o.Tap)
	}
	set := session.SetModel{Model: modelOptions(p, client)}
	set.Model.Fallback = a.fallbackFor(ctx, o, a.bench, p)
	if !slices.Contains(a.profiles, p.Name) {
		set.Model.Profile = a.profiles[0] // a model that was named freely shares the limits of the first
	}
	if native(p) != native(a.Profile()) {
		set.System = promptFor(ctx, o, a.bench, p)
	}
	return a.putInForce(p, set, closeClient)
}

// putInForce tells the session of another model. The connections of the one before are given up at once:
// a turn that still asks it keeps the one it uses.
func (a *App) putInForce(p config.Profile, set session.SetModel, closeClient func()) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	replaced := closeClient
	if !a.released {
		a.profile, replaced, a.closeClient = p, a.closeClient, closeClient
		a.Tell(set)
	}
	if replaced != nil {
		replaced()
	}
	if a.released {
		return errReleased
	}
	return nil
}

// errReleased is what is told to who changes the model of a session that has ended.
var errReleased = errors.New("the session is closed; nothing was changed")

// releaseClient gives up the connections of the client in force. None takes its place any more.
func (a *App) releaseClient() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closeClient != nil {
		a.closeClient()
	}
	a.closeClient, a.released = nil, true
	return nil
}

// Profile gives the profile of the model that answers from the next turn on.
func (a *App) Profile() config.Profile {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.profile
}
