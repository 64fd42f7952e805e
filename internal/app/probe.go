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

// namingTime is how long a server may take to say which models it has.
const namingTime = 2 * time.Second

// NameModel gives a profile without a model the one that its server lists first. Servers on this computer
// are there with whatever somebody has loaded, so nothing else can be usual for them. One that does not
// tell is asked without a name.
func NameModel(ctx context.Context, o *Options) {
	if o.Profile.Model != "" || o.Profile.BaseURL == "" || o.Script != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, namingTime)
	defer cancel()
	list, err := listModels(ctx, *o, o.Profile)
	if err != nil || len(list) == 0 {
		return
	}
	o.Profile.Model = list[0].ID
	if list[0].Window > 0 {
		o.Profile.ContextWindow = list[0].Window
	}
}
