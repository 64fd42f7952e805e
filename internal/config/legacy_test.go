package config

import (
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// keysOf lists all keys of the schema.
func keysOf(t reflect.Type) []string {
	switch t.Kind() {
	case reflect.Slice, reflect.Map:
		return keysOf(t.Elem())
	case reflect.Struct:
		var keys []string
		for field := range t.Fields() {
			if tag := field.Tag.Get("yaml"); tag != "" && tag != "-" {
				keys = append(append(keys, tag), keysOf(field.Type)...)
			}
		}
		return keys
	default:
		return nil
	}
}

func snake(key string) string {
	var b strings.Builder
	for i, r := range strings.NewReplacer("API", "Api", "ID", "Id", "URL", "Url", "SSE", "sse").Replace(key) {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func TestOldSpellingsCoverTheSchema(t *testing.T) {
	known := map[string]bool{}
	for _, key := range keysOf(reflect.TypeFor[Config]()) {
		known[key] = true
		if old := snake(key); old != key && renamed[old] != key {
			t.Errorf("%s is not read as %s", old, key)
		}
	}
	for old, key := range renamed {
		if !known[key] {
			t.Errorf("%s leads to %s, which is no key", old, key)
		}
		if known[old] {
			t.Errorf("%s is a key itself", old)
		}
	}
	for _, m := range moved {
		for part := range strings.SplitSeq(m.to, ".") {
			if _, vendor := vendors.named(part); !known[part] && !vendor {
				t.Errorf("%s leads to %s, and %s is no key", m.from, m.to, part)
			}
		}
	}
}

// Covers: Z10, Z47, Y34, Y35, R59, R60, R89, R103
func TestOldKeys(t *testing.T) {
	heat := 0.5
	tests := []struct {
		name, content string
		got           func(c Config) any
		want          any
		told          string
	}{
		{
			"limit of tools in seconds", "tool_timeout_secs: 7\n", func(c Config) any { return c.Tools.BashTimeout }, 7 * time.Second,
			`"tool_timeout_secs" is an old spelling; write tools.bashTimeout`,
		},
		{"no limit", "tool_timeout_secs: 0\n", func(c Config) any { return c.Tools.BashTimeout }, time.Duration(0), "tools.bashTimeout"},
		{
			"seconds in the section", "tools: {bash_timeout_seconds: 1.5}\n", func(c Config) any { return c.Tools.BashTimeout },
			1500 * time.Millisecond, `"bash_timeout_seconds" is an old spelling; write "bashTimeout"`,
		},
		{"prompt", "system_prompt: hi\n", func(c Config) any { return c.Agent.Prompt }, "hi", "agent.systemPrompt"},
		{"prompt in the section", "agent: {system_prompt: hi, max_steps: 4}\n", func(c Config) any { return c.Agent.MaxSteps }, 4, `"maxSteps"`},
		{"answer", "max_tokens: 99\n" + twoProfiles, func(c Config) any { return c.Choice.Profile.MaxOutputTokens }, 99, "models.defaults.maxOutputTokens"},
		{"thinking", "thinking_level: max\n" + twoProfiles, func(c Config) any { return c.Choice.Profile.ThinkingLevel }, "max", "models.defaults.thinkingLevel"},
		{"temperature", "temperature: 0.5\n" + twoProfiles, func(c Config) any { return c.Choice.Profile.Temperature }, &heat, "models.defaults.temperature"},
		{"default_model", "default_model: b\n" + twoProfiles, func(c Config) any { return c.Choice.Profile.Name }, "b", "models.active"},
		{
			"base URL of a provider", "anthropic_base_url: \"http://127.0.0.1:9\"\nmodel: claude-x\n",
			func(c Config) any { return []string{c.Choice.Profile.BaseURL, c.Choice.Profile.Model} },
			[]string{"http://127.0.0.1:9", "claude-x"},
			"providers.anthropic.baseURL",
		},
		{
			"base URL, later form", "providers: {openrouter: {base_url: \"http://127.0.0.1:9\"}}\nprovider: openrouter\n",
			func(c Config) any { return []string{c.Choice.Profile.Name, c.Choice.Profile.BaseURL} },
			[]string{"openrouter", "http://127.0.0.1:9"},
			`"baseURL"`,
		},
		{
			"provider and model", "provider: openai\nmodel: gpt-x\n",
			func(c Config) any { return []string{c.Choice.Profile.Name, c.Choice.Profile.Model} },
			[]string{"openai", "gpt-x"},
			`"provider" is an old spelling`,
		},
		{
			"keys of a profile", "models: {profiles: [{name: x, base_url: \"http://h.test\", api_key: k, tool_protocol: auto, timeouts: {first_byte: 1s}, price: {cached_input: 2}}]}\n",
			func(c Config) any {
				p := c.Choice.Profile
				return []any{p.BaseURL, p.Key.Reveal(), p.ToolProtocol, p.Timeouts.FirstByte, p.Price.CachedInput}
			},
			[]any{"http://h.test", "k", "auto", time.Second, 2.0},
			`"cached_input"`,
		},
		{
			"subagents", "subagents: {allowed_models: [x]}\nsubagent_model: small\nsubagent_models: {reviewer: big}\n",
			func(c Config) any { return []any{c.Subagents.AllowedModels, c.Subagents.Model, c.Subagents.Models} },
			[]any{[]string{"x"}, "small", map[string]string{"reviewer": "big"}},
			`"subagent_model" is an old spelling`,
		},
		{
			"plugins", "plugins: [{name: web, type: http, url: \"http://h.test\", call_timeout_seconds: 7, tool_timeout_seconds: {pass_env: 1.5}}]\nmcp_call_timeout_seconds: 3\n",
			func(c Config) any {
				s := c.MCP.Servers[0]
				return []any{s.Name, s.Type, s.URL, s.Timeout("other"), s.Timeout("pass_env"), c.MCP.CallTimeout}
			},
			[]any{"web", "http", "http://h.test", 7 * time.Second, 1500 * time.Millisecond, 3 * time.Second},
			`"plugins" is an old form; write mcp: {servers: {NAME: ...}}`,
		},
		{"plugins of others", "plugins: [a]\n", func(c Config) any { return len(c.MCP.Servers) }, 0, `"plugins" has no effect in this version`},
		{"of other programs", "prompt_template: {file: x}\n", func(c Config) any { return c.Agent }, Agent{}, `"prompt_template" has no effect in this version`},
		{"rebound keys are not touched", "tui: {keys: {api_key: undo}}\n", func(c Config) any { return c.TUI.Keys["api_key"] }, "undo", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.put(userYAML, tt.content)
			c, notices := w.load()
			if diff := cmp.Diff(tt.want, tt.got(c)); diff != "" {
				t.Error(diff)
			}
			told := w.told(notices)
			if !strings.Contains(told, tt.told) || tt.told == "" && told != "" || tt.told != "" && !strings.Contains(told, userYAML+":1: ") {
				t.Errorf("told: %s", told)
			}
		})
	}
}

// Covers: R103
func TestOldAndNewSpelling(t *testing.T) {
	for content, want := range map[string]string{
		"models:\n  profiles:\n  - name: x\n    apiKeyEnv: A\n    api_key_env: B\n": `:5: "api_key_env" is an old spelling of "apiKeyEnv", and both are given; keep one`,
		"system_prompt: a\nagent: {systemPrompt: b}\n":                              `:1: "system_prompt" is an old spelling of "agent.systemPrompt", and both are given; keep one`,
		"system_prompt: a\nagent: {system_prompt: b}\n":                             `:2: "system_prompt" is an old spelling of "systemPrompt", and both are given; keep one`,
		"max_tokens: 1\nmaxTokens: 2\n":                                             `:2: "maxTokens" is an old spelling of "models.defaults.maxOutputTokens", and both are given; keep one`,
		"model: {model: m}\nmodels: {active: x}\n":                                  `:1: "model" is an old spelling of "models", and both are given; keep one`,
		"model: m\nmodels: {active: x}\n":                                           `:1: "model" is an old spelling of "models.active", and both are given; keep one`,
		"agent: x\nsystem_prompt: y\n":                                              ":1: agent must be a group of keys",
	} {
		w := newWorld(t)
		w.put(userYAML, content)
		if got := w.fails(); !strings.HasPrefix(got, userYAML+want) {
			t.Errorf("%s: %s", content, got)
		}
	}
}

// Covers: E24
func TestSingleProfile(t *testing.T) {
	w := newWorld(t)
	w.put(userLegacy, `{"model": {"apiKind": "anthropic", "baseURL": "http://127.0.0.1:4", "apiKey": "k", "model": "m", "maxOutputTokens": 5}}`)
	c, _ := w.load()
	p := c.Choice.Profile
	if len(c.Models.Profiles) != 1 || p.Name != "default" || p.APIKind != "anthropic" || p.Model != "m" || p.Key.Reveal() != "k" || p.MaxOutputTokens != 5 {
		t.Errorf("%+v", c.Models.Profiles)
	}
}

// Covers: R10, R11
func TestVendorList(t *testing.T) {
	w := newWorld(t)
	w.put(userYAML, `
default_model: deep
providers:
- {name: deep, kind: openai, base_url: "http://d.test/v1", api_key_env: DK, models: [one, two], default: two, context_window: 9000, price: {input: 1}}
- {name: solo, base_url: "http://s.test/v1", model: one}
`)
	w.env["DK"] = "sk"
	c, _ := w.load()
	var got []string
	for _, p := range c.Models.Profiles {
		got = append(got, strings.Join([]string{p.Name, p.Model, p.BaseURL, p.Key.Reveal()}, " "))
	}
	want := []string{"deep/two two http://d.test/v1 sk", "deep/one one http://d.test/v1 sk", "solo/one one http://s.test/v1 "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for name, want := range map[string]string{"": "deep/two", "deep": "deep/two", "solo": "solo/one", "two": "deep/two", "deep/one": "deep/one"} {
		if p, err := c.Select(name); err != nil || p.Name != want {
			t.Errorf("%q: %q %v", name, p.Name, err)
		}
	}
	if c.Models.Profiles[1].ContextWindow != 9000 || c.Models.Profiles[1].Price.Input != 1 {
		t.Errorf("%+v", c.Models.Profiles[1])
	}
	_, err := c.Select("one")
	if want := `"one" is the model of several profiles, so name one of them; there is: deep/one, solo/one`; err == nil || err.Error() != want {
		t.Errorf("ambiguous: %v", err)
	}
}
