package anthropic

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

// sent gives the request that a client makes of req. The base URL of the service is a path.
func sent(t *testing.T, s wire.Service, req model.Request) (*http.Request, string) {
	t.Helper()
	return modeltest.Sent(t, says(stream, begin+textEvents(0, "ok")+endEvents("end_turn")), req, func(base string) model.Client {
		s.BaseURL = base + s.BaseURL
		return newClient(t, s)
	})
}

const (
	hi    = `"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}]`
	cache = `"cache_control":{"type":"ephemeral"}`
	usual = `"stream":true,` + cache + `,` + hi
)

// Covers: E14, Z4, Y36
func TestSettings(t *testing.T) {
	ls := model.Tool{Name: "ls", Description: "list", Schema: json.RawMessage(`{"type":"object"}`)}
	const lsJSON = `{"name":"ls","description":"list","input_schema":{"type":"object"}`
	for _, test := range []struct {
		name string
		req  model.Request
		want string
	}{
		{"nothing set", model.Request{Model: "m"}, `{"model":"m","max_tokens":32000,` + usual + `}`},
		{
			"limit and temperature",
			model.Request{Model: "m", MaxOutputTokens: 100, Temperature: new(0.0)},
			`{"model":"m","max_tokens":100,"temperature":0,` + usual + `}`,
		},
		{
			"tools",
			model.Request{Model: "m", Tools: []model.Tool{ls, {Name: "pwd"}}},
			`{"model":"m","max_tokens":32000,"tools":[` + lsJSON + `},{"name":"pwd","input_schema":{"type":"object"},` + cache + `}],` + usual + `}`,
		},
		{
			"one of the tools",
			model.Request{Model: "m", Tools: []model.Tool{ls}, Choice: model.Choice{Required: true}},
			`{"model":"m","max_tokens":32000,"tools":[` + lsJSON + `,` + cache + `}],"tool_choice":{"type":"any"},` + usual + `}`,
		},
		{
			"this tool, and so no thoughts",
			model.Request{Model: "m", Tools: []model.Tool{ls}, Choice: model.Choice{Name: "ls"}, ThinkingLevel: "high"},
			`{"model":"m","max_tokens":32000,"tools":[` + lsJSON + `,` + cache + `}],"tool_choice":{"type":"tool","name":"ls"},` + usual + `}`,
		},
		{"a choice without tools", model.Request{Model: "m", Choice: model.Choice{Required: true}}, `{"model":"m","max_tokens":32000,` + usual + `}`},
		{
			"search",
			model.Request{Model: "m", WebSearch: true},
			`{"model":"m","max_tokens":32000,"tools":[{"type":"web_search_20250305","name":"web_search",` + cache + `}],` + usual + `}`,
		},
		{"the key of the cache is ours", model.Request{Model: "m", CacheKey: "k"}, `{"model":"m","max_tokens":32000,` + usual + `}`},
		{
			"thinking with a budget, and so no temperature",
			model.Request{Model: "claude-sonnet-4-5", ThinkingLevel: "medium", Temperature: new(0.5)},
			`{"model":"claude-sonnet-4-5","max_tokens":32000,"thinking":{"type":"enabled","budget_tokens":10000},` + usual + `}`,
		},
		{
			"thinking as the model likes",
			model.Request{Model: "claude-opus-5-5", ThinkingLevel: "xhigh", Temperature: new(0.5)},
			`{"model":"claude-opus-5-5","max_tokens":32000,"thinking":{"type":"adaptive","display":"summarized"},"output_config":{"effort":"xhigh"},` + usual + `}`,
		},
		{
			"no thinking",
			model.Request{Model: "claude-opus-5-5", ThinkingLevel: "off", Temperature: new(0.5)},
			`{"model":"claude-opus-5-5","max_tokens":32000,"thinking":{"type":"disabled"},"temperature":0.5,` + usual + `}`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.req.Messages = []model.Message{{Role: model.User, Text: "hi"}}
			_, body := sent(t, wire.Service{}, test.req)
			modeltest.SameJSON(t, test.want, body)
		})
	}
}

// What is the same in two requests stands in front of what is not, and is the same to the byte.
func TestBodyGrowsAtItsEnd(t *testing.T) {
	messages := []model.Message{{Role: model.System, Text: "S <b>"}, {Role: model.User, Text: "one <i>"}}
	_, first := sent(t, wire.Service{}, model.Request{Model: "m", Messages: messages})
	messages = append(messages, model.Message{Role: model.Assistant, Text: "two"}, model.Message{Role: model.User, Text: "three"})
	_, second := sent(t, wire.Service{}, model.Request{Model: "m", Messages: messages})
	same := strings.TrimSuffix(strings.TrimSuffix(first, "]}"), "}"+roleUser+"\n")
	if !strings.HasPrefix(second, same) || !strings.Contains(same, "S <b>") || !strings.Contains(same, "one <i>") {
		t.Errorf("%s\ndoes not begin with\n%s", second, same)
	}
}

// Covers: E30, Z8
func TestEndpoint(t *testing.T) {
	for _, test := range []struct{ base, want string }{
		{"https://api.anthropic.com", "https://api.anthropic.com/v1/messages"},
		{"https://api.anthropic.com///", "https://api.anthropic.com/v1/messages"},
		{"http://host:1/v1", "http://host:1/v1/messages"},
		{" http://host/v1/// ", "http://host/v1/messages"},
		{"https://host/v2beta", "https://host/v2beta/messages"},
		{"https://host/api/v4/claude", "https://host/api/v4/claude/messages"},
		{"https://host/vendor", "https://host/vendor/v1/messages"},
		{"https://host/api/anthropic/", "https://host/api/anthropic/v1/messages"},
		{"https://host/v1/messages/", "https://host/v1/messages"},
		{"https://host/messages", "https://host/messages"},
		{"https://host/v1?key=2", "https://host/v1/messages?key=2"},
	} {
		client, err := New(wire.Service{BaseURL: test.base})
		if err != nil || client.endpoint.String() != test.want {
			t.Errorf("%q becomes %v, %v, want %s", test.base, client.endpoint, err, test.want)
		}
	}
	for _, bad := range []string{"", "host/v1", "ftp://host", "http://", "http://user:hunter2@ho st/v1?key=hunter2"} {
		if _, err := New(wire.Service{BaseURL: bad}); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v, want an error without secrets", bad, err)
		}
	}
}

// Covers: E29, Z6
func TestHeadersAndLog(t *testing.T) {
	var log bytes.Buffer
	login := func(context.Context) (string, error) { return "token-1234", nil }
	for _, test := range []struct {
		name    string
		service wire.Service
		want    map[string]string
	}{
		{"a key", wire.Service{Key: " sk-ant-1234 "}, map[string]string{"X-Api-Key": "sk-ant-1234", "Authorization": "", "Anthropic-Beta": ""}},
		{"no key", wire.Service{}, map[string]string{"X-Api-Key": "", "Authorization": ""}},
		{"a header of its own", wire.Service{Key: "k-1234", KeyHeader: "Api-Token"}, map[string]string{"Api-Token": "k-1234", "X-Api-Key": "", "Authorization": ""}},
		{"a login", wire.Service{Login: login}, map[string]string{"Authorization": "Bearer token-1234", "X-Api-Key": "", "Anthropic-Beta": "oauth-2025-04-20"}},
		{
			"a login and other betas",
			wire.Service{Login: login, Headers: map[string]string{"anthropic-beta": "a,b", "X-Y": "z"}},
			map[string]string{"Anthropic-Beta": "a,b,oauth-2025-04-20", "X-Y": "z"},
		},
		{
			"a login that knows its beta",
			wire.Service{Login: login, Headers: map[string]string{"anthropic-beta": "oauth-2025-04-20"}},
			map[string]string{"Anthropic-Beta": "oauth-2025-04-20"},
		},
		{"other headers", wire.Service{Key: "k-1234", Headers: map[string]string{"Anthropic-Version": "2030-01-01"}}, map[string]string{"Anthropic-Version": "2030-01-01"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.service.Profile, test.service.Kind, test.service.Log = "p", "anthropic", slog.New(slog.NewTextHandler(&log, nil))
			r, _ := sent(t, test.service, model.Request{Model: "m", Messages: []model.Message{{Role: model.User, Text: "the prompt"}}})
			want := map[string]string{
				"Content-Type": "application/json", "Accept": "text/event-stream", "User-Agent": "eidolon", "Anthropic-Version": "2023-06-01",
			}
			maps.Copy(want, test.want)
			for name, value := range want {
				if got := r.Header.Get(name); got != value {
					t.Errorf("%s: %q, want %q", name, got, value)
				}
			}
			if r.Method != http.MethodPost || r.URL.Path != "/v1/messages" {
				t.Errorf("%s %s", r.Method, r.URL)
			}
		})
	}
	if got := log.String(); !strings.Contains(got, "provider=p api_kind=anthropic model=m messages=1") || strings.Contains(got, "1234") || strings.Contains(got, "prompt") {
		t.Errorf("log %s", got)
	}
}

// What the SDK would find in the environment, or tell by itself, is not sent.
func TestNothingBesides(t *testing.T) {
	for _, name := range []string{"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_PROFILE", "ANTHROPIC_CUSTOM_HEADERS"} {
		t.Setenv(name, "http://127.0.0.1:1/x: y")
	}
	r, _ := sent(t, wire.Service{}, model.Request{Model: "m", Messages: []model.Message{{Role: model.User, Text: "hi"}}})
	got := slices.Sorted(maps.Keys(r.Header))
	if want := []string{"Accept", "Anthropic-Version", "Content-Length", "Content-Type", "User-Agent"}; !slices.Equal(got, want) {
		t.Errorf("headers %q, want %q", got, want)
	}
}

func TestNoLogin(t *testing.T) {
	client := newClient(t, wire.Service{BaseURL: modeltest.NeverAsked(t), Login: func(context.Context) (string, error) {
		return "", errors.New("nobody is logged in")
	}})
	_, _, err := ask(t.Context(), client)
	if failure := modeltest.FailureOf(t, err, model.Auth); !strings.Contains(failure.Message, "nobody is logged in") {
		t.Errorf("message %q", failure.Message)
	}
}

func TestKeyWithControls(t *testing.T) {
	if _, err := New(wire.Service{BaseURL: "http://host", Key: "sk-secret\r\nX: y"}); err == nil || strings.Contains(err.Error(), "sk-") {
		t.Errorf("error %v, want one without the key", err)
	}
}

func TestSchemaThatIsNoJSON(t *testing.T) {
	client := newClient(t, wire.Service{BaseURL: modeltest.NeverAsked(t)})
	req := model.Request{Model: "m", Tools: []model.Tool{{Name: "ls", Schema: json.RawMessage("{")}}}
	_, err := client.Stream(t.Context(), req, func(model.Chunk) error { return nil })
	if failure := modeltest.FailureOf(t, err, model.BadRequest); !strings.Contains(failure.Message, "was not sent") {
		t.Errorf("message %q", failure.Message)
	}
}
