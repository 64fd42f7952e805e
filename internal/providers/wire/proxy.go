package wire

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"eidolon/actors/model"
)

// noProxy is the setting that goes without a proxy whatever the environment says.
const noProxy = "none"

// proxy gives what picks the proxy of a request. Errors do not quote the setting, which may hold a
// password.
func (s Service) proxy() (func(*http.Request) (*url.URL, error), error) {
	switch s.Proxy {
	case "":
		return http.ProxyFromEnvironment, nil
	case noProxy:
		return nil, nil //nolint:nilnil // how the HTTP client spells "none"
	}
	u, err := url.Parse(s.Proxy)
	if err != nil || u.Host == "" || !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme) {
		return nil, errors.New("the proxy must look like http://host:3128 or socks5://host:1080, or be none")
	}
	return http.ProxyURL(u), nil
}

// proxyPassword gives what no message may show of the setting.
func (s Service) proxyPassword() string {
	u, err := url.Parse(s.Proxy)
	if err != nil || u.User == nil {
		return ""
	}
	password, _ := u.User.Password()
	return password
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
