package app

import (
	"context"

	"eidolon/internal/policy"
	"eidolon/internal/store"
)

// openGrants gives what the person has allowed for the project before, and what writes more of it down.
// Where nothing is kept there is neither, and where nobody is asked only what they believe of tools.
func (a *App) openGrants(o Options, root string) (granted []string, keep func(ctx context.Context, grant, asked string) error, err error) {
	if a.Facts.Dir == "" {
		return nil, nil, nil
	}
	g, err := store.OpenGrants(store.Options{Base: o.Base, Workspace: root, ID: a.Facts.ID, Now: o.Now})
	if err != nil {
		return nil, nil, err
	}
	granted, err = g.Load()
	_, notices := policy.Grants(granted, g.Path())
	a.Notices = append(a.Notices, notices...)
	if !o.Person {
		return policy.Beliefs(granted), nil, err
	}
	return granted, func(_ context.Context, grant, asked string) error { return g.Keep(grant, asked) }, err
}
