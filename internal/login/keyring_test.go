package login_test

import (
	"errors"
	"maps"
	"runtime"
	"strings"
	"testing"
	"time"

	"eidolon/actors/model"
	"eidolon/internal/login"
	"eidolon/internal/login/logintest"
)

// ring is a keyring in memory.
type ring struct {
	items  map[string]string
	fault  error
	asked  int
	delete error
}

func (r *ring) Set(user, secret string) error {
	if r.fault == nil {
		r.items[user] = secret
	}
	return r.fault
}

func (r *ring) Get(user string) (string, error) {
	r.asked++
	if r.fault != nil {
		return "", r.fault
	}
	if secret, ok := r.items[user]; ok {
		return secret, nil
	}
	return "", errors.New("not there")
}

func (r *ring) Delete(user string) error {
	delete(r.items, user)
	return r.delete
}

// Where there is a keyring the tokens are in it, and the file tells only that they are.
//
// Covers: Z7
func TestKeyring(t *testing.T) {
	keys := &ring{items: map[string]string{}}
	s := &logintest.Service{}
	w := begin(t, s, func(o *login.Options) { o.Keyring = keys })
	source := w.source()
	first := token(t, source)
	noTokens(t, s, "the file", w.content())
	if len(keys.items) != 1 || len(w.told) > 0 {
		t.Errorf("the keyring has %d items, told was %q", len(keys.items), w.told)
	}
	asked := keys.asked
	token(t, source)
	if keys.asked != asked {
		t.Error("the keyring is asked for what is known")
	}
	w.now = w.now.Add(time.Hour)
	second := token(t, source)
	if second == first || !strings.Contains(strings.Join(values(keys.items), ""), second) {
		t.Error("the new token is not in the keyring")
	}
	noTokens(t, s, "the file", w.content())
	list, err := w.store.List()
	if err != nil || list[0].Kept != "keyring" || list[0].State != login.Ready {
		t.Errorf("the list is %+v, %v", list, err)
	}
	if found, err := w.store.LogOut(t.Context(), "test"); !found || err != nil || len(keys.items) > 0 || s.Count("revoke") != 1 {
		t.Errorf("logging out: %v, %v, %d items left", found, err, len(keys.items))
	}
}

func values(m map[string]string) (all []string) {
	for v := range maps.Values(m) {
		all = append(all, v)
	}
	return all
}

// A keyring that fails is told of. What cannot be put into it goes into the file; what cannot be taken out
// of it needs the person.
func TestKeyringFails(t *testing.T) {
	keys := &ring{items: map[string]string{}, fault: errors.New("it is locked \x1b[2J")}
	s := &logintest.Service{}
	w := begin(t, s, func(o *login.Options) { o.Keyring = keys })
	source := w.source()
	if !strings.Contains(w.content(), token(t, source)) || len(w.told) != 1 || !strings.HasPrefix(w.told[0], "The keyring does not take the login (it is locked ␛[2J), so it is kept in ") {
		t.Errorf("told was %q", w.told)
	}
	keys.fault = nil
	w.logIn()
	noTokens(t, s, "the file", w.content())
	keys.fault = errors.New("it is locked \x1b[2J")
	got := failed(t, w.source())
	if got.Kind != model.Auth || got.Message != "The tokens of Test cannot be had: they are in the keyring: it is locked ␛[2J. Run `eidolon login test --file` to keep them in a file." {
		t.Errorf("%+v", got)
	}
	keys.delete = keys.fault
	w.told = nil
	if found, err := w.store.LogOut(t.Context(), "test"); !found || err != nil || len(w.told) != 1 {
		t.Errorf("logging out: %v, %v, told %q", found, err, w.told)
	}
}

// Two base directories have logins of their own in one keyring; asked for, the file is used instead.
func TestKeyringOfTwo(t *testing.T) {
	keys := &ring{items: map[string]string{}}
	with := func(o *login.Options) { o.Keyring = keys }
	begin(t, &logintest.Service{}, with)
	w := begin(t, &logintest.Service{}, with)
	if len(keys.items) != 2 {
		t.Errorf("the keyring has %d items", len(keys.items))
	}
	if _, err := w.store.LogIn(t.Context(), "test", w.person(logintest.Browser(t)), login.Way{InFile: true}); err != nil {
		t.Fatal(err)
	}
	if got := token(t, w.source()); !strings.Contains(w.content(), got) {
		t.Error("the token is not in the file")
	}
	for _, item := range keys.items {
		if strings.Contains(item, token(t, w.source())) {
			t.Error("the token is in the keyring as well")
		}
	}
}

// On Linux there is no keyring without the session of a desktop.
func TestSystemKeyring(t *testing.T) {
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		t.Skip("there it is part of the system")
	}
	for _, address := range []string{"", "autolaunch:"} {
		if login.SystemKeyring(func(string) string { return address }) != nil {
			t.Errorf("with the address %q there is a keyring", address)
		}
	}
}
