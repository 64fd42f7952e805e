package wire

import (
	"bufio"
	"encoding/binary"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"eidolon/actors/model"
)

// secure serves events over TLS with an authority of its own, and gives the file with its certificate.
func secure(t *testing.T) (server *httptest.Server, file string) {
	t.Helper()
	server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "data: hello\n\n")
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	file = filepath.Join(t.TempDir(), "ca.pem")
	write(t, file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
	return server, file
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// said gives the first event of an answer.
func said(t *testing.T, address string, s Service) (string, error) {
	t.Helper()
	events, _, err := post(t, address, s)
	if err != nil {
		return "", err
	}
	e, err := events.Next()
	return string(e.Data), err
}

func TestAuthorityOfTheService(t *testing.T) {
	server, file := secure(t)
	if got, err := said(t, server.URL, Service{CAFile: file}); got != "hello" || err != nil {
		t.Errorf("the service said %q, %v", got, err)
	}
	other, _ := secure(t)
	_, err := said(t, other.URL, Service{})
	if kindOf(err) != model.Unreachable || !strings.Contains(err.Error(), "caFile") {
		t.Errorf("without the authority: %v", err)
	}
}

func TestAuthorityThatCannotBeUsed(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct {
		name, content, words string
	}{
		{"missing", "", "cannot be read"},
		{"empty", "\n", "is empty"},
		{"text", "hello", "holds no certificate in PEM form"},
		{"key", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte("x")})), "holds no certificate in PEM form"},
		{"garbage", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte("x")})), "holds a certificate that cannot be read"},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(dir, test.name)
			if test.content != "" {
				write(t, file, []byte(test.content))
			}
			_, err := NewTransport(Service{CAFile: file}, &url.URL{Host: "api.test"})
			if err == nil || !strings.Contains(err.Error(), test.words) || !strings.Contains(err.Error(), file) {
				t.Errorf("error %v, want %q", err, test.words)
			}
		})
	}
}

// tunnel is a proxy that connects to any host when it is asked with the user name and the password.
// It notes the hosts.
type tunnel struct {
	user, password string
	asked          chan string
}

func (p *tunnel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.asked <- r.Method + " " + r.Host
	r.Header.Set("Authorization", r.Header.Get("Proxy-Authorization"))
	if user, password, _ := r.BasicAuth(); user != p.user || password != p.password {
		w.WriteHeader(http.StatusProxyAuthRequired)
		_, _ = io.WriteString(w, "Who are you, "+password+"?")
		return
	}
	to, err := net.Dial("tcp", r.Host) //nolint:noctx,gosec // ends with the connection; a proxy goes where it is told
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer func() { _ = to.Close() }()
	w.WriteHeader(http.StatusOK)
	from, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer func() { _ = from.Close() }()
	_ = buffered.Flush()
	go func() { _, _ = io.Copy(to, buffered) }()
	_, _ = io.Copy(from, bufio.NewReader(to))
}

func TestProxy(t *testing.T) {
	server, file := secure(t)
	target := strings.TrimPrefix(server.URL, "https://")
	proxy := &tunnel{user: "me", password: "hush-hush", asked: make(chan string, 10)}
	through := httptest.NewServer(proxy)
	defer through.Close()
	at := strings.TrimPrefix(through.URL, "http://")
	socks := serveSocks(t, "me", "hush-hush")
	closed := httptest.NewServer(nil)
	closed.Close()

	for _, test := range []struct {
		name, proxy, url string
		asked            string // of the proxy; "" for nothing
		words            string // of the failure; "" for an answer
		retryable        bool
	}{
		{"with a password", "http://me:hush-hush@" + at, server.URL, "CONNECT " + target, "", false},
		{"none", "none", server.URL, "", "", false},
		{"wrong password", "http://me:hush-hush-no@" + at, server.URL, "CONNECT " + target, "The proxy wants a user name and a password (HTTP 407). Check the proxy setting", false},
		{"no password", "http://" + at, server.URL, "CONNECT " + target, "wants a user name", false},
		{"service that is away", "http://me:hush-hush@" + at, "https://127.0.0.1:1", "CONNECT 127.0.0.1:1", "The proxy does not connect to api.test (HTTP 502)", true},
		{"wrong password without TLS", "http://me:hush-hush-no@" + at, "http://127.0.0.1:1", "POST 127.0.0.1:1", "wants a login of its own (HTTP 407)", false},
		{"proxy that is away", "http://me:hush-hush@" + strings.TrimPrefix(closed.URL, "http://"), server.URL, "", "cannot be reached", true},
		{"socks", "socks5://me:hush-hush@" + socks, server.URL, "", "", false},
		{"socks with a wrong password", "socks5://me:hush-hush-no@" + socks, server.URL, "", "The proxy does not connect to api.test", true},
		{"socks proxy that is away", "socks5://me:hush-hush@" + strings.TrimPrefix(closed.URL, "http://"), server.URL, "", "cannot be reached", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := said(t, test.url, Service{Proxy: test.proxy, CAFile: file})
			asked := ""
			select {
			case asked = <-proxy.asked:
			default:
			}
			if asked != test.asked {
				t.Errorf("the proxy was asked for %q, want %q", asked, test.asked)
			}
			if test.words == "" {
				if got != "hello" || err != nil {
					t.Errorf("the service said %q, %v", got, err)
				}
				return
			}
			failure, _ := errors.AsType[*model.Error](err)
			if failure == nil || failure.Kind != model.Unreachable || failure.Retryable != test.retryable || !strings.Contains(failure.Message, test.words) {
				t.Fatalf("failure %+v, want %q", err, test.words)
			}
			if strings.Contains(failure.Message, "hush-hush") || failure.Err != nil && strings.Contains(failure.Err.Error(), "hush-hush") {
				t.Errorf("the password is shown: %+v", failure)
			}
		})
	}
}

// serveSocks is a SOCKS proxy that wants a user name and a password, and gives its address.
func serveSocks(t *testing.T, user, password string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var open sync.WaitGroup
	t.Cleanup(func() { _ = listener.Close(); open.Wait() })
	open.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			open.Go(func() {
				defer func() { _ = conn.Close() }()
				_ = socksTunnel(conn, user, password)
			})
		}
	})
	return listener.Addr().String()
}

// socksTunnel speaks as much of RFC 1928 and 1929 as one client needs.
func socksTunnel(conn net.Conn, user, password string) error {
	in := bufio.NewReader(conn)
	field := func(length int) ([]byte, error) { // -1 for one that says its length
		if length < 0 {
			n, err := in.ReadByte()
			if err != nil {
				return nil, err
			}
			length = int(n)
		}
		data := make([]byte, length)
		_, err := io.ReadFull(in, data)
		return data, err
	}
	if _, err := field(1); err != nil { // version
		return err
	}
	if _, err := field(-1); err != nil { // ways to log in
		return err
	}
	_, _ = conn.Write([]byte{5, 2})
	if _, err := field(1); err != nil {
		return err
	}
	gotUser, _ := field(-1)
	gotPassword, err := field(-1)
	if err != nil || string(gotUser) != user || string(gotPassword) != password {
		_, _ = conn.Write([]byte{1, 1})
		return err
	}
	_, _ = conn.Write([]byte{1, 0})
	head, err := field(4)
	if err != nil || head[3] != 1 { // an IPv4 address
		return err
	}
	address, _ := field(6)
	to, err := net.Dial("tcp", netip.AddrPortFrom(netip.AddrFrom4([4]byte(address[:4])), binary.BigEndian.Uint16(address[4:])).String()) //nolint:noctx // ends with the connection
	if err != nil {
		return err
	}
	defer func() { _ = to.Close() }()
	_, _ = conn.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	go func() { _, _ = io.Copy(to, in) }()
	_, err = io.Copy(conn, to)
	return err
}

func TestProxyThatCannotBe(t *testing.T) {
	for _, setting := range []string{"ftp://me:hush-hush@host", "hush-hush", "http://", "http://me:hush-hush@host:%zz"} {
		_, err := NewTransport(Service{Proxy: setting}, &url.URL{Host: "api.test"})
		if err == nil || strings.Contains(err.Error(), "hush-hush") || !strings.HasPrefix(err.Error(), "the proxy must ") {
			t.Errorf("%s: %v", setting, err)
		}
	}
}
