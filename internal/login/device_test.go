package login_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"eidolon/internal/login"
	"eidolon/internal/login/logintest"
)

// The service is asked in its own pace whether the person has typed in the code, until there is an answer or
// the code runs out.
//
// Covers: Y33
func TestDevice(t *testing.T) {
	down := func(times int) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != "/token" || times == 0 {
				return false
			}
			times--
			w.WriteHeader(http.StatusBadGateway)
			return true
		}
	}
	for name, tt := range map[string]struct {
		service *logintest.Service
		want    string
		took    time.Duration
		asked   int
	}{
		"at once":              {&logintest.Service{Devices: []string{""}, Interval: 2}, "", 2 * time.Second, 1},
		"usual pace":           {&logintest.Service{Devices: []string{""}}, "", 5 * time.Second, 1},
		"later":                {&logintest.Service{Devices: []string{"authorization_pending", "authorization_pending", ""}}, "", 15 * time.Second, 3},
		"slower":               {&logintest.Service{Devices: []string{"slow_down", "authorization_pending", ""}}, "", 25 * time.Second, 3},
		"a pace of the past":   {&logintest.Service{Devices: []string{""}, Interval: -1 << 40}, "", 5 * time.Second, 1},
		"a pace of years":      {&logintest.Service{Devices: []string{""}, Interval: 1 << 40}, "", time.Minute, 1},
		"denied":               {&logintest.Service{Devices: []string{"access_denied"}}, "Test was not allowed to let eidolon in", 5 * time.Second, 1},
		"run out":              {&logintest.Service{Devices: []string{"authorization_pending", "expired_token"}}, "the code was not typed in before it ran out", 10 * time.Second, 2},
		"run out by itself":    {&logintest.Service{Devices: []string{"authorization_pending", "authorization_pending"}, Ends: 12}, "the code was not typed in before it ran out", 12 * time.Second, 2},
		"nobody":               {&logintest.Service{Devices: make100("authorization_pending")}, "nobody went on with the login within 1m2s", 62 * time.Second, 12},
		"something else":       {&logintest.Service{Devices: []string{"invalid_grant"}}, "Test does not accept the login (HTTP 400)", 5 * time.Second, 1},
		"a service that fails": {&logintest.Service{Instead: down(1)}, "failed when asked for tokens (HTTP 502)", 5 * time.Second, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := tt.service
				s.URL = "https://login.test"
				w := open(t, at(s, login.Device), func(o *login.Options) { o.Sender = s })
				begun := time.Now()
				_, err := w.store.LogIn(t.Context(), "test", w.person(nil), login.Way{Limit: 62 * time.Second})
				if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
					t.Errorf("%v, want %q", err, tt.want)
				}
				if took := time.Since(begun); took.Round(time.Second) != tt.took || s.Count("asked") != tt.asked {
					t.Errorf("it took %v and %d questions, want %v and %d", took, s.Count("asked"), tt.took, tt.asked)
				}
				said := strings.Join(w.said, "\n")
				if !strings.Contains(said, "https://login.test/device") || !strings.Contains(said, "WDJB-␛[2JMJHT") || strings.Contains(said, "device-") {
					t.Errorf("said was %q", said)
				}
				s.Check(t)
			})
		})
	}
}

func make100(word string) []string {
	return strings.Split(strings.Repeat(word+",", 100), ",")[:100]
}

// A network that fails between two questions is not the end of a login.
func TestDeviceThroughFaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &logintest.Service{URL: "https://login.test", Devices: []string{"authorization_pending", ""}}
		faults := 3
		w := open(t, at(s, login.Device), func(o *login.Options) {
			o.Sender = sender(func(r *http.Request) (*http.Response, error) {
				if r.URL.Path == "/token" && faults > 0 {
					faults--
					return nil, errors.New("the cable is out")
				}
				return s.RoundTrip(r)
			})
		})
		if _, err := w.store.LogIn(t.Context(), "test", w.person(nil), login.Way{}); err != nil || faults != 0 {
			t.Errorf("%v after %d faults", err, 3-faults)
		}
		s.Check(t)
	})
}

// Whatever a service says in the place of a code, nothing of it is shown and no browser is sent anywhere.
func TestDeviceSaysNonsense(t *testing.T) {
	for name, body := range map[string]string{
		"no JSON":         "<html>",
		"nothing":         "{}",
		"no code":         `{"device_code":"d","verification_uri":"https://a.test"}`,
		"a script":        `{"device_code":"d","user_code":"U","verification_uri":"javascript:alert(1)"}`,
		"a file":          `{"device_code":"d","user_code":"U","verification_uri":"file:///etc/passwd"}`,
		"somebody's host": `{"device_code":"d","user_code":"U","verification_uri":"https://bank.test@evil.test"}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := &logintest.Service{URL: "https://login.test", Instead: func(w http.ResponseWriter, _ *http.Request) bool {
				_, _ = w.Write([]byte(body))
				return true
			}}
			w := open(t, at(s, login.Device), func(o *login.Options) { o.Sender = s })
			_, err := w.store.LogIn(t.Context(), "test", w.person(func(string) error { t.Error("a browser was opened"); return nil }), login.Way{})
			if err == nil || !strings.Contains(err.Error(), "login.test") || len(w.said) > 0 {
				t.Errorf("%v, said was %q", err, w.said)
			}
		})
	}
}

// An interrupt ends the wait at once.
func TestDeviceInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &logintest.Service{URL: "https://login.test", Devices: make100("authorization_pending")}
		w := open(t, at(s, login.Device), func(o *login.Options) { o.Sender = s })
		ctx, cancel := context.WithTimeout(t.Context(), 7*time.Second)
		defer cancel()
		begun := time.Now()
		if _, err := w.store.LogIn(ctx, "test", w.person(nil), login.Way{}); err == nil || time.Since(begun) != 7*time.Second {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
	})
}

// sender is a way to a service.
type sender func(*http.Request) (*http.Response, error)

// RoundTrip implements http.RoundTripper.
func (s sender) RoundTrip(r *http.Request) (*http.Response, error) { return s(r) }
