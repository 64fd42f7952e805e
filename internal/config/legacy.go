package config

import (
	"slices"
	"strings"

	"eidolon/internal/leaf/yamldoc"
)

// renamed maps former spellings of keys to the present ones, wherever they stand.
var renamed = map[string]string{
	"allow_hosts":          "allowHosts",
	"allow_write":          "allowWrite",
	"allowed_models":       "allowedModels",
	"answer_bytes":         "answer",
	"api_key":              "apiKey",
	"api_key_env":          "apiKeyEnv",
	"api_kind":             "apiKind",
	"base_url":             "baseURL",
	"baseUrl":              "baseURL",
	"auth_url":             "authURL",
	"bash_timeout":         "bashTimeout",
	"bash_timeout_seconds": "bashTimeout",
	"bash_timeout_secs":    "bashTimeout",
	"breaker_pause":        "breakerPause",
	"ca_file":              "caFile",
	"cached_input":         "cachedInput",
	"call_timeout":         "callTimeout",
	"call_timeout_seconds": "callTimeout",
	"cache_write":          "cacheWrite",
	"calls_per_session":    "callsPerSession",
	"calls_total":          "callsTotal",
	"client_id":            "clientID",
	"client_secret_env":    "clientSecretEnv",
	"connect_timeout":      "connectTimeout",
	"context_window":       "contextWindow",
	"checkpoint_file":      "checkpointFile",
	"checkpoint_total":     "checkpointTotal",
	"device_url":           "deviceURL",
	"first_byte":           "firstByte",
	"foreign_calls":        "foreignCalls",
	"forbid_read":          "forbidRead",
	"key_header":           "keyHeader",
	"list_timeout":         "listTimeout",
	"max_input_chars":      "maxInputChars",
	"max_output_tokens":    "maxOutputTokens",
	"max_steps":            "maxSteps",
	"max_tokens":           "maxOutputTokens",
	"maxTokens":            "maxOutputTokens",
	"output_head":          "outputHead",
	"output_tail":          "outputTail",
	"pass_env":             "passEnv",
	"post_tool_use":        "postToolUse",
	"pre_tool_use":         "preToolUse",
	"reasoning_back":       "reasoningBack",
	"reasoning_language":   "reasoningLanguage",
	"redirect_port":        "redirectPort",
	"redirect_url":         "redirectURL",
	"retry_after_max":      "retryAfterMax",
	"retry_first":          "retryFirst",
	"retry_max":            "retryMax",
	"revoke_url":           "revokeURL",
	"sse_line":             "sseLine",
	"system_prompt":        "systemPrompt",
	"system_prompt_file":   "systemPromptFile",
	"thinking_level":       "thinkingLevel",
	"token_url":            "tokenURL",
	"tool_protocol":        "toolProtocol",
	"tool_timeout":         "toolTimeout",
	"tool_timeouts":        "toolTimeouts",
	"tool_timeout_seconds": "toolTimeouts",
	"user_prompt_submit":   "userPromptSubmit",
}

// moved maps former keys at the top of a file, or in one of its sections, to their place today.
var moved = []struct{ from, to string }{
	{"default_model", "models.active"},
	{"max_tokens", "models.defaults.maxOutputTokens"},
	{"maxTokens", "models.defaults.maxOutputTokens"},
	{"thinking_level", "models.defaults.thinkingLevel"},
	{"temperature", "models.defaults.temperature"},
	{"agent.temperature", "models.defaults.temperature"},
	{"anthropic_base_url", "providers.anthropic.baseURL"},
	{"openai_base_url", "providers.openai.baseURL"},
	{"gemini_base_url", "providers.gemini.baseURL"},
	{"openrouter_base_url", "providers.openrouter.baseURL"},
	{"max_steps", "agent.maxSteps"},
	{"system_prompt", "agent.systemPrompt"},
	{"system_prompt_file", "agent.systemPromptFile"},
	{"tool_timeout_secs", "tools.bashTimeout"},
	{"mcp_call_timeout_seconds", "mcp.callTimeout"},
	{"tools.mcp_call_timeout_seconds", "mcp.callTimeout"},
	{"subagent_model", "subagents.model"},
	{"subagent_models", "subagents.models"},
	{"agent.subagent_model", "subagents.model"},
	{"agent.subagent_models", "subagents.models"},
}

// unused are keys that related programs know and this version does nothing with. They are read with
// a notice, so that an existing file can be used; any other unknown key is an error.
var unused = []string{
	"bot", "memory_compiler", "prompt_template", "serve", "skills",
}

// modernise rewrites former spellings in the tree of one file to the present ones.
func (l *loader) modernise(root *yamldoc.Node) {
	for _, key := range unused {
		if f := root.Field(key); f != nil {
			l.noteKey(Unused, root, f, "%q has no effect in this version", key)
			root.Delete(key)
		}
	}
	l.vendorList(root)
	l.pluginList(root)
	l.nameProviders(root.Get("providers"))
	l.singleModel(root)
	for _, m := range moved {
		l.move(root, m.from, m.to)
	}
	l.rename(root)
}

// theirWords are the groups whose keys are the user's own words, or those of a server.
var theirWords = []string{"keys", "headers", "query", "env", "toolTimeouts", "tool_timeouts", "tool_timeout_seconds"}

// rename replaces spellings within n and below.
func (l *loader) rename(n *yamldoc.Node) {
	for _, item := range n.Items {
		l.rename(item)
	}
	if n.Kind != yamldoc.Map {
		return
	}
	for _, f := range n.Fields {
		if !slices.Contains(theirWords, f.Key) {
			l.rename(f.Value)
		}
		countSeconds(f)
		name, old := renamed[f.Key]
		if !old {
			continue
		}
		if n.Field(name) != nil {
			l.problem(both(n, f, name))
			continue
		}
		l.noteKey(OldSpelling, n, f, "%q is an old spelling; write %q", f.Key, name)
		f.Key = name
	}
}

// countSeconds turns the bare numbers of a key that says its unit into time spans.
func countSeconds(f *yamldoc.Field) {
	if !strings.HasSuffix(f.Key, "_secs") && !strings.HasSuffix(f.Key, "_seconds") {
		return
	}
	inUnit(f.Value, "s")
	for _, inner := range f.Value.Fields {
		inUnit(inner.Value, "s")
	}
}

// inUnit gives a bare number a unit.
func inUnit(n *yamldoc.Node, unit string) {
	if n.Kind == yamldoc.Scalar && (n.Type == "int" || n.Type == "float") {
		n.Text, n.Type = n.Text+unit, "str"
	}
}

// move puts the value at from under to.
func (l *loader) move(root *yamldoc.Node, from, to string) {
	parent, key := root, from
	if section, rest, nested := strings.Cut(from, "."); nested {
		parent, key = root.Get(section), rest
	}
	f := parent.Field(key)
	if f == nil {
		return
	}
	l.noteKey(OldSpelling, root, f, "%q is an old spelling; write %s", from, to)
	parent.Delete(key)
	countSeconds(f)
	l.place(root, f, to)
}

// place sets the value of f at the path to, unless something is there already.
func (l *loader) place(root *yamldoc.Node, f *yamldoc.Field, to string) {
	path := strings.Split(to, ".")
	if root.Get(path...).IsSet() {
		l.problem(both(root, f, to))
		return
	}
	if !root.Set(f.Value, path...) {
		l.problem(root.Get(path[0]).Problem("%s must be a group of keys", path[0]))
	}
}

// singleModel reads the forms from before there were profiles: "model" as the only profile, or as a
// name, possibly with the name of a provider.
func (l *loader) singleModel(root *yamldoc.Node) {
	model, provider := root.Field("model"), root.Field("provider")
	if provider != nil && provider.Value.Kind == yamldoc.Scalar {
		l.noteKey(OldSpelling, root, provider, `"provider" is an old spelling; write models: {active: "provider:model"}`)
		root.Delete("provider")
		if model == nil {
			l.place(root, provider, "models.active")
		} else if model.Value.Kind == yamldoc.Scalar {
			model.Value.Text = provider.Value.Text + ":" + model.Value.Text
		}
	}
	if model == nil {
		return
	}
	root.Delete("model")
	if model.Value.Kind == yamldoc.Scalar {
		l.noteKey(OldSpelling, root, model, `"model" is an old spelling; write models: {active: ...}`)
		l.place(root, model, "models.active")
		return
	}
	if root.Get("models").IsSet() {
		l.problem(both(root, model, "models"))
		return
	}
	l.noteKey(OldSpelling, root, model, `"model" is an old spelling; write models: {profiles: [...]}`)
	profile := model.Value
	if profile.Kind == yamldoc.Map && profile.Field("name") == nil {
		profile.Set(at(profile, "default"), "name")
	}
	list := &yamldoc.Node{Kind: yamldoc.List, Items: []*yamldoc.Node{profile}, Source: profile.Source, Line: profile.Line}
	root.Set(list, "models", "profiles")
}

// vendorList turns "providers" as a list, an entry for each vendor with one or several models, into
// profiles "vendor/model". The default model of a vendor comes first.
func (l *loader) vendorList(root *yamldoc.Node) {
	f := root.Field("providers")
	if f == nil || f.Value.Kind != yamldoc.List {
		return
	}
	l.noteKey(OldSpelling, root, f, `"providers" as a list is an old form; write models: {profiles: [...]}`)
	root.Delete("providers")
	profiles := root.Get("models", "profiles")
	if !profiles.IsSet() {
		profiles = &yamldoc.Node{Kind: yamldoc.List, Source: f.Value.Source, Line: f.Line}
		l.place(root, &yamldoc.Field{Key: "providers", Line: f.Line, Value: profiles}, "models.profiles")
	}
	for _, entry := range f.Value.Items {
		profiles.Items = append(profiles.Items, vendorProfiles(entry)...)
	}
}

// pluginList turns "plugins", a list of servers with their names in it, into mcp.servers. A list of
// anything else has no effect.
func (l *loader) pluginList(root *yamldoc.Node) {
	f := root.Field("plugins")
	if f == nil {
		return
	}
	root.Delete("plugins")
	named := func(n *yamldoc.Node) bool { return n.Kind == yamldoc.Map && nameOf(n) != "" }
	if f.Value.Kind != yamldoc.List || !slices.ContainsFunc(f.Value.Items, named) {
		l.noteKey(Unused, root, f, "%q has no effect in this version", f.Key)
		return
	}
	l.noteKey(OldSpelling, root, f, `"plugins" is an old form; write mcp: {servers: {NAME: ...}}`)
	servers := &yamldoc.Node{Kind: yamldoc.Map, Source: f.Value.Source, Line: f.Line}
	for _, entry := range f.Value.Items {
		name := nameOf(entry)
		if !named(entry) || servers.Field(name) != nil {
			l.problem(entry.Problem("an entry of \"plugins\" needs a name of its own"))
			continue
		}
		entry.Delete("name")
		servers.Fields = append(servers.Fields, &yamldoc.Field{Key: name, Line: entry.Line, Value: entry})
	}
	l.place(root, &yamldoc.Field{Key: f.Key, Line: f.Line, Value: servers}, "mcp.servers")
}

// vendorProfiles makes a profile for each model of one vendor's entry.
func vendorProfiles(entry *yamldoc.Node) []*yamldoc.Node {
	name, models := entry.Get("name"), entry.Get("models")
	if models == nil || models.Kind != yamldoc.List || name == nil {
		models = &yamldoc.Node{Kind: yamldoc.List}
		if one := entry.Get("model"); one != nil {
			models.Items = []*yamldoc.Node{one}
		}
	}
	if name == nil || len(models.Items) == 0 {
		return []*yamldoc.Node{entry}
	}
	var out []*yamldoc.Node
	for _, model := range models.Items {
		profile := &yamldoc.Node{Kind: yamldoc.Map, Source: entry.Source, Line: entry.Line}
		for _, f := range entry.Fields {
			switch f.Key {
			case "name":
				profile.Set(at(f.Value, name.Text+"/"+model.Text), "name")
			case "kind":
				profile.Set(f.Value, "apiKind")
			case "model", "models", "default":
			default:
				profile.Set(f.Value, f.Key)
			}
		}
		profile.Set(model, "model")
		if d := entry.Get("default"); d != nil && d.Text == model.Text {
			out = append([]*yamldoc.Node{profile}, out...)
		} else {
			out = append(out, profile)
		}
	}
	return out
}

// at makes a text node at the place of n.
func at(n *yamldoc.Node, text string) *yamldoc.Node {
	return &yamldoc.Node{Kind: yamldoc.Scalar, Type: "str", Text: text, Source: n.Source, Line: n.Line}
}

func both(n *yamldoc.Node, f *yamldoc.Field, name string) yamldoc.Problem {
	place := yamldoc.Node{Source: n.Source, Line: f.Line}
	return place.Problem("%q is an old spelling of %q, and both are given; keep one", f.Key, name)
}
