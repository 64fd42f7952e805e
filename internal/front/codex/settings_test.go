package codex_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/front/codex"
)

func TestSettings(t *testing.T) {
	got, err := codex.Settings([]string{
		`model="m"`, `openai_base_url="http://x/v1"`, `model_reasoning_effort="minimal"`, "sandbox_mode = 'read-only'",
		`approval_policy="never"`, "sandbox_workspace_write.network_access=true", `sandbox_workspace_write.writable_roots=["/a", "b"]`,
		`web_search="live"`, `developer_instructions="Be brief."`, "tui.theme=dark",
	})
	want := codex.Set{
		Model: "m", BaseURL: "http://x/v1", Effort: "low", Sandbox: codex.ReadOnly, Approval: "never", Network: new(true),
		Writable: []string{"/a", "b"}, WebSearch: true, Instructions: "Be brief.",
		Ignored: []string{"--config tui.theme has no effect: it is a setting of another program"},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// What may decide where prompts go, or what may happen, is not passed over.
func TestSettingsThatDecide(t *testing.T) {
	for _, setting := range []string{
		"no value", `model_provider="x"`, `model_providers.x.base_url="http://x"`, `chatgpt_base_url="http://x"`, "permissions.x=1",
		`default_permissions="x"`, `projects."/w".trust_level="trusted"`, "sandbox_workspace_write.exclude_slash_tmp=true", "hooks.x=1",
		"sandbox_workspace_write.network_access=perhaps", `shell_environment_policy.inherit="all"`, "profile=x",
	} {
		if set, err := codex.Settings([]string{setting}); err == nil {
			t.Errorf("%s is read as %+v", setting, set)
		}
	}
}

func FuzzSettings(f *testing.F) {
	f.Add(`a."b=c".d="x\"y"`)
	f.Add("sandbox_mode='")
	f.Fuzz(func(_ *testing.T, setting string) {
		_, _ = codex.Settings([]string{setting})
	})
}
