package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"eidolon/actors/model"
	"eidolon/internal/config"
	"eidolon/internal/models"
	"eidolon/internal/models/listing"
	"eidolon/internal/providers/wire"
)

// What commands say of models.
const (
	ModelsDate   = models.Date          // of what the program itself knows
	CatalogueURL = listing.CatalogueURL // for what services do not tell
)

// ModelsChange is what an update did to one service.
type ModelsChange = models.Change

// ModelsQuery says which models to ask for.
type ModelsQuery struct {
	Service   string   // "" asks every service that is configured
	Patterns  []string // of names; none is all
	Catalogue string   // address of a catalogue, or "" for none
	Required  bool     // without the catalogue the update has failed
	Tell      func(line string)
}

// ModelsUpdate is what came of it.
type ModelsUpdate struct {
	Changes []models.Change `json:"changes"`
	Failed  []string        `json:"failed"` // in words, one for each service that could not be asked
	File    string          `json:"file"`
}

// listTimeouts are for lists, which come at once or not at all.
func listTimeouts() wire.Timeouts {
	return wire.Timeouts{Connect: 10 * time.Second, FirstByte: 30 * time.Second, Idle: 20 * time.Second, Total: time.Minute}
}

// UpdateModels asks services for their models and keeps what they say in the user's file. What can be had
// is kept also when something else fails.
func UpdateModels(ctx context.Context, o Options, q ModelsQuery) (ModelsUpdate, error) {
	services, err := servicesOf(o, q)
	if err != nil {
		return ModelsUpdate{}, err
	}
	var u ModelsUpdate
	listed := map[string][]models.Model{}
	var order []string
	for _, p := range services {
		q.Tell(fmt.Sprintf("asking %s at %s", p.Service, p.BaseURL))
		list, err := listModels(ctx, o, p)
		if ctx.Err() != nil {
			return u, ctx.Err()
		}
		if err != nil {
			u.Failed = append(u.Failed, fmt.Sprintf("%s: %v", p.Service, err))
			continue
		}
		listed[p.Service], order = list, append(order, p.Service)
	}
	if len(order) > 0 && q.Catalogue != "" {
		if err := fillFrom(ctx, o, q, listed); err != nil && q.Required {
			u.Failed = append(u.Failed, err.Error())
		} else if err != nil {
			q.Tell(err.Error())
		}
	}
	registry := o.Config.Registry()
	for _, service := range order {
		asked := func(id string) bool { return wanted(o.Config, q.Patterns, service, id) }
		list := slices.DeleteFunc(listed[service], func(m models.Model) bool { return !asked(m.ID) })
		u.Changes = append(u.Changes, registry.Update(service, list, o.Clock()().Format(time.DateOnly), asked))
	}
	if len(u.Changes) == 0 {
		return u, nil
	}
	u.File, err = registry.Save(o.Base)
	return u, err
}

func wanted(c config.Config, patterns []string, service, id string) bool {
	if len(patterns) == 0 {
		return c.Wanted(service, id)
	}
	return slices.ContainsFunc(patterns, func(p string) bool { return models.Match(p, service, id) })
}

// ErrNoServices says that there is nobody to ask.
var ErrNoServices = errors.New("no service to ask: `eidolon setup` configures one, and --vendor names one that has a key")

// servicesOf gives the services to ask, one profile for each. A service that is not named and has no key
// is not asked.
func servicesOf(o Options, q ModelsQuery) ([]config.Profile, error) {
	if q.Service != "" {
		p, err := o.Config.ServiceNamed(q.Service)
		return []config.Profile{p}, err
	}
	var out []config.Profile
	for _, p := range o.Config.Services() {
		if p.KeyProblem() == nil && o.Config.Lists(p.Service) {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return nil, ErrNoServices
	}
	return out, nil
}

// ModelNames asks the service of a profile for the names of its models.
func ModelNames(ctx context.Context, o Options, p config.Profile) ([]string, error) {
	list, err := listModels(ctx, o, p)
	var names []string
	for _, m := range list {
		names = append(names, m.ID)
	}
	return names, err
}

// Elsewhere says whether a service answered that was asked something, but not as one does at that address.
func Elsewhere(err error) bool {
	failure, ok := errors.AsType[*model.Error](err)
	return ok && (failure.Kind == model.BadAnswer || failure.Kind == model.BadRequest)
}

// listModels asks the service of a profile for its models.
func listModels(ctx context.Context, o Options, p config.Profile) ([]models.Model, error) {
	if !o.Config.Lists(p.Service) {
		return nil, fmt.Errorf("%s has no list of models to ask for", p.Service)
	}
	service, err := serviceOf(o, p)
	if err != nil {
		return nil, err
	}
	service.Timeouts = listTimeouts()
	return listing.Ask(ctx, p.APIKind, service)
}

// fillFrom completes lists with what a catalogue knows.
func fillFrom(ctx context.Context, o Options, q ModelsQuery, listed map[string][]models.Model) error {
	q.Tell("asking the catalogue at " + q.Catalogue)
	d := o.Config.Models.Defaults
	c, err := listing.FetchCatalogue(ctx, wire.Service{
		BaseURL: q.Catalogue, Proxy: d.Proxy, CAFile: d.CAFile, Timeouts: listTimeouts(), Profile: "catalogue", Now: o.Now,
	})
	if err != nil {
		return fmt.Errorf("the catalogue was left out: %w", err)
	}
	for service, list := range listed {
		c.Fill(service, list)
	}
	return nil
}

// ModelRow is a model that can be chosen, as it is listed.
type ModelRow struct {
	Name     string   `json:"name"` // what to give --model
	Model    string   `json:"model"`
	Service  string   `json:"service"`
	Profile  bool     `json:"profile"` // it is configured
	Active   bool     `json:"active"`
	Problem  string   `json:"problem,omitempty"`
	Window   int      `json:"context_window,omitempty"`
	Output   int      `json:"max_output_tokens,omitempty"`
	Price    *Prices  `json:"price,omitempty"`
	Images   *bool    `json:"images,omitempty"`
	Native   *bool    `json:"native_tools,omitempty"`
	Thinking []string `json:"thinking_levels,omitempty"`
	Source   string   `json:"source,omitempty"` // of what is known about it
}

// Prices are in US dollars a million tokens, or in what the user counts in.
type Prices struct {
	Input       float64 `json:"input"`
	Output      float64 `json:"output"`
	CachedInput float64 `json:"cached_input"`
	CacheWrite  float64 `json:"cache_write"`
}

// Models lists what can be asked: the profiles, and then what is known of their services.
func Models(o Options, patterns []string) []ModelRow {
	var rows []ModelRow
	c := o.Config
	for _, p := range c.Models.Profiles {
		rows = append(rows, rowOf(p, p.Name == c.Choice.Profile.Name && p.Model == c.Choice.Profile.Model))
	}
	if now := c.Choice.Profile; now.Name != "" && !slices.ContainsFunc(rows, func(r ModelRow) bool { return r.Active }) {
		row := rowOf(now, true)
		row.Name = now.Name + "/" + now.Model
		rows = append([]ModelRow{row}, rows...)
	}
	for _, p := range c.Services() {
		for _, m := range c.Registry().List(p.Service) {
			if c.Wanted(p.Service, m.ID) && !slices.ContainsFunc(rows, func(r ModelRow) bool { return r.Service == p.Service && r.Model == m.ID }) {
				rows = append(rows, knownRow(c, p, m))
			}
		}
	}
	return slices.DeleteFunc(rows, func(r ModelRow) bool {
		return len(patterns) > 0 && !slices.ContainsFunc(patterns, func(p string) bool { return r.Name == p || models.Match(p, r.Service, r.Model) })
	})
}

func rowOf(p config.Profile, active bool) ModelRow {
	r := ModelRow{
		Name: p.Name, Model: p.Model, Service: p.Service, Profile: true, Active: active, Window: p.Window(), Output: cmp.Or(p.MaxOutputTokens, p.About.Output),
		Images: p.Images, Native: p.About.Native, Thinking: p.About.Levels, Source: p.About.Source,
	}
	if p.MissingKey != "" {
		r.Problem = "needs " + p.MissingKey
	}
	if p.Price != (config.Price{}) {
		r.Price = new(Prices(p.Price))
	}
	return r
}

// nameOf is how to ask for another model of a profile's service.
func nameOf(c config.Config, p config.Profile, id string) string {
	if p.Service != p.Name && c.Knows(p.Service) {
		return p.Service + ":" + id
	}
	return p.Name + "/" + id
}

func knownRow(c config.Config, p config.Profile, m models.Model) ModelRow {
	r := ModelRow{
		Name: nameOf(c, p, m.ID), Model: m.ID, Service: p.Service, Window: m.Window, Output: m.Output,
		Images: m.Images, Native: m.Native, Thinking: m.Levels, Source: m.Source,
	}
	if m.Price != nil {
		r.Price = new(Prices(*m.Price))
	}
	return r
}
