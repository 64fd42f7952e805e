package config

import (
	"fmt"
	"slices"
	"strings"

	"eidolon/internal/leaf/nearest"
	"eidolon/internal/leaf/yamldoc"
)

// Provider changes what is known about a vendor, or makes a new one. What it shares with [Profile] holds
// for each profile of the vendor that does not say otherwise.
type Provider struct {
	Enabled bool     `yaml:"enabled"` // false: the vendor is not used
	Model   string   `yaml:"model"`   // makes a profile "vendor/model"
	Models  []string `yaml:"models"`  // makes one of each; one with a "*" only says which models to list
	Default string   `yaml:"default"` // the first of them; else the first in the list

	BaseURL         string            `yaml:"baseURL"`
	APIKind         string            `yaml:"apiKind" oneof:"openai|responses|anthropic|gemini"`
	APIKeyEnv       string            `yaml:"apiKeyEnv"`
	APIKey          Secret            `yaml:"apiKey"`
	KeyHeader       string            `yaml:"keyHeader"`
	Login           string            `yaml:"login"`
	Headers         map[string]Secret `yaml:"headers"`
	Query           map[string]Secret `yaml:"query"`
	Proxy           string            `yaml:"proxy"`
	CAFile          string            `yaml:"caFile"`
	Tools           []string          `yaml:"tools"`
	ToolProtocol    string            `yaml:"toolProtocol" oneof:"xnl|native|auto"`
	ContextWindow   int               `yaml:"contextWindow" min:"0"`
	MaxInputChars   int               `yaml:"maxInputChars" min:"0"`
	MaxOutputTokens int               `yaml:"maxOutputTokens" min:"0"`
	ThinkingLevel   string            `yaml:"thinkingLevel" oneof:"|off|low|medium|high|xhigh|max"`
	Temperature     *float64          `yaml:"temperature" min:"0"`
	Price           Price             `yaml:"price"`
	Timeouts        Timeouts          `yaml:"timeouts"`
	ForeignCalls    bool              `yaml:"foreignCalls"`
	Images          *bool             `yaml:"images"`
	ReasoningBack   bool              `yaml:"reasoningBack"`
}

// SetDefaults fills a provider before its keys are read.
func (p *Provider) SetDefaults() { p.Enabled = true }

// notShared are the keys of a provider that are about the vendor and not about its profiles.
var notShared = []string{"enabled", "model", "models", "default", "baseURL"}

// knowVendors makes the list of vendors: those built in as the user's files change them, and the user's own.
func (l *loader) knowVendors(tree *yamldoc.Node) {
	l.vendors = slices.Clone(vendors)
	providers := tree.Get("providers")
	if providers == nil || providers.Kind != yamldoc.Map {
		return
	}
	for _, f := range providers.Fields {
		i := slices.IndexFunc(l.vendors, func(v Vendor) bool { return v.Name == f.Key })
		if i < 0 {
			l.vendors = append(l.vendors, Vendor{Name: f.Key, APIKind: "openai", own: true})
			i = len(l.vendors) - 1
		}
		v := &l.vendors[i]
		if on := f.Value.Get("enabled"); on != nil && on.Kind == yamldoc.Scalar {
			v.off = slices.Contains([]string{"false", "no", "off"}, strings.ToLower(on.Text))
		}
		if url := f.Value.Get("baseURL"); v.own && hasText(url) {
			v.BaseURL = url.Text
		}
		if models := modelsOf(f.Value); len(models) > 0 {
			v.Model = models[0].Text
		}
	}
}

// nameProviders gives the vendors in a file the names that they have here.
func (l *loader) nameProviders(providers *yamldoc.Node) {
	if providers == nil || providers.Kind != yamldoc.Map {
		return
	}
	for _, f := range providers.Fields {
		v, ok := vendors.named(f.Key)
		switch {
		case !ok || v.Name == f.Key:
		case providers.Field(v.Name) != nil:
			l.problem(f.Value.Problem("%q is another name of %q, and both are given; keep one", f.Key, v.Name))
		default:
			f.Key = v.Name
		}
	}
}

// checkProviders reports entries of which no service can be made. It is asked when all files are merged,
// since one may say where a service is and another which models it has.
func (l *loader) checkProviders(tree *yamldoc.Node) {
	providers := tree.Get("providers")
	if providers == nil || providers.Kind != yamldoc.Map {
		return
	}
	for _, f := range providers.Fields {
		_, known := vendors.named(f.Key)
		url, fallback := f.Value.Get("baseURL"), f.Value.Get("default")
		switch {
		case f.Value.Kind != yamldoc.Map && f.Value.IsSet(): // reported by the schema
		case f.Key == "" || strings.ContainsAny(f.Key, ":/ "):
			l.problem(f.Value.Problem("%q cannot be the name of a provider: it stands before a \":\" or \"/\" in the names of its models", f.Key))
		case !known && !hasText(url):
			hint := ""
			if near := nearest.Name(f.Key, vendorNames()); near != "" {
				hint = fmt.Sprintf(" (did you mean %q?)", near)
			}
			l.problem(f.Value.Problem("unknown provider %q%s; a provider of your own needs a baseURL", f.Key, hint))
		case hasText(fallback) && !slices.ContainsFunc(modelsOf(f.Value), func(m *yamldoc.Node) bool { return m.Text == fallback.Text }):
			l.problem(fallback.Problem("the default %q is none of the models of %s", fallback.Text, f.Key))
		}
		if hasText(url) {
			l.checkURL(f.Value)
		}
	}
}

func vendorNames() []string {
	var names []string
	for _, v := range vendors {
		names = append(names, v.Name)
	}
	return names
}

// modelsOf gives the models that a provider names, the default one first. Patterns are none.
func modelsOf(provider *yamldoc.Node) []*yamldoc.Node {
	var all []*yamldoc.Node
	if one := provider.Get("model"); hasText(one) && one.Kind == yamldoc.Scalar {
		all = append(all, one)
	}
	for _, m := range items(provider.Get("models")) {
		if !strings.Contains(m.Text, "*") && !slices.ContainsFunc(all, func(have *yamldoc.Node) bool { return have.Text == m.Text }) {
			all = append(all, m)
		}
	}
	if d := provider.Get("default"); hasText(d) {
		slices.SortStableFunc(all, func(a, b *yamldoc.Node) int {
			switch {
			case a.Text == d.Text && b.Text != d.Text:
				return -1
			case b.Text == d.Text && a.Text != d.Text:
				return 1
			}
			return 0
		})
	}
	return all
}

// providerProfiles makes the profiles "vendor/model" of the models that providers name, after those in
// the list of profiles. One that the list has already stays as it is.
func (l *loader) providerProfiles(tree *yamldoc.Node) []*yamldoc.Node {
	providers := tree.Get("providers")
	if providers == nil || providers.Kind != yamldoc.Map {
		return nil
	}
	var out []*yamldoc.Node
	for _, f := range providers.Fields {
		if v, _ := l.vendors.named(f.Key); v.off || f.Value.Kind != yamldoc.Map {
			continue
		}
		for _, m := range modelsOf(f.Value) {
			profile := &yamldoc.Node{Kind: yamldoc.Map, Source: m.Source, Line: m.Line}
			profile.Set(at(m, f.Key+"/"+m.Text), "name")
			profile.Set(m, "model")
			out = append(out, profile)
		}
	}
	return out
}

// allProfiles gives the profiles of the files: those that are written, and behind them those that providers
// make. Without any it gives what the environment speaks for.
func (l *loader) allProfiles(tree *yamldoc.Node) (list *yamldoc.Node, zero bool) {
	list = &yamldoc.Node{Kind: yamldoc.List, Source: "default"}
	if written := tree.Get("models", "profiles"); written.IsSet() {
		*list = *written
		list.Items = slices.Clone(written.Items)
	}
	for _, p := range l.providerProfiles(tree) {
		if name := nameOf(p); !slices.ContainsFunc(list.Items, func(have *yamldoc.Node) bool { return nameOf(have) == name }) {
			list.Items = append(list.Items, p)
		}
	}
	if len(list.Items) == 0 {
		return l.zeroProfiles(), true
	}
	return list, false
}

// inherit gives a profile what the user says about its vendor, and then what is known of that vendor.
// Headers are put together; of other keys the profile's own counts.
func (l *loader) inherit(profile *yamldoc.Node, v Vendor) {
	provider := l.tree.Get("providers", v.Name)
	if provider != nil && provider.Kind == yamldoc.Map {
		for _, f := range provider.Fields {
			own := profile.Get(f.Key)
			switch {
			case slices.Contains(notShared, f.Key) || !f.Value.IsSet():
			case !own.IsSet():
				profile.Set(copyOf(f.Value), f.Key)
			case own.Kind == yamldoc.Map && f.Value.Kind == yamldoc.Map:
				for _, inner := range f.Value.Fields {
					if own.Field(inner.Key) == nil {
						own.Fields = append(own.Fields, inner)
					}
				}
			}
		}
	}
	setDefault(profile, "keyHeader", v.KeyHeader)
	if v.thinks {
		setDefault(profile, "reasoningBack", "true")
	}
	if !hasText(profile.Get("apiKey")) && !hasText(profile.Get("apiKeyEnv")) {
		setDefault(profile, "login", v.Login)
	}
}

// copyOf gives a tree that can be changed without changing n.
func copyOf(n *yamldoc.Node) *yamldoc.Node {
	c := *n
	c.Items, c.Fields = slices.Clone(n.Items), nil
	for _, f := range n.Fields {
		c.Fields = append(c.Fields, &yamldoc.Field{Key: f.Key, Line: f.Line, Value: copyOf(f.Value)})
	}
	return &c
}
