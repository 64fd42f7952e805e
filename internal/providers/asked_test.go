package providers_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
	"eidolon/internal/models"
	"eidolon/internal/providers"
	"eidolon/internal/providers/wire"
)

// What the table of models says that a model tells apart, the adapter of its service asks for in different
// words: the two know the same levels of thinking.
func TestLevelsOfTheTable(t *testing.T) {
	var body string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		body = string(data)
		w.WriteHeader(http.StatusBadRequest) // the question is all that matters
	}))
	defer server.Close()
	for _, service := range []struct{ vendor, kind string }{
		{"anthropic", "anthropic"}, {"openai", "responses"}, {"openai", "openai"}, {"gemini", "gemini"},
	} {
		client := open(t, service.kind, wire.Service{BaseURL: server.URL + "/v1"})
		for _, m := range new(models.Registry).List(service.vendor) {
			asked := map[string]string{} // the level by the request
			for _, level := range m.Levels {
				if level == "none" {
					continue
				}
				request := model.Request{Model: m.ID, ThinkingLevel: level, MaxOutputTokens: m.Output, Messages: []model.Message{{Role: model.User, Text: "hi"}}}
				if _, err := client.Stream(t.Context(), request, func(model.Chunk) error { return nil }); err == nil {
					t.Fatal("no failure")
				}
				if other, same := asked[body]; same {
					t.Errorf("%s as %s: %s is asked for as %s is", m.ID, service.kind, level, other)
				}
				asked[body] = level
			}
		}
	}
}

// What a user, a tool and the program say is all that a model reads: adapters add no words of their own.
//
// Covers: Y52
func TestNothingIsAdded(t *testing.T) {
	var words []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body any
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		words = prose(body)
		w.WriteHeader(http.StatusBadRequest) // the question is all that matters
	}))
	defer server.Close()
	for _, kind := range providers.Kinds() {
		if err := ask(t.Context(), open(t, kind, wire.Service{BaseURL: server.URL + "/v1"})).err; err == nil {
			t.Fatal("no failure")
		}
		slices.Sort(words)
		if diff := cmp.Diff([]string{"You are a test.", "the blue heron said so yesterday"}, words); diff != "" {
			t.Errorf("%s (-want +got):\n%s", kind, diff)
		}
	}
}

// prose gives the texts of a JSON value that are more than a word.
func prose(value any) (all []string) {
	switch value := value.(type) {
	case string:
		if strings.Contains(value, " ") {
			all = append(all, value)
		}
	case []any:
		for _, v := range value {
			all = append(all, prose(v)...)
		}
	case map[string]any:
		for _, v := range value {
			all = append(all, prose(v)...)
		}
	}
	return all
}
