package anthropic

import (
	"slices"
	"strconv"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/param"

	"eidolon/actors/model"
	"eidolon/internal/leaf/effort"
)

// budgets are the tokens of thought for models that want a number. An answer has to fit beside them, so
// they are cut to a part of what it may have.
var budgets = map[string]int64{
	effort.Low: 4_000, effort.Medium: 10_000, effort.High: 16_000, effort.XHigh: 24_000, effort.Max: 32_000,
}

// leastBudget is the smallest one that is taken.
const leastBudget = 1024

// think sets what the level asks for. Thinking goes with neither a temperature nor a call that is
// demanded, and those are the more definite wishes only in the second case.
func think(p *sdk.MessageNewParams, req model.Request) {
	if req.ThinkingLevel == "" || p.ToolChoice.OfAny != nil || p.ToolChoice.OfTool != nil {
		return
	}
	g := generationOf(req.Model)
	switch {
	case req.ThinkingLevel == effort.Off:
		thinkNot(p, g)
	case g.adapts():
		p.Thinking.OfAdaptive = &sdk.ThinkingConfigAdaptiveParam{Display: g.display()}
		p.OutputConfig.Effort = sdk.OutputConfigEffort(g.effort(req.ThinkingLevel))
	default:
		p.Thinking.OfEnabled = budget(p, req)
	}
	if p.Thinking.OfAdaptive != nil || p.Thinking.OfEnabled != nil {
		p.Temperature = param.Opt[float64]{}
	}
}

// thinkNot asks for no thoughts. Models that cannot do without are asked for few.
func thinkNot(p *sdk.MessageNewParams, g generation) {
	if g.family == "mythos" || g.family == "fable" {
		p.OutputConfig.Effort = sdk.OutputConfigEffortLow
		return
	}
	p.Thinking.OfDisabled = &sdk.ThinkingConfigDisabledParam{}
}

// budget gives the thinking of a model that wants a number, or nil where it would be refused: without
// room for it, and when a call is being answered whose thought is not there to go back with it.
func budget(p *sdk.MessageNewParams, req model.Request) *sdk.ThinkingConfigEnabledParam {
	tokens := min(budgets[req.ThinkingLevel], p.MaxTokens/4*3)
	if tokens < leastBudget || !proven(req.Messages, req.Model) {
		return nil
	}
	return &sdk.ThinkingConfigEnabledParam{BudgetTokens: tokens}
}

// proven tells whether the calls that are being answered began with a thought that goes back. They
// begin behind the last message that is not about results.
func proven(messages []model.Message, name string) bool {
	signed := true
	for i := range slices.Backward(messages) {
		m := &messages[i]
		switch {
		case m.Role == model.Assistant && len(m.Calls) > 0:
			signed = slices.ContainsFunc(m.Thoughts, func(t model.Thought) bool {
				_, _, ours := unproof(t, name)
				return ours
			})
		case m.Role == model.User && m.Text != "" && !answers(messages[:i]):
			return signed
		}
	}
	return signed
}

// answers tells whether what follows these messages goes out with results: they end in some.
func answers(messages []model.Message) bool {
	for i := range slices.Backward(messages) {
		if m := &messages[i]; m.Role != model.User && m.Role != model.System {
			return len(m.Results) > 0
		}
	}
	return false
}

// generation is what the name of a model tells about what it takes.
type generation struct {
	ours         bool   // it is one of the service's own, by whatever name others offer it
	family       string // opus, sonnet, ...; "" when the name has none
	major, minor int    // 0 when the name has none
}

// generationOf reads names such as claude-opus-4-6, claude-sonnet-4-5-20250929 and
// us.anthropic.claude-3-7-sonnet-v1:0.
func generationOf(name string) generation {
	_, rest, found := strings.Cut(strings.ToLower(name), "claude")
	g := generation{ours: found}
	if !found {
		return g
	}
	words := strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune("-._@:/ ", r) })
	for i, word := range words {
		number, isNumber := version(word)
		switch {
		case !isNumber && g.family == "":
			g.family = word
		case isNumber && g.major == 0:
			g.major = number
			if i+1 < len(words) {
				g.minor, _ = version(words[i+1])
			}
		}
	}
	return g
}

// version reads a part of a version. Longer numbers are dates.
func version(word string) (int, bool) {
	n, err := strconv.Atoi(word)
	if err != nil || len(word) > 2 {
		return 0, false
	}
	return n, true
}

// before tells whether the model is older. One of the service's own without a number is not.
func (g generation) before(major, minor int) bool {
	return g.major != 0 && (g.major < major || (g.major == major && g.minor < minor))
}

// adapts tells a model that decides itself how much it thinks. Those of other makers are not known to,
// and take the older form.
func (g generation) adapts() bool { return g.ours && !g.before(4, 6) }

// display asks for readable thoughts where a model would send none by default.
func (g generation) display() sdk.ThinkingConfigAdaptiveDisplay {
	if g.before(4, 7) {
		return ""
	}
	return sdk.ThinkingConfigAdaptiveDisplaySummarized
}

// effort gives the nearest one that the model has.
func (g generation) effort(wanted string) string {
	if wanted == effort.XHigh && (g.before(4, 7) || g.major == 0) {
		return effort.High
	}
	return wanted
}
