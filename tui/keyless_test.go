package tui_test

import (
	"errors"
	"testing"

	"eidolon/internal/config"
)

// Covers: R109
func TestWithoutAModelTheChatSaysWhatToDo(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{profile: &config.Profile{}, problem: config.ErrNoModel})
	d.see("no model to talk to", "OPENAI_API_KEY", "eidolon demo", "Ask something")
	d.say("/model")
	d.see("/model NAME")
	d.press("esc")
	d.say("/help")
	d.see("Esc close")
}

// Covers: R109
func TestAModelCanBeChosenWhenThereWasNone(t *testing.T) {
	t.Parallel()
	ready := config.Profile{Name: "ready", Model: "scripted-2", ContextWindow: 10_000}
	d := open(t, hello, setting{
		profile: &config.Profile{}, problem: errors.New("no model to talk to: set THIS"),
		config: func(c *config.Config) { c.Models.Profiles = append(c.Models.Profiles, ready) },
	})
	d.see("set THIS")
	d.say("/model")
	d.see("ready  scripted-2")
	d.press("enter")
	d.status("scripted-2")
	d.say("hi there")
	d.see("Hello, you.")
}
