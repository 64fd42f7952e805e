package app

import (
	"fmt"

	"eidolon/actors/model"
	"eidolon/internal/providers/openai"
	"eidolon/internal/providers/wire"
)

// newClient makes the client of the chosen profile. With a script there is none to make: the scripted
// model is part of the actor tree.
func (a *App) newClient(o Options) (model.Client, error) {
	p := o.Profile
	if o.Script != nil {
		return nil, nil
	}
	if err := p.KeyProblem(); err != nil {
		return nil, err
	}
	if p.APIKind != "openai" {
		return nil, fmt.Errorf("the model profile %q has apiKind %q, which this version cannot talk to; use one with apiKind openai", p.Name, p.APIKind)
	}
	key := p.Key.Reveal()
	client, err := openai.New(openai.Options{
		BaseURL: p.BaseURL, APIKey: key, KeyHint: p.KeyFrom, Profile: p.Name,
		Timeouts: wire.Timeouts{
			Connect: p.Timeouts.Connect, FirstByte: p.Timeouts.FirstByte, Idle: p.Timeouts.Idle, Total: p.Timeouts.Total,
		},
		MaxEvent: int(o.Config.Limits.SSELine), MaxAnswer: int(o.Config.Limits.Answer), Now: o.Now,
	})
	if err != nil {
		return nil, err
	}
	a.onClose(func() error { client.Close(); return nil })
	return client, nil
}
