package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// unreachableError says that a host lies where no tool asks.
type unreachableError struct {
	host string
	kind string // what kind of address it has
}

// Error says so, and what the user can do about it.
func (e *unreachableError) Error() string {
	return fmt.Sprintf("%s is %s, and those are not asked: a page or a model must not reach into the user's own networks. "+
		"The user can allow it with web.allowHosts: [%q] in their own configuration", e.host, e.kind, e.host)
}

// connectWithin bounds the wait for one connection, the look-up of the name included.
const connectWithin = 15 * time.Second

// transport gives the way to the host of a request. Without a proxy the address is judged when the connection
// is made, so that it is the very address that was looked up: a name cannot lead elsewhere in between. A
// proxy looks names up itself, so they are judged by what they lead to from here, as far as that is known.
func (o Options) transport(r *http.Request) (*http.Transport, error) {
	t, err := o.Way()
	if err != nil {
		return nil, err
	}
	t.ResponseHeaderTimeout = o.Limits.FirstByte
	var proxy *url.URL
	if t.Proxy != nil {
		if proxy, err = t.Proxy(r); err != nil {
			return nil, errors.New("the address of the proxy in the environment cannot be read")
		}
	}
	if proxy == nil {
		t.Proxy, t.DialContext = nil, o.dial
		return t, nil
	}
	t.Proxy = http.ProxyURL(proxy)
	t.DialContext = (&net.Dialer{Timeout: connectWithin}).DialContext
	return t, o.checkFar(r.Context(), r.URL)
}

// dial connects to a host unless it lies where no tool asks.
func (o Options) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	d := net.Dialer{Timeout: connectWithin}
	if !o.allowed(host, port) {
		d.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(address)
			if err != nil {
				return &unreachableError{host, "no address of the network"}
			}
			if kind := near(at.Addr()); kind != "" {
				return &unreachableError{host, kind}
			}
			return nil
		}
	}
	return d.DialContext(ctx, network, address)
}

// lookWithin bounds the look-up of a name that a proxy will look up again.
const lookWithin = 5 * time.Second

// checkFar judges a host that a proxy is to ask. A name that nothing is known of here is the proxy's affair.
func (o Options) checkFar(ctx context.Context, u *url.URL) error {
	host := u.Hostname()
	if o.allowed(host, portOf(u)) {
		return nil
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		if kind := near(addr); kind != "" {
			return &unreachableError{host, kind}
		}
		return nil
	}
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return &unreachableError{host, "this machine"}
	}
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	all, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil // behind a proxy there may be no names at all
	}
	for _, addr := range all {
		if kind := near(addr); kind != "" {
			return &unreachableError{host, kind}
		}
	}
	return nil
}

func portOf(u *url.URL) string {
	if port := u.Port(); port != "" {
		return port
	}
	return defaultPort(u.Scheme)
}

// allowed says whether the user lets a host be asked wherever it lies.
func (o Options) allowed(host, port string) bool {
	for _, entry := range o.AllowHosts {
		name := strings.ToLower(strings.TrimSpace(entry))
		if own, number, err := net.SplitHostPort(name); err == nil {
			if number != port {
				continue
			}
			name = own
		}
		if domain, ok := strings.CutPrefix(name, "*."); ok {
			if strings.HasSuffix(host, "."+domain) {
				return true
			}
			continue
		}
		if own, err := canonicalHost(strings.Trim(name, "[]")); err == nil && own == host {
			return true
		}
	}
	return false
}

// near says what kind of address one is that does not lie in the open internet, or gives "".
func near(addr netip.Addr) string {
	addr = addr.WithZone("").Unmap()
	switch {
	case !addr.IsValid() || addr.IsUnspecified():
		return "no address of a host"
	case addr.IsLoopback():
		return "this machine"
	case addr.IsPrivate():
		return "in a private network"
	case addr.IsLinkLocalUnicast():
		return "in the local network, where clouds keep their keys"
	case addr.IsMulticast():
		return "a group of machines"
	}
	if addr.Is4() {
		return near4(addr.As4())
	}
	return near6(addr)
}

// near4 is near for what the standard library has no name for.
func near4(a [4]byte) string {
	at := func(bytes ...byte) bool { return string(a[:len(bytes)]) == string(bytes) }
	switch {
	case a[0] == 0, a[0] >= 240, at(192, 0, 0), at(192, 0, 2), at(198, 51, 100), at(203, 0, 113), at(192, 88, 99):
		return "no address of a host"
	case a[0] == 100 && a[1]&0xC0 == 64, a[0] == 198 && a[1]&0xFE == 18:
		return "in a private network"
	case at(168, 63, 129, 16):
		return "in the local network, where clouds keep their keys"
	}
	return ""
}

// near6 lets through what is given to hosts of the open internet, and what stands for an IPv4 address of it.
func near6(addr netip.Addr) string {
	a := addr.As16()
	at := func(bytes ...byte) bool { return string(a[:len(bytes)]) == string(bytes) }
	embedded := func(from int) string { return near(netip.AddrFrom4([4]byte(a[from : from+4]))) }
	switch {
	case at(0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0): // NAT64
		return embedded(12)
	case at(0x20, 0x02): // 6to4
		return embedded(2)
	case a[0]&0xE0 != 0x20, at(0x20, 0x01, 0x0D, 0xB8), at(0x20, 0x01) && a[2] < 2, at(0x3F, 0xFF) && a[2]&0xF0 == 0:
		return "no address of a host in the open internet"
	}
	return ""
}
