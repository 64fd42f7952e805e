package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"eidolon/actors/tool"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/clip"
)

const (
	usualResults = 8
	mostResults  = 20
	maxQuery     = 400 // characters
	maxDomains   = 10
	maxSnippet   = 600
	maxResults   = 2 << 20 // bytes of an answer
)

type searchInput struct {
	Query   string   `json:"query"`
	Limit   int64    `json:"limit"`
	Domains []string `json:"domains"`
}

type searchOutput struct {
	Query   string   `json:"query"`
	Backend string   `json:"backend"`
	Results []result `json:"results"`
}

// search is the tool that looks things up.
type search struct{ Options }

// Spec declares the tool.
func (s search) Spec() tool.Spec { return SearchSpec() }

// SearchSpec declares web_search, whether there is a service for it or not.
func SearchSpec() tool.Spec {
	return tool.Spec{
		Namespace: tool.BuiltIn, Name: "web_search",
		Summary: "Search the web. Gives titles, addresses and a few lines of each; fetch_webpage gets a page.",
		Params: []tool.Param{
			{Name: "query", Type: tool.String, Required: true},
			{Name: "limit", Type: tool.Integer, Min: new(int64(1)), Summary: "default 8, at most 20"},
			{Name: "domains", Type: tool.Array, Items: &tool.Param{Type: tool.String}, Summary: "only from these hosts"},
		},
		ReadOnly: true, Subject: "query",
		Timeout: -1, // it has limits of its own
	}
}

// Classify judges a call without making it.
func (s search) Classify(c tool.Call) (tool.Class, error) {
	q, err := s.input(c)
	if err != nil {
		return tool.Class{}, err
	}
	u, err := url.Parse(s.Search.address("/"))
	if err != nil || u.Host == "" {
		return tool.Class{ReadOnly: true, Subject: q.text}, nil //nolint:nilerr // it reaches nothing, and says so when it runs
	}
	return s.classed(u.Hostname(), q.text), nil
}

func (s search) input(c tool.Call) (query, error) {
	in, err := tool.Into[searchInput](c.Input)
	if err != nil {
		return query{}, &tool.InputError{Message: err.Error()}
	}
	q := query{text: strings.Join(strings.Fields(in.Query), " "), limit: usualResults}
	if in.Limit > 0 {
		q.limit = int(min(in.Limit, mostResults))
	}
	switch {
	case q.text == "":
		return q, &tool.InputError{Param: "query", Message: "query is empty"}
	case s.tells(in.Query) || s.tells(q.text):
		return q, &tool.InputError{Param: "query", Message: "query: " + errSecret.Error()}
	case len([]rune(q.text)) > maxQuery:
		return q, &tool.InputError{Param: "query", Message: fmt.Sprintf("query has more than %d characters; a few words find more", maxQuery)}
	case len(in.Domains) > maxDomains:
		return q, &tool.InputError{Param: "domains", Message: fmt.Sprintf("at most %d domains are taken", maxDomains)}
	}
	for _, d := range in.Domains {
		host, err := canonicalHost(strings.TrimSpace(d))
		if err != nil {
			return q, &tool.InputError{Param: "domains", Message: "domains: " + err.Error()}
		}
		if s.tells(host) {
			return q, &tool.InputError{Param: "domains", Message: "domains: " + errSecret.Error()}
		}
		q.domains = append(q.domains, host)
	}
	return q, nil
}

// Run looks something up.
func (s search) Run(ctx context.Context, c tool.Call, _ tool.Class, _ func(tool.Progress)) tool.Result {
	q, err := s.input(c)
	if err != nil {
		return tool.FailWith(err).WithKind(kindInvalid)
	}
	if s.Off != "" {
		return s.off()
	}
	b := s.Search.backend()
	if b == nil {
		return tool.Fail(tool.Failed, fmt.Sprintf("There is no search service %q.", clean.Line(s.Search.Backend))).WithKind(kindSettings)
	}
	if b.needsKey() && s.Search.Key == "" {
		return tool.Fail(tool.Failed, fmt.Sprintf("The search service %s needs a key, and %s is not set. Ask the user to set it in the environment, or in the file .env of their eidolon directory.",
			s.Search.Backend, s.Search.KeyEnv)).WithKind(kindSettings)
	}
	limited, cancel := context.WithTimeout(ctx, s.Limits.Total)
	defer cancel()
	found, r, ok := s.ask(ctx, limited, b, q)
	if !ok {
		return r
	}
	return q.show(s.Search.Backend, found)
}

// ask sends a query and reads the answer. What is none becomes the result.
func (s search) ask(before, ctx context.Context, b backend, q query) ([]result, tool.Result, bool) {
	failed := func(code tool.Code, kind, text string) ([]result, tool.Result, bool) {
		return nil, tool.Fail(code, "The search service "+s.Search.Backend+" "+text).WithKind(kind), false
	}
	req, err := b.request(q)
	if err != nil {
		return failed(tool.Failed, kindSettings, "has an address that cannot be read: check web.search.baseURL.")
	}
	req = req.WithContext(ctx)
	req.Header.Set("Accept", "application/json")
	reach := s.Options
	reach.AllowHosts = append(slices.Clip(s.AllowHosts), req.URL.Hostname()) // the user has named it
	res, err := reach.send(req)
	if err != nil {
		return nil, s.failed(before, req.URL.Hostname(), err), false
	}
	defer func() { _ = res.Body.Close() }() // it was for reading
	body, cut, err := readBody(res, maxResults)
	advice := b.advice(res.StatusCode)
	switch {
	case res.StatusCode == http.StatusTooManyRequests:
		return failed(tool.Failed, kindStatus, "has had enough requests (HTTP 429)"+wait(res.Header)+".")
	case advice != "":
		return failed(tool.Failed, kindStatus, fmt.Sprintf("answers HTTP %d: %s.", res.StatusCode, advice))
	case res.StatusCode >= 300 && res.StatusCode < 400:
		return failed(tool.Failed, kindStatus, fmt.Sprintf("answers HTTP %d: it is at another address. Check web.search.baseURL.", res.StatusCode))
	case res.StatusCode != http.StatusOK:
		return failed(tool.Failed, kindStatus, fmt.Sprintf("answers HTTP %d%s.", res.StatusCode, wait(res.Header)))
	case err != nil:
		return nil, s.failed(before, req.URL.Hostname(), err), false
	case cut:
		return failed(tool.TooLarge, kindType, fmt.Sprintf("gives more than %d MiB.", maxResults>>20))
	}
	found, err := b.results(body)
	if err != nil {
		what := "an answer that cannot be read"
		if strings.HasPrefix(strings.TrimSpace(clip.Bytes(string(body), 100)), "<") {
			what = "a web page instead of results"
		}
		return failed(tool.Failed, kindType, fmt.Sprintf("gives %s. Check web.search.baseURL%s.", what, b.advice(0)))
	}
	return found, tool.Result{}, true
}

// show makes the result of what was found.
func (q query) show(backend string, found []result) tool.Result {
	out := searchOutput{Query: q.text, Backend: backend, Results: []result{}}
	var b strings.Builder
	fmt.Fprintf(&b, "Found with %s for %q:\n", backend, q.text)
	for _, r := range found {
		u, err := parseAddress(r.URL)
		if len(out.Results) == q.limit {
			break
		}
		if err != nil || !q.wants(u.Hostname()) {
			continue
		}
		r = result{Title: short(r.Title, maxTitle), URL: u.String(), Snippet: short(r.Snippet, maxSnippet)}
		if slices.ContainsFunc(out.Results, func(have result) bool { return have.URL == r.URL }) {
			continue
		}
		out.Results = append(out.Results, r)
		fmt.Fprintf(&b, "\n%d. %s\n   %s\n", len(out.Results), r.Title, r.URL)
		if r.Snippet != "" {
			fmt.Fprintf(&b, "   %s\n", r.Snippet)
		}
	}
	if len(out.Results) == 0 {
		return tool.OK(out, fmt.Sprintf("%s finds nothing for %q. Try fewer or other words.", backend, q.text))
	}
	return tool.OK(out, b.String())
}

// wants says whether a host is one of those that were asked for.
func (q query) wants(host string) bool {
	return len(q.domains) == 0 || slices.ContainsFunc(q.domains, func(d string) bool { return host == d || strings.HasSuffix(host, "."+d) })
}

// short is a text on one line, cut and harmless.
func short(text string, most int) string {
	text = strings.Join(strings.Fields(visible(strings.ToValidUTF8(text, "\uFFFD"))), " ")
	return clean.Line(clip.Short(text, most))
}
