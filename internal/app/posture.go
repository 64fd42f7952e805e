package app

import (
	"fmt"

	"eidolon/actors/session"
	"eidolon/internal/policy"
)

// openMode sets the mode that the session begins in. What is started in it is confined accordingly.
func (a *App) openMode(o Options) error {
	mode, err := a.mode(o)
	if err != nil {
		return err
	}
	a.posture = mode
	a.spoken()
	return nil
}

// mode gives the permission mode: the one that is asked for now, else the one that was chosen for the
// session before, else the configured one.
func (a *App) mode(o Options) (policy.Mode, error) {
	before := a.log.Known().Posture
	if o.ModeGiven || before == "" {
		return o.Mode, nil
	}
	mode, err := policy.ParseMode(before)
	if err != nil {
		return "", fmt.Errorf("the session was left in a mode of a newer version (%w); say which one to go on in with --permission-mode", err)
	}
	if mode != o.Mode {
		a.Notices = append(a.Notices, o.Lang.F("the session goes on in permission mode %s, as chosen before; --permission-mode changes it", mode))
	}
	return mode, nil
}

// chosen is the mode that is kept with the session, or "" when nobody chose one now.
func chosen(o Options) string {
	if o.ModeGiven {
		return string(o.Mode)
	}
	return ""
}

// SetPosture changes the permission mode at once.
func (a *App) SetPosture(mode policy.Mode) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.posture == policy.Plan && mode != policy.Plan {
		defer a.unplanServers()
	}
	a.posture = mode
	a.Tell(session.SetPosture{Mode: string(mode), Policy: a.policy(mode), After: a.after(mode)})
	for _, s := range a.subagents {
		a.tellSubagent(s)
	}
}

// after gives the mode that follows when a plan is approved that was made in a mode: the last one in which
// the person said something, or the usual one where there was none. One that they only passed on the way
// to plan mode does not count.
func (a *App) after(mode policy.Mode) *session.Posture {
	if mode != policy.Plan {
		return nil
	}
	next := a.unplanned
	switch {
	case next != "":
	case a.options.Person:
		next = policy.Ask
	default:
		next = policy.Headless
	}
	return &session.Posture{Mode: string(next), Policy: a.policy(next)}
}

// spoken takes note of the mode in which the person says something.
func (a *App) spoken() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.posture != policy.Plan {
		a.unplanned = a.posture
	}
}

// onPosture hears of a mode that the session took because the user approved a plan. Where they have left
// plan mode themselves meanwhile, the session is about to hear of that, and it holds.
func (a *App) onPosture(mode string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.posture == policy.Plan {
		a.posture = policy.Mode(mode)
		defer a.unplanServers()
	}
}

// Posture gives the permission mode in force.
func (a *App) Posture() policy.Mode {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.posture
}
