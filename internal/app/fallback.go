package app

import (
	"context"

	"eidolon/actors/model"
	"eidolon/actors/session"
	"eidolon/internal/config"
)

// standIn is the model of models.fallback, ready to answer.
type standIn struct {
	profile config.Profile
	client  model.Client
}

// openFallback makes the client of the fallback, if there is one to be had. A session without it is worth
// a notice and no failure: it is not needed yet.
func (a *App) openFallback(o Options) {
	p, ok := fallbackProfile(o)
	if !ok {
		return
	}
	client, closeClient, err := newClient(o, p)
	if err != nil {
		a.Notices = append(a.Notices, o.Lang.F("there is no fallback: %s", err))
		return
	}
	a.onClose(func() error { closeClient(); return nil })
	a.fallback = &standIn{p, client}
}

// fallbackProfile gives the profile that models.fallback names.
func fallbackProfile(o Options) (config.Profile, bool) {
	name := o.Config.Models.Fallback
	if name == "" || o.Script != nil || o.Unable != nil {
		return config.Profile{}, false
	}
	p, err := o.Config.Select(name)
	return p, err == nil // else the configuration has said that it leads nowhere
}

// fallbackFor gives who answers in the place of a profile's model, or nil. When the two write their calls
// in different forms, each is told its own when it takes over, with the tools of the workbench.
func (a *App) fallbackFor(ctx context.Context, o Options, bench *workbench, p config.Profile) *session.Fallback {
	if a.fallback == nil || a.fallback.profile.Name == p.Name && a.fallback.profile.Model == p.Model {
		return nil
	}
	f := &session.Fallback{Model: modelOptions(a.fallback.profile, a.fallback.client)}
	if native(p) != native(a.fallback.profile) {
		f.System = promptFor(ctx, o, bench, a.fallback.profile)
		f.Back = promptFor(ctx, o, bench, p)
	}
	return f
}

// promptFor gives the system prompt for a profile's model.
func promptFor(ctx context.Context, o Options, bench *workbench, p config.Profile) string {
	o.Profile = p
	prompt, _ := assemble(ctx, o, bench)
	return prompt.String()
}
