package wire

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"eidolon/actors/model"
	"eidolon/internal/leaf/proxy"
)

// proxy gives what picks the proxy of a request.
func (s Service) proxy() (func(*http.Request) (*url.URL, error), error) {
	if s.Proxy == "" {
		return http.ProxyFromEnvironment, nil
	}
	u, err := proxy.Parse(s.Proxy)
	if err != nil {
		return nil, fmt.Errorf("the proxy %w", err)
	}
	return http.ProxyURL(u), nil // without one for nil
}

// proxyError is the answer of a proxy that does not connect.
type proxyError struct{ status int }

// Error says so.
func (e *proxyError) Error() string { return fmt.Sprintf("the proxy answered HTTP %d", e.status) }

// checkProxy keeps the status of a proxy that does not connect, of which the HTTP client tells only the
// words.
func checkProxy(_ context.Context, _ *url.URL, _ *http.Request, res *http.Response) error {
	if res.StatusCode != http.StatusOK {
		return &proxyError{res.StatusCode}
	}
	return nil
}

// proxyRefused is the failure of a request that the proxy did not let through.
func (x *Exchange) proxyRefused(e *proxyError) *model.Error {
	what := "does not connect to " + x.service()
	if e.status == http.StatusProxyAuthRequired {
		what = "wants a user name and a password"
	}
	return &model.Error{
		Kind: model.Unreachable, Status: e.status, Retryable: e.status >= 500 || e.status == http.StatusTooManyRequests,
		Message: fmt.Sprintf("The proxy %s (HTTP %d). %s", what, e.status, x.proxyAdvice()),
	}
}

// proxyAdvice says where the proxy comes from.
func (x *Exchange) proxyAdvice() string {
	if x.transport.service.Proxy != "" {
		return "Check the proxy setting of the profile."
	}
	return "Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY."
}
