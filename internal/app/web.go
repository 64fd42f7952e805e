package app

import (
	"path/filepath"

	"eidolon/actors/tool"
	"eidolon/fslocal/proc"
	"eidolon/internal/providers"
	"eidolon/internal/providers/wire"
	"eidolon/internal/web"
)

// webTools gives the tools that reach the network, with the way there that the models' services have too.
func webTools(o Options) []tool.Handler {
	return web.New(web.Options{
		Way:        wire.Service{Proxy: o.Config.Web.Proxy, CAFile: o.Config.Models.Defaults.CAFile}.Way,
		AllowHosts: o.Config.Web.AllowHosts,
		Off:        networkOff(o),
		Version:    o.Version,
		Secret:     showsSecret(o),
		Keep:       keepText(o),
		Search:     searchOf(o),
	})
}

// networkOff says why the network is not used, or gives "".
func networkOff(o Options) string {
	if o.Config.Sandbox.Network {
		return ""
	}
	for _, s := range o.Config.Settings() {
		if s.Key == "sandbox.network" {
			return "sandbox.network is false (" + s.Origin + ")"
		}
	}
	return "sandbox.network is false"
}

// showsSecret says whether a text shows a secret, or is nil where none are known.
func showsSecret(o Options) func(text string) bool {
	if o.Secrets == nil {
		return nil
	}
	return func(text string) bool { return o.Secrets.String(text) != text }
}

// keepText keeps a text for a session, without what is secret in it.
func keepText(o Options) func(dir, name, text string) error {
	return func(dir, name, text string) error {
		if o.Secrets != nil {
			text = o.Secrets.String(text)
		}
		return proc.Keep(filepath.Join(dir, name), []byte(text))
	}
}

// searchOf gives the search service behind web_search. There is none where the model's own service searches.
func searchOf(o Options) web.Search {
	s := o.Config.Web.Search
	if o.WebSearch && ownSearch(o) {
		return web.Search{}
	}
	return web.Search{Backend: s.Backend, BaseURL: s.BaseURL, Key: s.Key.Reveal(), KeyEnv: s.APIKeyEnv}
}

// ownSearch says whether the model's service searches the web by itself. A scripted one is told of the wish.
func ownSearch(o Options) bool {
	return o.Script != nil || providers.Searches(o.Profile.APIKind, o.Profile.BaseURL, o.Profile.Model)
}

// noSearch says that there is nothing to search the web with although that was asked for, or gives "".
func noSearch(o Options) string {
	if !o.WebSearch || ownSearch(o) || o.Config.Web.Search.Backend != "" && o.Caller == nil {
		return ""
	}
	return "--web-search has no effect: the model's service has no search of its own that can be asked for, and " + HowToSearch
}

// HowToSearch says that there is no search service, and how to set one.
const HowToSearch = "web_search is not set up; web.search.backend in your configuration names a service (searxng, brave or tavily)"
