package listing

import (
	"context"
	"encoding/json"
	"slices"

	"eidolon/internal/models"
	"eidolon/internal/providers/wire"
)

// CatalogueURL is where a public catalogue of models is to be had.
const CatalogueURL = "https://models.dev/api.json"

// Catalogue holds what a catalogue knows, by the names of vendors that it has.
type Catalogue map[string]catalogued

type catalogued struct {
	Models map[text]struct {
		Reasoning *bool `json:"reasoning"`
		Limit     struct {
			Context number `json:"context"`
			Output  number `json:"output"`
		} `json:"limit"`
		Cost struct {
			Input      number `json:"input"`
			Output     number `json:"output"`
			CacheRead  number `json:"cache_read"`
			CacheWrite number `json:"cache_write"`
		} `json:"cost"`
		Modalities struct {
			Input []text `json:"input"`
		} `json:"modalities"`
	} `json:"models"`
}

// FetchCatalogue gets a catalogue. The service has its address as base URL, and how it is reached.
func FetchCatalogue(ctx context.Context, s wire.Service) (Catalogue, error) {
	var c Catalogue
	err := get(ctx, s, "", func(x *wire.Exchange, data []byte) error {
		var entries map[string]json.RawMessage
		if !loosely(data, &entries) {
			return x.BadAnswer("something that is no catalogue of models")
		}
		c = Catalogue{}
		for name, raw := range entries {
			var v catalogued
			if loosely(raw, &v) && len(v.Models) > 0 {
				c[name] = v
			}
		}
		if len(c) == 0 {
			return x.BadAnswer("a catalogue in which there is no model")
		}
		return nil
	})
	return c, err
}

// otherNames are those of vendors in a catalogue where they are not ours.
var otherNames = map[string]string{
	"gemini": "google", "moonshot": "moonshotai", "mimo": "xiaomi", "together": "togetherai", "fireworks": "fireworks-ai",
	"claude-cli": "anthropic", "codex": "openai", "gemini-cli": "google",
}

// Fill completes a vendor's models with what the catalogue knows and the service did not say. It tells of
// how many that was so.
func (c Catalogue) Fill(vendor string, listed []models.Model) (filled int) {
	name := vendor
	if other, ok := otherNames[vendor]; ok {
		name = other
	}
	for i := range listed {
		if m := &listed[i]; c.fill(name, m) {
			filled++
		}
	}
	return filled
}

func (c Catalogue) fill(vendor string, m *models.Model) bool {
	entry, ok := c[vendor].Models[text(m.ID)]
	if !ok {
		return false
	}
	before := *m
	if m.Window == 0 {
		m.Window = first(entry.Limit.Context)
	}
	if m.Output == 0 {
		m.Output = first(entry.Limit.Output)
	}
	price := models.Price{
		Input: rounded(entry.Cost.Input), Output: rounded(entry.Cost.Output),
		CachedInput: rounded(entry.Cost.CacheRead), CacheWrite: rounded(entry.Cost.CacheWrite),
	}
	if m.Price == nil && price != (models.Price{}) {
		m.Price = &price
	}
	if m.Images == nil && entry.Modalities.Input != nil {
		m.Images = new(slices.Contains(entry.Modalities.Input, "image"))
	}
	if m.Levels == nil && entry.Reasoning != nil && !*entry.Reasoning {
		m.Levels = []string{"none"}
	}
	return m.Window != before.Window || m.Output != before.Output || m.Price != before.Price || m.Images != before.Images || m.Levels != nil && before.Levels == nil
}
