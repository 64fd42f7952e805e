package chat_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/hooks"
)

// A prompt that a hook refuses is not sent, and whoever typed it has it back with the reason; a later one
// is, with what the hook adds ahead of it. What the hook has for the user comes as a notice.
func TestHooksOfTheChat(t *testing.T) {
	notices := make(chan string, 8)
	k := newTalk(t, "answers:\n  - parts: [echo: request]\n", func(o *app.Options) {
		o.Notice = app.Offer(notices)
		o.Config.Hooks.UserPromptSubmit = []config.Hook{{
			Command: `case $(cat) in *secret*) echo 'keep it' >&2; exit 2;; esac; echo "the branch is main"`,
		}}
		o.Config.Hooks.Stop = []config.Hook{{Command: `grep -q '"permission_mode":"auto"' && echo '{"systemMessage":"done"}'`}}
	})
	k.open("")
	sent, err := k.Send(t.Context(), "the secret", false)
	if refused, ok := errors.AsType[*hooks.RefusedError](err); !ok || refused.Reason != "keep it" || sent.Turns != 0 {
		t.Errorf("%+v, %v", sent, err)
	}
	if sent := k.say("hello"); sent.Turns != 1 {
		t.Errorf("%+v", sent)
	}
	if line := <-notices; line != "done" {
		t.Errorf("notice %q", line)
	}
	logs, err := filepath.Glob(filepath.Join(k.base, "projects", "*", "sessions", "*", "events.jsonl"))
	if err != nil || len(logs) != 1 {
		t.Fatal(logs, err)
	}
	kept, err := os.ReadFile(logs[0])
	if err != nil {
		t.Fatal(err)
	}
	if kept := string(kept); strings.Contains(kept, "secret") || !strings.Contains(kept, `prompt that follows:\nthe branch is main","hidden":true`) {
		t.Errorf("kept: %s", kept)
	}
}
