package login

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/zalando/go-keyring"
)

// Keyring keeps a secret for a user name, in the system's own way.
type Keyring interface {
	Set(user, secret string) error
	Get(user string) (secret string, err error)
	Delete(user string) error
}

// SystemKeyring gives the keyring of this computer, or nil when there is none. Env gives a variable of the
// environment. It touches nothing: a keyring that is there may still be locked.
func SystemKeyring(env func(name string) string) Keyring {
	switch runtime.GOOS {
	case "darwin", "windows":
		return system{}
	}
	// Without the address of a session the library would start a bus of its own, with nobody on it.
	if address := env("DBUS_SESSION_BUS_ADDRESS"); address == "" || strings.HasPrefix(address, "autolaunch:") {
		return nil
	}
	return system{}
}

// keyringService is what items of the keyring are called.
const keyringService = "eidolon"

// keyringLimit is how long the keyring may take. It may ask the person for a password.
const keyringLimit = 30 * time.Second

var (
	errKeyringSlow = fmt.Errorf("the keyring did not answer within %v", keyringLimit)
	errNotThere    = errors.New("the keyring does not have it")
)

type system struct{}

// Set implements Keyring.
func (system) Set(user, secret string) error {
	return bounded(func() error { return keyring.Set(keyringService, user, secret) })
}

// Get implements Keyring.
func (system) Get(user string) (string, error) {
	secret := make(chan string, 1)
	err := bounded(func() error {
		text, err := keyring.Get(keyringService, user)
		secret <- text
		return err
	})
	switch {
	case errors.Is(err, keyring.ErrNotFound):
		return "", errNotThere
	case err != nil:
		return "", err
	}
	return <-secret, nil
}

// Delete implements Keyring.
func (system) Delete(user string) error {
	err := bounded(func() error { return keyring.Delete(keyringService, user) })
	if errors.Is(err, keyring.ErrNotFound) {
		return nil
	}
	return err
}

// bounded gives up waiting for a call that cannot be ended.
func bounded(call func() error) error {
	done := make(chan error, 1)
	go func() { done <- call() }()
	limit := time.NewTimer(keyringLimit) //nolint:forbidigo // it is about another program, in real time
	defer limit.Stop()
	select {
	case err := <-done:
		return err
	case <-limit.C:
		return errKeyringSlow
	}
}
