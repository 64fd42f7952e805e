package login

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"eidolon/internal/leaf/clean"
)

// LogOut removes the tokens of a login, after it has given them back where the service takes them. They are
// gone afterwards even when the service cannot be reached, which is a notice. Found is whether there were
// any.
func (s *Store) LogOut(ctx context.Context, name string) (found bool, err error) {
	service, unknown := s.Service(name)
	if unknown == nil {
		name = service.Name
	}
	err = s.change(ctx, func() error {
		d, err := s.file.read()
		if err != nil {
			return err
		}
		r, ok := d.get(name)
		_, entry := d.logins[name]
		if !ok && !entry {
			return unknown
		}
		found = true
		if full, err := s.unlock(name, r); err == nil && ok {
			s.giveBack(ctx, service, full)
		}
		if r.Kept == inKeyring && s.o.Keyring != nil {
			if err := s.o.Keyring.Delete(s.keyringUser(name)); err != nil {
				s.o.Notice("The keyring still has the tokens of " + clean.Line(name) + ": " + clean.Line(err.Error()) + ".")
			}
		}
		if d, err = d.with(name, nil); err != nil {
			return err
		}
		return s.file.write(d)
	})
	return found, err
}

// giveBack tells the service that tokens are not wanted any more.
func (s *Store) giveBack(ctx context.Context, service Service, r record) {
	if service.RevokeURL == "" {
		return
	}
	token, kind := r.Refresh, "refresh_token"
	if token == "" {
		token, kind = r.Access, "access_token"
	}
	if err := s.revoke(ctx, service, token, kind); err != nil {
		s.o.Notice(fmt.Sprintf("%s could not be told: %s. Its own pages have a list of the programs that may use your account.",
			service.title(), quote(err.Error(), service.hidden([]string{token}))))
	}
}

func (s *Store) revoke(ctx context.Context, service Service, token, kind string) error {
	form := url.Values{"token": {token}, "token_type_hint": {kind}, "client_id": {service.ClientID}}
	if service.ClientSecret != "" {
		form.Set("client_secret", service.ClientSecret)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, service.RevokeURL, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := s.http(service).Do(req)
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()      // it was for reading
	_, _ = io.CopyN(io.Discard, res.Body, 4<<10) // what it says does not matter
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("it answered with HTTP %d", res.StatusCode)
	}
	return nil
}
