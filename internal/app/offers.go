package app

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"eidolon/actors/mcphost"
	"eidolon/actors/tool"
	"eidolon/internal/mcp"
)

// offers are what servers have for people.
type offers struct{ *App }

// Has implements contextfiles.Servers.
func (a offers) Has(server string) bool { return a.servers.all[server] != nil }

// Prompt implements contextfiles.Servers.
func (a offers) Prompt(ctx context.Context, name, typed string) (text string, known bool, err error) {
	if err := a.awaitServers(ctx); err != nil {
		return "", true, err
	}
	for _, s := range a.connected() {
		if text, known, err = s.FillPrompt(ctx, name, typed); known {
			return a.options.Secrets.String(text), true, err
		}
	}
	return "", false, nil
}

// Resource implements contextfiles.Servers.
func (a offers) Resource(ctx context.Context, server, uri string) (text string, known bool, err error) {
	s := a.servers.all[server]
	if s == nil {
		return "", false, nil
	}
	if err := a.awaitServers(ctx); err != nil {
		return "", true, err
	}
	text, err = s.Read(ctx, uri)
	return a.options.Secrets.String(text), true, err
}

// connected gives the servers that may be there, by their names in order.
func (a *App) connected() []*server {
	var all []*server
	for _, name := range slices.Sorted(maps.Keys(a.servers.all)) {
		all = append(all, a.servers.all[name])
	}
	return all
}

// ServerPrompts gives the prompts of all servers that are there.
func (a *App) ServerPrompts() []mcp.Prompt {
	var all []mcp.Prompt
	for _, s := range a.connected() {
		all = append(all, s.Prompts()...)
	}
	return all
}

// ServerResources names what the servers let be read, as prompts name it: server:uri.
func (a *App) ServerResources() []mcp.Resource {
	var all []mcp.Resource
	for _, s := range a.connected() {
		for _, r := range s.Resources() {
			r.URI = s.Name() + ":" + r.URI
			all = append(all, r)
		}
	}
	return all
}

// ServerTools gives the tools that a server has brought along.
func (a *App) ServerTools(name string) ([]tool.Spec, error) {
	if !slices.ContainsFunc(a.Servers(), func(s mcphost.State) bool { return s.Name == name }) {
		return nil, fmt.Errorf("there is no server %q", name)
	}
	return a.bench.brought.of(name), nil
}
