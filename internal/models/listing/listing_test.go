package listing_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"eidolon/actors/model"
	"eidolon/internal/models"
	"eidolon/internal/models/listing"
	"eidolon/internal/providers/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve answers each path with a body, and tells of the requests.
func serve(t *testing.T, bodies map[string]string) (base string, asked *[]string) {
	t.Helper()
	asked = &[]string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var right []string
		for _, name := range []string{"Authorization", "X-Api-Key", "X-Goog-Api-Key", "Anthropic-Version", "Anthropic-Beta", "X-Team"} {
			if v := r.Header.Get(name); v != "" {
				right = append(right, name+": "+v)
			}
		}
		*asked = append(*asked, strings.TrimSpace(r.Method+" "+r.URL.RequestURI()+" "+strings.Join(right, ", ")))
		body, ok := bodies[r.URL.RequestURI()]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			body = `{"error":{"message":"no such page"}}`
		}
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return server.URL, asked
}

// Covers: Y42
func TestAsk(t *testing.T) {
	tests := []struct {
		name, kind, path string
		service          wire.Service
		bodies           map[string]string
		asked            []string
		want             []models.Model
	}{
		{
			name: "plain", kind: "openai", path: "/v1", service: wire.Service{Key: "k"},
			bodies: map[string]string{"/v1/models": `{"object":"list","data":[{"id":"a","object":"model"},{"id":"text-embedding-3"},{"id":"a"}]}`},
			asked:  []string{"GET /v1/models Authorization: Bearer k"},
			want:   []models.Model{{ID: "a"}},
		},
		{
			name: "prices a token, in quotes", kind: "openai", path: "/api/v1",
			bodies: map[string]string{"/api/v1/models": `{"data":[{"id":"m/x","context_length":1000,"pricing":{"prompt":"0.000003","completion":"0.000015","input_cache_read":"0.0000003"},"architecture":{"input_modalities":["text","image"]},"top_provider":{"max_completion_tokens":null}}]}`},
			asked:  []string{"GET /api/v1/models"},
			want:   []models.Model{{ID: "m/x", Window: 1000, Price: &models.Price{Input: 3, Output: 15, CachedInput: 0.3}, Images: new(true)}},
		},
		{
			name: "a bare list, prices a million", kind: "openai", path: "/v1",
			bodies: map[string]string{"/v1/models": `[{"id":"a","context_length":8,"pricing":{"input":0.5,"output":1}}]`},
			asked:  []string{"GET /v1/models"},
			want:   []models.Model{{ID: "a", Window: 8, Price: &models.Price{Input: 0.5, Output: 1}}},
		},
		{
			name: "odd fields are left out", kind: "responses", path: "/v1", service: wire.Service{Headers: map[string]string{"X-Team": "blue"}},
			bodies: map[string]string{"/v1/models": `{"data":[{"id":"a","context_length":"many","pricing":"free","capabilities":[]},{"id":7},"x",null,{"id":"b\u001b[2J"},{"id":"c d"}]}`},
			asked:  []string{"GET /v1/models X-Team: blue"},
			want:   []models.Model{{ID: "a"}},
		},
		{
			name: "local server", kind: "openai", path: "/v1",
			bodies: map[string]string{"/v1/models": `{"models":[{"name":"q.gguf"}],"data":[{"id":"q.gguf","meta":{"n_ctx_train":32768}}]}`},
			asked:  []string{"GET /v1/models"},
			want:   []models.Model{{ID: "q.gguf", Window: 32768}},
		},
		{
			name: "anthropic, two pages", kind: "anthropic", service: wire.Service{Key: "k"},
			bodies: map[string]string{
				"/v1/models?limit=1000":            `{"data":[{"type":"model","id":"a"}],"has_more":true,"last_id":"a"}`,
				"/v1/models?after_id=a&limit=1000": `{"data":[{"id":"b","max_input_tokens":200000,"max_tokens":64000}],"has_more":false,"last_id":"b"}`,
			},
			asked: []string{
				"GET /v1/models?limit=1000 X-Api-Key: k, Anthropic-Version: 2023-06-01",
				"GET /v1/models?after_id=a&limit=1000 X-Api-Key: k, Anthropic-Version: 2023-06-01",
			},
			want: []models.Model{{ID: "a"}, {ID: "b", Window: 200000, Output: 64000}},
		},
		{
			name: "anthropic, with a login", kind: "anthropic", path: "/v1", service: wire.Service{
				Login: func(context.Context) (string, error) { return "t", nil },
			},
			bodies: map[string]string{"/v1/models?limit=1000": `{"data":[{"id":"a"}]}`},
			asked:  []string{"GET /v1/models?limit=1000 Authorization: Bearer t, Anthropic-Version: 2023-06-01, Anthropic-Beta: oauth-2025-04-20"},
			want:   []models.Model{{ID: "a"}},
		},
		{
			name: "gemini at a bare host", kind: "gemini", service: wire.Service{Key: "k"},
			bodies: map[string]string{"/v1beta/models?pageSize=1000": `{"models":[]}`},
			asked:  []string{"GET /v1beta/models?pageSize=1000 X-Goog-Api-Key: k"},
		},
		{
			name: "gemini", kind: "gemini", path: "/v1beta", service: wire.Service{Key: "k"},
			bodies: map[string]string{"/v1beta/models?pageSize=1000": `{"models":[{"name":"models/g","inputTokenLimit":5,"outputTokenLimit":4,"supportedGenerationMethods":["generateContent"]},{"name":"models/e","supportedGenerationMethods":["embedContent"]}]}`},
			asked:  []string{"GET /v1beta/models?pageSize=1000 X-Goog-Api-Key: k"},
			want:   []models.Model{{ID: "g", Window: 5, Output: 4}},
		},
		{
			name: "none", kind: "openai", path: "/v1",
			bodies: map[string]string{"/v1/models": `{"data":[]}`},
			asked:  []string{"GET /v1/models"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			base, asked := serve(t, tt.bodies)
			tt.service.BaseURL = base + tt.path
			got, err := listing.Ask(t.Context(), tt.kind, tt.service)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.asked, *asked); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAskFails(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"no JSON", "models: a", "answered with something that is no list of models"},
		{"half of it", `{"data":[{"id":"a"}`, "answered with something that is no list of models"},
		{"no list", `{"data":"a"}`, "answered with something that is no list of models"},
		{"something else", `{"status":"ok"}`, "answered with something that is no list of models"},
		{"too long", `{"data":[` + strings.Repeat(" ", 17<<20) + `]}`, "longer than 16 MiB"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			base, _ := serve(t, map[string]string{"/v1/models": tt.body})
			_, err := listing.Ask(t.Context(), "openai", wire.Service{BaseURL: base + "/v1", Key: "sk-secret"})
			var failure *model.Error
			if !errors.As(err, &failure) || !strings.Contains(failure.Message, tt.want) || strings.Contains(failure.Message, "sk-secret") {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
	base, _ := serve(t, nil)
	if _, err := listing.Ask(t.Context(), "openai", wire.Service{BaseURL: base + "/v1"}); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("error %v, want the status", err)
	}
}

// A service that always has a next page is not followed for ever.
func TestEndlessPages(t *testing.T) {
	pages := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		pages++
		_, _ = fmt.Fprintf(w, `{"models":[{"name":"models/m%d"}],"nextPageToken":"t%d"}`, pages, pages)
	}))
	defer server.Close()
	got, err := listing.Ask(t.Context(), "gemini", wire.Service{BaseURL: server.URL + "/v1beta"})
	if err != nil || len(got) != 20 || pages != 20 {
		t.Errorf("%d models of %d pages, %v", len(got), pages, err)
	}
}

func TestCatalogue(t *testing.T) {
	base, asked := serve(t, map[string]string{"/api.json": `{
		"google": {"id":"google","models":{"g":{"reasoning":false,"limit":{"context":100,"output":10},"cost":{"input":1,"output":2,"cache_read":0.1},"modalities":{"input":["text","image"]}},
		                                   "odd":{"limit":7,"cost":"free","modalities":{"input":"text"}}}},
		"broken": 7, "empty": {}
	}`})
	c, err := listing.FetchCatalogue(t.Context(), wire.Service{BaseURL: base + "/api.json"})
	if err != nil {
		t.Fatal(err)
	}
	listed := []models.Model{{ID: "g", Output: 5}, {ID: "odd"}, {ID: "unknown"}}
	if n := c.Fill("gemini", listed); n != 1 {
		t.Errorf("%d filled", n)
	}
	want := []models.Model{
		{ID: "g", Window: 100, Output: 5, Price: &models.Price{Input: 1, Output: 2, CachedInput: 0.1}, Images: new(true), Levels: []string{"none"}},
		{ID: "odd"},
		{ID: "unknown"},
	}
	if diff := cmp.Diff(want, listed); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"GET /api.json"}, *asked); diff != "" {
		t.Error(diff)
	}
	for _, body := range []string{"<html>", "[]", "{}", `{"a":{}}`, ""} {
		base, _ := serve(t, map[string]string{"/": body})
		if _, err := listing.FetchCatalogue(t.Context(), wire.Service{BaseURL: base}); err == nil {
			t.Errorf("%q is a catalogue", body)
		}
	}
}
