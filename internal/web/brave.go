package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
)

// brave is the Brave Search API: GET /res/v1/web/search with the key in a header of its own.
type brave struct{ Search }

func (b brave) request(q query) (*http.Request, error) {
	values := url.Values{"q": {q.sites()}, "count": {strconv.Itoa(q.limit)}, "text_decorations": {"false"}, "result_filter": {"web"}}
	req, err := http.NewRequest(http.MethodGet, b.address("/res/v1/web/search?"+values.Encode()), nil) //nolint:noctx // the caller sets it
	if err == nil {
		req.Header.Set("X-Subscription-Token", b.Key)
	}
	return req, err
}

func (b brave) results(body []byte) ([]result, error) {
	var a struct {
		Type string `json:"type"`
		Web  struct {
			Results []struct {
				Title       string `json:"title"`
				URL         string `json:"url"`
				Description string `json:"description"`
			} `json:"results"`
		} `json:"web"` // left out when nothing is found
	}
	if json.Unmarshal(body, &a) != nil || a.Type != "search" {
		return nil, errNoResults
	}
	var all []result
	for _, r := range a.Web.Results {
		all = append(all, result{r.Title, r.URL, r.Description})
	}
	return all, nil
}

func (b brave) advice(status int) string {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusUnprocessableEntity:
		return "it does not take the key in " + b.KeyEnv
	}
	return ""
}

func (b brave) needsKey() bool { return true }
