package web_test

import (
	"net/http"
	"strings"
	"testing"

	"eidolon/actors/tool"
	"eidolon/internal/web"
)

// What a model was made to write into an address or a query reaches nobody when it is a secret, and nobody is
// asked whether it may.
func TestSecretsStay(t *testing.T) {
	at := serve(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s was asked", r.URL) })
	o := options(func(o *web.Options) {
		o.Search = web.Search{Backend: "searxng", BaseURL: at}
		o.Secret = func(text string) bool { return strings.Contains(text, "hunter2hunter2") }
	})
	for name, input := range map[string]map[string]any{
		"fetch_webpage": {"url": at + "/?k=hunter2hunter2"},
		"web_search":    {"query": "what is hunter2hunter2"},
	} {
		class, r := call(t, o, name, input)
		if class.Reaches != "" || r.Code != tool.InvalidInput || !strings.Contains(r.Text, "sent to nobody") || strings.Contains(r.Text, "hunter2") {
			t.Errorf("%s: %+v, %s %s", name, class, r.Code, r.Text)
		}
	}
	for name, input := range map[string]map[string]any{
		"escaped in the path": {"url": at + "/%68unter2hunter2"},
		"in a name":           {"url": "http://HUNTER2hunter2.example/"},
	} {
		if _, r := call(t, o, "fetch_webpage", input); r.Code != tool.InvalidInput {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if _, r := call(t, o, "web_search", map[string]any{"query": "x", "domains": []string{"hunter2hunter2.example"}}); r.Code != tool.InvalidInput {
		t.Errorf("a domain: %+v", r)
	}
}
