package wire

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// What is asked beside the service goes through its proxy, and settings that cannot work are said.
func TestWay(t *testing.T) {
	var asked []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.String())
		_, _ = io.WriteString(w, "from the proxy")
	}))
	defer proxy.Close()
	way, err := Service{Proxy: proxy.URL}.Way()
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://login.test/token", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := way.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil || string(body) != "from the proxy" || strings.Join(asked, " ") != "http://login.test/token" {
		t.Errorf("%q, %v; the proxy was asked for %q", body, err, asked)
	}
	_ = res.Body.Close()
	for _, s := range []Service{{Proxy: "nonsense"}, {CAFile: "/does/not/exist"}} {
		if _, err := s.Way(); err == nil {
			t.Errorf("%+v works", s)
		}
	}
}
