package codex

import (
	"encoding/json"
	"fmt"
	"strings"

	"eidolon/internal/leaf/effort"
)

// The sandboxes that the SDK can ask for.
const (
	ReadOnly       = "read-only"
	WorkspaceWrite = "workspace-write"
	FullAccess     = "danger-full-access"
)

// Set is what settings of the other program mean here.
type Set struct {
	Model        string
	BaseURL      string // of the OpenAI API
	Effort       string // how long the model thinks
	Sandbox      string
	Approval     string // when somebody is asked
	Network      *bool  // whether commands may use it, or nil
	Writable     []string
	WebSearch    bool
	Instructions string   // that follow the system prompt
	Ignored      []string // what has no effect, one sentence each
}

// Settings reads settings, each as key=value with a value of TOML. Those that say where prompts go or what
// may happen, and are not known, are an error; others are passed over.
func Settings(given []string) (Set, error) {
	var s Set
	for _, setting := range given {
		key, text, ok := strings.Cut(setting, "=")
		if !ok {
			return s, fmt.Errorf("--config takes key=value, not %q", setting)
		}
		key = strings.TrimSpace(key)
		if err := s.set(key, strings.TrimSpace(text)); err != nil {
			return s, fmt.Errorf("--config %s: %w", key, err)
		}
	}
	return s, nil
}

func (s *Set) set(key, text string) error {
	switch key {
	case "model":
		return word(text, &s.Model)
	case "openai_base_url":
		return word(text, &s.BaseURL)
	case "sandbox_mode":
		return word(text, &s.Sandbox)
	case "approval_policy":
		return word(text, &s.Approval)
	case "developer_instructions":
		return word(text, &s.Instructions)
	case "sandbox_workspace_write.network_access":
		return value(text, &s.Network)
	case "sandbox_workspace_write.writable_roots":
		return value(text, &s.Writable)
	case "model_reasoning_effort":
		var asked string
		err := word(text, &asked)
		s.Effort = level(asked)
		return err
	case "web_search":
		var mode string
		err := word(text, &mode)
		s.WebSearch = mode == "live" || mode == "cached"
		return err
	}
	if deciding(key) {
		return fmt.Errorf("eidolon does not know this setting, and it may be one that protects something; " +
			"set what is meant in eidolon's own configuration")
	}
	s.Ignored = append(s.Ignored, fmt.Sprintf("--config %s has no effect: it is a setting of another program", key))
	return nil
}

// deciding says whether a setting may decide where prompts go, or what may happen.
func deciding(key string) bool {
	first, _, _ := strings.Cut(key, ".")
	switch {
	case strings.HasPrefix(first, "model_provider"), strings.HasSuffix(first, "_base_url"):
		return true
	case strings.Contains(first, "sandbox"), strings.Contains(first, "approval"), strings.Contains(first, "permission"):
		return true
	}
	switch first {
	case "profile", "profiles", "projects", "shell_environment_policy", "hooks", "notify", "requirements":
		return true
	}
	return false
}

// level gives the level of thinking that is meant.
func level(asked string) string {
	switch asked {
	case "none":
		return effort.Off
	case "minimal":
		return effort.Low
	case "ultra", "persistent":
		return effort.Max
	}
	return asked
}

// word reads a text, with or without quotes.
func word(text string, into *string) error {
	if strings.HasPrefix(text, "'") && strings.HasSuffix(text, "'") && len(text) > 1 {
		*into = text[1 : len(text)-1]
		return nil
	}
	if !strings.HasPrefix(text, `"`) {
		*into = text
		return nil
	}
	return value(text, into)
}

// value reads a value that TOML and JSON write alike.
func value(text string, into any) error {
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return fmt.Errorf("%s is not a value of the kind that it takes", text)
	}
	return nil
}
