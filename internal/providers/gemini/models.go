package gemini

import (
	"strings"

	"eidolon/internal/leaf/effort"
)

// generation is what has to be known of a model beyond its name.
type generation int

const (
	foreign generation = iota // does not think as far as one can know, such as gemini-2.0 and gemma
	budgets                   // gemini-2.5: thinks for a number of tokens
	levels                    // gemini-3 and later: thinks at a level
)

// generationOf tells it from the name, which may have a path before it. An alias such as
// gemini-flash-latest is taken for one of the newest.
func generationOf(name string) generation {
	name = baseName(name)
	rest, found := strings.CutPrefix(name, "gemini-")
	switch {
	case !found, strings.HasPrefix(rest, "1"), strings.HasPrefix(rest, "2.0"), strings.HasPrefix(rest, "exp"), strings.HasPrefix(rest, "pro-vision"):
		return foreign
	case strings.HasPrefix(rest, "2"):
		return budgets
	}
	return levels
}

func baseName(name string) string { return strings.ToLower(name[strings.LastIndexByte(name, '/')+1:]) }

// signs tells models that refuse a conversation in which a call has no signature.
func (g generation) signs() bool { return g == levels }

// thinking is how a model is told how much to think.
type thinking struct {
	Include bool   `json:"includeThoughts,omitempty"`
	Budget  *int   `json:"thinkingBudget,omitempty"`
	Level   string `json:"thinkingLevel,omitempty"`
}

// thinkingOf translates a level, or gives nil for a model that knows none. No model that thinks at
// levels can be kept from it altogether; the least is asked for.
func thinkingOf(name, level string) *thinking {
	if level == "" {
		return nil
	}
	t := &thinking{Include: level != effort.Off}
	pro := strings.Contains(baseName(name), "pro")
	switch generationOf(name) {
	case foreign:
		return nil
	case budgets:
		t.Budget = new(budgetOf(level, pro))
	case levels:
		t.Level = levelOf(level, pro, strings.HasPrefix(baseName(name), "gemini-3-pro"))
	}
	return t
}

// Budgets that the models of generation 2.5 take: the large ones at least leastPro, the others up to most.
const (
	leastPro = 128
	most     = 24576
	mostPro  = 32768
)

func budgetOf(level string, pro bool) int {
	switch level {
	case effort.Off:
		if pro {
			return leastPro
		}
		return 0
	case effort.Low:
		return 1024
	case effort.Medium:
		return 8192
	case effort.High:
		return most
	}
	if pro {
		return mostPro
	}
	return most
}

// levelOf gives the nearest level that a model has. The large ones have no minimal level, and the first
// of them had but two.
func levelOf(level string, pro, two bool) string {
	switch {
	case level == effort.Off && !pro:
		return "MINIMAL"
	case level == effort.Off, level == effort.Low:
		return "LOW"
	case level == effort.Medium && !two:
		return "MEDIUM"
	}
	return "HIGH"
}
