package config

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"eidolon/internal/leaf/nearest"
	"eidolon/internal/leaf/yamldoc"
)

// Choice is the model that a run starts with.
type Choice struct {
	// Profile is the one to use. It has no name when there is none: see Problem, then Probes.
	Profile Profile
	// Problem says that what was asked for does not exist; Profile is then the first one. The chat
	// shows it and goes on, a run without a person stops with it. It is an [*UnknownModelError].
	Problem error
	// Probes are local servers, the best first. Without configuration and keys the caller uses the
	// first that answers, and [ErrNoModel] if none does.
	Probes []Profile
}

// UnknownModelError says that a name leads to no model, or to more than one.
type UnknownModelError struct {
	Name    string
	File    string   // or variable or flag; "" when asked at run time
	Line    int      // of File, or 0
	Why     string   // one clause
	Near    string   // the profile that was probably meant, or ""
	Known   []string // names of the profiles
	Instead string   // the profile that is used instead, or ""
}

// Error says where what is wrong, and what can be written instead.
func (e *UnknownModelError) Error() string {
	if e.File == "" {
		return e.message()
	}
	return e.problem().Error()
}

func (e *UnknownModelError) problem() yamldoc.Problem {
	return yamldoc.Problem{File: e.File, Line: e.Line, Message: e.message()}
}

func (e *UnknownModelError) message() string {
	text := fmt.Sprintf("%q %s", e.Name, e.Why)
	if e.Near != "" {
		text += fmt.Sprintf(" (did you mean %q?)", e.Near)
	}
	if len(e.Known) > 0 {
		return text + "; there is: " + strings.Join(e.Known, ", ")
	}
	return text + "; there are no profiles: write one under models.profiles, or name a model with --model or EIDOLON_MODEL"
}

// Select finds the profile for a name as people type it: a profile, vendor:model, profile/model, the
// first profile of a group "name/...", the model of one profile, a vendor. Any other name is taken
// for a model of the current profile or, when nothing is configured, of the vendor whose models are
// called so. An empty name is the current profile. The error is an [*UnknownModelError].
func (c *Config) Select(name string) (Profile, error) {
	p, unknown := c.find(name)
	if p == nil && unknown == nil {
		p = c.guess(name)
	}
	switch {
	case unknown != nil:
		return Profile{}, unknown
	case p == nil:
		return Profile{}, c.unknown(name, "names no model")
	}
	return *p, nil
}

// find looks for what the name says to the letter. It gives neither a profile nor a problem when
// there is no such thing.
func (c *Config) find(name string) (*Profile, *UnknownModelError) {
	profiles := c.Models.Profiles
	if name == "" {
		return c.current(), nil
	}
	if i := slices.IndexFunc(profiles, func(p Profile) bool { return p.Name == name }); i >= 0 {
		return &profiles[i], nil
	}
	if prefix, model, ok := strings.Cut(name, ":"); ok {
		if v, ok := c.known.named(prefix); ok {
			return c.ofVendor(v, name, model)
		}
		if model == "" {
			return nil, c.unknown(name, "names no model")
		}
		if i := slices.IndexFunc(profiles, func(p Profile) bool { return p.Name == prefix }); i >= 0 {
			return c.withModel(profiles[i], model), nil
		}
	}
	for _, p := range profiles {
		if model, ok := strings.CutPrefix(name, p.Name+"/"); ok && model != "" {
			return c.withModel(p, model), nil
		}
	}
	if i := slices.IndexFunc(profiles, func(p Profile) bool { return strings.HasPrefix(p.Name, name+"/") }); i >= 0 {
		return &profiles[i], nil
	}
	if p, ambiguous := c.byModel(name); p != nil || ambiguous != nil {
		return p, ambiguous
	}
	vendor, model := name, ""
	if before, rest, ok := strings.Cut(name, "/"); ok && rest != "" && c.isPlace(before) {
		vendor, model = before, rest
	}
	if v, ok := c.known.named(vendor); ok {
		return c.ofVendor(v, name, model)
	}
	if strings.ContainsFunc(name, unicode.IsSpace) {
		return nil, c.unknown(name, "is the name of no profile, and no model has a blank in its name")
	}
	return nil, nil
}

// isPlace says whether what stands before a slash is a service, and not the beginning of a model's name
// as gateways have them: one of the user's own, or openrouter, which is known for such names.
func (c *Config) isPlace(name string) bool {
	_, configured := c.Providers[name]
	return configured || name == "openrouter" && !c.customURL
}

// guess takes a name that was not found for the name of a model; nil when there is nobody to ask.
func (c *Config) guess(name string) *Profile {
	if v, ok := c.vendorLike(name); ok {
		p, _ := c.ofVendor(v, name, name)
		return p
	}
	if current := c.current(); current != nil {
		return c.withModel(*current, name)
	}
	return nil
}

// vendorLike gives the vendor that the name of a model alone tells of: without profiles and without an
// endpoint of the user's. A model of Codex is to be had with a login, and with a key of its maker.
func (c *Config) vendorLike(model string) (Vendor, bool) {
	if !c.zero || c.customURL {
		return Vendor{}, false
	}
	if codex, ok := c.known.named("codex"); ok && !codex.off && looksLike(model, "*codex") {
		if i := slices.IndexFunc(c.Models.Profiles, func(p Profile) bool { return p.Service == "openai" }); i < 0 {
			return codex, true
		}
	}
	return c.known.like(model)
}

func (c *Config) tellsVendor(model string) bool {
	_, ok := c.vendorLike(model)
	return ok
}

// byModel finds the one profile with this model.
func (c *Config) byModel(model string) (*Profile, *UnknownModelError) {
	var found *Profile
	var names []string
	for i, p := range c.Models.Profiles {
		if p.Model == model {
			found = &c.Models.Profiles[i]
			names = append(names, p.Name)
		}
	}
	if len(names) > 1 {
		return nil, &UnknownModelError{Name: model, Why: "is the model of several profiles, so name one of them", Known: names}
	}
	return found, nil
}

// ofVendor gives a vendor's profile, with its own model if model is "". A configured profile that
// bears the vendor's name is preferred to the built-in one. Name is what was asked for.
func (c *Config) ofVendor(v Vendor, name, model string) (*Profile, *UnknownModelError) {
	if v.off {
		return nil, c.unknown(name, "needs the provider "+v.Name+", which is switched off (providers."+v.Name+".enabled)")
	}
	i := slices.IndexFunc(c.Models.Profiles, func(p Profile) bool { return p.Name == v.Name })
	var own Profile
	switch {
	case i >= 0:
		own = c.Models.Profiles[i]
	case c.vendors == nil:
		return nil, nil
	default:
		own = c.vendors.get(v.Name)
	}
	switch p := c.withModel(own, model); {
	case p.Model == "" && !v.Local:
		return nil, c.unknown(name, "names no model: write "+v.Name+":MODEL")
	case p.BaseURL == "":
		return nil, c.unknown(name, "has no address: set "+v.BaseURLEnv()+", or providers."+v.Name+".baseURL")
	default:
		return p, nil
	}
}

// current is the profile in use, or before there is one the first; nil without any.
func (c *Config) current() *Profile {
	if c.Choice.Profile.Name != "" {
		return &c.Choice.Profile
	}
	if len(c.Models.Profiles) > 0 {
		return &c.Models.Profiles[0]
	}
	return nil
}

func (c *Config) unknown(name, why string) *UnknownModelError {
	e := &UnknownModelError{Name: name, Why: why}
	for _, p := range c.Models.Profiles {
		e.Known = append(e.Known, p.Name)
	}
	e.Near = nearest.Name(name, e.Known)
	return e
}

// withModel gives the profile with another model, of which other things are known.
func (c *Config) withModel(p Profile, model string) *Profile {
	if model != "" && model != p.Model {
		p.Model = model
		p.learn(c.Registry())
	}
	return &p
}
