package config_test

import (
	"testing"

	"eidolon/internal/config"
)

// The list holds for whatever way a model names what it wants, since all of them lead through Select.
func TestDelegable(t *testing.T) {
	c := config.Default()
	c.Models.Profiles = []config.Profile{
		{Name: "big", Model: "huge", BaseURL: "http://127.0.0.1:1/v1"},
		{Name: "small", Model: "tiny", BaseURL: "http://127.0.0.1:1/v1"},
		{Name: "near", Model: "twin", BaseURL: "http://127.0.0.1:1/v1"},
		{Name: "far", Model: "twin", BaseURL: "http://127.0.0.1:2/v1"},
	}
	tests := map[string]struct {
		allowed []string
		named   string
		want    bool
	}{
		"no list":                        {nil, "big", true},
		"a profile":                      {[]string{"small"}, "small", true},
		"its model":                      {[]string{"small"}, "tiny", true},
		"another":                        {[]string{"small"}, "big", false},
		"another model of it":            {[]string{"small"}, "small/huge", false},
		"another model of it by a colon": {[]string{"small"}, "small:huge", false},
		"a model":                        {[]string{"tiny"}, "small", true},
		"that model from elsewhere":      {[]string{"tiny"}, "far/tiny", false},
		"one that the list spells out":   {[]string{"small/huge"}, "small/huge", true},
		"a model that several have":      {[]string{"twin"}, "far", true},
		"a name that nobody knows":       {[]string{"big"}, "unheard-of", false},
		"one that is in the list":        {[]string{"unheard-of"}, "unheard-of", true},
		"what leads nowhere":             {[]string{"two words"}, "big", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c.Subagents.AllowedModels = tt.allowed
			p, err := c.Select(tt.named)
			if err != nil {
				t.Fatal(err)
			}
			if got := c.Delegable(p); got != tt.want {
				t.Errorf("%s (%s of %s) may work: %v, want %v", tt.named, p.Model, p.Name, got, tt.want)
			}
		})
	}
}
