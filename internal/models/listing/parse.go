package listing

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"eidolon/internal/models"
)

// list is a page of models in any of the forms that services have.
type list struct {
	Data          []entry `json:"data"`   // most
	Models        []entry `json:"models"` // Gemini
	HasMore       bool    `json:"has_more"`
	LastID        string  `json:"last_id"`
	NextPageToken string  `json:"nextPageToken"`
}

// entry is a model in any of these forms. Services differ in what they say and in how they call it.
type entry struct {
	ID   text `json:"id"`
	Name text `json:"name"` // of Gemini: "models/..."
	Type text `json:"type"`

	ContextLength    number `json:"context_length"`
	ContextWindow    number `json:"context_window"`
	MaxContextLength number `json:"max_context_length"`
	MaxModelLen      number `json:"max_model_len"`
	MaxInputTokens   number `json:"max_input_tokens"`
	InputTokenLimit  number `json:"inputTokenLimit"`
	Meta             struct {
		Context number `json:"n_ctx"`
		Trained number `json:"n_ctx_train"`
	} `json:"meta"`

	MaxCompletionTokens number `json:"max_completion_tokens"`
	MaxTokens           number `json:"max_tokens"`
	OutputTokenLimit    number `json:"outputTokenLimit"`
	TopProvider         struct {
		MaxCompletionTokens number `json:"max_completion_tokens"`
	} `json:"top_provider"`

	Pricing struct { // per token; Together says input and output, per million
		Prompt     number `json:"prompt"`
		Completion number `json:"completion"`
		CacheRead  number `json:"input_cache_read"`
		CacheWrite number `json:"input_cache_write"`
		Input      number `json:"input"`
		Output     number `json:"output"`
	} `json:"pricing"`

	Architecture struct {
		InputModalities []text `json:"input_modalities"`
	} `json:"architecture"`
	Capabilities struct {
		Vision *bool `json:"vision"`
		Chat   *bool `json:"completion_chat"`
	} `json:"capabilities"`
	SupportsImageInput *bool  `json:"supports_image_input"`
	Methods            []text `json:"supportedGenerationMethods"`
}

// parse reads a page. It reports false when it is none. Entries that are no models for a conversation are
// left out.
func parse(data []byte) (page []models.Model, next string, ok bool) {
	var l list
	data = bytes.TrimPrefix(bytes.TrimSpace(data), []byte("\xef\xbb\xbf"))
	if len(data) > 0 && data[0] == '[' { // Together
		if !loosely(data, &l.Data) {
			return nil, "", false
		}
	} else if !loosely(data, &l) || l.Data == nil && l.Models == nil {
		return nil, "", false
	}
	seen := map[string]bool{}
	for _, e := range slices.Concat(l.Data, l.Models) {
		if m, ok := e.model(); ok && !seen[m.ID] && len(page) < maxModels {
			seen[m.ID] = true
			page = append(page, m)
		}
	}
	next = l.NextPageToken
	if l.HasMore {
		next = l.LastID
	}
	return page, next, true
}

// loosely decodes what has the expected type and leaves out the rest. It reports false when it is no JSON.
func loosely(data []byte, into any) bool {
	err := json.Unmarshal(data, into)
	_, mismatch := errors.AsType[*json.UnmarshalTypeError](err)
	return err == nil || mismatch
}

// others are words in the names of models that do not talk.
var others = []string{
	"embed", "whisper", "tts", "dall-e", "moderation", "rerank", "transcribe", "stable-diffusion", "imagen", "-image",
	"sora", "veo-", "realtime", "guard", "ocr", "speech", "lyria",
}

func (e entry) model() (models.Model, bool) {
	id := string(e.ID)
	if id == "" {
		id = strings.TrimPrefix(string(e.Name), "models/")
	}
	talks := e.Methods == nil || slices.Contains(e.Methods, "generateContent")
	if e.Capabilities.Chat != nil {
		talks = talks && *e.Capabilities.Chat
	}
	for _, word := range others {
		talks = talks && !strings.Contains(strings.ToLower(id), word)
	}
	if !talks || !isName(id) {
		return models.Model{}, false
	}
	m := models.Model{
		ID: id,
		Window: first(e.ContextLength, e.ContextWindow, e.MaxContextLength, e.MaxModelLen, e.MaxInputTokens, e.InputTokenLimit,
			e.Meta.Context, e.Meta.Trained),
		Output: first(e.MaxCompletionTokens, e.OutputTokenLimit, e.TopProvider.MaxCompletionTokens, e.MaxTokens),
	}
	m.Price, m.Images = e.price(), e.images()
	return m, true
}

func (e entry) price() *models.Price {
	const million = 1e6
	p := models.Price{
		Input: rounded(e.Pricing.Prompt * million), Output: rounded(e.Pricing.Completion * million),
		CachedInput: rounded(e.Pricing.CacheRead * million), CacheWrite: rounded(e.Pricing.CacheWrite * million),
	}
	if p == (models.Price{}) {
		p = models.Price{Input: rounded(e.Pricing.Input), Output: rounded(e.Pricing.Output)}
	}
	if p == (models.Price{}) {
		return nil
	}
	return &p
}

func (e entry) images() *bool {
	switch {
	case e.SupportsImageInput != nil:
		return e.SupportsImageInput
	case e.Capabilities.Vision != nil:
		return e.Capabilities.Vision
	case e.Architecture.InputModalities != nil:
		return new(slices.Contains(e.Architecture.InputModalities, "image"))
	}
	return nil
}

// first gives the first of the figures that says something and can be a number of tokens.
func first(figures ...number) int {
	const most = 1e9
	for _, f := range figures {
		if f >= 1 && f <= most {
			return int(f)
		}
	}
	return 0
}

// rounded gives a price without the noise of its calculation; what can be none is 0.
func rounded(n number) float64 {
	const most = 1e6
	if !(n > 0 && n < most) {
		return 0
	}
	f, err := strconv.ParseFloat(strconv.FormatFloat(float64(n), 'g', 8, 64), 64)
	if err != nil {
		return 0
	}
	return f
}

// maxName is the length of the longest name of a model.
const maxName = 200

// isName says whether a text from outside can be the name of a model: what can be shown, typed and kept
// in one line.
func isName(id string) bool {
	return id != "" && len(id) <= maxName && utf8.ValidString(id) && !strings.ContainsFunc(id, func(r rune) bool {
		return !unicode.IsPrint(r) || r == ' ' || r == utf8.RuneError
	})
}

// number is a figure that some services put in quotes. What is none is 0.
type number float64

// UnmarshalJSON never fails: a field that cannot be read is one that is not there.
func (n *number) UnmarshalJSON(data []byte) error {
	f, err := strconv.ParseFloat(strings.Trim(string(data), `"`), 64)
	if err == nil {
		*n = number(f)
	}
	return nil
}

// text is a word; what is none is "".
type text string

// UnmarshalJSON never fails.
func (t *text) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) == nil {
		*t = text(s)
	}
	return nil
}
