package app_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/app"
	"eidolon/internal/config"
)

// lister serves a list of models, and one answer to whoever asks for one.
func lister(t *testing.T, list string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/models"):
			_, _ = io.WriteString(w, list)
		case r.Header.Get("Authorization") == "Bearer right":
			_, _ = io.WriteString(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ready\\u001b[2J\"}}]}\n\n"+
				"data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
		default:
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = io.WriteString(w, `{"error":{"message":"no such key: `+strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")+`"}}`)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// loaded gives the options of a configuration in the environment.
func loaded(t *testing.T, env map[string]string) app.Options {
	t.Helper()
	c, _, err := config.Load(config.Sources{BaseDir: t.TempDir(), Env: func(name string) string { return env[name] }})
	if err != nil {
		t.Fatal(err)
	}
	return app.Options{Config: c, Profile: c.Choice.Profile}
}

// A server on this computer is asked which model it has, when nobody names one.
func TestNameModel(t *testing.T) {
	tests := []struct {
		name, list, model, want string
		window                  int
	}{
		{"the first", `{"data":[{"id":"q1","meta":{"n_ctx_train":4096}},{"id":"q2"}]}`, "", "q1", 4096},
		{"named", `{"data":[{"id":"q1"}]}`, "mine", "mine", 128_000},
		{"none", `{"data":[]}`, "", "", 128_000},
		{"no list", `nothing`, "", "", 128_000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := loaded(t, map[string]string{"OLLAMA_BASE_URL": lister(t, tt.list) + "/v1", "EIDOLON_MODEL": tt.model})
			app.NameModel(t.Context(), &o)
			if o.Profile.Model != tt.want || o.Profile.ContextWindow != tt.window {
				t.Errorf("model %q with window %d", o.Profile.Model, o.Profile.ContextWindow)
			}
		})
	}
}

// Covers: R92
func TestTry(t *testing.T) {
	o := loaded(t, map[string]string{"OPENAI_BASE_URL": lister(t, ""), "OPENAI_API_KEY": "right"})
	got, err := app.Try(t.Context(), o, o.Profile)
	if err != nil || got.Answer != "ready\u241b[2J" || got.Took < 0 {
		t.Errorf("%+v, %v", got, err)
	}
	o = loaded(t, map[string]string{"OPENAI_BASE_URL": lister(t, ""), "OPENAI_API_KEY": "wrong-key-of-somebody"})
	_, err = app.Try(t.Context(), o, o.Profile)
	if err == nil || !strings.Contains(err.Error(), "key") || strings.Contains(err.Error(), "wrong-key") {
		t.Errorf("error %v", err)
	}
}

// What one service cannot tell does not keep the others from being asked.
//
// Covers: Y42
func TestUpdateModels(t *testing.T) {
	env := map[string]string{
		"GROQ_API_KEY": "right", "GROQ_BASE_URL": lister(t, `{"data":[{"id":"a"},{"id":"b"}]}`),
		"XAI_API_KEY": "right", "XAI_BASE_URL": lister(t, "<html>"),
		"CEREBRAS_API_KEY": "right", "CEREBRAS_BASE_URL": lister(t, `{"data":[{"id":"c","context_length":"9000"}]}`),
	}
	o := loaded(t, env)
	o.Base = t.TempDir()
	var told []string
	u, err := app.UpdateModels(t.Context(), o, app.ModelsQuery{Patterns: []string{"a", "c"}, Tell: func(line string) { told = append(told, line) }})
	if err != nil || len(told) != 3 || u.File == "" {
		t.Fatalf("%+v, %v, told %q", u, err, told)
	}
	want := []app.ModelsChange{
		{Vendor: "cerebras", Models: 1, New: []string{"c"}, Changed: []string{}, Gone: []string{}},
		{Vendor: "groq", Models: 1, New: []string{"a"}, Changed: []string{}, Gone: []string{}},
	}
	if diff := cmp.Diff(want, u.Changes); diff != "" {
		t.Error(diff)
	}
	if len(u.Failed) != 1 || !strings.HasPrefix(u.Failed[0], "xai: ") {
		t.Errorf("failed: %q", u.Failed)
	}
	if _, err := app.UpdateModels(t.Context(), loaded(t, nil), app.ModelsQuery{}); !errors.Is(err, app.ErrNoServices) {
		t.Errorf("without services: %v", err)
	}
}
