package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/tool"
	"eidolon/internal/web"
)

const secret = "sk-search-0123456789"

type hit struct {
	Title   string `json:"title"`
	URL     string `json:"url"`
	Snippet string `json:"snippet"`
}

// service is a search service as its makers describe it: what it must be asked, and what it answers.
type service struct {
	search  web.Search
	asked   func(r *http.Request, body []byte) string // what is wrong with a request, or ""
	answer  string
	nothing string // the answer without results
}

func services() map[string]service {
	const two = `{"title":"One\u001b[31m","url":"https://Go.dev/a#x","KEY":" The  <b>first</b>\u200b of\nall "},
		{"title":"Two","url":"javascript:alert(1)","KEY":"x"},{"title":"Twin","url":"https://go.dev/a"},{"title":"Three","url":"https://x.org/","KEY":"` + "%s" + `"}`
	hits := func(key string) string {
		return fmt.Sprintf(strings.ReplaceAll(two, "KEY", key), strings.Repeat("long ", 1000))
	}
	return map[string]service{
		"searxng": {
			search: web.Search{Backend: "searxng"},
			asked: func(r *http.Request, _ []byte) string {
				return cmp.Diff("GET /search format=json&q=go+maps", r.Method+" "+r.URL.Path+" "+r.URL.Query().Encode()) + r.Header.Get("Authorization")
			},
			answer:  `{"query":"go maps","number_of_results":0,"results":[` + hits("content") + `],"answers":[],"corrections":[],"infoboxes":[],"suggestions":[],"unresponsive_engines":[["x","timeout"]]}`,
			nothing: `{"query":"go maps","results":[]}`,
		},
		"brave": {
			search: web.Search{Backend: "brave", Key: secret, KeyEnv: "BRAVE_API_KEY"},
			asked: func(r *http.Request, _ []byte) string {
				return cmp.Diff("GET /res/v1/web/search count=8&q=go+maps&result_filter=web&text_decorations=false "+secret,
					r.Method+" "+r.URL.Path+" "+r.URL.Query().Encode()+" "+r.Header.Get("X-Subscription-Token"))
			},
			answer:  `{"type":"search","query":{"original":"go maps"},"mixed":{"type":"mixed"},"web":{"type":"search","results":[` + hits("description") + `]}}`,
			nothing: `{"type":"search","query":{"original":"go maps"}}`,
		},
		"tavily": {
			search: web.Search{Backend: "tavily", Key: secret, KeyEnv: "TAVILY_API_KEY"},
			asked: func(r *http.Request, body []byte) string {
				return cmp.Diff(`POST /search {"query":"go maps","max_results":8,"search_depth":"basic"} Bearer `+secret+" application/json",
					r.Method+" "+r.RequestURI+" "+string(body)+" "+r.Header.Get("Authorization")+" "+r.Header.Get("Content-Type"))
			},
			answer:  `{"query":"go maps","answer":null,"images":[],"results":[` + hits("content") + `],"response_time":1.2}`,
			nothing: `{"query":"go maps","results":[]}`,
		},
	}
}

func found(t *testing.T, r tool.Result) []hit {
	t.Helper()
	if !r.OK {
		t.Fatalf("%s: %s", r.Code, r.Text)
	}
	var out struct {
		Results []hit `json:"results"`
	}
	if err := json.Unmarshal(r.Data, &out); err != nil {
		t.Fatal(err)
	}
	return out.Results
}

func searching(s web.Search, at string) web.Options {
	return web.Options{Way: way, Version: "1.2.3", Search: web.Search{Backend: s.Backend, Key: s.Key, KeyEnv: s.KeyEnv, BaseURL: at}}
}

// Each service is asked as its documentation says, and its answers are read.
//
// Covers: Y39, W8
func TestSearch(t *testing.T) {
	for name, s := range services() {
		t.Run(name, func(t *testing.T) {
			body := s.answer
			at := serve(t, func(w http.ResponseWriter, r *http.Request) {
				sent, err := io.ReadAll(r.Body)
				if wrong := s.asked(r, sent); wrong != "" || err != nil {
					t.Errorf("it was asked in another way (-want +got):\n%s%v", wrong, err)
				}
				if r.Header.Get("User-Agent") != "eidolon/1.2.3" {
					t.Errorf("it was asked by %q", r.Header.Get("User-Agent"))
				}
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, body)
			})
			class, r := call(t, searching(s.search, at), "web_search", map[string]any{"query": " go \n maps "})
			if class.Reaches != "127.0.0.1" || class.Subject != "go maps" || !class.ReadOnly || class.Speculative {
				t.Errorf("%+v", class)
			}
			long := strings.TrimSpace(strings.Repeat("long ", 1000))[:597] + "…"
			want := []hit{{"One␛[31m", "https://go.dev/a", "The <b>first</b> of all"}, {"Three", "https://x.org/", long}}
			if diff := cmp.Diff(want, found(t, r)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if want := "Found with " + name + " for \"go maps\":\n\n1. One␛[31m\n   https://go.dev/a\n   The <b>first</b> of all\n\n2. Three\n"; !strings.HasPrefix(r.Text, want) {
				t.Errorf("%q", r.Text)
			}
			body = s.nothing
			if _, r := call(t, searching(s.search, at), "web_search", map[string]any{"query": "go maps"}); len(found(t, r)) != 0 || !strings.Contains(r.Text, "finds nothing") {
				t.Errorf("%q", r.Text)
			}
		})
	}
}

func TestSearchFails(t *testing.T) {
	for name, s := range services() {
		t.Run(name, func(t *testing.T) {
			var status int
			var kind, body string
			at := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", kind)
				w.Header().Set("Retry-After", "7")
				w.Header().Set("Location", "http://169.254.169.254/")
				w.WriteHeader(status)
				_, _ = io.WriteString(w, body)
			})
			for _, tt := range []struct {
				status     int
				kind, body string
				code       tool.Code
				how, says  string
			}{
				{401, "application/json", `{"detail":"` + secret + `"}`, tool.Failed, "http_status", "key"},
				{403, "text/html", "no", tool.Failed, "http_status", "HTTP 403: "},
				{429, "", "", tool.Failed, "http_status", "HTTP 429); it asks to wait 7 s."},
				{500, "", "", tool.Failed, "http_status", "HTTP 500"},
				{302, "", "", tool.Failed, "http_status", "another address"},
				{200, "text/html", "<!DOCTYPE html><p>log in", tool.Failed, "not_text", "a web page instead of results"},
				{200, "application/json", `{"results":`, tool.Failed, "not_text", "cannot be read"},
				{200, "application/json", `{"error":"x"}`, tool.Failed, "not_text", "cannot be read"},
				{200, "application/json", "", tool.Failed, "not_text", "cannot be read"},
				{200, "application/json", strings.Repeat(" ", 3<<20), tool.TooLarge, "not_text", "more than 2 MiB"},
			} {
				status, kind, body = tt.status, tt.kind, tt.body
				_, r := call(t, searching(s.search, at), "web_search", map[string]any{"query": "x"})
				refused(t, r, tt.code, tt.how, tt.says)
				if strings.Contains(r.Text+string(r.Details), secret) {
					t.Errorf("the key is told: %q", r.Text)
				}
			}
			if s.search.KeyEnv != "" {
				s.search.Key = ""
				_, r := call(t, searching(s.search, at), "web_search", map[string]any{"query": "x"})
				refused(t, r, tool.Failed, "not_configured", s.search.KeyEnv+" is not set")
			}
		})
	}
}

func TestSearchLimits(t *testing.T) {
	var many []string
	for i := range 50 {
		many = append(many, fmt.Sprintf(`{"title":"T","url":"https://h%d.org/","content":"c"}`, i))
	}
	var q string
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		q = r.URL.Query().Get("q")
		_, _ = io.WriteString(w, `{"results":[`+strings.Join(many, ",")+`]}`)
	})
	o := searching(web.Search{Backend: "searxng"}, at+"/")
	for limit, want := range map[int]int{1: 1, 20: 20, 1000: 20} {
		if _, r := call(t, o, "web_search", map[string]any{"query": "x", "limit": limit}); len(found(t, r)) != want {
			t.Errorf("limit %d: %d results", limit, len(found(t, r)))
		}
	}
	_, r := call(t, o, "web_search", map[string]any{"query": "x", "domains": []string{"H3.org", "h4.org."}})
	if got := found(t, r); len(got) != 2 || q != "x (site:h3.org OR site:h4.org)" {
		t.Errorf("%q: %+v", q, got)
	}
	for says, input := range map[string]map[string]any{
		"query is empty":      {"query": " \n"},
		"400 characters":      {"query": strings.Repeat("ä", 401)},
		"at most 10":          {"query": "x", "domains": strings.Split(strings.Repeat("a.org,", 10)+"b.org", ",")},
		"not the name":        {"query": "x", "domains": []string{"a.org) OR (site:b.org"}},
		"write an address as": {"query": "x", "domains": []string{"127.1"}},
	} {
		if _, r := call(t, o, "web_search", input); r.OK || r.Code != tool.InvalidInput || !strings.Contains(r.Text, says) {
			t.Errorf("%v: %s %q", input, r.Code, r.Text)
		}
	}
}

// Without a service there is no tool.
func TestNoSearchService(t *testing.T) {
	for _, h := range web.New(options()) {
		if h.Spec().Name == "web_search" {
			t.Error("there is a web_search that asks nobody")
		}
	}
}
