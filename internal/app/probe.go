package app

import (
	"context"
	"net"
	"net/url"
	"time"

	"eidolon/internal/config"
)

// probeTime is how long a local model server may take to accept a connection.
const probeTime = 150 * time.Millisecond

// Probe gives the first of the local servers that is there.
func Probe(ctx context.Context, candidates []config.Profile) (config.Profile, bool) {
	dialer := net.Dialer{Timeout: probeTime}
	for _, p := range candidates {
		u, err := url.Parse(p.BaseURL)
		if err != nil {
			continue
		}
		conn, err := dialer.DialContext(ctx, "tcp", u.Host)
		if err != nil {
			continue
		}
		_ = conn.Close() // it was only to see whether somebody listens
		return p, true
	}
	return config.Profile{}, false
}
