package login_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"eidolon/internal/login"
	"eidolon/internal/login/logintest"
)

// redirectOf gives the address that a page of the service sends the browser back to, and the state.
func redirectOf(t testing.TB, address string) (redirect *url.URL, state string) {
	t.Helper()
	u, err := url.Parse(address)
	if err == nil {
		redirect, err = url.Parse(u.Query().Get("redirect_uri"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return redirect, u.Query().Get("state")
}

func redirectPort(t testing.TB, address string) int {
	redirect, _ := redirectOf(t, address)
	port, err := strconv.Atoi(redirect.Port())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// elsewhere is where a browser ends on another computer, which cannot reach this one.
func elsewhere(ctx context.Context, t testing.TB, said string) string {
	t.Helper()
	for word := range strings.FieldsSeq(said) {
		if !strings.HasPrefix(word, "http") {
			continue
		}
		client := &http.Client{
			Transport:     &http.Transport{DisableKeepAlives: true},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, word, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		return res.Header.Get("Location")
	}
	t.Fatalf("no address was said: %s", said)
	return ""
}

// Whoever else comes to the page of this computer gets nothing and changes nothing: the login goes on, and
// then works once.
func TestHostileCallbacks(t *testing.T) {
	s := (&logintest.Service{}).Start(t)
	w := open(t, at(s, login.Loopback))
	_, err := w.store.LogIn(t.Context(), "test", w.person(func(address string) error {
		redirect, state := redirectOf(t, address)
		good := "?code=evil&state=" + state
		for _, tt := range []struct {
			name, method, target, host string
			want                       int
		}{
			{"wrong state", "GET", "/callback?code=evil&state=guess", "", 400},
			{"no state", "GET", "/callback?code=evil", "", 400},
			{"a state that begins alike", "GET", "/callback?code=evil&state=" + state[:10], "", 400},
			{"a refusal without state", "GET", "/callback?error=access_denied&error_description=%1b%5b2J", "", 400},
			{"another path", "GET", "/" + good, "", 404},
			{"a path below", "GET", "/callback/x" + good, "", 404},
			{"a path around", "GET", "/x/../callback/../../etc/passwd" + good, "", 404},
			{"POST", "POST", "/callback" + good, "", 405},
			{"HEAD", "HEAD", "/callback" + good, "", 405},
			{"OPTIONS", "OPTIONS", "/callback" + good, "", 405},
			{"a name that leads here", "GET", "/callback" + good, "evil.test:" + redirect.Port(), 421},
			{"a name without port", "GET", "/callback" + good, "127.0.0.1", 421},
			{"no name", "GET", "/callback" + good, "-", 400},
			{"a header without end", "GET", "/callback" + good + "&x=" + strings.Repeat("x", 64<<10), "", 431},
		} {
			got, page := knock(t, redirect.Host, tt.method, tt.target, tt.host)
			if got != tt.want {
				t.Errorf("%s: status %d, want %d", tt.name, got, tt.want)
			}
			if strings.Contains(page, state) || strings.Contains(page, "evil") || strings.Contains(page, "\x1b") {
				t.Errorf("%s: the page repeats what it was asked: %s", tt.name, page)
			}
		}
		if err := logintest.Browser(t)(address); err != nil {
			return err
		}
		if got, _ := knock(t, redirect.Host, "GET", "/callback"+good, ""); got != 410 && got != 0 {
			t.Errorf("a second callback: status %d", got)
		}
		return nil
	}), login.Way{})
	if err != nil {
		t.Error(err)
	}
}

// knock sends a request as it is and gives the answer, or 0 when nobody listens any more. A host of "-" is
// left out.
func knock(t testing.TB, address, method, target, host string) (status int, page string) {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
	if err != nil {
		return 0, ""
	}
	defer conn.Close()
	switch host {
	case "":
		host = "Host: " + address + "\r\n"
	case "-":
		host = ""
	default:
		host = "Host: " + host + "\r\n"
	}
	if _, err := io.WriteString(conn, method+" "+target+" HTTP/1.1\r\n"+host+"Connection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	data, _ := io.ReadAll(conn) // a server that does not read to the end resets the connection
	fields := strings.Fields(string(data))
	if len(fields) < 2 {
		return 0, ""
	}
	status, err = strconv.Atoi(fields[1])
	if err != nil {
		t.Fatalf("%q: %v", data, err)
	}
	return status, string(data)
}

// The page can load nothing, and tells no other page the address with the code.
func TestPage(t *testing.T) {
	s := (&logintest.Service{}).Start(t)
	w := open(t, at(s, login.Loopback))
	_, err := w.store.LogIn(t.Context(), "test", w.person(func(address string) error {
		redirect, _ := redirectOf(t, address)
		_, page := knock(t, redirect.Host, "GET", "/callback", "")
		for _, want := range []string{"Content-Security-Policy: default-src 'none'", "Referrer-Policy: no-referrer", "Cache-Control: no-store", "nosniff"} {
			if !strings.Contains(page, want) {
				t.Errorf("the page lacks %q:\n%s", want, page)
			}
		}
		_, text, err := logintest.Visit(address)
		if !strings.Contains(text, "You may close this window.") {
			t.Errorf("the last page is %q", text)
		}
		return err
	}), login.Way{})
	if err != nil {
		t.Error(err)
	}
}

// A person who does not agree is told so, in words that are harmless on a terminal.
func TestDenied(t *testing.T) {
	s := (&logintest.Service{Deny: true}).Start(t)
	w := open(t, at(s, login.Loopback))
	_, err := w.store.LogIn(t.Context(), "test", w.person(func(address string) error {
		_, _, err := logintest.Visit(address)
		return err
	}), login.Way{})
	if err == nil || !strings.Contains(err.Error(), "Test was not allowed to let eidolon in") || strings.Contains(err.Error(), "\x1b") || errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if list, err := w.store.List(); err != nil || list[0].State != login.None {
		t.Errorf("then there is %+v, %v", list, err)
	}
}
