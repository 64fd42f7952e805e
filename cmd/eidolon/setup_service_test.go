//go:build unix

package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/internal/config"
)

// An address is taken as people type it.
func TestSetupAddress(t *testing.T) {
	for given, want := range map[string]string{
		"127.0.0.1:8080/v1":          "http://127.0.0.1:8080/v1 local",
		"localhost:11434":            "http://localhost:11434 local",
		"localhost":                  "http://localhost local",
		"[::1]:8080/v1":              "http://[::1]:8080/v1 local",
		"192.168.1.5:8000":           "http://192.168.1.5:8000 192.168.1.5",
		"gpu.local:8000/v1":          "http://gpu.local:8000/v1 gpu",
		"api.example.com/Team/V1":    "https://api.example.com/Team/V1 example",
		"http://h.example.com/Me/v1": "http://h.example.com/Me/v1 h",
		"OpenAI":                     " openai",
		"llama.cpp":                  " llama.cpp",
		"ftp://h":                    `"ftp://h" is no base URL; one looks like http://127.0.0.1:8080/v1`,
		"openai:gpt":                 `"openai:gpt" is no base URL; one looks like http://127.0.0.1:8080/v1`,
	} {
		s := &setup{config: config.Default()}
		got := ""
		if err := s.service(given); err != nil {
			got = err.Error()
		} else {
			got = s.draft.BaseURL + " " + s.vendor.Name
		}
		if got != want {
			t.Errorf("%s is %s, want %s", given, got, want)
		}
	}
}

func TestWrapped(t *testing.T) {
	for _, c := range []struct {
		line    string
		columns int
		want    string
	}{
		{"one two three", 0, "one two three"},
		{"one two three", 13, "one two three"},
		{"one two three", 8, "one two\nthree"},
		{"a http://long.example.com b", 8, "a\nhttp://long.example.com\nb"},
		{"  1  ü界 x", 8, "  1  ü\u754c\nx"},
	} {
		if got := wrapped(c.line, c.columns); got != c.want {
			t.Errorf("%q in %d columns is %q, want %q", c.line, c.columns, got, c.want)
		}
	}
}

// An address without /v1, as local servers show it, is completed when the service has its models there.
func TestSetupCompletesAddress(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/models" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"object":"list","data":[{"id":"first"},{"id":"second"}]}`))
	}))
	defer srv.Close()
	s := newSite(t, "answers: [{parts: [{text: unused}]}]")
	cmd := s.command("setup", "--base-url", srv.URL, "--yes", "--no-test")
	cmd.Env = append(cmd.Env, "OPENAI_BASE_URL=", "OPENAI_API_KEY=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(s.dir, "base", "config.yaml"))
	if err != nil || !strings.Contains(string(data), srv.URL+"/v1\"") || !strings.Contains(string(data), "\"first\"") {
		t.Errorf("%s, %v", data, err)
	}
}
