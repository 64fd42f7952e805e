package providers_test

import (
	"testing"

	"eidolon/internal/providers"
)

// Covers: W8
func TestSearches(t *testing.T) {
	for _, tt := range []struct {
		kind, url, model string
		want             bool
	}{
		{"anthropic", "https://api.anthropic.com", "m", true},
		{"responses", "https://api.openai.com/v1", "m", true},
		{"gemini", "https://generativelanguage.googleapis.com", "m", true},
		{"openai", "https://api.openai.com/v1", "gpt-4o", false},
		{"openai", "https://api.openai.com/v1", "gpt-4o-search-preview", true},
		{"openai", "https://openrouter.ai/api/v1", "m", true},
		{"openai", "http://127.0.0.1:8080/v1", "m-search", false},
		{"stub", "", "", false},
	} {
		if got := providers.Searches(tt.kind, tt.url, tt.model); got != tt.want {
			t.Errorf("%s at %s, %s: %v", tt.kind, tt.url, tt.model, got)
		}
	}
}
