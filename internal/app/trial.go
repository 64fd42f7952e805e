package app

import (
	"context"
	"errors"
	"time"

	"eidolon/actors/model"
	"eidolon/internal/config"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/width"
)

// Trial is what came of asking a model something small.
type Trial struct {
	Answer string // the beginning of it, fit for a terminal
	Model  string // that answered, when the service says so
	Took   time.Duration
}

// trialText asks for little, in words that every model understands.
const trialText = "Answer with the single word: ready"

// shownAnswer is how much of an answer to a trial is shown.
const shownAnswer = 60

// Try asks the model of a profile something small, the way a conversation would. The error says in words
// what is wrong.
func Try(ctx context.Context, o Options, p config.Profile) (Trial, error) {
	o.Unable, o.Script = nil, nil
	client, closeClient, err := newClient(o, p)
	if err != nil {
		return Trial{}, err
	}
	defer closeClient()
	var answer []byte
	now := o.Clock()
	began := now()
	end, err := client.Stream(ctx, model.Request{
		Model: p.Model, MaxOutputTokens: p.OutputLimit(), Messages: []model.Message{{Role: model.User, Text: trialText}},
	}, func(c model.Chunk) error {
		if text, ok := c.(model.Text); ok && len(answer) < shownAnswer {
			answer = append(answer, text.Text...)
		}
		return nil
	})
	if err != nil {
		return Trial{}, err
	}
	return Trial{Answer: width.Clip(clean.Line(string(answer)), shownAnswer), Model: clean.Line(end.Model), Took: now().Sub(began)}, nil
}

// KeyRefused says whether a service did not accept the key.
func KeyRefused(err error) bool {
	failure, ok := errors.AsType[*model.Error](err)
	return ok && failure.Kind == model.Auth
}
