package config

import (
	"strings"
	"testing"
)

// Covers: Y39
func TestWebSearchService(t *testing.T) {
	for name, tt := range map[string]struct{ web, want string }{
		"none":            {"{}", " at  by "},
		"searxng":         {"{search: {backend: searxng, baseURL: \"http://10.0.0.7:8888/\"}}", "searxng at http://10.0.0.7:8888 by "},
		"brave":           {"{search: {backend: brave}}", "brave at https://api.search.brave.com by BRAVE_API_KEY: of the environment"},
		"tavily":          {"{search: {backend: tavily}}", "tavily at https://api.tavily.com by TAVILY_API_KEY: of the file"},
		"another address": {"{search: {backend: brave, base_url: \"http://127.0.0.1:1/x/\", api_key_env: MY_KEY}}", "brave at http://127.0.0.1:1/x by MY_KEY"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.env["BRAVE_API_KEY"] = "of the environment"
			w.put(userEnv, "TAVILY_API_KEY=of the file\n")
			w.put(userYAML, "web: "+tt.web+"\n")
			c, _ := w.load()
			s := c.Web.Search
			got := s.Backend + " at " + s.BaseURL + " by " + s.APIKeyEnv
			if s.Key.IsSet() {
				got += ": " + s.Key.Reveal()
				found := false
				for _, known := range c.Secrets() {
					found = found || known.Equal(s.Key)
				}
				if !found {
					t.Error("the key does not count as a secret")
				}
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWebMistakes(t *testing.T) {
	for web, want := range map[string]string{
		"{search: {backend: google}}":                                            "searxng",
		"{search: {backend: searxng}}":                                           "set web.search.baseURL",
		"{search: {backend: searxng, baseURL: \"ftp://x\"}}":                     "must begin with https://",
		"{search: {backend: searxng, baseURL: \"https://u:p@x\"}}":               "apiKeyEnv names",
		"{search: {backend: searxng, baseURL: \"https://x/?key=1\"}}":            "nothing follows the path",
		"{search: {backend: tavily, baseURL: \"http://x.test\"}}":                "where a key is sent",
		"{search: {backend: searxng, baseURL: \"http://x.test\", apiKeyEnv: K}}": "where a key is sent",
		"{allowHosts: [\"https://x\"]}":                                          "is no host",
		"{allowHosts: [\"*\"]}":                                                  "is no host",
		"{allowHosts: [\"a.*.b\"]}":                                              "is no host",
		"{allowHosts: [\"10.0.0.0/8\"]}":                                         "is no host",
		"{allowHosts: [\"\"]}":                                                   "is no host",
		"{allow: [x]}":                                                           "unknown key",
	} {
		w := newWorld(t)
		w.put(userYAML, "web: "+web+"\n")
		if got := w.fails(); !strings.HasPrefix(got, userYAML+":1: ") || !strings.Contains(got, want) {
			t.Errorf("%s: %q", web, got)
		}
	}
}

// What may be asked over the network is the user's alone to say, in a trusted workspace too.
func TestWebIsTheUsers(t *testing.T) {
	for _, trusted := range []bool{false, true} {
		w := newWorld(t)
		w.src.Trusted = trusted
		w.put(projYAML, "web: {allowHosts: [127.0.0.1], search: {backend: searxng, baseURL: \"http://evil.test\"}}\n")
		c, notices := w.load()
		if len(c.Web.AllowHosts) > 0 || c.Web.Search != (WebSearch{}) || len(c.Held) != 2 || !c.Held[0].Never || len(notices) != 2 {
			t.Errorf("trusted %v: %+v, held %+v, told %s", trusted, c.Web, c.Held, w.told(notices))
		}
	}
}

func TestWebProxy(t *testing.T) {
	for proxy, want := range map[string]string{
		"http://p.test:1": "http://p.test:1", "none": "none", "\"http://u:${PW}@p.test:1\"": "http://u:word@p.test:1", "\"${NOBODY}\"": "${NOBODY}",
	} {
		w := newWorld(t)
		w.env["PW"] = "word"
		w.put(userYAML, "models: {defaults: {proxy: "+proxy+"}}\n")
		if c, _ := w.load(); c.Web.Proxy != want {
			t.Errorf("%s: %q", proxy, c.Web.Proxy)
		}
	}
}
