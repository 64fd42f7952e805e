package login

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/oauth2"

	"eidolon/actors/model"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/redact"
)

// refusals are the words with which services say that tokens are of no use any more.
var refusals = []string{"invalid_grant", "invalid_client", "unauthorized_client", "access_denied", "invalid_scope"}

// failure puts what went wrong with a request to a service into words that hold no secret; sent are those
// that the service knows and might repeat. Nothing of err itself is kept: the library quotes what it got.
func (s Service) failure(ctx context.Context, err error, sent ...string) error {
	if refused, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return s.refused(refused, sent)
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return context.Canceled
	}
	var network net.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return &model.Error{
			Kind: model.TimedOut, Retryable: true,
			Message: fmt.Sprintf("%s did not answer within %v when asked for tokens.", hostOf(s.TokenURL), answerLimit),
		}
	}
	if u, ok := errors.AsType[*url.Error](err); ok {
		return &model.Error{
			Kind: model.Unreachable, Retryable: true,
			Message: fmt.Sprintf("%s cannot be reached for tokens: %s. Check the network and the proxy.", hostOf(s.TokenURL), quote(u.Err.Error(), s.hidden(sent))),
		}
	}
	return &model.Error{
		Kind:    model.BadAnswer,
		Message: hostOf(s.TokenURL) + " was asked for tokens and answered with something else.",
	}
}

// refused is the failure of a service that said no.
func (s Service) refused(r *oauth2.RetrieveError, sent []string) error {
	e := &model.Error{Kind: model.BadAnswer}
	if r.Response != nil {
		e.Status = r.Response.StatusCode
	}
	status := ""
	if e.Status != 0 {
		status = fmt.Sprintf(" (HTTP %d)", e.Status)
	}
	switch {
	case e.Status == http.StatusTooManyRequests:
		e.Kind, e.Retryable = model.RateLimited, true
		e.Message = hostOf(s.TokenURL) + " takes no more requests for now" + status + "."
	case e.Status >= 500:
		e.Kind, e.Retryable = model.Overloaded, true
		e.Message = hostOf(s.TokenURL) + " failed when asked for tokens" + status + "."
	case e.Status >= 300 && e.Status < 400:
		e.Message = hostOf(s.TokenURL) + " points elsewhere when asked for tokens" + status + ", and they are not sent there. Check logins." + s.Name + "."
	case slices.Contains(refusals, r.ErrorCode), e.Status == http.StatusUnauthorized, e.Status == http.StatusForbidden, e.Status == http.StatusBadRequest:
		e.Kind = model.Auth
		e.Message = s.title() + " does not accept the login" + status + ". " + s.again()
	default:
		e.Message = hostOf(s.TokenURL) + " answered with something else than tokens" + status + "."
	}
	words := strings.TrimSpace(r.ErrorCode + " " + r.ErrorDescription)
	if words = quote(words, s.hidden(sent)); words != "" {
		e.Message += " The service says: " + strconv.Quote(words)
	}
	return e
}

// hidden takes out of texts what the service was sent.
func (s Service) hidden(sent []string) *redact.Redactor {
	all := []redact.Secret{{Name: "client secret", Value: s.ClientSecret}}
	for _, value := range sent {
		all = append(all, redact.Secret{Name: "token", Value: value})
	}
	return redact.New(all)
}

// mostQuoted bounds what is shown of a text from outside, in characters.
const mostQuoted = 200

// quote makes a text from outside fit to be shown: on one line, short, and without secrets.
func quote(text string, hidden *redact.Redactor) string {
	text = hidden.String(text) // first of all: half a secret would not be found
	if len(text) > 4*mostQuoted {
		text = text[:4*mostQuoted]
	}
	text = clean.Line(redact.Shapes(text, "[…]"))
	if runes := []rune(text); len(runes) > mostQuoted {
		text = string(runes[:mostQuoted-1]) + "…"
	}
	return strings.TrimSpace(text)
}

func hostOf(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return clean.Line(u.Host)
	}
	return "The login service"
}
