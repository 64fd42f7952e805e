package models

import (
	"slices"

	"eidolon/internal/leaf/effort"
)

// Model is what is known about one model. Zero fields are not known.
type Model struct {
	Vendor string `json:"-"`
	ID     string `json:"-"`
	Source string `json:"-"` // where this is from, in words

	Window int      `json:"contextWindow,omitempty"`   // tokens that it can read
	Output int      `json:"maxOutputTokens,omitempty"` // tokens of the longest answer
	Price  *Price   `json:"price,omitempty"`
	Images *bool    `json:"images,omitempty"`         // it can see pictures
	Native *bool    `json:"nativeTools,omitempty"`    // its own tool calls are known to be good
	Levels []string `json:"thinkingLevels,omitempty"` // in rising order; only "none" for a model that does not think
	Listed string   `json:"listed,omitempty"`         // the day on which the service listed it; "" for a row that a person wrote
}

// Price is what a million tokens cost, in US dollars.
type Price struct {
	Input       float64 `json:"input,omitempty"`
	Output      float64 `json:"output,omitempty"`
	CachedInput float64 `json:"cachedInput,omitempty"`
	CacheWrite  float64 `json:"cacheWrite,omitempty"`
}

// over lays what is known in m over base.
func (m Model) over(base Model) Model {
	if m.Window == 0 {
		m.Window = base.Window
	}
	if m.Output == 0 {
		m.Output = base.Output
	}
	if m.Price == nil {
		m.Price = base.Price
	}
	if m.Images == nil {
		m.Images = base.Images
	}
	if m.Native == nil {
		m.Native = base.Native
	}
	if m.Levels == nil {
		m.Levels = base.Levels
	}
	return m
}

// Level gives the level of thinking to ask a model for when somebody wants a certain one: the nearest
// that it has, the lower of two. A model that does not think is asked for none, which is "". Whoever wants
// thinking gets some if there is any, and "off" is the least there is. Without levels nothing is known
// about the model, and it is asked for what is wanted.
func Level(wanted string, levels []string) string {
	all := effort.Levels()
	at := slices.Index(all, wanted)
	if at < 0 || len(levels) == 0 {
		return wanted
	}
	best, bestDistance := "", len(all)
	for _, level := range all {
		if !slices.Contains(levels, level) || level == effort.Off && wanted != effort.Off {
			continue
		}
		distance := max(slices.Index(all, level)-at, at-slices.Index(all, level))
		if distance < bestDistance {
			best, bestDistance = level, distance
		}
	}
	return best
}
