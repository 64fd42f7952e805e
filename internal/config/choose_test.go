package config

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// chosen describes the outcome of a load in one line.
func chosen(c Config) string {
	var names []string
	for _, p := range c.Choice.Probes {
		names = append(names, strings.TrimSpace("probe "+p.Name+" "+p.Model))
	}
	if p := c.Choice.Profile; p.Name != "" {
		fields := []string{p.Name, p.APIKind, p.BaseURL, p.Model, p.Key.Reveal(), p.MissingKey}
		names = append(names, strings.TrimSpace(strings.Join(fields, " ")))
	}
	if c.Choice.Problem != nil {
		names = append(names, "problem")
	}
	return strings.Join(names, ", ")
}

// Covers: Y30, Y31, Y32, G10
func TestZeroConfiguration(t *testing.T) {
	const anthropic = "anthropic anthropic https://api.anthropic.com"
	tests := []struct{ name, env, dotenv, want string }{
		{"nothing", "", "", "probe ollama, probe llama.cpp, probe lmstudio"},
		{"endpoint without a key", "OPENAI_BASE_URL=http://127.0.0.1:9/v1/ ANTHROPIC_API_KEY=ka", "", "openai openai http://127.0.0.1:9/v1 gpt-6.1-terra"},
		{"endpoint with a key", "OPENAI_BASE_URL=http://h.test/v1 OPENAI_API_KEY=k", "", "openai openai http://h.test/v1 gpt-6.1-terra k"},
		{"endpoint of another vendor, key of the usual name", "OPENAI_BASE_URL=https://openrouter.ai/api/v1 OPENAI_API_KEY=k", "", "openai openai https://openrouter.ai/api/v1 gpt-6.1-terra k"},
		{"anthropic first", "OPENAI_API_KEY=ko ANTHROPIC_API_KEY=ka GEMINI_API_KEY=kg", "", anthropic + " claude-sonnet-5-5 ka"},
		{"then openai", "GEMINI_API_KEY=kg OPENAI_API_KEY=ko", "", "openai responses https://api.openai.com/v1 gpt-6.1-terra ko"},
		{"then gemini", "OPENROUTER_API_KEY=kr GEMINI_API_KEY=kg", "", "gemini gemini https://generativelanguage.googleapis.com/v1beta gemini-3.8-flash kg"},
		{"then openrouter", "OPENROUTER_API_KEY=kr MOONSHOT_API_KEY=km", "", "openrouter openai https://openrouter.ai/api/v1 anthropic/claude-sonnet-5.5 kr"},
		{"then others", "MIMO_API_KEY=ki MOONSHOT_API_KEY=km", "", "mimo openai https://api.xiaomimimo.com/v1 mimo-v2.6-flash ki"},
		{"second name of a key", "SILICONFLOW_TOKEN=ks", "", "siliconflow openai https://api.siliconflow.cn/v1 deepseek-ai/DeepSeek-V3 ks"},
		{"empty counts as unset", "ANTHROPIC_API_KEY= DEEPSEEK_API_KEY=kd", "", "deepseek openai https://api.deepseek.com/v1 deepseek-v4-pro kd"},
		{"key in .env", "", "OPENAI_API_KEY=ko\n", "openai responses https://api.openai.com/v1 gpt-6.1-terra ko"},
		{"environment before .env", "OPENAI_API_KEY=ko", "OPENAI_API_KEY=other\n", "openai responses https://api.openai.com/v1 gpt-6.1-terra ko"},
		{"model at an endpoint", "OPENAI_BASE_URL=http://127.0.0.1:9 EIDOLON_MODEL=claude-x ANTHROPIC_API_KEY=ka", "", "openai openai http://127.0.0.1:9 claude-x"},
		{"model with slashes at an endpoint", "OPENAI_BASE_URL=http://127.0.0.1:9 EIDOLON_MODEL=openrouter/a/b", "", "openai openai http://127.0.0.1:9 openrouter/a/b"},
		{"model decides the vendor", "OPENAI_API_KEY=ko ANTHROPIC_API_KEY=ka EIDOLON_MODEL=gpt-x", "", "openai responses https://api.openai.com/v1 gpt-x ko"},
		{"model of a vendor without a key", "OPENAI_API_KEY=ko EIDOLON_MODEL=claude-x", "", anthropic + " claude-x  ANTHROPIC_API_KEY"},
		{"unknown model goes to the first", "OPENAI_API_KEY=ko EIDOLON_MODEL=strange:7b", "", "openai responses https://api.openai.com/v1 strange:7b ko"},
		{"prefix", "ANTHROPIC_API_KEY=ka OPENROUTER_API_KEY=kr EIDOLON_MODEL=openrouter:a/b", "", "openrouter openai https://openrouter.ai/api/v1 a/b kr"},
		{"prefix with a slash", "ANTHROPIC_API_KEY=ka OPENROUTER_API_KEY=kr EIDOLON_MODEL=openrouter/a/b", "", "openrouter openai https://openrouter.ai/api/v1 a/b kr"},
		{"other name of a vendor", "MOONSHOT_API_KEY=km EIDOLON_MODEL=kimi:k", "", "moonshot openai https://api.moonshot.ai/v1 k km"},
		{"vendor alone", "ANTHROPIC_API_KEY=ka OPENAI_API_KEY=ko EIDOLON_MODEL=openai", "", "openai responses https://api.openai.com/v1 gpt-6.1-terra ko"},
		{"model for a local server", "EIDOLON_MODEL=qwen3:8b", "", "probe ollama qwen3:8b, probe llama.cpp qwen3:8b, probe lmstudio qwen3:8b"},
		{"subscription", "EIDOLON_MODEL=codex:x OPENAI_API_KEY=ko", "", "codex responses https://chatgpt.com/backend-api/codex x"},
		{"subscription and nothing else", "EIDOLON_MODEL=claude-cli:x", "", "claude-cli anthropic https://api.anthropic.com x"},
		{"subscription by its longer name", "EIDOLON_MODEL=google-gemini-cli:x", "", "gemini-cli gemini https://cloudcode-pa.googleapis.com/v1internal x"},
		{"model of a subscription", "EIDOLON_MODEL=gpt-5.3-codex", "", "codex responses https://chatgpt.com/backend-api/codex gpt-5.3-codex"},
		{"model of a subscription, with a key", "EIDOLON_MODEL=gpt-5.3-codex OPENAI_API_KEY=ko", "", "openai responses https://api.openai.com/v1 gpt-5.3-codex ko"},
		{"reasoning model", "EIDOLON_MODEL=o4-mini GEMINI_API_KEY=kg", "", "openai responses https://api.openai.com/v1 o4-mini  OPENAI_API_KEY"},
		{"o and no number is nobody's", "EIDOLON_MODEL=olmo GEMINI_API_KEY=kg", "", "gemini gemini https://generativelanguage.googleapis.com/v1beta olmo kg"},
		{"gateway with an address for each user", "AZURE_OPENAI_API_KEY=kz AZURE_BASE_URL=https://me.openai.azure.com/openai/v1", "", "azure openai https://me.openai.azure.com/openai/v1 gpt-6.1-terra kz"},
		{"key of a gateway without its address", "AZURE_OPENAI_API_KEY=kz", "", "probe ollama, probe llama.cpp, probe lmstudio"},
		{"asked for a gateway without its address", "EIDOLON_MODEL=azure:m", "", "problem"},
		{"local server elsewhere", "OLLAMA_BASE_URL=http://box.test:11434/v1 EIDOLON_MODEL=qwen3:8b", "", "ollama openai http://box.test:11434/v1 qwen3:8b"},
		{"local server by prefix", "EIDOLON_MODEL=vllm:qwen3 OPENAI_API_KEY=ko", "", "vllm openai http://127.0.0.1:8000/v1 qwen3"},
		{"compatible form of a service", "GEMINI_BASE_URL=https://generativelanguage.googleapis.com/v1beta/openai/ GEMINI_API_KEY=kg", "", "gemini openai https://generativelanguage.googleapis.com/v1beta/openai gemini-3.8-flash kg"},
		{"base URL of another vendor", "ANTHROPIC_BASE_URL=http://127.0.0.1:9 ANTHROPIC_API_KEY=ka", "", "anthropic anthropic http://127.0.0.1:9 claude-sonnet-5-5 ka"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			for pair := range strings.FieldsSeq(tt.env) {
				name, value, _ := strings.Cut(pair, "=")
				w.env[name] = value
			}
			if tt.dotenv != "" {
				w.put(userEnv, tt.dotenv)
			}
			c, notices := w.load()
			if got := chosen(c); got != tt.want || len(notices) > 0 {
				t.Errorf("got  %s\nwant %s\ntold %s", got, tt.want, w.told(notices))
			}
		})
	}
}

// Covers: E26, R11, Y31
func TestChoosingAmongProfiles(t *testing.T) {
	const profiles = `
  profiles:
  - {name: a, baseURL: "http://a.test/v1", model: ma}
  - {name: b, baseURL: "http://b.test/v1", model: mb}
  - {name: s, apiKind: stub}
`
	a, b := "a openai http://a.test/v1 ma", "b openai http://b.test/v1 mb"
	tests := []struct{ name, active, flag, want string }{
		{"none", "", "", a},
		{"by name", "b", "", b},
		{"unknown: the first, with a problem", "bb", "", a + ", problem"},
		{"model of a profile", "mb", "", b},
		{"another model of a profile", "b/x", "", "b openai http://b.test/v1 x"},
		{"a model in a file is not guessed", "claude-x", "", a + ", problem"},
		{"stub", "s", "", "s stub"},
		{"flag over file", "b", "a", a},
		{"flag with a model", "b", "gpt-x", "a openai http://a.test/v1 gpt-x"},
		{"flag with a vendor", "b", "openai:gpt-x", "openai responses https://api.openai.com/v1 gpt-x  OPENAI_API_KEY"},
		{"no service has a model with a blank in its name", "b", "b hello", a + ", problem"},
		{"the prefix of a vendor alone", "b", "openai:", "openai responses https://api.openai.com/v1 gpt-6.1-terra  OPENAI_API_KEY"},
		{"empty flag", "b", " ", b},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.put(userYAML, "models:\n  active: "+tt.active+profiles)
			if tt.flag != "" {
				w.src.Flags = []Flag{{"--model", "models.active", strings.TrimSpace(tt.flag)}}
			}
			c, _ := w.load()
			if got := chosen(c); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// Covers: E26
func TestBadActiveName(t *testing.T) {
	w := newWorld(t)
	w.put(userYAML, twoProfiles+"  active: bb\n")
	c, _ := w.load()
	want := userYAML + `:5: "bb" is the name of no profile (did you mean "b"?); there is: a, b`
	if got := w.short(c.Choice.Problem.Error()); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if problems, _ := Check(w.src); len(problems) != 1 || problems[0].Line != 5 {
		t.Errorf("Check gives %+v", problems)
	}
}

// A name in a file that nothing stands for is told also when there is no profile at all.
func TestBadActiveNameWithoutProfiles(t *testing.T) {
	const advice = "is the name of no profile; there are no profiles: write one under models.profiles, " +
		"or name a model with --model or EIDOLON_MODEL"
	tests := []struct{ name, content, env, want, problem string }{
		{"nothing else", "models: {active: zz}", "", "problem", userYAML + `:1: "zz" ` + advice},
		{"an older spelling", "model: zz", "", "problem", userYAML + `:1: "zz" ` + advice},
		{
			"a key", "models: {active: zz}", "OPENAI_API_KEY", "openai responses https://api.openai.com/v1 gpt-6.1-terra x, problem",
			userYAML + `:1: "zz" is the name of no profile; there is: openai`,
		},
		{"a vendor", "models: {active: openai}", "OPENAI_API_KEY", "openai responses https://api.openai.com/v1 gpt-6.1-terra x", ""},
		{"a vendor's model", "models: {active: gpt-x}", "OPENAI_API_KEY", "openai responses https://api.openai.com/v1 gpt-x x", ""},
		{"a model for this run", "models: {active: zz}", "EIDOLON_MODEL", "probe ollama x, probe llama.cpp x, probe lmstudio x", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.put(userYAML, tt.content+"\n")
			w.env[tt.env] = "x"
			c, _ := w.load()
			problem := ""
			if c.Choice.Problem != nil {
				problem = w.short(c.Choice.Problem.Error())
			}
			if got := chosen(c); got != tt.want || problem != tt.problem {
				t.Errorf("got %s, %s\nwant %s, %s", got, problem, tt.want, tt.problem)
			}
		})
	}
}

func TestFallback(t *testing.T) {
	for name, want := range map[string]string{"b": "b", "c": ""} {
		w := newWorld(t)
		w.put(userYAML, twoProfiles+"  fallback: "+name+"\n")
		c, notices := w.load()
		if c.Models.Fallback != want || (want == "") != (len(notices) == 1) {
			t.Errorf("%s: %q %s", name, c.Models.Fallback, w.told(notices))
		}
	}
}

func TestSelectAtRunTime(t *testing.T) {
	w := newWorld(t)
	w.put(userYAML, twoProfiles+"  active: b\n")
	c, _ := w.load()
	for name, want := range map[string]string{"a": "a ma", "": "b mb", "other": "b other", "a/x": "a x", "gemini:g": "gemini g"} {
		p, err := c.Select(name)
		if got := p.Name + " " + p.Model; got != want || err != nil {
			t.Errorf("%q: %s %v", name, got, err)
		}
	}
	empty, _ := newWorld(t).load()
	if _, err := empty.Select("x"); err == nil || !strings.Contains(err.Error(), "names no model") {
		t.Error(err)
	}
}

// Covers: Z8
func TestBaseURLFromEnvironment(t *testing.T) {
	w := newWorld(t)
	w.put(userYAML, `
models:
  profiles:
  - {name: mine, baseURL: "http://old.test/v1", model: m}
  - {name: claude, apiKind: anthropic, model: c}
  - {name: router, baseURL: "https://openrouter.ai/api/v1", model: r}
  - {name: moonshot}
`)
	w.env["OPENAI_BASE_URL"] = "http://o.test/v1"
	w.env["ANTHROPIC_BASE_URL"] = "http://a.test"
	w.env["OPENROUTER_BASE_URL"] = ""
	c, notices := w.load()
	var got []string
	for _, p := range c.Models.Profiles {
		got = append(got, p.BaseURL)
	}
	want := []string{"http://o.test/v1", "http://a.test", "https://openrouter.ai/api/v1", "https://api.moonshot.ai/v1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if told := w.told(notices); told != `config_url_replaced environment OPENAI_BASE_URL: replaces the base URL of profile "mine"` {
		t.Error(told)
	}
	w.env["OPENAI_BASE_URL"] = "nonsense"
	if got := w.fails(); got != "environment OPENAI_BASE_URL: the base URL must begin with http:// or https:// and name a host" {
		t.Error(got)
	}
}
