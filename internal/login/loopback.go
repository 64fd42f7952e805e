package login

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/oauth2"
)

// loopback waits on this computer for the browser to come back with a code. Where no browser can be
// opened the person may also paste the address that their browser ended at, on whatever computer.
func (a *attempt) loopback(ctx context.Context) (*oauth2.Token, error) {
	r, err := a.listen(ctx)
	if err != nil {
		return nil, err
	}
	defer r.close() //nolint:contextcheck // the browser may read its page after an interrupt, too
	a.show(a.address(r.redirect))
	var answers <-chan answer = r.answers
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if a.person.Open == nil && a.person.Ask != nil {
		a.person.Say("If the browser is on another computer, it will end at an address that it cannot reach.")
		answers = a.pasted(ctx, r)
	}
	select {
	case answer := <-answers:
		if answer.err != nil {
			return nil, answer.err
		}
		return a.exchange(ctx, answer.code, r.redirect)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// pasted gives the first answer of two: what the browser brings, and what the person pastes.
func (a *attempt) pasted(ctx context.Context, r *receiver) <-chan answer {
	both := make(chan answer, 2)
	go func() {
		select {
		case got := <-r.answers:
			a.person.Say("") // the question stays without an answer
			both <- got
		case <-ctx.Done():
		}
	}()
	go func() {
		if code, err := a.askCode(ctx, "Then paste that address here: "); ctx.Err() == nil && !errors.Is(err, errNobody) {
			both <- answer{code, err}
		}
	}()
	return both
}

// answer is what comes of asking a person on a page of the service.
type answer struct {
	code string
	err  error
}

// receiver is the page of this computer that the browser comes back to. It answers a GET of one address,
// with the state of the attempt, once; whoever else finds it learns nothing.
type receiver struct {
	redirect string // its address, as the service is told
	port     string
	path     string
	attempt  *attempt

	taken   atomic.Bool
	answers chan answer // gets one
	server  *http.Server
	ended   chan struct{} // the listener's goroutine has
}

// listen opens the page. Nobody but this computer can reach it.
func (a *attempt) listen(ctx context.Context) (*receiver, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(a.service.RedirectPort)))
	if err != nil && a.service.RedirectPort != 0 {
		return nil, fmt.Errorf("port %d of this computer is in use, and %s sends the browser to no other one: end what uses it, perhaps another login, and try again",
			a.service.RedirectPort, a.service.title())
	}
	if err != nil {
		return nil, fmt.Errorf("no port of this computer can be opened for the browser: %w", err)
	}
	host, path := a.service.redirect()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	r := &receiver{
		redirect: (&url.URL{Scheme: "http", Host: net.JoinHostPort(host, port), Path: path}).String(),
		port:     port, path: path, attempt: a, answers: make(chan answer, 1), ended: make(chan struct{}),
	}
	r.server = &http.Server{
		Handler: r, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 5 * time.Second, WriteTimeout: 5 * time.Second,
		IdleTimeout: 5 * time.Second, MaxHeaderBytes: 32 << 10,
	}
	r.server.SetKeepAlivesEnabled(false)
	go func() {
		defer close(r.ended)
		_ = r.server.Serve(listener) // ends with ErrServerClosed
	}()
	return r, nil
}

// closeLimit is how long the browser may take to read the last page.
const closeLimit = 2 * time.Second

// close closes the page once the browser has read it.
func (r *receiver) close() {
	ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
	defer cancel()
	if r.server.Shutdown(ctx) != nil {
		_ = r.server.Close() // somebody holds on to a connection
	}
	<-r.ended
}

// ServeHTTP implements http.Handler.
func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	switch query := req.URL.Query(); {
	case req.Host != net.JoinHostPort("127.0.0.1", r.port) && req.Host != net.JoinHostPort("localhost", r.port):
		// A page elsewhere may have a name that leads here.
		page(w, http.StatusMisdirectedRequest, "This is not the address that was meant.")
	case req.URL.Path != r.path:
		page(w, http.StatusNotFound, "There is nothing here.")
	case req.Method != http.MethodGet:
		w.Header().Set("Allow", http.MethodGet)
		page(w, http.StatusMethodNotAllowed, "This page is for reading.")
	case !r.attempt.owns(query.Get("state")):
		page(w, http.StatusBadRequest, "This does not belong to the login that eidolon waits for.")
	case !r.taken.CompareAndSwap(false, true):
		page(w, http.StatusGone, "This login is over.")
	default:
		code, err := r.attempt.code(query)
		r.answers <- answer{code, err}
		if err != nil {
			page(w, http.StatusOK, "You are not logged in. The terminal says why.")
			return
		}
		page(w, http.StatusOK, "eidolon has what it needs and goes on in the terminal.")
	}
}

// owns says whether a state is the one of this attempt.
func (a *attempt) owns(state string) bool {
	return subtle.ConstantTimeCompare([]byte(state), []byte(a.state)) == 1
}

// code takes the code from what the service adds to an address, or the reason why there is none.
func (a *attempt) code(query url.Values) (string, error) {
	if reason := query.Get("error"); reason != "" {
		words := quote(strings.TrimSpace(reason+" "+query.Get("error_description")), nil)
		if reason == "access_denied" {
			return "", fmt.Errorf("%s was not allowed to let eidolon in: %q", a.service.title(), words)
		}
		return "", fmt.Errorf("%s did not finish the login; it says: %q", a.service.title(), words)
	}
	if code := query.Get("code"); isHeader(code) {
		return code, nil
	}
	return "", fmt.Errorf("%s sent the browser back without a code; run `eidolon login %s` again", a.service.title(), a.service.Name)
}
