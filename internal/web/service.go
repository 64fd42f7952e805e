package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
)

// Search says which service looks things up, as the user has configured it.
type Search struct {
	Backend string // searxng, brave or tavily; "" is none
	BaseURL string
	Key     string
	KeyEnv  string // the variable that holds the key, for the message when there is none
}

// backend is a search service: how it is asked, and how its answers read.
type backend interface {
	// request asks for results of a query. The context and what all requests have are set by the caller.
	request(q query) (*http.Request, error)
	// results reads an answer.
	results(body []byte) ([]result, error)
	// advice says what to do about a status, or is "".
	advice(status int) string
	// needsKey says that it answers nobody without one.
	needsKey() bool
}

// backend gives the service, or nil for a name that there is not.
func (s Search) backend() backend {
	switch s.Backend {
	case "searxng":
		return searxng{s}
	case "brave":
		return brave{s}
	case "tavily":
		return tavily{s}
	}
	return nil
}

// address gives the address of a path at the service.
func (s Search) address(path string) string { return strings.TrimRight(s.BaseURL, "/") + path }

// query is what is looked up.
type query struct {
	text    string
	limit   int
	domains []string
}

// sites is the query with its domains as most services take them.
func (q query) sites() string {
	if len(q.domains) == 0 {
		return q.text
	}
	parts := make([]string, len(q.domains))
	for i, d := range q.domains {
		parts[i] = "site:" + d
	}
	return q.text + " (" + strings.Join(parts, " OR ") + ")"
}

// result is one page that was found.
type result struct {
	Title   string `json:"title"`
	URL     string `json:"url"`
	Snippet string `json:"snippet,omitempty"`
}

// errNoResults says that an answer has not the form of one.
var errNoResults = errors.New("the answer has no list of results")

// contents reads an answer that has a list of results with their contents, whatever else it has.
func contents(body []byte) ([]result, error) {
	var a struct {
		Results *[]struct {
			Title   string `json:"title"`
			URL     string `json:"url"`
			Content string `json:"content"`
		} `json:"results"`
	}
	if json.Unmarshal(body, &a) != nil || a.Results == nil {
		return nil, errNoResults
	}
	var all []result
	for _, r := range *a.Results {
		all = append(all, result{r.Title, r.URL, r.Content})
	}
	return all, nil
}
