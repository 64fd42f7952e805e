package web

import (
	"net/http"
	"net/url"
)

// searxng is a metasearch engine that one runs oneself: GET /search?format=json.
type searxng struct{ Search }

func (s searxng) request(q query) (*http.Request, error) {
	values := url.Values{"q": {q.sites()}, "format": {"json"}}
	req, err := http.NewRequest(http.MethodGet, s.address("/search?"+values.Encode()), nil) //nolint:noctx // the caller sets it
	if err == nil && s.Key != "" {
		req.Header.Set("Authorization", "Bearer "+s.Key) // for one behind a door of its own
	}
	return req, err
}

func (s searxng) results(body []byte) ([]result, error) { return contents(body) }

func (s searxng) advice(status int) string {
	switch status {
	case 0:
		return ", and that json is among search.formats in its settings.yml"
	case http.StatusForbidden:
		return "add json to search.formats in its settings.yml"
	case http.StatusUnauthorized:
		return "it wants a key; web.search.apiKeyEnv names the variable that holds one"
	case http.StatusNotFound:
		return "there is no /search at that address; check web.search.baseURL"
	}
	return ""
}

func (s searxng) needsKey() bool { return s.KeyEnv != "" }
