package stubserver

import (
	"net/http"
	"time"

	"eidolon/actors/model"
)

// Exchange is a request and what became of it.
type Exchange struct {
	Arrived time.Time // the request was read in full
	First   time.Time // the first byte of the answer is about to leave; zero before
	Last    time.Time // the same for the last byte so far

	Method, Path string
	Header       http.Header
	Body         []byte
	Request      model.Request

	Step    int    // of the script, from 1; 0 when the request was refused
	Attempt int    // from 1; 0 when the request was refused
	Status  int    // of the response; 0 when there was none
	Err     string // why the answer is not whole, or ""
}

// Exchanges gives what has happened so far, in order of arrival. What a client has received is in
// it already; an exchange that is under way has no Err yet.
func (s *Server) Exchanges() []Exchange {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Exchange, len(s.exchanges))
	for i, x := range s.exchanges {
		out[i] = *x
	}
	return out
}

// note changes an exchange under the lock.
func (s *Server) note(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}
