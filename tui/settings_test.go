package tui_test

import (
	"strings"
	"testing"

	"eidolon/internal/config"
	"eidolon/internal/policy"
)

// Covers: R75
func TestTheModelIsChosen(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{config: func(c *config.Config) {
		c.Models.Profiles = append(c.Models.Profiles,
			config.Profile{Name: "other", Model: "scripted-2", APIKind: "openai", ContextWindow: 32_000},
			config.Profile{Name: "locked", Model: "scripted-3", MissingKey: "SOME_KEY"},
		)
	}})
	d.status("scripted")
	d.press("ctrl+x", "m")
	d.see("test  scripted", "other  scripted-2", "32k", "needs SOME_KEY")
	d.write("lock")
	d.gone("scripted-2")
	d.press("enter") // it cannot be chosen
	d.press("esc")
	d.see("Ask something")
	d.say("/model other")
	d.see("from the next turn on scripted-2 (other) answers")
	d.status("scripted-2")
	d.say("/model any-name") // any name can be given
	d.see("from the next turn on any-name (other) answers")
	d.status("any-name")
}

// Covers: R75, R108
func TestTheEffortIsChosen(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{})
	d.status("scripted")
	d.say("/effort")
	d.see("How long should the model think?")
	d.press("3")
	d.see("the model thinks: medium")
	d.say("/effort much")
	d.see("/effort takes off, low")
}

// Covers: E47, R75
func TestTheAgentIsChosenAndLeft(t *testing.T) {
	t.Parallel()
	d := open(t, told, setting{files: commandFiles()})
	d.status("scripted")
	d.say("/agent")
	d.see("speaks in verse", "none")
	d.press("down")
	d.see("❯ poet")
	d.press("enter")
	d.status("@poet")
	d.say("/agent none")
	d.until("nobody in the status line", func(f frame) bool { return !strings.Contains(f.rows[len(f.rows)-1], "@poet") })
	d.say("/agent nobody")
	d.see("there is no agent \"nobody\"")
}

// Covers: R94
func TestPosturesGoRound(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{mode: policy.Ask})
	d.status("ask")
	for _, mode := range []string{"auto", "plan", "ask"} {
		d.press("shift+tab")
		d.status(mode + ":") // what it means
		d.pass(passing)
		d.press("left") // to have a frame
		d.until(mode+" alone in the status line", func(f frame) bool { return strings.HasSuffix(f.rows[len(f.rows)-1], "  "+mode) })
	}
	d.say("/yolo")
	d.see("Allow every call from now on?")
	d.press("enter") // no is the usual answer
	d.see("Ask something")
	d.say("/yolo")
	d.see("Allow every call from now on?")
	d.press("1")
	d.status("yolo:")
	d.say("hi there")
	d.see("permission mode: yolo", "Hello, you.")
	d.idle()
	d.say("/plan")
	d.see("permission mode: plan")
}

// Covers: R75
func TestTheThemeIsChosen(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{})
	d.status("scripted")
	d.say("/theme dark")
	d.status("theme dark")
	d.say("/theme nothing")
	d.see("error: ")
	d.say("/theme")
	d.see("Which colours?", "light")
	d.press("esc")
	d.see("Ask something")
}

// Covers: E60, E61
func TestTheStatusLineKeepsWhatMatters(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{w: 160, h: 24})
	d.status("scripted")
	d.say("hi there")
	d.see("Hello, you.")
	d.status("↑1.2k ↓34")
	for _, c := range []struct {
		w, h        int
		shown, gone []string
	}{
		{160, 24, []string{"scripted", "↑1.2k ↓34", "4%", "ctx 13%", "auto", "~/001"}, nil},
		{40, 10, []string{"auto", "4%", "scripted"}, []string{"~/001"}},
		{20, 5, []string{"auto"}, []string{"↑1.2k"}},
	} {
		d.resize(c.w, c.h)
		f := d.until("the new size", func(f frame) bool { return len(f.rows) == c.h && strings.Contains(f.rows[c.h-1], "auto") })
		for _, text := range c.shown {
			if !strings.Contains(f.rows[c.h-1], text) {
				t.Errorf("at %dx%d %q is missing: %s", c.w, c.h, text, f.rows[c.h-1])
			}
		}
		for _, text := range c.gone {
			if strings.Contains(f.rows[c.h-1], text) {
				t.Errorf("at %dx%d there is %q: %s", c.w, c.h, text, f.rows[c.h-1])
			}
		}
	}
	d.resize(19, 4)
	d.see("too small")
	d.resize(100, 30)
	d.see("Hello, you.", "Ask something")
}

// Covers: E63, R94
func TestHelpShowsTheKeysInForce(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{w: 120, h: 50})
	d.status("scripted")
	d.press("f1")
	d.see("send; while a turn runs: queue", "Ctrl+R")
	d.press("end")
	d.see("@agent:name")
	d.press("esc")
	d.see("Ask something")
}
