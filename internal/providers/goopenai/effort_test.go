package goopenai

import "testing"

func TestEffort(t *testing.T) {
	for _, test := range []struct{ model, level, want string }{
		{"gpt-5", "off", "minimal"},
		{"gpt-5-mini", "xhigh", "high"},
		{"gpt-5-codex", "off", "low"},
		{"gpt-5.1", "off", "none"},
		{"gpt-5.1", "max", "high"},
		{"gpt-5.1-codex-max", "max", "xhigh"},
		{"gpt-5.2", "xhigh", "xhigh"},
		{"gpt-6", "max", "max"},
		{"o3-mini", "off", "low"},
		{"o4-mini", "max", "high"},
		{"openai/gpt-5", "off", "minimal"},
		{"some-model", "medium", "medium"},
		{"some-model", "max", "xhigh"},
		{"some-model", "odd", "odd"},
		{"some-model", "", ""},
	} {
		if got := Effort(test.model, test.level); got != test.want {
			t.Errorf("%s of %s: %q, want %q", test.level, test.model, got, test.want)
		}
	}
}

func TestReasons(t *testing.T) {
	for name, want := range map[string]bool{"gpt-4o": false, "openai/gpt-4.1": false, "gpt-5": true, "o3": true, "some-model": true} {
		if got := Reasons(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
