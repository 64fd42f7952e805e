package wire

import "net/http"

// Way gives the way to a server beside the service, such as one to log in to: through the same proxy, with
// the same certificates. No connection is kept.
func (s Service) Way() (*http.Transport, error) {
	proxy, err := s.proxy()
	if err != nil {
		return nil, err
	}
	trust, err := s.trust()
	if err != nil {
		return nil, err
	}
	return &http.Transport{
		Proxy: proxy, OnProxyConnectResponse: checkProxy, TLSClientConfig: trust, TLSHandshakeTimeout: 2 * s.Timeouts.orDefaults().Connect,
		DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: maxHeader,
	}, nil
}
