package login

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"golang.org/x/oauth2"

	"eidolon/internal/leaf/clean"
)

// Person is whoever logs in.
type Person struct {
	Say  func(text string)                                                   // shows a line
	Ask  func(ctx context.Context, question string) (line string, err error) // nil when nobody can be asked
	Open func(address string) error                                          // opens a browser; nil when there is none here
}

// Way is how a person wants to log in.
type Way struct {
	Flow   Flow          // "" is that of the service
	InFile bool          // keep the tokens in the file, not in the keyring
	Limit  time.Duration // for the person; 0 is personLimit
}

// personLimit is how long a login may take that nobody goes on with.
const personLimit = 10 * time.Minute

var errPerson = errors.New("nobody went on with the login")

// LogIn has a person log in to a service, and keeps the tokens. What was there before is replaced.
func (s *Store) LogIn(ctx context.Context, name string, p Person, w Way) (State, error) {
	service, err := s.Service(name)
	if err != nil {
		return State{}, err
	}
	a := &attempt{store: s, service: service, person: p, flow: w.Flow}
	if a.flow == "" {
		a.flow = service.Flow
	}
	if err := service.complete(a.flow); err != nil {
		return State{}, err
	}
	if w.Limit == 0 {
		w.Limit = personLimit
	}
	limited, cancel := context.WithTimeoutCause(ctx, w.Limit, errPerson)
	defer cancel()
	token, err := a.run(limited)
	switch {
	case errors.Is(context.Cause(limited), errPerson):
		return State{}, fmt.Errorf("%w within %v; run `eidolon login %s` when you are ready", errPerson, w.Limit, service.Name)
	case err != nil:
		return State{}, err
	}
	r, ok := newRecord(service, record{}, token, s.o.Now())
	if !ok {
		return State{}, service.unusable()
	}
	return s.keep(ctx, service, r, w)
}

// keep writes the tokens of a new login down.
func (s *Store) keep(ctx context.Context, service Service, r record, w Way) (State, error) {
	switch {
	case w.InFile:
	case s.o.Keyring == nil:
		s.o.Notice("There is no keyring on this computer, so the login is kept in " + s.file.path() + ", which only you can read.")
	default:
		r.Kept = inKeyring
	}
	err := s.change(ctx, func() error {
		_, err := s.put(service.Name, r)
		return err
	})
	if err != nil {
		return State{}, err
	}
	d, err := s.file.read()
	return s.state(d, service.Name, service.title()), err
}

// attempt is one login on its way.
type attempt struct {
	store    *Store
	service  Service
	person   Person
	flow     Flow
	state    string // says that an answer belongs to this attempt
	verifier string // proves to the service that the code comes back from where the login began
}

func (a *attempt) run(ctx context.Context) (*oauth2.Token, error) {
	if a.flow == Device {
		return a.device(ctx)
	}
	a.state, a.verifier = rand.Text(), oauth2.GenerateVerifier()
	if a.flow == Paste {
		return a.paste(ctx)
	}
	return a.loopback(ctx)
}

// address is the page that asks the person. The browser goes on to redirect from there.
func (a *attempt) address(redirect string) string {
	options := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(a.verifier)}
	for _, name := range slices.Sorted(maps.Keys(a.service.params)) {
		options = append(options, oauth2.SetAuthURLParam(name, a.service.params[name]))
	}
	return a.service.config(redirect).AuthCodeURL(a.state, options...)
}

// exchange has the service make tokens of a code.
func (a *attempt) exchange(ctx context.Context, code, redirect string) (*oauth2.Token, error) {
	ctx = a.store.client(ctx, a.service)
	options := []oauth2.AuthCodeOption{oauth2.VerifierOption(a.verifier)}
	if a.service.json { // who takes JSON wants the state as well
		options = append(options, oauth2.SetAuthURLParam("state", a.state))
	}
	t, err := a.service.config(redirect).Exchange(ctx, code, options...)
	if err != nil {
		return nil, a.service.failure(ctx, err, code, a.verifier)
	}
	return t, nil
}

// show has the person see a page of the service: in the browser if one can be opened, and in any case as
// an address that can be copied.
func (a *attempt) show(address string) {
	a.person.Say("To log in to " + a.service.title() + ", open this address in a browser:\n\n  " + clean.Line(address) + "\n")
	if a.person.Open == nil {
		return
	}
	if err := a.person.Open(address); err != nil {
		a.person.Say("No browser could be opened here (" + clean.Line(err.Error()) + ").")
	}
}
