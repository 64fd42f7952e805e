package app

import (
	"context"

	"eidolon/internal/store"
)

// openGrants gives what the person has allowed for the project before, and what writes more of it down.
// Where nothing is kept there is neither.
func (a *App) openGrants(o Options, root string) (granted []string, keep func(context.Context, string) error, err error) {
	if a.Facts.Dir == "" || !o.Person {
		return nil, nil, nil
	}
	g, err := store.OpenGrants(store.Options{Base: o.Base, Workspace: root, ID: a.Facts.ID, Now: o.Now})
	if err != nil {
		return nil, nil, err
	}
	granted, err = g.Load()
	return granted, func(_ context.Context, grant string) error { return g.Keep(grant) }, err
}
