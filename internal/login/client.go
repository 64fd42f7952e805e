package login

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"
)

// Bounds of one request to a service, with its answer.
const (
	answerLimit = 30 * time.Second
	answerSize  = 1 << 20
)

// usual is the way to a service when nobody gave another one. A login sends a request now and then, so no
// connection is kept; answers are taken as they are, for what is packed has no known size.
func usual() http.RoundTripper {
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true, DisableCompression: true,
		TLSHandshakeTimeout: answerLimit, MaxResponseHeaderBytes: 64 << 10,
	}
}

// client is a context that has the library use our HTTP client for a service.
func (s *Store) client(ctx context.Context, service Service) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, s.http(service))
}

// http gives the client for requests to a service that hold secrets.
func (s *Store) http(service Service) *http.Client {
	return &http.Client{
		Transport: sender{s.o.Sender, service.json},
		// A redirect would send codes and tokens to an address that nobody chose.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// config is the service as the library wants it. Redirect is the address that a code is sent to.
func (s Service) config(redirect string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: s.ClientID, ClientSecret: s.ClientSecret, Scopes: s.Scopes, RedirectURL: redirect,
		Endpoint: oauth2.Endpoint{
			AuthURL: s.AuthURL, TokenURL: s.TokenURL, DeviceAuthURL: s.DeviceURL, AuthStyle: oauth2.AuthStyleInParams,
		},
	}
}

// sender sends a request the way a service wants it.
type sender struct {
	next http.RoundTripper
	json bool
}

// RoundTrip implements http.RoundTripper. It takes the answer as a whole, so that the limit is on all of it
// and nothing is left open: the library does not close every answer.
func (s sender) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), answerLimit)
	defer cancel()
	req = req.Clone(ctx)
	req.Header.Set("User-Agent", "eidolon")
	req.Header.Set("Accept", "application/json")
	if s.json && req.Body != nil {
		if err := formToJSON(req); err != nil {
			return nil, err
		}
	}
	res, err := s.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }() // it was for reading
	body, err := io.ReadAll(io.LimitReader(res.Body, answerSize))
	if err != nil {
		return nil, err
	}
	res.Body = io.NopCloser(bytes.NewReader(body))
	return res, nil
}

// formToJSON turns the form that the library sends into an object of the same words.
func formToJSON(req *http.Request) error {
	form, err := io.ReadAll(req.Body)
	if err != nil {
		return err
	}
	_ = req.Body.Close() // it is in memory
	values, err := url.ParseQuery(string(form))
	if err != nil {
		return err
	}
	object := map[string]string{}
	for name := range values {
		object[name] = values.Get(name)
	}
	text, err := json.Marshal(object)
	if err != nil {
		return err
	}
	req.Body, req.ContentLength, req.GetBody = io.NopCloser(strings.NewReader(string(text))), int64(len(text)), nil
	req.Header.Set("Content-Type", "application/json")
	return nil
}
