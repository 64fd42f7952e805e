package stubmodel

import (
	"context"
	"errors"

	"eidolon/actors/actorkit"
	"eidolon/actors/model"
)

type client struct {
	sys *actorkit.System
	to  actorkit.Ref[Msg]
}

// NewClient makes a scripted model, an actor made of [New], a model.Client.
func NewClient(sys *actorkit.System, to actorkit.Ref[Msg]) model.Client {
	return client{sys, to}
}

// Stream implements model.Client.
func (c client) Stream(ctx context.Context, req model.Request, emit func(model.Chunk) error) (model.End, error) {
	var end model.End
	err := Watch(ctx, c.sys, c.to, req, func(n Note) error {
		switch n := n.(type) {
		case Began, Wire:
		case Said:
			return emit(n.Chunk)
		case Ended:
			end = n.End
		case Failed:
			return &n.Err
		case Panicked:
			panic(n.Reason)
		}
		return nil
	})
	if errors.Is(err, actorkit.ErrGone) {
		err = &model.Error{Kind: model.Unreachable, Message: "The scripted model has ended.", Err: err}
	}
	if err != nil {
		return model.End{}, err
	}
	return end, nil
}

// Watch plays the answer to a request for code that is no actor and wants to see the notes. Take
// gets them one by one, up to the one that ends the answer; its error ends the play.
func Watch(ctx context.Context, sys *actorkit.System, to actorkit.Ref[Msg], req model.Request, take func(Note) error) error {
	return actorkit.Follow(ctx, sys, to,
		func(replyTo actorkit.Ref[Note]) Msg { return Play{Request: req, ReplyTo: replyTo} },
		func(n Note) (last bool, err error) {
			switch n.(type) {
			case Began, Said, Wire:
			case Ended, Failed, Panicked:
				last = true
			}
			return last, take(n)
		})
}
