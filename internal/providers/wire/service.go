package wire

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"eidolon/actors/model"
	"eidolon/internal/leaf/proxy"
	"eidolon/internal/leaf/redact"
)

// Service is a model service as every adapter takes it. Zero fields take their defaults.
type Service struct {
	BaseURL string // up to the version, such as http://127.0.0.1:8080/v1

	Key       string                   // "" for services without one
	KeyHint   string                   // where the user sets the key: "the variable OPENAI_API_KEY"
	KeyHeader string                   // the header that takes the key as it is, for services with a way of their own
	Login     Login                    // gives what is sent instead of a key; nil without a login
	Account   func() map[string]string // headers that go with what Login gave last; may be nil
	Refused   func(token string)       // hears that the service did not accept what Login gave; may be nil
	Fixed     map[string]string        // headers that the format wants with every request; no secrets
	Headers   map[string]string        // of the configuration, which may be secrets
	Query     map[string]string        // added to the address of each request

	Proxy  string // URL of the proxy, "none" to go without one, or "" for what the environment names
	CAFile string // a PEM file of certificates that are trusted beside the system's, or ""

	// ReasoningBack has what the model thought before its calls sent back with them, for services whose models
	// lose the thread without it, or refuse to go on. Formats in which reasoning has a proof send it back in
	// any case.
	ReasoningBack bool

	Profile   string // name for the request log
	Kind      string // of the API, for the same
	Timeouts  Timeouts
	MaxEvent  int              // bytes of one line or event of a stream; 0 is 16 MB
	MaxAnswer int              // bytes of one answer; 0 is 64 MB
	Now       func() time.Time // for a Retry-After date of a service that sends no Date; may be nil
	Log       *slog.Logger     // gets one line per request, without key and prompt; may be nil
	Tap       Tap              // sees all traffic; may be nil
}

// Login gives the access token of a person who has logged in, fresh enough for one request. It does not give
// again what Refused has heard of.
type Login func(ctx context.Context) (token string, err error)

// bearer is the usual header for a key, which has the word "Bearer" before it.
const bearer = "Authorization"

const (
	defaultMaxEvent  = 16 << 20
	defaultMaxAnswer = 64 << 20
)

// Endpoint appends the path of a format to the base URL. A base URL that already ends in it is taken as
// meant, because that is what services show in their examples.
func (s Service) Endpoint(path string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(s.BaseURL))
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, fmt.Errorf("the base URL must look like https://host/v1, not %q", redactURL(s.BaseURL))
	}
	base := strings.TrimSuffix(strings.TrimRight(u.Path, "/"), path)
	u.Path, u.RawPath, u.Fragment = strings.TrimRight(base, "/")+path, "", ""
	if len(s.Query) > 0 {
		query := u.Query()
		for name, value := range s.Query {
			query.Set(name, value)
		}
		u.RawQuery = query.Encode()
	}
	return u, nil
}

// redactURL drops what may hold a password or a token.
func redactURL(text string) string {
	text, _, _ = strings.Cut(text, "?")
	if i := strings.LastIndex(text, "@"); i >= 0 {
		text = text[i+1:]
	}
	return text
}

// checked gives the service with its defaults. An error means that it cannot work.
func (s Service) checked() (Service, error) {
	s.Key = strings.TrimSpace(s.Key)
	if strings.ContainsFunc(s.Key, unicode.IsControl) {
		return s, errors.New("the key contains a line break or another control character")
	}
	s.Timeouts = s.Timeouts.orDefaults()
	if s.MaxEvent <= 0 {
		s.MaxEvent = defaultMaxEvent
	}
	if s.MaxAnswer <= 0 {
		s.MaxAnswer = defaultMaxAnswer
	}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	return s, nil
}

// dress gives a request what every request to the service has: who asks, with which right, and the
// headers of the configuration.
func (x *Exchange) dress(req *http.Request) error {
	s := &x.transport.service
	req.Header.Set("User-Agent", "eidolon")
	req.Header.Del(bearer) // libraries fill in what they know
	for name, value := range s.Fixed {
		req.Header.Set(name, value)
	}
	switch {
	case s.Login != nil:
		x.watch.pause() // a login is bounded by itself; it may have to ask somebody else
		token, err := s.Login(req.Context())
		x.watch.connecting()
		if err != nil {
			return x.noLogin(err)
		}
		x.token = token
		req.Header.Set(bearer, "Bearer "+token)
		if s.Account != nil {
			for name, value := range s.Account() {
				req.Header.Add(name, value) // beside what the format itself says there
			}
		}
	case s.Key == "":
	case s.KeyHeader != "":
		req.Header.Set(s.KeyHeader, s.Key)
	default:
		req.Header.Set(bearer, "Bearer "+s.Key)
	}
	for name, value := range s.Headers {
		req.Header.Set(name, value)
	}
	return nil
}

// noLogin is the failure of a request for which there is no token.
func (x *Exchange) noLogin(err error) error {
	if failure, ok := errors.AsType[*model.Error](err); ok {
		return failure
	}
	return &model.Error{Kind: model.Auth, Message: "There is no login for " + x.service() + ": " + x.clean(err.Error()) + ".", Err: err}
}

// redactor takes the secrets out of texts, in every spelling; nil without any.
func (x *Exchange) redactor() *redact.Redactor {
	var known []redact.Secret
	for _, value := range x.secrets() {
		known = append(known, redact.Secret{Name: "secret", Value: value})
	}
	return redact.New(known)
}

// secrets gives what no message may show.
func (x *Exchange) secrets() []string {
	s := &x.transport.service
	out := []string{s.Key, x.token, proxy.Password(s.Proxy)}
	for _, value := range s.Query {
		out = append(out, value)
	}
	for _, value := range s.Headers {
		out = append(out, value)
		for word := range strings.FieldsSeq(value) { // the key of "Token KEY"
			if redact.IsSecret(word, nil) {
				out = append(out, word)
			}
		}
	}
	return out
}
