package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// Covers: G2, E23, Y23
func TestBaseDir(t *testing.T) {
	tests := []struct{ name, env, home, want string }{
		{"default", "", "/home/u", "/home/u/.eidolon"},
		{"variable", "/srv/e", "/home/u", "/srv/e"},
		{"tilde", "~/e", "/home/u", "/home/u/e"},
		{"variable without a home", "/srv/e", "", "/srv/e"},
		{"neither", "", "", ""},
		{"not clean", "/srv//e/", "/home/u", "/srv/e"},
		{"relative", "base", "/home/u", ""},
		{"a dot", ".", "/home/u", ""},
		{"tilde without a home", "~/e", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := BaseDir(func(string) string { return tt.env }, tt.home)
			if got != tt.want || (err == nil) != (tt.want != "") {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

func TestNothingIsTheDefault(t *testing.T) {
	w := newWorld(t)
	if err := os.RemoveAll(w.src.BaseDir); err != nil {
		t.Fatal(err)
	}
	got, notices := w.load()
	want := Default()
	want.Models.Profiles = []Profile{}
	want.Sandbox.ForbidRead = SecretFiles(w.src.BaseDir)
	ignore := cmpopts.IgnoreFields(Config{}, "Choice", "Tag", "vendors", "zero", "customURL", "settings")
	if diff := cmp.Diff(want, got, ignore, cmpopts.IgnoreUnexported(Config{})); diff != "" || len(notices) > 0 {
		t.Error(diff, notices)
	}
	if exists(w.src.BaseDir) {
		t.Error("reading created the base directory")
	}
}

// Covers: G3, Z49
func TestPrecedence(t *testing.T) {
	key := func(v string) string { return "tools: {bashTimeout: " + v + "}\n" }
	files := []struct{ name, content string }{ // weakest first
		{userLegacy, `{"tools": {"bashTimeout": "1s"}}`},
		{userJSON, `{"tools": {"bashTimeout": "2s"}}`},
		{userYAML, key("3s")},
		{projLegacy, `{"tools": {"bashTimeout": "4s"}}`},
		{projJSON, `{"tools": {"bashTimeout": "5s"}}`},
		{projYAML, key("6s")},
	}
	w := newWorld(t)
	for i, f := range files {
		w.put(f.name, f.content)
		c, _ := w.load()
		if want := time.Duration(i+1) * time.Second; c.Tools.BashTimeout != want {
			t.Errorf("with %s: %v, want %v", f.name, c.Tools.BashTimeout, want)
		}
	}
	w.src.Flags = []Flag{{"--bash-timeout", "tools.bashTimeout", "7s"}}
	if c, _ := w.load(); c.Tools.BashTimeout != 7*time.Second {
		t.Errorf("with a flag: %v", c.Tools.BashTimeout)
	}
}

// Covers: G3
func TestPrecedenceOfTheModel(t *testing.T) {
	w := newWorld(t)
	steps := []struct {
		set  func()
		want string
	}{
		{func() { w.put(userYAML, twoProfiles+"  active: b\n") }, "b mb"},
		{func() { w.put(projYAML, "models: {active: a}\n") }, "a ma"},
		{func() { w.env["EIDOLON_MODEL"] = "b" }, "b mb"},
		{func() { w.src.Flags = []Flag{{"--model", "models.active", "x"}} }, "a x"},
	}
	for _, step := range steps {
		step.set()
		c, _ := w.load()
		if got := c.Choice.Profile.Name + " " + c.Choice.Profile.Model; got != step.want {
			t.Errorf("got %s, want %s", got, step.want)
		}
	}
}

func TestNoSources(t *testing.T) {
	if _, notices, err := Load(Sources{}); err != nil || len(notices) > 0 {
		t.Error(notices, err)
	}
}

// Covers: G3, E25
func TestMerge(t *testing.T) {
	w := newWorld(t)
	w.src.Trusted = true
	w.put(userYAML, twoProfiles+`
permissions: {mode: ask, allow: [u1, u2], deny: [ud], ask: [ua]}
sandbox: {network: false, forbidRead: [/u]}
tui: {keys: {F1: help}, theme: dark}
`)
	w.put(projYAML, `
models:
  active: b
  profiles:
  - {name: b, baseURL: "http://b2.test/v1"}
  - {name: c, baseURL: "http://c.test/v1", model: mc}
permissions: {allow: [p1], deny: [pd], ask: []}
sandbox: {forbidRead: [/p]}
tui: {keys: {F2: undo}, theme: }
`)
	c, notices := w.load()
	var profiles []string
	for _, p := range c.Models.Profiles {
		profiles = append(profiles, p.Name+" "+p.BaseURL+" "+p.Model)
	}
	want := []string{"a http://a.test/v1 ma", "b http://b2.test/v1 gpt-6.1-terra", "c http://c.test/v1 mc"}
	if diff := cmp.Diff(want, profiles); diff != "" {
		t.Errorf("a profile is replaced as a whole, others stay:\n%s", diff)
	}
	if c.Choice.Profile.Name != "b" {
		t.Errorf("chose %q", c.Choice.Profile.Name)
	}
	wantRules := Permissions{Mode: "ask", Wait: 12 * time.Hour, Allow: []string{"u1", "u2", "p1"}, Ask: []string{"ua"}, Deny: []string{"ud", "pd"}}
	if diff := cmp.Diff(wantRules, c.Permissions); diff != "" {
		t.Errorf("a project only adds to the lists:\n%s", diff)
	}
	if diff := cmp.Diff(append([]string{"/u", "/p"}, SecretFiles(w.src.BaseDir)...), c.Sandbox.ForbidRead); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(TUI{"dark", "unicode", "on", map[string]string{"F1": "help", "F2": "undo"}}, c.TUI); diff != "" {
		t.Error(diff)
	}
	if c.Sandbox.Network || len(notices) != 0 {
		t.Errorf("network %v, notices %v", c.Sandbox.Network, notices)
	}
}

func TestProblemsHaveLines(t *testing.T) {
	tests := []struct{ name, file, content, want string }{
		{"unknown key", userYAML, "agent:\n  maxStep: 3\n", userYAML + `:2: unknown key "maxStep" (did you mean "maxSteps"?)`},
		{"unknown section", userYAML, "\nmodles: {}\n", userYAML + `:2: unknown key "modles" (did you mean "models"?)`},
		{"in JSON", userJSON, "{\n \"tools\": {\n  \"bashTimeuot\": \"3s\"\n }\n}\n", userJSON + `:3: unknown key "bashTimeuot" (did you mean "bashTimeout"?)`},
		{"in the legacy file", projLegacy, "{\"agnet\": {}}", projLegacy + `:1: unknown key "agnet" (did you mean "agent"?)`},
		{"also where a project may not set anything", projYAML, "sandbox:\n  bsah: off\n", projYAML + `:2: unknown key "bsah" (did you mean "bash"?)`},
		{"twice", userYAML, "tui: {}\nagent: {}\ntui: {}\n", userYAML + `:3: the key "tui" is given twice, first in line 1`},
		{"type", userYAML, "agent: {maxSteps: many}\n", userYAML + `:1: agent.maxSteps must be a whole number, not "many"`},
		{"span without unit", userYAML, "tools: {bashTimeout: 120}\n", userYAML + `:1: tools.bashTimeout needs a unit: write 120s for seconds, or ms, m, h`},
		{"size", userYAML, "limits: {answer: big}\n", userYAML + `:1: limits.answer must be a size such as 50KiB or 8MiB`},
		{"size of nothing", userYAML, "limits: {answer: 0}\n", userYAML + `:1: limits.answer must be a size such as 50KiB or 8MiB`},
		{"choice", userYAML, "permissions: {mode: yollo}\n", userYAML + `:1: permissions.mode must be headless, ask, auto, yolo or plan, not "yollo" (did you mean "yolo"?)`},
		{"several", userYAML, "a: 1\nb: 2\n", userYAML + `:1: unknown key "a" (known here: models, providers, logins, agent, tools, subagents, sessions, permissions, sandbox, web, mcp, hooks, tui, limits, language, reasoningLanguage)
` + userYAML + `:2: unknown key "b" (known here: models, providers, logins, agent, tools, subagents, sessions, permissions, sandbox, web, mcp, hooks, tui, limits, language, reasoningLanguage)`},
		{"no map", userYAML, "- a\n", userYAML + `:1: a configuration file holds keys and values, such as "agent: {maxSteps: 10}"`},
		{"profile without a name", userYAML, "models:\n  profiles:\n  - {model: m}\n", userYAML + ":3: a profile needs a name"},
		{"two of a name", userYAML, "models:\n  profiles:\n  - {name: x}\n  - {name: x}\n", userYAML + `:4: a second profile named "x"; the first is in line 3`},
		{"URL", userYAML, "models:\n  profiles:\n  - name: x\n    baseURL: localhost:8080\n", userYAML + ":4: the base URL must begin with http:// or https:// and name a host"},
		{"URL with a password", userYAML, "models:\n  profiles:\n  - {name: x, baseURL: \"https://u:hunter2@h/v1\"}\n", userYAML + ":3: the base URL must not hold a user name or password; name the key's variable in apiKeyEnv"},
		{"URL with a query", userYAML, "models:\n  profiles:\n  - {name: x, baseURL: \"https://h/v1?key=hunter2\"}\n", userYAML + ":3: the base URL must not hold a query (?...) or a fragment (#...); parameters go into query"},
		{"unknown provider", userYAML, "providers: {opnai: {enabled: true}}\n", userYAML + `:1: unknown provider "opnai" (did you mean "openai"?); a provider of your own needs a baseURL`},
		{"provider without an address", userYAML, "providers: {mine: {model: m}}\n", userYAML + `:1: unknown provider "mine"; a provider of your own needs a baseURL`},
		{"name of a provider", userYAML, "providers: {\"a/b\": {baseURL: \"http://h.test\"}}\n", userYAML + `:1: "a/b" cannot be the name of a provider: it stands before a ":" or "/" in the names of its models`},
		{"provider twice", userYAML, "providers: {moonshot: {}, kimi: {enabled: false}}\n", userYAML + `:1: "kimi" is another name of "moonshot", and both are given; keep one`},
		{"default of a provider", userYAML, "providers: {groq: {models: [a, b], default: c}}\n", userYAML + `:1: the default "c" is none of the models of groq`},
		{"service without an address", userYAML, "models: {profiles: [{name: azure, model: m}]}\n", userYAML + `:1: profile "azure" needs a baseURL: the address of azure is another one for each user`},
		{"hook without a command", userYAML, "hooks:\n  stop:\n  - {timeout: 3s}\n", userYAML + ":3: a hook of hooks.stop needs a command"},
		{"hook with a bad matcher", userYAML, "hooks:\n  preToolUse:\n  - command: x\n    matcher: Bash(rm\n", userYAML + `:4: the matcher "Bash(rm" has a parenthesis that is not closed`},
		{"matcher where there is no tool", userYAML, "hooks:\n  stop:\n  - {command: x, matcher: Bash}\n", userYAML + ":3: a hook of hooks.stop is about no tool: leave the matcher out"},
		{"bad matcher of a project", projYAML, "hooks:\n  postToolUse: [{command: x, matcher: 'a||b'}]\n", projYAML + `:2: the matcher "a||b" names no tool on one side of a |`},
		{"prompt file that is not there", userYAML, "agent: {systemPromptFile: p.md}\n", userYAML + ":1: agent.systemPromptFile cannot be read: no such file or directory"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.put(tt.file, tt.content)
			if diff := cmp.Diff(tt.want, w.fails()); diff != "" {
				t.Error(diff)
			}
			problems, _ := Check(w.src)
			if len(problems) != strings.Count(tt.want, "\n")+1 {
				t.Errorf("Check gives %v", problems)
			}
		})
	}
}

// Covers: E28
func TestAPIKind(t *testing.T) {
	for _, kind := range []string{"openai", "responses", "anthropic", "gemini", "stub", ""} {
		w := newWorld(t)
		w.put(userYAML, "models: {profiles: [{name: x, apiKind: "+kind+"}]}\n")
		want := kind
		if want == "" {
			want = "openai"
		}
		if c, _ := w.load(); c.Models.Profiles[0].APIKind != want {
			t.Errorf("%q became %q", kind, c.Models.Profiles[0].APIKind)
		}
	}
	w := newWorld(t)
	w.put(userYAML, "models:\n  profiles:\n  - name: x\n    apiKind: geminy\n")
	want := userYAML + `:4: models.profiles[0].apiKind must be openai, responses, anthropic, gemini or stub, not "geminy" (did you mean "gemini"?)`
	if got := w.fails(); got != want {
		t.Errorf("got %s", got)
	}
}

// Covers: E31, R12
func TestProfileValues(t *testing.T) {
	w := newWorld(t)
	w.put(userYAML, `
models:
  defaults: {maxOutputTokens: 77, thinkingLevel: high}
  profiles:
  - {name: plain, baseURL: "http://h.test/v1/", model: m}
  - name: full
    apiKind: anthropic
    baseURL: "http://127.0.0.1:1/v1"
    model: m2
    apiKeyEnv: K
    toolProtocol: native
    contextWindow: 1000
    maxInputChars: 2000
    maxOutputTokens: 0
    thinkingLevel: low
    temperature: 0
    price: {input: 1, output: 2.5, cachedInput: 0.1}
    timeouts: {idle: 5s, total: 0}
`)
	w.env["K"] = "sk-k"
	c, _ := w.load()
	zero := 0.0
	times := Timeouts{Connect: 10 * time.Second, FirstByte: 2 * time.Minute, Idle: time.Minute, Total: 30 * time.Minute}
	want := []Profile{
		{
			Name: "plain", APIKind: "openai", BaseURL: "http://h.test/v1", Model: "m", ToolProtocol: "xnl",
			ContextWindow: 128000, MaxOutputTokens: 77, ThinkingLevel: "high", Timeouts: times, Service: "h.test",
		},
		{
			Name: "full", APIKind: "anthropic", BaseURL: "http://127.0.0.1:1/v1", Model: "m2", APIKeyEnv: "K",
			ToolProtocol: "native", ContextWindow: 1000, MaxInputChars: 2000, ThinkingLevel: "low", Temperature: &zero,
			Price:    Price{Input: 1, Output: 2.5, CachedInput: 0.1},
			Timeouts: Timeouts{Connect: 10 * time.Second, FirstByte: 2 * time.Minute, Idle: 5 * time.Second},
			Key:      NewSecret("sk-k"), KeyFrom: "environment K", Service: "127.0.0.1:1",
		},
	}
	if diff := cmp.Diff(want, c.Models.Profiles, cmpopts.IgnoreFields(Profile{}, "About", "KeyFile")); diff != "" {
		t.Error(diff)
	}
}

// Covers: Z48, Z55
func TestSystemPrompt(t *testing.T) {
	w := newWorld(t)
	w.put("home/.eidolon/prompt.md", "from file")
	w.put(userYAML, "agent: {systemPrompt: from key, systemPromptFile: prompt.md}\n")
	if c, _ := w.load(); c.Agent.Prompt != "from file" || c.Agent.SystemPromptFile != filepath.Join(w.src.BaseDir, "prompt.md") {
		t.Errorf("the file does not win: %+v", c.Agent)
	}
	for _, value := range []string{"from flag", ""} {
		w.src.Flags = []Flag{{"--system-prompt", "agent.systemPrompt", value}}
		if c, _ := w.load(); c.Agent != (Agent{SystemPrompt: value, Prompt: value}) {
			t.Errorf("flag %q: %+v", value, c.Agent)
		}
	}
	w.src.Flags = []Flag{{"--system-prompt-file", "agent.systemPromptFile", filepath.Join(w.src.BaseDir, "prompt.md")}}
	if c, _ := w.load(); c.Agent.Prompt != "from file" {
		t.Errorf("file by flag: %+v", c.Agent)
	}
}

func TestBadFlag(t *testing.T) {
	w := newWorld(t)
	w.src.Flags = []Flag{{"--permission-mode", "permissions.mode", "root"}}
	want := `--permission-mode: permissions.mode must be headless, ask, auto, yolo or plan, not "root"`
	if got := w.fails(); got != want {
		t.Error(got)
	}
}
