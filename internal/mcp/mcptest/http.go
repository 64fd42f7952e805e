package mcptest

import (
	"encoding/json"
	"io"
	"net/http"
)

// ServeHTTP answers one message over HTTP.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body) // what is cut off is no message
	var m request
	switch err := json.Unmarshal(body, &m); {
	case r.Method != http.MethodPost:
		return
	case err != nil:
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	case m.ID == nil:
		w.WriteHeader(http.StatusAccepted)
		return
	}
	answer, known := s.Answer(m.Method, body)
	if m.Method == "tools/call" {
		answer, known = s.Call(r.Context(), body), true
	}
	if !known {
		http.Error(w, "what is "+m.Method, http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, answer) // who does not read has left
}
