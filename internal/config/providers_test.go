package config

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/models"
)

// served describes the profiles of a configuration, one a line.
func served(c Config) []string {
	var out []string
	for _, p := range c.Models.Profiles {
		fields := []string{p.Name, p.APIKind, p.BaseURL, p.Model, p.Key.Reveal(), p.MissingKey}
		out = append(out, strings.TrimSpace(strings.Join(fields, " ")))
	}
	return out
}

// Covers: Y37, R10, R12
func TestProvidersMakeProfiles(t *testing.T) {
	tests := []struct {
		name, content string
		want          []string
	}{
		{"several models, the default first", "groq: {models: [a, b, c], default: b}", []string{
			"groq/b openai https://api.groq.com/openai/v1 b kg", "groq/a openai https://api.groq.com/openai/v1 a kg", "groq/c openai https://api.groq.com/openai/v1 c kg",
		}},
		{"one model", "deepseek: {model: d}", []string{"deepseek/d openai https://api.deepseek.com/v1 d  DEEPSEEK_API_KEY"}},
		{"patterns are no models", "groq: {models: [\"llama-*\", x]}", []string{"groq/x openai https://api.groq.com/openai/v1 x kg"}},
		{"one of the user's own", "gate: {baseURL: \"https://gate.test/v1\", apiKeyEnv: GATE, models: [m/n]}", []string{"gate/m/n openai https://gate.test/v1 m/n kgate"}},
		{"another wire format", "gate: {baseURL: \"https://gate.test\", apiKind: anthropic, apiKeyEnv: NO_GATE, model: m}", []string{"gate/m anthropic https://gate.test m  NO_GATE"}},
		{"no key for a stranger", "gate: {baseURL: \"https://gate.test/v1\", model: m}", []string{"gate/m openai https://gate.test/v1 m"}},
		{"switched off", "groq: {models: [a], enabled: false}", []string{"mistral openai https://api.mistral.ai/v1 devstral-latest km"}},
		{"moved", "mistral: {baseURL: \"http://127.0.0.1:9/v1\"}", []string{
			"groq openai https://api.groq.com/openai/v1 openai/gpt-oss-120b kg", "mistral openai http://127.0.0.1:9/v1 devstral-latest km",
		}},
		{"login", "claude_cli: {model: m}", []string{"claude-cli/m anthropic https://api.anthropic.com m"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.env["GROQ_API_KEY"], w.env["MISTRAL_API_KEY"], w.env["GATE"] = "kg", "km", "kgate"
			w.put(userYAML, "providers:\n  "+tt.content+"\n")
			c, notices := w.load()
			if diff := cmp.Diff(tt.want, served(c)); diff != "" || len(notices) > 0 {
				t.Errorf("%s %s", diff, w.told(notices))
			}
		})
	}
}

// Vendors are known for what their models want back, wherever their service is, unless a profile says otherwise.
func TestReasoningBack(t *testing.T) {
	for profile, want := range map[string]bool{
		"name: deepseek": true, "name: x, model: m, baseURL: \"https://api.moonshot.cn/v1\"": true,
		"name: mimo, reasoningBack: false": false, "name: openai": false,
		"name: x, model: m, baseURL: \"https://gate.test/v1\"":                      false,
		"name: x, model: m, baseURL: \"https://gate.test/v1\", reasoningBack: true": true,
	} {
		w := newWorld(t)
		w.put(userYAML, "models: {profiles: [{"+profile+"}]}\n")
		if c, _ := w.load(); c.Models.Profiles[0].ReasoningBack != want {
			t.Errorf("%s: %v", profile, !want)
		}
	}
}

// What is said about a provider holds for its profiles, and for nobody else's.
//
// Covers: Y38, Y43
func TestProvidersAreInherited(t *testing.T) {
	w := newWorld(t)
	w.env["GROQ_API_KEY"], w.env["OPENAI_API_KEY"] = "kg", "ko"
	w.put(userYAML, `
models:
  profiles:
  - {name: fast, baseURL: "https://api.groq.com/openai/v1", model: m, headers: {X-Team: red}}
  - {name: elsewhere, baseURL: "https://stranger.test/v1", model: m}
  - {name: groq/a, model: a, proxy: none}
providers:
  groq: {headers: {X-Team: blue, X-Cost: "7"}, tools: [read_file], proxy: "http://p.test:1", models: [a, b]}
  openai: {headers: {X-Secret: s}, apiKeyEnv: OPENAI_API_KEY}
`)
	c, _ := w.load()
	var got []string
	for _, p := range c.Models.Profiles {
		fields := []string{p.Name, p.Headers["X-Team"].Reveal(), p.Headers["X-Cost"].Reveal(), p.Headers["X-Secret"].Reveal(), strings.Join(p.Tools, "+"), p.Proxy, p.Key.Reveal()}
		got = append(got, strings.Join(fields, ","))
	}
	want := []string{
		"fast,red,7,,read_file,http://p.test:1,kg",
		"elsewhere,,,,,,",
		"groq/a,blue,7,,read_file,none,kg", // in place of the one that would have been made
		"groq/b,blue,7,,read_file,http://p.test:1,kg",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Covers: Y31, Y43, R11
func TestSelectingProviders(t *testing.T) {
	w := newWorld(t)
	w.put(userYAML, `
models: {profiles: [{name: own, baseURL: "http://own.test/v1", model: m}]}
providers:
  gate: {baseURL: "https://gate.test/v1", models: [x, y], default: y}
  bare: {baseURL: "https://bare.test/v1"}
  groq: {enabled: false}
`)
	c, _ := w.load()
	for name, want := range map[string]string{
		"gate": "gate/y y https://gate.test/v1", "gate/x": "gate/x x https://gate.test/v1", "gate/z": "gate z https://gate.test/v1",
		"gate:z/1": "gate z/1 https://gate.test/v1", "x": "gate/x x https://gate.test/v1", "bare:q": "bare q https://bare.test/v1",
		"bare":         `"bare" names no model: write bare:MODEL; there is: own, gate/y, gate/x`,
		"groq:a":       `"groq:a" needs the provider groq, which is switched off (providers.groq.enabled); there is: own, gate/y, gate/x`,
		"azure:a":      `"azure:a" has no address: set AZURE_BASE_URL, or providers.azure.baseURL; there is: own, gate/y, gate/x`,
		"xai:grok-4.7": "xai grok-4.7 https://api.x.ai/v1",
		"other/name":   "own other/name http://own.test/v1",
	} {
		p, err := c.Select(name)
		got := p.Name + " " + p.Model + " " + p.BaseURL
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// A workspace that nobody trusts adds no provider and changes none, and a trusted one does.
func TestProvidersOfAWorkspace(t *testing.T) {
	w := newWorld(t)
	w.put(userYAML, "providers: {groq: {model: a}}\n")
	w.put(projYAML, "models: {active: evil/m}\nproviders: {groq: {baseURL: \"http://evil.test\"}, evil: {baseURL: \"http://evil.test\", model: m}}\n")
	c, _ := w.load()
	if diff := cmp.Diff([]string{"groq/a openai https://api.groq.com/openai/v1 a  GROQ_API_KEY"}, served(c)); diff != "" || len(c.Held) != 2 {
		t.Errorf("%s %+v", diff, c.Held)
	}
	w.src.Trusted = true
	if c, _ := w.load(); c.Choice.Profile.BaseURL != "http://evil.test" {
		t.Errorf("%+v", c.Choice)
	}
}

// Covers: Y41, Y34
func TestWhatTheRegistryKnows(t *testing.T) {
	w := newWorld(t)
	w.env["ANTHROPIC_API_KEY"] = "k"
	w.put(userYAML, `
models:
  profiles:
  - {name: anthropic}
  - {name: said, baseURL: "https://api.anthropic.com", model: claude-opus-4-5, contextWindow: 9, price: {input: 1}, images: false, toolProtocol: auto, thinkingLevel: max}
  - {name: stranger, baseURL: "http://stranger.test/v1", model: claude-sonnet-5-5, toolProtocol: auto, thinkingLevel: max}
  - {name: kept, baseURL: "http://kept.test:8/v1", model: m}
`)
	w.put("home/.eidolon/models.yaml", "updated: 2026-01-02\nmodels: {\"kept.test:8\": {m: {contextWindow: 7000, images: true}}}\n")
	c, notices := w.load()
	if len(notices) > 0 {
		t.Error(w.told(notices))
	}
	type facts struct {
		Window, Output int
		Input          float64
		Images         string
		Native         bool
		Thinking       string
	}
	var got []facts
	for _, p := range c.Models.Profiles {
		f := facts{p.ContextWindow, p.OutputLimit(), p.Price.Input, "?", p.Native(), p.Thinking()}
		if p.Images != nil {
			f.Images = map[bool]string{true: "yes", false: "no"}[*p.Images]
		}
		got = append(got, f)
	}
	want := []facts{
		{1_000_000, 128_000, 2, "yes", false, ""},
		{9, 64_000, 1, "no", true, "high"},
		{128_000, 0, 0, "?", false, "max"},
		{7000, 0, 0, "yes", false, ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	shown := map[string]string{}
	for _, s := range c.Settings() {
		shown[s.Key] = s.Origin
	}
	for key, want := range map[string]string{
		"models.profiles[anthropic].contextWindow": "registry of " + models.Date, "models.profiles[anthropic].price.output": "registry of " + models.Date,
		"models.profiles[said].contextWindow": userYAML + ":5", "models.profiles[kept].images": "models.yaml of 2026-01-02",
		"models.profiles[stranger].contextWindow": "default",
	} {
		if got := w.short(shown[key]); got != want {
			t.Errorf("%s is from %s, want %s", key, got, want)
		}
	}
	other, err := c.Select("anthropic:claude-sonnet-5")
	if err != nil || other.ContextWindow != 1_000_000 || other.Price.Input != 2 {
		t.Errorf("another model of the same profile: %+v %v", other, err)
	}
}

func TestBadModelsFile(t *testing.T) {
	w := newWorld(t)
	w.env["OPENAI_API_KEY"] = "k"
	w.put("home/.eidolon/models.yaml", "models:\n  openai: {gpt-6.1-terra: {window: 1}}\n")
	c, notices := w.load()
	want := "config_models home/.eidolon/models.yaml:2: unknown key \"window\" in models.openai.\"gpt-6.1-terra\" (known there: contextWindow, maxOutputTokens, price, images, nativeTools, thinkingLevels, listed); the file is left out"
	if told := w.told(notices); told != want {
		t.Errorf("told %s", told)
	}
	// A file that the program wrote is read in full by the check alone.
	w.put("home/.eidolon/models.yaml", "# Models as services list them, written by `eidolon models update`. Edit it as you like: a row without\n"+
		"# \"listed\" is yours and stays. Comments are lost with the next update.\nupdated: 2026-01-01\nmodels:\n  \"openai\":\n    \"gpt-6.1-terra\": {\"contextWindow\":\"many\"}\n")
	if _, told := Check(w.src); !strings.Contains(w.told(told), "models.yaml:6: models.openai.\"gpt-6.1-terra\".contextWindow must be a whole number") {
		t.Errorf("told %s", w.told(told))
	}
	if c, told := w.load(); c.Choice.Profile.ContextWindow != 272_000 || len(told) > 0 {
		t.Errorf("window %d, told %s", c.Choice.Profile.ContextWindow, w.told(told))
	}
	if c.Choice.Profile.ContextWindow != 272_000 {
		t.Errorf("window %d", c.Choice.Profile.ContextWindow)
	}
}

// Each vendor that has a model of its own and known models has it among them.
func TestDefaultModelsAreKnown(t *testing.T) {
	var r models.Registry
	for _, v := range Vendors() {
		if len(r.List(v.Name)) == 0 {
			continue
		}
		if _, ok := r.Lookup(v.Name, v.Model); !ok {
			t.Errorf("the model %q of %s is not in the table", v.Model, v.Name)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	src := Sources{BaseDir: b.TempDir(), Env: func(name string) string { return map[string]string{"OPENAI_API_KEY": "k"}[name] }}
	for b.Loop() {
		if _, _, err := Load(src); err != nil {
			b.Fatal(err)
		}
	}
}
