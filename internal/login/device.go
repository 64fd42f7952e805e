package login

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"golang.org/x/oauth2"

	"eidolon/internal/leaf/clean"
)

// Seconds between two questions whether the person is done: those of a service that does not say, and the
// most that one may ask for.
const (
	usualPause   = 5
	longestPause = 60
)

// device shows a code that the person types in on a page of the service, on any computer, and asks the
// service now and then whether that is done.
func (a *attempt) device(ctx context.Context) (*oauth2.Token, error) {
	ctx = a.store.client(ctx, a.service)
	config := a.service.config("")
	begun, err := config.DeviceAuth(ctx)
	if err != nil {
		return nil, a.service.failure(ctx, err)
	}
	if !isAddress(begun.VerificationURI) || begun.UserCode == "" || begun.DeviceCode == "" {
		return nil, a.service.unusable()
	}
	if begun.Interval <= 0 {
		begun.Interval = usualPause
	}
	begun.Interval = min(begun.Interval, longestPause)
	a.person.Say(fmt.Sprintf("To log in to %s, open this address in a browser, on any computer:\n\n  %s\n\nand type in this code there:\n\n  %s\n",
		a.service.title(), clean.Line(begun.VerificationURI), clean.Line(begun.UserCode)))
	if !begun.Expiry.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, begun.Expiry, errCodeOld)
		defer cancel()
		begun.Expiry = time.Time{} // the library would keep the same time without saying so
	}
	for {
		token, err := config.DeviceAccessToken(ctx, begun)
		var refused *oauth2.RetrieveError
		var network *url.Error
		switch {
		case err == nil:
			return token, nil
		case errors.Is(context.Cause(ctx), errCodeOld), errors.As(err, &refused) && refused.ErrorCode == "expired_token":
			return nil, fmt.Errorf("%w; run `eidolon login %s` again", errCodeOld, a.service.Name)
		case errors.As(err, &refused) && refused.ErrorCode == "access_denied":
			return nil, fmt.Errorf("%s was not allowed to let eidolon in", a.service.title())
		case errors.As(err, &network) && ctx.Err() == nil:
			continue // a fault of the network, which the next question may not meet
		}
		return nil, a.service.failure(ctx, err, begun.DeviceCode)
	}
}

var errCodeOld = errors.New("the code was not typed in before it ran out")

// isAddress says whether a text is the address of a page that can be shown.
func isAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil
}
