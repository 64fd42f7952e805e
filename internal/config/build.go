package config

import (
	"os"
	"path/filepath"
	"strings"

	"eidolon/internal/leaf/yamldoc"
)

// build decodes the merged tree and fills what follows from it: completed profiles, their keys, the
// choice of a model, the text of the system prompt.
func (l *loader) build() Config {
	c := Default()
	l.knowVendors(l.tree)
	l.checkProviders(l.tree)
	profiles, zero := l.allProfiles(l.tree)
	c.registry, c.known, c.zero, c.customURL = l.registry, l.vendors, zero, zero && l.src.Env("OPENAI_BASE_URL") != ""
	l.tree.Set(profiles, "models", "profiles")
	for _, profile := range profiles.Items {
		l.complete(profile)
	}
	for _, profile := range profiles.Items { // a built-in vendor's variable is checked by who uses it
		l.checkURL(profile)
	}
	if err := l.tree.Decode(&c); err != nil {
		l.problem(problemsOf(err)...)
	}
	if len(l.problems) > 0 {
		return c
	}
	l.placeHooks(&c.Hooks)
	l.completeWeb(&c)
	l.completeServers(&c.MCP)
	l.finishProfiles(c.Models.Profiles, profiles)
	c.vendors, c.vendorKeys = &vendorMaker{loader: l, made: map[string]Profile{}}, l.vendorKeys()
	l.choose(&c)
	l.checkFallback(&c)
	c.Tag = l.language(c.Language)
	c.Agent.Prompt = c.Agent.SystemPrompt
	if text, ok := l.prompts[c.Agent.SystemPromptFile]; ok {
		c.Agent.Prompt = text
	}
	if l.src.BaseDir != "" { // nobody has to say that keys and logins are not for the model
		c.Sandbox.ForbidRead = append(c.Sandbox.ForbidRead, SecretFiles(l.src.BaseDir)...)
	}
	c.settings, c.items = l.settings(&c), l.items()
	c.Held, c.dotenv = l.held, map[string]Secret{}
	for name, value := range l.dotenv {
		c.dotenv[name] = NewSecret(value)
	}
	return c
}

func (l *loader) finishProfiles(profiles []Profile, nodes *yamldoc.Node) {
	for i := range profiles {
		p := &profiles[i]
		p.BaseURL = strings.TrimRight(p.BaseURL, "/")
		p.Service, p.KeyFile = l.serviceName(p), l.keyFile()
		p.About.Said = saidBy(nodes.Items[i])
		p.learn(l.registry)
		place := ""
		if key := nodes.Items[i].Get("apiKey"); key != nil {
			place = key.Where()
		}
		l.findKey(p, place)
		l.resolve(p, nodes.Items[i])
	}
}

// choose fills Choice. A name in a file must be right to the letter, as a mistyped profile must not
// go as a model to another endpoint; only a model whose vendor its name tells needs no profile. One
// that was typed for this run may be the name of any model.
func (l *loader) choose(c *Config) {
	active, name := l.tree.Get("models", "active"), c.Models.Active
	p, unknown := c.find(name)
	switch {
	case p != nil || unknown != nil:
	case active != nil && active.Line > 0 && !c.tellsVendor(name):
		unknown = c.unknown(name, "is the name of no profile")
	default:
		p = c.guess(name)
	}
	switch {
	case unknown != nil:
		unknown.File, unknown.Line = active.Source, active.Line
		c.Choice.Problem = unknown
		if len(c.Models.Profiles) == 0 {
			return
		}
		p = &c.Models.Profiles[0]
		unknown.Instead = p.Name
	case p == nil:
		c.Choice.Probes = l.probes(name)
		return
	}
	l.adopt(c, *p)
}

// adopt makes p the chosen profile and applies the variables that are about the active profile.
func (l *loader) adopt(c *Config, p Profile) {
	l.siliconFlow(&p)
	if env := l.services[p.Name].replaced; env != "" {
		l.note(URLReplaced, "environment "+env, "replaces the base URL of profile %q", p.Name)
	}
	c.Choice.Profile = p
	for i := range c.Models.Profiles {
		if own := &c.Models.Profiles[i]; own.Name == p.Name {
			own.Key, own.KeyFrom, own.MissingKey = p.Key, p.KeyFrom, p.MissingKey
		}
	}
}

// checkFallback drops a fallback that leads nowhere.
func (l *loader) checkFallback(c *Config) {
	name := c.Models.Fallback
	if p, _ := c.find(name); name == "" || p != nil {
		return
	}
	where := l.tree.Get("models", "fallback").Where()
	l.note(FallbackAbsent, where, "models.fallback: %q is the name of no profile, so there is no fallback", name)
	c.Models.Fallback = ""
}

// promptFile makes agent.systemPromptFile of a tree absolute, relative to dir, and reads the file.
func (l *loader) promptFile(tree *yamldoc.Node, dir string) {
	n := tree.Get("agent", "systemPromptFile")
	if !hasText(n) || n.Kind != yamldoc.Scalar {
		return
	}
	n.Text = l.absolute(n.Text, dir)
	data, _, err := readFile(n.Text, os.Stat, os.Open)
	if err != nil {
		l.problem(n.Problem("agent.systemPromptFile cannot be read: %s", reason(err)))
		return
	}
	l.prompts[n.Text] = string(data)
}

// absolute gives the path that a text in a file means, relative to dir.
func (l *loader) absolute(path, dir string) string {
	if path = expandHome(path, l.src.Home); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}
