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
	service, err := serviceOf(o, p)
	if err != nil {
		return nil, nil, err
	}
	opened, err := providers.Open(p.APIKind, service)
	if err != nil {
		return nil, nil, fmt.Errorf("the model profile %q cannot be used: %w", p.Name, err)
	}
	return redactClient(opened, o.Secrets), opened.Close, nil
}

// serviceOf gives the service of a profile with the right to use it: its key, or the login that it names.
func serviceOf(o Options, p config.Profile) (wire.Service, error) {
	if err := p.KeyProblem(); err != nil {
		return wire.Service{}, err
	}
	l := o.Config.Limits
	s := wire.Service{
		BaseURL: p.BaseURL, Key: p.Key.Reveal(), KeyHint: p.KeyFrom, KeyHeader: p.KeyHeader,
		Headers: revealed(p.Headers), Query: revealed(p.Query), Proxy: p.Proxy, CAFile: p.CAFile, Profile: p.Name,
		ReasoningBack: p.ReasoningBack,
		Timeouts: wire.Timeouts{
			Connect: p.Timeouts.Connect, FirstByte: p.Timeouts.FirstByte, Idle: p.Timeouts.Idle, Total: p.Timeouts.Total,
		},
		MaxEvent: int(l.SSELine), MaxAnswer: int(l.Answer), Now: o.Now, Tap: o.Tap,
	}
	if p.Login == "" {
		return s, nil
	}
	return s, logIn(o, p, &s)
}

// revealed gives the texts of secrets that go into a request.
func revealed(secrets map[string]config.Secret) map[string]string {
	if len(secrets) == 0 {
		return nil
	}
	texts := make(map[string]string, len(secrets))
	for name, s := range secrets {
		texts[name] = s.Reveal()
	}
	return texts
}

// unable is a client without a service: a conversation that nobody can answer yet opens all the same,
// and says what to set up.
type unable struct{ why error }

// Stream implements model.Client.
func (u unable) Stream(context.Context, model.Request, func(model.Chunk) error) (model.End, error) {
	return model.End{}, &model.Error{Kind: model.Auth, Message: u.why.Error()}
}
