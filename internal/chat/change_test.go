package chat_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/policy"
)

// status gives a row of the page about the open session.
func (k *talk) status(what string) string {
	k.t.Helper()
	page, err := k.Report(k.t.Context(), "status")
	if err != nil {
		k.t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(what) + ` +(.*)$`).FindStringSubmatch(page)
	if found == nil {
		k.t.Fatalf("there is no %s in\n%s", what, page)
	}
	return found[1]
}

// mode is the permission mode of the open session, as everybody sees it.
func (k *talk) mode(when, want string) {
	k.t.Helper()
	if got := k.status("permission mode"); got != want {
		k.t.Errorf("%s: the mode is %s, want %s", when, got, want)
	}
}

func TestModeStaysWithItsSession(t *testing.T) {
	t.Parallel()
	k := newTalk(t, "answers: []\nafter: echo\n", nil)
	k.open("")
	k.say("hello")
	first := k.now.ID
	if err := k.SetPosture("yolo"); err != nil {
		t.Fatal(err)
	}
	k.mode("chosen", "yolo")
	k.open("")
	k.mode("the next session", "auto")
	if k.now.Posture != "auto" {
		t.Errorf("the next session is opened in %s", k.now.Posture)
	}
	k.say("hello")
	second := k.now.ID
	if err := k.SetPosture("plan"); err != nil {
		t.Fatal(err)
	}
	k.open(first)
	k.mode("the first one again", "yolo")
	k.open(second)
	k.mode("the second one again", "plan")
}

func TestModeOfTheStartIsForOneSession(t *testing.T) {
	t.Parallel()
	k := newTalk(t, "answers: []\nafter: echo\n", nil)
	k.open("")
	k.say("hello")
	if err := k.SetPosture("plan"); err != nil {
		t.Fatal(err)
	}
	kept := k.now.ID
	k.leave()
	given := newTalk(t, "answers: []\nafter: echo\n", func(o *app.Options) {
		o.Base, o.Root, o.Mode, o.ModeGiven = k.base, k.root, policy.Ask, true
	})
	given.open("")
	given.mode("the one it was given for", "ask")
	given.open(kept)
	given.mode("one with a mode of its own", "plan")
}

// withModels configures two models.
func withModels(o *app.Options) {
	o.Profile = config.Profile{Name: "one", Model: "first", APIKind: "openai", ContextWindow: 10_000}
	o.Config.Models.Profiles = []config.Profile{
		o.Profile, {Name: "two", Model: "second", APIKind: "openai", ContextWindow: 10_000, ToolProtocol: "native"},
	}
}

func TestCommandBringsItsModel(t *testing.T) {
	t.Parallel()
	k := newTalk(t, "answers: []\nafter: echo\n", withModels)
	k.write(filepath.Join(k.base, "commands", "deep.md"), "---\nmodel: two\n---\nThink about $ARGUMENTS.\n")
	k.open("")
	sent := k.say("/deep that")
	if sent.Model == nil || sent.Model.Name != "two" {
		t.Errorf("the command brought %+v", sent.Model)
	}
	if got := k.status("model"); !strings.HasPrefix(got, "second") {
		t.Errorf("the model in force is %s", got)
	}
}

// What changes the session and what looks at it are jobs of their own beside the screen.
func TestChangesBesideEachOther(t *testing.T) {
	t.Parallel()
	k := newTalk(t, "answers: []\nafter: echo\n", withModels)
	k.open("")
	var jobs sync.WaitGroup
	for _, job := range []func() error{
		func() error { _, err := k.SetModel(t.Context(), "two"); return err },
		func() error { _, err := k.SetModel(t.Context(), "one"); return err },
		func() error { _, err := k.SetEffort(t.Context(), "high"); return err },
		func() error { return k.SetPosture("plan") },
		func() error { _, _, err := k.Commands(t.Context()); return err },
		func() error { _, _, err := k.Agents(t.Context()); return err },
		func() error { _, err := k.Report(t.Context(), "status"); return err },
		func() error { k.Models(t.Context()); return nil },
	} {
		jobs.Go(func() {
			for range 10 {
				if err := job(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	jobs.Wait()
}
