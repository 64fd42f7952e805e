package app

import (
	"context"

	"eidolon/actors/renderer"
	"eidolon/internal/telemetry"
)

// openTelemetry has the session told to OpenTelemetry, when the environment asks for that, and says whether
// it is. That it cannot be is a notice and no more: nobody's work depends on it.
func (a *App) openTelemetry(ctx context.Context, o *Options) bool {
	if !telemetry.Wanted(o.Env) {
		return false
	}
	target := func() telemetry.Target {
		p := a.Profile()
		return telemetry.Target{Kind: p.APIKind, BaseURL: p.BaseURL, Model: p.Model}
	}
	run, err := telemetry.Open(ctx, o.Env, telemetry.Options{Session: a.Facts.ID, Target: target}, o.Version, o.Secrets.String)
	if err != nil {
		if !o.Again {
			a.Notices = append(a.Notices, err.Error())
		}
		return false
	}
	others := o.Sinks
	o.Sinks = func(name string) (renderer.Sink, bool) {
		if name == telemetry.Name {
			return run.Sink, true
		}
		return others(name)
	}
	notice := o.Notice
	a.onClose(func() error {
		if err := run.Close(ctx); err != nil { // it is no failure of the session
			notice("what was left to tell OpenTelemetry was not taken: " + err.Error())
		}
		return nil
	})
	return true
}
