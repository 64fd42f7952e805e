package tui_test

import (
	"strings"
	"syscall"
	"testing"
)

// queuedBehind says prompts while a turn runs, and gives what ends the turn.
func queuedBehind(t *testing.T, prompts ...string) (d *desk, release func()) {
	t.Helper()
	d = open(t, gated, setting{})
	release = d.gate()
	d.say("go")
	d.see("⎿ first")
	for _, p := range prompts {
		d.say(p)
		d.gone("❯ " + p)
	}
	return d, release
}

// Covers: Y4, Y5
func TestPromptsWaitForTheTurnToEnd(t *testing.T) {
	t.Parallel()
	d, release := queuedBehind(t, "run the linter too and tell me what it says", "then commit", "push", "tag", "rest")
	f := d.see("run the linter too and tell m…", "then commit", "push", "+2")
	if strings.Contains(f.String(), "tag") {
		t.Errorf("more than three prompts are shown:\n%s", f)
	}
	release()
	f = d.see("Echo: rest")
	last := -1
	for _, p := range []string{"I am done.", "Echo: run the linter", "Echo: then commit", "Echo: push", "Echo: tag", "Echo: rest"} {
		y := d.rowOf(f, p)
		if y <= last && y > 0 {
			t.Errorf("%s came too early:\n%s", p, f)
		}
		last = y
	}
	d.idle()
	if strings.Contains(d.last.String(), "queue ") {
		t.Errorf("something is waiting still:\n%s", d.last)
	}
}

// Covers: Y4, Y6
func TestACancelledTurnAsksWhatBecomesOfWaitingPrompts(t *testing.T) {
	for name, c := range map[string]struct {
		key   string
		check func(d *desk)
	}{
		"send next": {"s", func(d *desk) { d.see("I am done.", "Echo: third") }},
		"keep": {"k", func(d *desk) {
			d.idle()
			d.see("queue ", "second", "third")
			d.say("more")
			d.see("❯ more", "I am done.", "Echo: second", "Echo: third")
		}},
		"closed is kept": {"esc", func(d *desk) { d.see("Ask something", "queue ", "second") }},
		"drop": {"d", func(d *desk) {
			d.gone("queue ")
			d.say("more")
			d.see("❯ more", "I am done.")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, _ := queuedBehind(t, "second", "third")
			d.press("esc")
			d.see("prompts are waiting")
			d.press(c.key, "down") // the answer is too early: the key was meant for the prompt
			d.see("❯ d drop them")
			d.pass(deaf)
			d.press(c.key)
			d.gone("prompts are waiting")
			c.check(d)
		})
	}
}

// Covers: Y4
func TestWaitingPromptsAreTakenBackAndRemoved(t *testing.T) {
	t.Parallel()
	d, release := queuedBehind(t, "second", "third", "fourth")
	d.press("alt+up")
	d.see("❯ fourth")
	d.press("enter")
	d.gone("❯ fourth")
	d.press("ctrl+x", "q")
	d.see("Tab removes")
	d.press("down", "tab") // removes the second of them
	d.until("the list without it", func(f frame) bool { return !strings.Contains(f.String(), "third") })
	d.press("esc")
	d.see("Ask something")
	release()
	d.see("Echo: second", "Echo: fourth")
	if strings.Contains(d.last.String(), "third") {
		t.Errorf("a removed prompt was sent:\n%s", d.last)
	}
}

// Covers: R94, Z68, Y4
func TestInterruptCancelsAndTheNextQuits(t *testing.T) {
	t.Parallel()
	d := open(t, gated, setting{})
	d.gate()
	d.say("go")
	d.see("⎿ first")
	d.press("ctrl+c")
	d.see("cancelled", "interrupted", "again to quit")
	d.press("ctrl+c")
	if r := d.end(); r.Session == "" || r.Signal != nil {
		t.Errorf("the chat ended with %+v", r)
	}

	again := open(t, gated, setting{root: d.root, base: d.base, session: d.result.Session})
	again.see("❯ go", "I begin.", "cancelled", "interrupted")
}

// Covers: R94
func TestInterruptDoesTheFirstThatApplies(t *testing.T) {
	t.Parallel()
	d := open(t, gated, setting{})
	d.gate()
	d.say("go")
	d.see("⎿ first")
	d.write("a draft")
	d.press("f1")
	d.see("Esc close")
	d.press("ctrl+c")
	d.see("❯ a draft", "running")
	d.press("ctrl+c")
	d.see("interrupted", "❯ a draft")
	d.idle()
	d.pass(3 * quitWithin)
	d.press("ctrl+c")
	d.see("Ask something", "the prompt was cleared")
	d.press("up")
	d.see("❯ a draft")
	d.press("ctrl+u")
	d.see("Ask something")
	d.press("ctrl+c")
	d.see("again to quit")
	d.write("x") // somebody goes on
	d.press("ctrl+c")
	d.see("the prompt was cleared")
	d.press("ctrl+c")
	d.see("again to quit")
	d.press("ctrl+c")
	d.end()
}

// Covers: R94
func TestEscapeCancelsTheTurn(t *testing.T) {
	t.Parallel()
	d := open(t, gated, setting{})
	d.gate()
	d.say("go")
	d.see("⎿ first")
	d.press("esc")
	d.see("interrupted")
	d.idle()
	d.say("still there")
	d.see("I am done.")
}

// Covers: R94
func TestCtrlDQuitsOnAnEmptyPromptOnly(t *testing.T) {
	t.Parallel()
	d := open(t, gated, setting{})
	d.gate()
	d.write("ab")
	d.press("home", "ctrl+d")
	d.see("❯ b")
	d.press("backspace", "ctrl+d")
	d.see("Ask something")
	d.say("go")
	d.see("⎿ first")
	d.press("ctrl+d")
	d.see("A turn is running")
	d.press("esc")
	d.see("Ask something")
	d.press("ctrl+d")
	d.see("A turn is running")
	d.press("1")
	d.end()
}

// Covers: Z68, Y6
func TestASignalEndsTheChatAndNothingThatWasTypedIsLost(t *testing.T) {
	t.Parallel()
	d, _ := queuedBehind(t, "second")
	d.write("a draft")
	d.signals <- syscall.SIGTERM
	if r := d.end(); r.Signal != syscall.SIGTERM {
		t.Errorf("the chat ended with %+v", r)
	}

	again := open(t, gated, setting{root: d.root, base: d.base})
	f := again.see("❯ a draft")
	if strings.Contains(f.String(), "queue ") {
		t.Errorf("the queue was kept:\n%s", f)
	}
	again.press("ctrl+r")
	again.see("second")
}
