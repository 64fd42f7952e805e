package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"eidolon/internal/leaf/yamldoc"
	"eidolon/internal/models"
)

// usualWindow is the context window of a model of which nothing is known.
const usualWindow = 128_000

// About is what is known of a profile's model beside what its user says.
type About struct {
	models.Model
	Said Said
}

// Said tells which facts about a model the user gave, so that they hold whatever else is known.
type Said struct{ Window, Price, Images bool }

func saidBy(profile *yamldoc.Node) Said {
	return Said{
		Window: profile.Get("contextWindow").IsSet(), Price: profile.Get("price").IsSet(), Images: profile.Get("images").IsSet(),
	}
}

// readModels reads the user's models.yaml. One that cannot be read costs what it says, and no more.
func (l *loader) readModels() {
	l.registry = &models.Registry{}
	if l.src.BaseDir == "" {
		return
	}
	path := filepath.Join(l.src.BaseDir, models.File)
	data, _, err := readFile(path, os.Stat, os.Open)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err == nil {
		l.registry, err = models.Parse(path, data)
	} else {
		l.registry = models.Unread()
	}
	if err == nil {
		return
	}
	l.notices = append(l.notices, modelsNotices(path, err, "the file is left out")...)
}

// modelsNotices puts into words what is wrong with models.yaml, and what follows.
func modelsNotices(path string, err error, then string) []Notice {
	mistakes, ok := errors.AsType[*yamldoc.Error](err)
	if !ok {
		return []Notice{{BadModels, path, "cannot be read: " + reason(err) + "; " + then}}
	}
	var out []Notice
	for _, p := range mistakes.Problems {
		out = append(out, Notice{BadModels, placeOf(p), p.Message + "; " + then})
	}
	return out
}

// checkModels reads models.yaml in full, where a run passes over what it has no need of.
func checkModels(src Sources, told []Notice) []Notice {
	path := filepath.Join(src.BaseDir, models.File)
	data, _, err := readFile(path, os.Stat, os.Open)
	if src.BaseDir == "" || err != nil || slices.ContainsFunc(told, func(n Notice) bool { return n.Code == BadModels }) {
		return nil
	}
	if err := models.Check(path, data); err != nil {
		return modelsNotices(path, err, "what it says there does not count")
	}
	return nil
}

// Registry answers questions about models. It is never nil.
func (c *Config) Registry() *models.Registry {
	if c.registry == nil {
		return &models.Registry{}
	}
	return c.registry
}

// learn fills in what the user did not say and the registry knows.
func (p *Profile) learn(registry *models.Registry) {
	m, _ := registry.Lookup(p.Service, p.Model)
	if p.About.Model = m; !p.About.Said.Window {
		p.ContextWindow = usualWindow
		if m.Window > 0 {
			p.ContextWindow = m.Window
		}
	}
	if !p.About.Said.Price {
		p.Price = Price{}
		if m.Price != nil {
			p.Price = Price(*m.Price)
		}
	}
	if !p.About.Said.Images {
		p.Images = m.Images
	}
}

// origin tells where the value of a profile's key is from when the registry gave it; "" is elsewhere.
func (a About) origin(key string) string {
	switch {
	case key == "contextWindow" && !a.Said.Window && a.Window > 0,
		strings.HasPrefix(key, "price.") && !a.Said.Price && a.Price != nil,
		key == "images" && !a.Said.Images && a.Images != nil:
		return a.Source
	}
	return ""
}

// Thinking is the level of thinking to ask the model for: the nearest that it has to the one of the
// profile. "" asks for none in particular.
func (p *Profile) Thinking() string { return models.Level(p.ThinkingLevel, p.About.Levels) }

// OutputLimit is the longest answer to ask for, in tokens; 0 leaves it to the service. One wire format
// demands a number: then it is what the model can do at most.
func (p *Profile) OutputLimit() int {
	if p.MaxOutputTokens == 0 && p.APIKind == "anthropic" {
		return p.About.Output
	}
	return p.MaxOutputTokens
}

// Native says whether tool calls come on the service's own wire instead of in the text. With auto they do
// when the model's own calls are known to be good, and not otherwise: the text works with every model.
func (p *Profile) Native() bool {
	return p.ToolProtocol == "native" || p.ToolProtocol == "auto" && p.About.Native != nil && *p.About.Native
}
