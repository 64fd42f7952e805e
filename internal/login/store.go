package login

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/nearest"
	"eidolon/internal/leaf/redact"
)

// Options of a store.
type Options struct {
	Base     string            // the user's directory
	Services []Service         // that there are
	Keyring  Keyring           // nil for none
	Secrets  *redact.Redactor  // learns every token; may be nil
	Sender   http.RoundTripper // for requests to the services; nil is the usual way
	Notice   func(line string) // hears what the user should know; may be nil
	Now      func() time.Time
}

// Store has the logins of a user. It may be used by several goroutines at once.
type Store struct {
	o    Options
	file file
	turn chan struct{} // held by whoever renews: of this process, one at a time
}

// Open gives the store. It touches nothing.
func Open(o Options) *Store {
	if o.Notice == nil {
		o.Notice = func(string) {}
	}
	if o.Sender == nil {
		o.Sender = usual()
	}
	return &Store{o: o, file: file{base: o.Base, notice: o.Notice, rename: os.Rename}, turn: make(chan struct{}, 1)}
}

// UnknownError is a name that no login has.
type UnknownError struct {
	Name  string
	Near  string   // the login that was probably meant, or ""
	Known []string // all there are
}

// Error gives the name that was probably meant, or all of them.
func (e *UnknownError) Error() string {
	if e.Near != "" {
		return fmt.Sprintf("there is no login %q; did you mean %s?", e.Name, e.Near)
	}
	return fmt.Sprintf("there is no login %q; there are %s", e.Name, strings.Join(e.Known, ", "))
}

// Service finds a service by its name or another name of it.
func (s *Store) Service(name string) (Service, error) {
	i := slices.IndexFunc(s.o.Services, func(service Service) bool { return service.is(name) })
	if i < 0 {
		var names []string
		for _, service := range s.o.Services {
			names = append(names, service.Name)
		}
		return Service{}, &UnknownError{Name: clean.Line(name), Near: nearest.Name(name, names), Known: names}
	}
	return s.o.Services[i], nil
}

// Learn has the redactor learn the tokens that are in the file. Those in the keyring are learnt when they
// are used.
func (s *Store) Learn() error {
	if s.o.Base == "" {
		return nil
	}
	d, err := s.file.read()
	for name := range d.logins {
		if r, ok := d.get(name); ok {
			r.hide(s.o.Secrets, name)
		}
	}
	return err
}

// keyringUser tells the logins of several base directories apart.
func (s *Store) keyringUser(name string) string {
	base := s.o.Base
	if real, err := filepath.EvalSymlinks(base); err == nil {
		base = real
	}
	return name + " in " + base
}

// unlock puts the tokens of a record into it that are in the keyring.
func (s *Store) unlock(name string, r record) (record, error) {
	if r.Kept == inKeyring {
		if s.o.Keyring == nil {
			return record{}, errors.New("they are in the keyring, and there is none here")
		}
		text, err := s.o.Keyring.Get(s.keyringUser(name))
		if err != nil {
			return record{}, fmt.Errorf("they are in the keyring: %w", err)
		}
		if json.Unmarshal([]byte(text), &r.secrets) != nil || r.Access == "" {
			return record{}, errors.New("the keyring has something else in their place")
		}
	}
	r.hide(s.o.Secrets, name)
	return r, nil
}

// put keeps a record: in the keyring when the record says so and it can, else in the file. The lock is
// held.
func (s *Store) put(name string, r record) (record, error) {
	r.hide(s.o.Secrets, name)
	entry := r
	if r.Kept == inKeyring {
		if err := s.lockAway(name, r.secrets); err != nil {
			s.o.Notice("The keyring does not take the login (" + clean.Line(err.Error()) + "), so it is kept in " + s.file.path() + ".")
			entry.Kept, r.Kept = "", ""
		} else {
			entry.secrets = secrets{}
		}
	}
	d, err := s.file.read()
	if err == nil {
		d, err = d.with(name, &entry)
	}
	if err == nil {
		err = s.file.write(d)
	}
	return r, err
}

func (s *Store) lockAway(name string, t secrets) error {
	if s.o.Keyring == nil {
		return errors.New("there is none")
	}
	text, err := json.Marshal(t) //nolint:gosec // for the keyring
	if err != nil {
		return err
	}
	return s.o.Keyring.Set(s.keyringUser(name), string(text))
}

// change runs what changes the logins, alone.
func (s *Store) change(ctx context.Context, do func() error) error {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	release, err := lock(ctx, s.o.Base)
	if err != nil {
		return err
	}
	defer release()
	return do()
}

// State is what can be said about a login.
type State struct {
	Name    string    `json:"name"`
	Service string    `json:"service"`
	State   string    `json:"state"`            // see below
	Kept    string    `json:"kept,omitempty"`   // "keyring" or "file"
	Since   time.Time `json:"since,omitzero"`   // when the person logged in
	Expires time.Time `json:"expires,omitzero"` // of the present access token; a refresh token outlives it
}

// The states of a login.
const (
	None    = "none"    // nobody is logged in
	Ready   = "ready"   // the tokens can be used
	Renew   = "renew"   // they are old and are renewed by the next request
	Expired = "expired" // they are old and cannot be renewed
	Unknown = "unknown" // they belong to a login that nothing describes any more
)

// List tells about all logins: those that there can be, then tokens that belong to none of them. No
// token is read from the keyring for it.
func (s *Store) List() ([]State, error) {
	d, err := s.file.read()
	var all []State
	for _, service := range s.o.Services {
		all = append(all, s.state(d, service.Name, service.title()))
	}
	var others []string
	for name := range d.logins {
		if !slices.ContainsFunc(s.o.Services, func(service Service) bool { return service.Name == name }) {
			others = append(others, name)
		}
	}
	slices.Sort(others)
	for _, name := range others {
		if state := s.state(d, name, name); state.State != None {
			state.State = Unknown
			all = append(all, state)
		}
	}
	return all, err
}

func (s *Store) state(d document, name, title string) State {
	r, ok := d.get(name)
	if !ok {
		return State{Name: name, Service: title, State: None}
	}
	state := State{Name: name, Service: title, State: Ready, Kept: "file", Since: r.Since, Expires: r.Expires}
	if r.Kept == inKeyring {
		state.Kept = inKeyring
	}
	if !r.Expires.IsZero() && !s.o.Now().Add(skew).Before(r.Expires) {
		state.State = Renew
		if r.Kept == "" && r.Refresh == "" {
			state.State = Expired
		}
	}
	return state
}
