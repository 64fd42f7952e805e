package app

import (
	"context"
	"fmt"

	"eidolon/actors/model"
	"eidolon/internal/config"
	"eidolon/internal/providers"
	"eidolon/internal/providers/wire"
)

// newClient makes the client of a profile, and what gives up its connections. With a script there is
// none to make: the scripted model is part of the actor tree.
func newClient(o Options, p config.Profile) (client model.Client, closeClient func(), err error) {
	if o.Script != nil {
		return nil, nil, nil
	}
	if why := o.Unable; why != nil {
		return unable{why}, nil, nil //nolint:nilerr // that there is no service is what it answers
	}
	if err := p.KeyProblem(); err != nil {
		return nil, nil, err
	}
	l := o.Config.Limits
	service, err := providers.Open(p.APIKind, wire.Service{
		BaseURL: p.BaseURL, Key: p.Key.Reveal(), KeyHint: p.KeyFrom, Profile: p.Name,
		Timeouts: wire.Timeouts{
			Connect: p.Timeouts.Connect, FirstByte: p.Timeouts.FirstByte, Idle: p.Timeouts.Idle, Total: p.Timeouts.Total,
		},
		MaxEvent: int(l.SSELine), MaxAnswer: int(l.Answer), Now: o.Now,
	})
	if err != nil {
		return nil, nil, fmt.Errorf("the model profile %q cannot be used: %w", p.Name, err)
	}
	return redactClient(service, o.Secrets), service.Close, nil
}

// unable is a client without a service: a conversation that nobody can answer yet opens all the same,
// and says what to set up.
type unable struct{ why error }

// Stream implements model.Client.
func (u unable) Stream(context.Context, model.Request, func(model.Chunk) error) (model.End, error) {
	return model.End{}, &model.Error{Kind: model.Auth, Message: u.why.Error()}
}
