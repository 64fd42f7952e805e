package config

import (
	"net/url"
	"strings"

	"eidolon/internal/leaf/yamldoc"
)

// searchService is what is known of a search service.
type searchService struct {
	baseURL string // "" for one that everybody runs for themselves
	keyEnv  string // "" for one that needs no key
}

func searchServiceOf(backend string) searchService {
	switch backend {
	case "brave":
		return searchService{"https://api.search.brave.com", "BRAVE_API_KEY"}
	case "tavily":
		return searchService{"https://api.tavily.com", "TAVILY_API_KEY"}
	}
	return searchService{}
}

// checkWeb reports hosts and addresses that cannot be meant.
func (l *loader) checkWeb(web *yamldoc.Node) {
	if hosts := web.Get("allowHosts"); hosts != nil && hosts.Kind == yamldoc.List {
		for _, n := range hosts.Items {
			if strings.ContainsAny(n.Text, "/@?# ") || strings.Trim(n.Text, ".*") == "" || strings.Contains(strings.TrimPrefix(n.Text, "*."), "*") {
				l.problem(n.Problem("web.allowHosts: %q is no host; write a name or an address alone, such as localhost:3000, 192.168.0.7 or *.corp.example", n.Text))
			}
		}
	}
	if at := web.Get("search", "baseURL"); hasText(at) && at.Kind == yamldoc.Scalar {
		u, err := url.Parse(at.Text)
		switch {
		case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
			l.problem(at.Problem("web.search.baseURL must begin with https:// or http:// and name a host"))
		case u.User != nil || u.RawQuery != "" || u.Fragment != "":
			l.problem(at.Problem("web.search.baseURL: a key stands in the variable that web.search.apiKeyEnv names, and nothing follows the path"))
		}
	}
}

// completeWeb finds the proxy and the search service. A proxy with a variable that is not set stays as it is
// written, which nobody can be reached through: better than going around it.
func (l *loader) completeWeb(c *Config) {
	c.Web.Proxy = c.Models.Defaults.Proxy
	if strings.Contains(c.Web.Proxy, "${") {
		text, err := expandWith(c.Web.Proxy, func(name string) (string, error) {
			value, from := l.variable(name)
			if from == "" {
				return "", unsetError(name)
			}
			return value, nil
		})
		if err == nil {
			c.Web.Proxy = text
		}
	}
	l.completeSearch(&c.Web.Search)
}

// completeSearch fills what the user left out of the search service and finds its key, which goes nowhere
// where others could read it on the way.
func (l *loader) completeSearch(s *WebSearch) {
	if s.Backend == "" {
		return
	}
	node := l.tree.Get("web", "search", "backend")
	known := searchServiceOf(s.Backend)
	if s.BaseURL == "" {
		s.BaseURL = known.baseURL
	}
	if s.APIKeyEnv == "" {
		s.APIKeyEnv = known.keyEnv
	}
	s.BaseURL = strings.TrimRight(s.BaseURL, "/")
	switch {
	case s.BaseURL == "":
		l.problem(node.Problem("web.search.backend: %s runs at an address of yours; set web.search.baseURL", s.Backend))
	case s.APIKeyEnv == "":
	case !private(s.BaseURL):
		l.problem(l.tree.Get("web", "search", "baseURL").Problem("web.search.baseURL must begin with https:// where a key is sent; http:// is for this computer only"))
	default:
		value, _ := l.variable(s.APIKeyEnv)
		s.Key = NewSecret(value)
	}
}
