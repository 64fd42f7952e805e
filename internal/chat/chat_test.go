package chat_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/actors/stubmodel"
	"eidolon/internal/app"
	"eidolon/internal/chat"
	"eidolon/internal/config"
	"eidolon/internal/policy"
	"eidolon/tui"
)

// patience is how long a test waits for an event. It is reached only when a test fails.
const patience = time.Minute

// twoAnswers changes a file in the first turn only.
const twoAnswers = `
answers:
  - parts:
      - call: {name: SysBuiltIn.edit_text, input: {path: notes.txt, action: replace, find: milk, replace: bread}}
  - parts: [{text: "Changed.\n"}]
  - parts: [{text: "Nothing more.\n"}]
`

// talk is a chat without a screen.
type talk struct {
	*chat.Chat
	t    *testing.T
	root string // the workspace
	base string // the person's directory
	now  tui.Opened
	seen sink
}

// sink is where the events of a session are shown.
type sink chan event.Envelope

// Render implements renderer.Sink.
func (s sink) Render(ctx context.Context, events []event.Envelope) error {
	for _, e := range events {
		select {
		case s <- e:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// newTalk makes a chat that a script answers in. It is closed with the test.
func newTalk(t *testing.T, script string, change func(o *app.Options)) *talk {
	t.Helper()
	parsed, err := stubmodel.Parse("test", []byte(script))
	if err != nil {
		t.Fatal(err)
	}
	k := &talk{t: t, root: t.TempDir(), base: t.TempDir()}
	o := app.Options{
		Config: config.Default(), Profile: config.Profile{Name: "test", Model: "scripted", ContextWindow: 10_000},
		Base: k.base, Root: k.root, Home: filepath.Dir(k.root), Environ: os.Environ(), Mode: policy.Auto, Script: parsed,
		Unhandled: func(who actorkit.Address, m any) { t.Errorf("%v does not know %#v", who, m) },
	}
	o.Config.Sandbox.Bash = "off"
	if change != nil {
		change(&o)
	}
	k.Chat = chat.New(o, nil)
	t.Cleanup(k.leave)
	return k
}

// open goes on with a session, "" for a new one.
func (k *talk) open(id string) {
	k.t.Helper()
	seen := make(sink, 1024)
	o, err := k.Open(k.t.Context(), id, seen)
	if err != nil {
		k.t.Fatal(err)
	}
	k.now, k.seen = o, seen
	k.Tell(session.Attach{Name: tui.Name, From: o.Next})
}

// leave closes the open session.
func (k *talk) leave() {
	k.t.Helper()
	if err := k.Close(context.WithoutCancel(k.t.Context())); err != nil {
		k.t.Error(err)
	}
}

// say says something and waits for the end of the turn.
func (k *talk) say(text string) tui.Sent {
	k.t.Helper()
	sent, err := k.Send(k.t.Context(), text, false)
	if err != nil {
		k.t.Fatal(err)
	}
	late := time.NewTimer(patience) //nolint:forbidigo // a test that hangs says so
	defer late.Stop()
	for {
		select {
		case e := <-k.seen:
			if _, ok := e.Event.(event.TurnEnd); ok {
				return sent
			}
		case <-late.C:
			k.t.Fatalf("%q has no end", text)
		}
	}
}

// write writes a file of the workspace, or of another directory.
func (k *talk) write(path, text string) {
	k.t.Helper()
	if !filepath.IsAbs(path) {
		path = filepath.Join(k.root, path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		k.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		k.t.Fatal(err)
	}
}

// read reads a file of the workspace.
func (k *talk) read(name string) string {
	k.t.Helper()
	text, err := os.ReadFile(filepath.Join(k.root, name))
	if err != nil {
		k.t.Fatal(err)
	}
	return string(text)
}
