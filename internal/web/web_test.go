package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"eidolon/actors/tool"
	"eidolon/internal/web"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// way is the plain way to other machines.
func way() (*http.Transport, error) { return &http.Transport{DisableKeepAlives: true}, nil }

// serve starts a server on this machine and gives its address.
func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return s.URL
}

// options are those of a user who lets this machine be asked.
func options(change ...func(*web.Options)) web.Options {
	o := web.Options{Way: way, AllowHosts: []string{"127.0.0.1", "[::1]"}, Version: "1.2.3"}
	for _, c := range change {
		c(&o)
	}
	return o
}

// call makes a call of a tool as the runtime does.
func call(t *testing.T, o web.Options, name string, input any) (tool.Class, tool.Result) {
	t.Helper()
	return callWith(t.Context(), t, o, name, input)
}

func callWith(ctx context.Context, t *testing.T, o web.Options, name string, input any) (tool.Class, tool.Result) {
	t.Helper()
	raw, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range web.New(o) {
		if h.Spec().Name != name {
			continue
		}
		c := tool.Call{Key: "t1r1c1", Name: h.Spec().FullName(), OutDir: "/out"}
		if c.Input, err = h.Spec().Decode(raw); err != nil {
			return tool.Class{}, tool.FailWith(err)
		}
		class, err := h.Classify(c)
		if err != nil {
			return class, tool.FailWith(err)
		}
		return class, h.Run(ctx, c, class, func(tool.Progress) {})
	}
	t.Fatalf("there is no tool %s", name)
	return tool.Class{}, tool.Result{}
}

func fetch(t *testing.T, o web.Options, address string) tool.Result {
	t.Helper()
	_, r := call(t, o, "fetch_webpage", map[string]any{"url": address})
	return r
}

type page struct {
	URL       string `json:"url"`
	At        string `json:"at"`
	LeadsTo   string `json:"leads_to"`
	Status    int    `json:"status"`
	Type      string `json:"type"`
	Title     string `json:"title"`
	Content   string `json:"content"`
	Bytes     int    `json:"bytes"`
	Truncated bool   `json:"truncated"`
}

func pageOf(t *testing.T, r tool.Result) page {
	t.Helper()
	if !r.OK {
		t.Fatalf("%s: %s", r.Code, r.Text)
	}
	var p page
	if err := json.Unmarshal(r.Data, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// refused checks that a result is bad in a certain way, says what it should, and shows no control character.
func refused(t *testing.T, r tool.Result, code tool.Code, kind, says string) {
	t.Helper()
	if r.OK || r.Code != code || !strings.Contains(string(r.Details), `"`+kind+`"`) || !strings.Contains(r.Text, says) {
		t.Errorf("got %v %s %s %q, want %s %s that says %q", r.OK, r.Code, r.Details, r.Text, code, kind, says)
	}
	if i := strings.IndexFunc(r.Text, func(c rune) bool { return c < ' ' && c != '\n' && c != '\t' || c == 0x7F }); i >= 0 {
		t.Errorf("%q holds a control character", r.Text)
	}
}

// Nothing of the user's own networks is asked unless they say so, however it is written.
func TestOwnNetworksAreNotAsked(t *testing.T) {
	asked := false
	at, err := url.Parse(serve(t, func(http.ResponseWriter, *http.Request) { asked = true }))
	if err != nil {
		t.Fatal(err)
	}
	port := at.Port()
	for _, host := range []string{
		"127.0.0.1", "localhost", "LOCALHOST.", "127.1.2.3", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]",
		"[64:ff9b::127.0.0.1]", "[2002:7f00:1::]", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "100.100.100.200", "169.254.169.254",
		"[fe80::1]", "[fd00:ec2::254]", "[fc00::1]", "[ff02::1]", "224.0.0.1", "255.255.255.255", "240.0.0.1", "168.63.129.16", "198.18.0.1",
		"192.0.0.1", "[2001:db8::1]", "[2001::1]", "[100::1]", "[fec0::1]",
	} {
		o := options(func(o *web.Options) { o.AllowHosts = []string{"example.com"} })
		r := fetch(t, o, "http://"+host+":"+port+"/")
		refused(t, r, tool.Failed, "address_refused", "web.allowHosts")
	}
	// These are no addresses in the one spelling that there is, and no names either.
	for _, host := range []string{
		"0x7f.1", "0x7f000001", "2130706433", "017700000001", "127.1", "127.0.0.1.", "0177.0.0.1", "127.0.0.0x1", "１２７.0.0.1", "127。0。0。1", "ⓛocalhost",
		"[fe80::1%25eth0]", "%31%32%37.0.0.1", "a..b", ".", "ex ample", "exa\u200dmple", "a_b!", strings.Repeat("a", 64) + ".com",
	} {
		_, r := call(t, options(), "fetch_webpage", map[string]any{"url": "http://" + host + ":" + port + "/"})
		if r.OK || r.Code != tool.InvalidInput {
			t.Errorf("%s: %v %s %q", host, r.OK, r.Code, r.Text)
		}
	}
	if asked {
		t.Error("this machine was asked all the same")
	}
}

func TestAllowedHosts(t *testing.T) {
	at, err := url.Parse(serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("here")) }))
	if err != nil {
		t.Fatal(err)
	}
	for entry, want := range map[string]bool{
		"127.0.0.1": true, " 127.0.0.1 ": true, "127.0.0.1:" + at.Port(): true, "127.0.0.1:1": false, "127.0.0.2": false, "*.0.0.1": true, "*": false,
		"": false, "localhost": false, "::ffff:127.0.0.1": true,
	} {
		r := fetch(t, options(func(o *web.Options) { o.AllowHosts = []string{entry} }), at.String())
		if r.OK != want {
			t.Errorf("%q: %v %s", entry, r.OK, r.Text)
		}
	}
}

func TestAddresses(t *testing.T) {
	for address, says := range map[string]string{
		"":                          "empty",
		"  ":                        "empty",
		"go.dev":                    "must begin with https://",
		"//go.dev/":                 "must begin with https://",
		"file:///etc/passwd":        "read_file",
		"data:text/html,x":          "data addresses are not fetched",
		"gopher://x.org/":           "gopher addresses are not fetched",
		"javascript:alert(1)":       "javascript addresses",
		"ftp://x.org/":              "ftp addresses",
		"http:x.org":                "names no host",
		"http:///x":                 "names no host",
		"https://user@x.org/":       "user name",
		"https://user:pass@x.org/":  "user name",
		"https://x.org\\@y.org/":    `\`,
		"https://x.org/\r\nHost: y": "which no address has",
		"https://x.org/a b":         "which no address has",
		"https://x.org/\x1b[31m":    "which no address has",
		"https://x.org/\u202e":      "which no address has",
		"https://x.org:0/":          "port",
		"https://x.org:99999/":      "port",
		"https://x.org:http/":       "cannot be read",
		"https://[::1/":             "cannot be read",
		"https://x.org/" + strings.Repeat("a", 5000): "at most",
	} {
		_, r := call(t, options(), "fetch_webpage", map[string]any{"url": address})
		if r.OK || r.Code != tool.InvalidInput || !strings.Contains(r.Text, says) {
			t.Errorf("%q: %v %s %q, want one that says %q", address, r.OK, r.Code, r.Text, says)
		}
		if strings.ContainsAny(r.Text, "\x1b\r\u202e") || strings.Contains(r.Text, "pass") && !strings.Contains(address, "passwd") && strings.Contains(r.Text, "user:pass") {
			t.Errorf("%q is repeated: %q", address, r.Text)
		}
	}
}

// The policy, the question and the request see one spelling of an address.
func TestOneSpelling(t *testing.T) {
	for address, want := range map[string][2]string{
		" HTTPS://Go.Dev./Doc?q=A#part ":  {"go.dev", "https://go.dev/Doc?q=A"},
		"https://go.dev:443/":             {"go.dev", "https://go.dev/"},
		"http://go.dev:80":                {"go.dev", "http://go.dev/"},
		"http://go.dev:443/":              {"go.dev", "http://go.dev:443/"},
		"http://[::FFFF:8.8.8.8]/":        {"8.8.8.8", "http://8.8.8.8/"},
		"http://[2606:4700:0::1111]:8080": {"2606:4700::1111", "http://[2606:4700::1111]:8080/"},
		"https://bücher.example/ä":        {"xn--bcher-kva.example", "https://xn--bcher-kva.example/%C3%A4"},
		"https://BÜCHER.example/":         {"xn--bcher-kva.example", "https://xn--bcher-kva.example/"},
		"https://аррӏе.com/":              {"xn--80ak6aa92e.com", "https://xn--80ak6aa92e.com/"},
		"https://日本語.jp/":                 {"xn--wgv71a119e.jp", "https://xn--wgv71a119e.jp/"},
		"https://faß.de/":                 {"xn--fa-hia.de", "https://xn--fa-hia.de/"},
		"https://他们为什么不说中文.com/":          {"xn--ihqwcrb4cv8a8dqg056pqjye.com", "https://xn--ihqwcrb4cv8a8dqg056pqjye.com/"},
	} {
		o := options(func(o *web.Options) { o.Way = func() (*http.Transport, error) { return nil, context.Canceled } })
		class, _ := call(t, o, "fetch_webpage", map[string]any{"url": address})
		if got := [2]string{class.Reaches, class.Subject}; got != want || !class.ReadOnly || class.Speculative {
			t.Errorf("%q: %q, %+v; want %q", address, got, class, want)
		}
	}
}

// With the network off nobody is asked anything, neither the user nor the host.
func TestOff(t *testing.T) {
	asked := false
	at := serve(t, func(http.ResponseWriter, *http.Request) { asked = true })
	o := options(func(o *web.Options) {
		o.Off = "sandbox.network is false (--no-network)"
		o.Search = web.Search{Backend: "searxng", BaseURL: at}
	})
	for name, input := range map[string]map[string]any{"fetch_webpage": {"url": at}, "web_search": {"query": "x"}} {
		class, r := call(t, o, name, input)
		refused(t, r, tool.Failed, "network_off", "--no-network")
		if class.Reaches != "" || asked {
			t.Errorf("%s: %+v, asked %v", name, class, asked)
		}
	}
}

// A proxy that is set is used, and does not open the user's own networks.
func TestProxy(t *testing.T) {
	var got []string
	proxy, err := url.Parse(serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.URL.String())
		_, _ = w.Write([]byte("by proxy"))
	}))
	if err != nil {
		t.Fatal(err)
	}
	o := web.Options{Way: func() (*http.Transport, error) {
		return &http.Transport{DisableKeepAlives: true, Proxy: http.ProxyURL(proxy)}, nil
	}}
	if p := pageOf(t, fetch(t, o, "http://nobody.invalid/x")); p.Content != "by proxy" {
		t.Errorf("%+v", p)
	}
	for _, host := range []string{"169.254.169.254", "127.0.0.1", "[::1]", "localhost", "a.localhost"} {
		refused(t, fetch(t, o, "http://"+host+"/"), tool.Failed, "address_refused", "web.allowHosts")
	}
	if len(got) != 1 || got[0] != "http://nobody.invalid/x" {
		t.Errorf("the proxy was asked for %q", got)
	}
}

func TestLimitsOfTime(t *testing.T) {
	hold := make(chan struct{})
	t.Cleanup(func() { close(hold) })
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/drip" {
			w.Header().Set("Content-Type", "text/plain")
			_, _ = w.Write([]byte("a"))
			w.(http.Flusher).Flush()
		}
		select {
		case <-hold:
		case <-r.Context().Done():
		}
	})
	o := options(func(o *web.Options) {
		o.Limits = web.Limits{FirstByte: 100 * time.Millisecond, Total: 300 * time.Millisecond}
	})
	for _, path := range []string{"/silent", "/drip"} {
		refused(t, fetch(t, o, at+path), tool.Timeout, "timeout", "did not answer in time")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, r := callWith(ctx, t, o, "fetch_webpage", map[string]any{"url": at}); r.Code != tool.Interrupted {
		t.Errorf("cancelled: %s %s", r.Code, r.Text)
	}
}
