package config

import (
	"slices"
	"strings"

	"eidolon/internal/leaf/nearest"
	"eidolon/internal/models"
)

// Services gives a profile of each service that the configuration speaks of, the active one first.
func (c *Config) Services() []Profile {
	var out []Profile
	for _, p := range slices.Concat([]Profile{c.Choice.Profile}, c.Models.Profiles) {
		known := slices.ContainsFunc(out, func(have Profile) bool { return have.Service == p.Service })
		if p.Name != "" && p.APIKind != "stub" && !known {
			out = append(out, p)
		}
	}
	return out
}

// Written names the profiles that files have, as opposed to those that the environment speaks for.
func (c *Config) Written() []string {
	var names []string
	for _, p := range c.Models.Profiles {
		if !c.zero {
			names = append(names, p.Name)
		}
	}
	return names
}

// Knows says whether a name is that of a vendor, which can stand before ":" in the name of a model.
func (c *Config) Knows(vendor string) bool {
	_, ok := c.known.named(vendor)
	return ok
}

// Lists says whether a service has a list of models to ask for.
func (c *Config) Lists(service string) bool {
	v, _ := c.known.named(service)
	return !v.unlisted
}

// ServiceNamed gives a profile of a service: of one that is configured, or of a known vendor.
func (c *Config) ServiceNamed(name string) (Profile, error) {
	for _, p := range c.Services() {
		if p.Service == name || p.Name == name {
			return p, nil
		}
	}
	if v, ok := c.known.named(name); ok {
		if v.off {
			return Profile{}, c.unknown(name, "is switched off (providers."+v.Name+".enabled)")
		}
		if p := c.vendors.get(v.Name); p.BaseURL != "" {
			return p, nil
		}
	}
	e := &UnknownModelError{Name: name, Why: "is no service"}
	for _, v := range c.known {
		if v.BaseURL != "" && !v.off {
			e.Known = append(e.Known, v.Name)
		}
	}
	e.Near = nearest.Name(name, e.Known)
	return Profile{}, e
}

// Wanted says whether a model of a service is one to list: of those that providers.<name>.models has
// patterns for, if it has any.
func (c *Config) Wanted(service, id string) bool {
	patterns := c.Providers[service].Models
	if !slices.ContainsFunc(patterns, func(p string) bool { return strings.Contains(p, "*") }) {
		return true
	}
	return slices.ContainsFunc(patterns, func(p string) bool { return models.Match(p, service, id) })
}
