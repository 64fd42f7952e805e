package web

import (
	"bytes"
	"encoding/json"
	"net/http"
)

// tavily is the Tavily API: POST /search with the query as JSON.
type tavily struct{ Search }

func (t tavily) request(q query) (*http.Request, error) {
	body, err := json.Marshal(struct {
		Query   string   `json:"query"`
		Max     int      `json:"max_results"`
		Depth   string   `json:"search_depth"`
		Domains []string `json:"include_domains,omitempty"`
	}{q.text, q.limit, "basic", q.domains})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequest(http.MethodPost, t.address("/search"), bytes.NewReader(body)) //nolint:noctx // the caller sets it
	if err == nil {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+t.Key)
	}
	return req, err
}

func (t tavily) results(body []byte) ([]result, error) { return contents(body) }

func (t tavily) advice(status int) string {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return "it does not take the key in " + t.KeyEnv
	case 432, 433:
		return "the plan of the key in " + t.KeyEnv + " allows no more searches"
	}
	return ""
}

func (t tavily) needsKey() bool { return true }
