package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Covers: G10, E27
func TestKeys(t *testing.T) {
	tests := []struct{ name, profile, env, dotenv, want string }{
		{"variable, .env, literal: variable", "apiKeyEnv: K, apiKey: lit", "K=env", "K=dot\n", "env"},
		{"variable, .env, literal: .env", "apiKeyEnv: K, apiKey: lit", "", "K=dot\n", "dot"},
		{"variable, .env, literal: literal", "apiKeyEnv: K, apiKey: lit", "", "", "lit"},
		{"none", "apiKeyEnv: K", "", "", "missing K"},
		{"none needed on this computer", "apiKeyEnv: K, baseURL: \"http://localhost:1\"", "", "", ""},
		{"usual name on this computer", "baseURL: \"http://127.0.0.1:1\"", "OPENAI_API_KEY=k", "", "k"},
		{"usual name at its vendor", "baseURL: \"https://api.openai.com/v1\"", "OPENAI_API_KEY=k", "", "k"},
		{"usual name elsewhere is not sent", "", "OPENAI_API_KEY=k", "", ""},
		{"lookalike host is elsewhere", "baseURL: \"https://evilopenai.com/v1\"", "OPENAI_API_KEY=k", "", ""},
		{"lookalike of this computer is elsewhere", "baseURL: \"http://localhost.evil.test/v1\"", "OPENAI_API_KEY=k", "", ""},
		{"vendor by host", "baseURL: \"https://openrouter.ai/api/v1\"", "OPENAI_API_KEY=k OPENROUTER_API_KEY=r", "", "r"},
		{"missing at a vendor", "baseURL: \"https://api.deepseek.com\"", "OPENAI_API_KEY=k", "", "missing DEEPSEEK_API_KEY"},
		{"anthropic", "apiKind: anthropic, baseURL: \"http://[::1]:1\"", "ANTHROPIC_API_KEY=a OPENAI_API_KEY=k", "", "a"},
		{"siliconflow replaces a literal", "apiKey: lit", "SILICONFLOW_TOKEN=s2 SILICONFLOW_API_KEY=s1", "", "s1"},
		{"siliconflow token", "apiKey: lit", "SILICONFLOW_TOKEN=s2", "", "s2"},
		{"siliconflow does not replace a named variable", "apiKeyEnv: K", "K=env SILICONFLOW_API_KEY=s1", "", "env"},
		{"siliconflow does not go to another vendor", "baseURL: \"https://api.openai.com/v1\", apiKey: lit", "SILICONFLOW_API_KEY=s1", "", "lit"},
		{"blanks are cut", "apiKeyEnv: K", "", "K=\" k \"\n", "k"},
		{"stub needs none", "apiKind: stub", "SILICONFLOW_API_KEY=s1", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			for pair := range strings.FieldsSeq(tt.env) {
				name, value, _ := strings.Cut(pair, "=")
				w.env[name] = value
			}
			if !strings.Contains(tt.profile, "baseURL") {
				tt.profile += ", baseURL: \"http://h.test/v1\""
			}
			w.put(userYAML, "models: {profiles: [{name: p, model: m, "+strings.TrimPrefix(tt.profile, ", ")+"}]}\n")
			w.put(userEnv, tt.dotenv)
			c, _ := w.load()
			got := c.Choice.Profile.Key.Reveal()
			if missing := c.Choice.Profile.MissingKey; missing != "" {
				got = "missing " + missing
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestSiliconFlowIsOnlyForTheActiveProfile(t *testing.T) {
	w := newWorld(t)
	w.env["SILICONFLOW_API_KEY"] = "s"
	w.put(userYAML, "models: {profiles: [{name: a, baseURL: \"http://a.test\", apiKey: k1}, {name: b, baseURL: \"http://b.test\", apiKey: k2}]}\n")
	c, notices := w.load()
	if c.Choice.Profile.Key.Reveal() != "s" || c.Models.Profiles[1].Key.Reveal() != "k2" {
		t.Error("wrong keys")
	}
	want := `config_key_replaced environment SILICONFLOW_API_KEY: replaces the key of profile "a"; give the profile an apiKeyEnv to keep its own`
	if got := w.told(notices); got != want {
		t.Error(got)
	}
}

// Covers: R109
func TestKeyProblem(t *testing.T) {
	p := Profile{Name: "x", BaseURL: "https://h.test/v1", MissingKey: "X_KEY"}
	err := p.KeyProblem()
	if err == nil || !strings.Contains(err.Error(), "set X_KEY in the environment") || !strings.Contains(err.Error(), "eidolon demo") {
		t.Error(err)
	}
	if (&Profile{}).KeyProblem() != nil {
		t.Error("a profile with its key has a problem")
	}
}

func TestReadableKeyFiles(t *testing.T) {
	w := newWorld(t)
	w.put(userYAML, "models:\n  profiles:\n  - {name: a, apiKey: k}\n")
	w.put(userEnv, "K=v\n")
	if _, notices := w.load(); len(notices) > 0 {
		t.Errorf("private files: %s", w.told(notices))
	}
	for _, name := range []string{userYAML, userEnv} {
		if err := os.Chmod(filepath.Join(w.dir, name), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	_, notices := w.load()
	want := "config_readable_key " + userEnv + ": can be read by others on this computer; run: chmod 600 " + userEnv + `
config_readable_key ` + userYAML + ":3: holds a key, and the file can be read by others on this computer; run: chmod 600 " + userYAML + ", or name a variable in apiKeyEnv instead"
	if diff := cmp.Diff(want, w.told(notices)); diff != "" {
		t.Error(diff)
	}
}

func TestDotenv(t *testing.T) {
	in := "\xef\xbb\xbfA=1\r\n# c\n\nexport B = two words # comment\nC='x # y'\nD=\"z\" # c\nE=\nF=a#b\nno equals sk-secret\n9X=1\n=y\nG='open\n"
	got, skipped := parseDotenv([]byte(in))
	want := map[string]string{"A": "1", "B": "two words", "C": "x # y", "D": "z", "E": "", "F": "a#b", "G": "'open"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{9, 10, 11}, skipped); diff != "" {
		t.Error(diff)
	}
	w := newWorld(t)
	w.put(userEnv, in)
	if _, notices := w.load(); strings.Contains(w.told(notices), "sk-secret") || len(notices) != 3 {
		t.Error(w.told(notices))
	}
}
