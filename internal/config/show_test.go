package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSettings(t *testing.T) {
	w := newWorld(t)
	w.put(userYAML, twoProfiles+"tui: {theme: dark, keys: {F1: help}}\npermissions: {deny: [a, b]}\n")
	w.put(projYAML, "tools:\n  bashTimeout: 1m\npermissions: {deny: [c]}\n")
	w.env["EIDOLON_MODEL"] = "b"
	w.env["OPENAI_BASE_URL"] = "http://o.test"
	w.src.Flags = []Flag{{"--permission-mode", "permissions.mode", "auto"}}
	c, _ := w.load()
	got := map[string]string{}
	for _, s := range c.Settings() {
		got[s.Key] = s.Value + " < " + w.short(s.Origin)
	}
	for key, want := range map[string]string{
		"models.active": "b < environment EIDOLON_MODEL", "models.profiles[b].model": "mb < " + userYAML + ":4",
		"models.profiles[b].baseURL": "http://o.test < environment OPENAI_BASE_URL", "models.profiles[b].toolProtocol": "xnl < default",
		"models.profiles[a].apiKey": "unset < default", "tui.theme": "dark < " + userYAML + ":5", "tui.keys.F1": "help < " + userYAML + ":5",
		"tools.bashTimeout": "1m0s < " + projYAML + ":2", "permissions.mode": "auto < --permission-mode",
		"permissions.deny": "[a, b, c] < " + userYAML + ":6", "limits.answer": "64MiB < default",
		"models.profiles[a].timeouts.idle": "1m0s < default", "agent.maxSteps": "0 < default",
	} {
		if got[key] != want {
			t.Errorf("%s is %q, want %q", key, got[key], want)
		}
	}
}

// Covers: G10
func TestSecretsAreNeverPrinted(t *testing.T) {
	const secret = "sk-very-secret"
	w := newWorld(t)
	w.put(userYAML, "models: {profiles: [{name: lit, baseURL: \"http://h.test\", apiKey: "+secret+"1}, {name: env, baseURL: \"http://h.test\", apiKeyEnv: K}]}\n")
	w.put(userEnv, "K="+secret+"2\n")
	c, notices := w.load()
	if c.Models.Profiles[0].Key.Reveal() != secret+"1" || c.Models.Profiles[1].Key.Reveal() != secret+"2" {
		t.Fatal("keys were not read")
	}
	type hidden struct {
		inner Secret
		deep  *Config
	}
	key := c.Models.Profiles[0].Key
	var out bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&out, nil))
	for _, v := range []any{
		c, &c, c.Models.Profiles, c.Choice, key, &key,
		hidden{key, &c},
		&hidden{inner: key},
		[]Secret{key},
		map[string]any{"k": key},
		[]any{hidden{inner: key}},
		notices, c.Settings(),
	} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%10.3v"} {
			fmt.Fprintf(&out, verb+"\n", v)
		}
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(data)
		log.Info("value", "v", v)
	}
	if strings.Contains(out.String(), "very-secret") || strings.Contains(out.String(), fmt.Sprintf("%x", secret)) {
		t.Error("a secret was printed")
	}
	values := map[string]string{}
	for _, s := range c.Settings() {
		values[s.Key] = s.Value + " " + w.short(s.Origin)
	}
	if values["models.profiles[lit].apiKey"] != "set "+userYAML+":1" || values["models.profiles[env].apiKey"] != "set "+userEnv+" K" {
		t.Error(values)
	}
}

// A key that is written where it does not belong does not get into the error.
func TestSecretsAreNotInErrors(t *testing.T) {
	for _, content := range []string{
		"models: {profiles: [{name: x, apiKey: \"sk-secret\\u0007\"}]}\n", "models: {profiles: [{name: x, apiKey: [sk-secret]}]}\n",
		"models: {profiles: [{name: x, apikey: sk-secret}]}\n", "models: {profiles: [{name: x, api_key: sk-secret, apiKey: sk-secret}]}\n",
		"models: {profiles: [{name: x, apiKey: sk-secret, apiKey: sk-secret}]}\n", "models: {profiles: [{name: x, apiKey: {sk-secret: 1}}]}\n",
		"models: {profiles: [{name: x, baseURL: \"http://sk-secret@h\"}]}\n", "models: {profiles: [{name: x, apiKey: sk-secret: y}]}\n",
	} {
		w := newWorld(t)
		w.put(userYAML, content)
		if got := w.fails(); strings.Contains(got, "sk-secret") {
			t.Errorf("%s: %s", content, got)
		}
	}
}

func TestSecret(t *testing.T) {
	if s := NewSecret(" \n"); s.IsSet() || s.Reveal() != "" || s.String() != "unset" {
		t.Error("blank is set")
	}
	if !NewSecret("a").Equal(NewSecret("a\n")) || NewSecret("a").Equal(Secret{}) {
		t.Error("Equal is wrong")
	}
}

func TestBytes(t *testing.T) {
	for in, want := range map[string]string{
		"1": "1", "1024": "1KiB", "50KiB": "50KiB", "8 MB": "8MiB", "8m": "8MiB", "1GiB": "1GiB", "1500": "1500", "100b": "100",
		"": "", "-1": "", "0": "", "1.5MiB": "", "99999999999GiB": "", "8Mega": "", "MiB": "", "1 1": "",
	} {
		var b Bytes
		err := b.UnmarshalText([]byte(in))
		if want == "" && err == nil || want != "" && (err != nil || b.String() != want) {
			t.Errorf("%q: %v %v", in, b, err)
		}
	}
}

func TestVendorsAreWhole(t *testing.T) {
	var names []string
	for _, v := range Vendors() {
		names = append(names, v.Name)
		if at, ok := vendors.at(v.BaseURL); len(v.KeyEnvs) > 0 && v.BaseURL != "" && (!ok || at.Name != v.Name || v.Model == "") {
			t.Errorf("%+v", v)
		}
	}
	if diff := cmp.Diff([]string{"anthropic", "openai", "gemini", "openrouter"}, names[:4]); diff != "" {
		t.Error(diff)
	}
}
