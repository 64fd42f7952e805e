package login

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/oauth2"

	"eidolon/actors/model"
	"eidolon/internal/leaf/clean"
)

// Source gives the tokens of one login to requests. It may be used by several goroutines at once.
type Source struct {
	store   *Store
	service Service

	mu      sync.Mutex
	last    record // what Token gave last
	refused string // an access token that the service did not accept
	dead    string // a refresh token that the service did not accept
}

// Source gives the tokens of a login to requests to an address, which has to be one that may get them.
// Nobody has to be logged in yet.
func (s *Store) Source(name, address string) (*Source, error) {
	service, err := s.Service(name)
	if err == nil {
		err = service.mayReach(address)
	}
	if err != nil {
		return nil, err
	}
	return &Source{store: s, service: service}, nil
}

// Name is the name of the login.
func (s *Source) Name() string { return s.service.Name }

// Token gives an access token that is fresh enough for one request; an old one is renewed. What was
// begun is brought to its end even when ctx ends before: a refresh token often works only once, and its
// successor must not be lost. Failures are a [*model.Error].
func (s *Source) Token(ctx context.Context) (string, error) {
	r, err := s.read()
	if err != nil {
		return "", err
	}
	if s.usable(r) {
		return s.give(r), nil
	}
	type outcome struct {
		r   record
		err error
	}
	renewed := make(chan outcome, 1)
	go func() {
		r, err := s.renew(context.WithoutCancel(ctx))
		renewed <- outcome{r, err}
	}()
	select {
	case o := <-renewed:
		if o.err != nil {
			return "", o.err
		}
		return s.give(o.r), nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// Headers gives what goes with the token that was given last.
func (s *Source) Headers() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.service.headers(s.last.Account)
}

// Refused says that the service did not accept an access token, which is not given again.
func (s *Source) Refused(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused = token
}

func (s *Source) give(r record) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = r
	return r.Access
}

func (s *Source) usable(r record) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return r.fresh(s.store.o.Now()) && r.Access != s.refused
}

// read gives the present record with its tokens. It looks into the file each time, so that what another
// process did counts at once; the keyring is asked only when the file tells of something new.
func (s *Source) read() (record, error) {
	d, err := s.store.file.read()
	if err != nil {
		return record{}, &model.Error{Kind: model.Auth, Message: upper(clean.Line(err.Error())) + ".", Err: err}
	}
	r, ok := d.get(s.service.Name)
	if !ok {
		return record{}, &model.Error{
			Kind:    model.Auth,
			Message: fmt.Sprintf("Nobody is logged in to %s. Run `eidolon login %s`.", s.service.title(), s.service.Name),
		}
	}
	s.mu.Lock()
	last := s.last
	s.mu.Unlock()
	if r.Kept == inKeyring && last.Kept == inKeyring && r.Renewed.Equal(last.Renewed) {
		return last, nil
	}
	if r, err = s.store.unlock(s.service.Name, r); err != nil {
		return record{}, &model.Error{
			Kind: model.Auth, Err: err,
			Message: fmt.Sprintf("The tokens of %s cannot be had: %s. Run `eidolon login %s --file` to keep them in a file.",
				s.service.title(), clean.Line(err.Error()), s.service.Name),
		}
	}
	return r, nil
}

// renewLimit bounds all of a renewal: the wait for others who renew, and the request.
const renewLimit = lockLimit + answerLimit

// renew makes old tokens new, unless another process or request has done so by the time it is our turn.
func (s *Source) renew(ctx context.Context) (r record, err error) {
	ctx, cancel := context.WithTimeout(ctx, renewLimit)
	defer cancel()
	err = s.store.change(ctx, func() error {
		if r, err = s.read(); err != nil || s.usable(r) {
			return err
		}
		if err := s.renewable(r); err != nil {
			return err
		}
		fresh, err := s.exchange(ctx, r)
		if err == nil {
			r, err = s.store.put(s.service.Name, fresh)
		}
		return err
	})
	if err == nil {
		return r, nil
	}
	if _, ok := errors.AsType[*model.Error](err); ok {
		return record{}, err
	}
	return record{}, &model.Error{
		Kind: model.Unreachable, Retryable: errors.Is(err, errBusy), Err: err,
		Message: fmt.Sprintf("The login to %s could not be renewed: %s.", s.service.title(), clean.Line(err.Error())),
	}
}

// renewable says why tokens cannot be renewed. The service is not asked twice about a refresh token that
// it did not accept.
func (s *Source) renewable(r record) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case r.Refresh == "" || r.Refresh == s.dead:
		return &model.Error{Kind: model.Auth, Message: "The login to " + s.service.title() + " has ended. " + s.service.again()}
	case r.ClientID != s.service.ClientID:
		return &model.Error{
			Kind:    model.Auth,
			Message: "The login to " + s.service.title() + " was made with another clientID than the configuration has now. " + s.service.again(),
		}
	}
	return nil
}

// exchange has the service make new tokens of a refresh token.
func (s *Source) exchange(ctx context.Context, old record) (record, error) {
	ctx = s.store.client(ctx, s.service)
	t, err := s.service.config("").TokenSource(ctx, &oauth2.Token{RefreshToken: old.Refresh}).Token()
	if err != nil {
		err = s.service.failure(ctx, err, old.Refresh, old.Access)
		if failure, ok := errors.AsType[*model.Error](err); ok && failure.Kind == model.Auth {
			s.mu.Lock()
			s.dead = old.Refresh
			s.mu.Unlock()
		}
		return record{}, err
	}
	r, ok := newRecord(s.service, old, t, s.store.o.Now())
	if !ok {
		return record{}, s.service.unusable()
	}
	return r, nil
}

// unusable is the failure of a service whose tokens cannot be sent.
func (s Service) unusable() error {
	return &model.Error{Kind: model.BadAnswer, Message: hostOf(s.TokenURL) + " gave a token that cannot be one."}
}

// upper begins a sentence.
func upper(text string) string {
	if text != "" && text[0] >= 'a' && text[0] <= 'z' {
		return string(text[0]-'a'+'A') + text[1:]
	}
	return text
}
