// Package logintest is a service to log in to, and the browser of a person who does it, for tests.
//
// The service is strict: it gives tokens only for a code that it gave itself, once, to the address and with
// the proof that the login began with. A refresh token works once too.
package logintest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// ClientID is the only client that the service knows.
const ClientID = "client-for-tests"

// Service is a service to log in to. Its fields are set before it is used.
type Service struct {
	Lifetime int      // of access tokens in seconds; 0 is not said
	Secret   string   // that the client has to know, or ""
	Account  string   // named by the identity token, or ""
	Deny     bool     // the person does not agree
	Devices  []string // what is answered to each question about a device code: an error, or "" for tokens
	Interval int      // of those questions, as it is told; 0 is not told
	Ends     int      // when a device code runs out, as it is told, in seconds; 0 is not told
	JSON     bool     // tokens are asked for in JSON
	// Instead may answer in the place of the service, and says whether it did.
	Instead func(w http.ResponseWriter, r *http.Request) bool

	URL string // of the service, once it is served

	mu      sync.Mutex
	codes   map[string]begun // not used yet
	refresh string           // the one that works, or ""
	given   []string         // every token
	counts  map[string]int   // requests by what they wanted
	faults  []string
}

// begun is a login that a person agreed to.
type begun struct{ challenge, redirect string }

// Start serves until the end of the test. A request that no careful client would send fails the test.
func (s *Service) Start(t testing.TB) *Service {
	t.Helper()
	server := httptest.NewServer(s)
	s.URL = server.URL
	t.Cleanup(func() {
		server.Close()
		s.Check(t)
	})
	return s
}

// Check fails the test for each request that no careful client would send.
func (s *Service) Check(t testing.TB) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, fault := range s.faults {
		t.Error(fault)
	}
}

// Given lists every token that the service ever gave.
func (s *Service) Given() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.given...)
}

// Count tells how many requests wanted something: "authorization_code", "refresh_token", "device",
// "revoke" and so on.
func (s *Service) Count(what string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts[what]
}

// Forget makes the refresh token that was given last one that does not work.
func (s *Service) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refresh = ""
}

// RoundTrip implements http.RoundTripper without a network, for tests in virtual time.
func (s *Service) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return w.Result(), nil
}

// ServeHTTP implements http.Handler.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.Instead != nil && s.Instead(w, r) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch r.Method + " " + r.URL.Path {
	case "GET /authorize":
		s.authorize(w, r)
	case "GET /shows":
		_, _ = io.WriteString(w, r.URL.Query().Get("code")+"#"+r.URL.Query().Get("state")) //nolint:gosec // no browser reads it
	case "POST /token":
		s.token(w, s.words(r))
	case "POST /device":
		s.device(w, s.words(r))
	case "POST /revoke":
		s.revoke(s.words(r))
	default:
		s.fault("%s %s", r.Method, r.URL.Path)
		http.NotFound(w, r)
	}
}

// fault notes what a careful client would not have done.
func (s *Service) fault(format string, args ...any) {
	s.faults = append(s.faults, "the service to log in to was asked: "+fmt.Sprintf(format, args...))
}

func (s *Service) count(what string) {
	if s.counts == nil {
		s.counts = map[string]int{}
	}
	s.counts[what]++
}

// words are the parameters of a request.
func (s *Service) words(r *http.Request) url.Values {
	words := url.Values{}
	switch kind := r.Header.Get("Content-Type"); {
	case s.JSON && kind == "application/json":
		var object map[string]string
		if err := json.NewDecoder(r.Body).Decode(&object); err != nil {
			s.fault("bad JSON: %v", err)
		}
		for name, value := range object {
			words.Set(name, value)
		}
	case !s.JSON && kind == "application/x-www-form-urlencoded":
		if err := r.ParseForm(); err != nil {
			s.fault("bad form: %v", err)
		}
		words = r.PostForm
	default:
		s.fault("%s with the type %q", r.URL.Path, kind)
	}
	if len(r.URL.RawQuery) > 0 {
		s.fault("%s with secrets in the address", r.URL.Path)
	}
	if words.Get("client_id") != ClientID || words.Get("client_secret") != s.Secret {
		s.fault("client %q with the secret %q", words.Get("client_id"), words.Get("client_secret"))
	}
	return words
}

// authorize is the page that asks the person, who agrees at once.
func (s *Service) authorize(w http.ResponseWriter, r *http.Request) {
	s.count("authorize")
	q := r.URL.Query()
	redirect, err := url.Parse(q.Get("redirect_uri"))
	host := ""
	if err == nil {
		host = redirect.Hostname()
	}
	switch {
	case q.Get("response_type") != "code", q.Get("client_id") != ClientID:
		s.fault("%q for the client %q", q.Get("response_type"), q.Get("client_id"))
	case q.Get("code_challenge_method") != "S256", len(q.Get("code_challenge")) != 43:
		s.fault("a login without proof: %q by %q", q.Get("code_challenge"), q.Get("code_challenge_method"))
	case len(q.Get("state")) < 20:
		s.fault("a login with the state %q, which can be guessed", q.Get("state"))
	case host != "127.0.0.1" && host != "localhost":
		s.fault("a login that goes on at %q", q.Get("redirect_uri"))
	}
	answer := url.Values{"state": {q.Get("state")}}
	if s.Deny {
		answer.Set("error", "access_denied")
		answer.Set("error_description", "no \x1b[31mway\x1b[0m")
	} else {
		code := "code-" + rand.Text()
		if s.codes == nil {
			s.codes = map[string]begun{}
		}
		s.codes[code] = begun{q.Get("code_challenge"), q.Get("redirect_uri")}
		answer.Set("code", code)
	}
	http.Redirect(w, r, q.Get("redirect_uri")+"?"+answer.Encode(), http.StatusFound) //nolint:gosec // it was looked at
}

// token gives tokens.
func (s *Service) token(w http.ResponseWriter, q url.Values) {
	grant := q.Get("grant_type")
	s.count(grant)
	switch grant {
	case "authorization_code":
		b, ok := s.codes[q.Get("code")]
		proof := sha256.Sum256([]byte(q.Get("code_verifier")))
		if !ok || b.challenge != base64.RawURLEncoding.EncodeToString(proof[:]) || b.redirect != q.Get("redirect_uri") {
			refuse(w, "invalid_grant")
			return
		}
		delete(s.codes, q.Get("code"))
	case "refresh_token":
		if s.refresh == "" || q.Get("refresh_token") != s.refresh {
			refuse(w, "invalid_grant")
			return
		}
	case "urn:ietf:params:oauth:grant-type:device_code":
		s.count("asked")
		next := "expired_token"
		if len(s.Devices) > 0 {
			next, s.Devices = s.Devices[0], s.Devices[1:]
		}
		if next != "" {
			refuse(w, next)
			return
		}
	default:
		s.fault("the grant %q", grant)
		refuse(w, "unsupported_grant_type")
		return
	}
	s.give(w)
}

func refuse(w http.ResponseWriter, code string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": code})
}

// give answers with new tokens.
func (s *Service) give(w http.ResponseWriter) {
	access, refresh := "access-"+rand.Text(), "refresh-"+rand.Text()
	s.refresh = refresh
	s.given = append(s.given, access, refresh)
	answer := map[string]any{"access_token": access, "refresh_token": refresh, "token_type": "Bearer"}
	if s.Lifetime != 0 {
		answer["expires_in"] = s.Lifetime
	}
	if s.Account != "" {
		claims, _ := json.Marshal(map[string]any{"https://api.openai.com/auth": map[string]string{"chatgpt_account_id": s.Account}})
		answer["id_token"] = strings.Join([]string{"e30", base64.RawURLEncoding.EncodeToString(claims), "c2ln"}, ".")
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer)
}

// device begins a login on another device.
func (s *Service) device(w http.ResponseWriter, _ url.Values) {
	s.count("device")
	answer := map[string]any{"device_code": "device-" + rand.Text(), "user_code": "WDJB-\x1b[2JMJHT", "verification_uri": "https://login.test/device"}
	if s.Interval != 0 {
		answer["interval"] = s.Interval
	}
	if s.Ends != 0 {
		answer["expires_in"] = s.Ends
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer)
}

// revoke takes tokens back.
func (s *Service) revoke(q url.Values) {
	s.count("revoke")
	if q.Get("token") == "" {
		s.fault("to take back no token")
	}
	s.refresh = ""
}
