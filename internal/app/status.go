package app

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"eidolon/actors/routes"
	"eidolon/internal/leaf/width"
	"eidolon/internal/store"
)

// Status tells how the session is set up, in lines.
func (a *App) Status() string {
	o, p, in := a.options, a.Profile(), a.options.Lang
	rows := [][2]string{
		{in.T("session"), a.Facts.ID},
		{in.T("kept in"), cmp.Or(a.Facts.Dir, in.T("nowhere"))},
		{in.T("workspace"), o.Root},
		{in.T("model"), p.Model + " (" + p.Name + ")"},
		{in.T("endpoint"), cmp.Or(p.BaseURL, in.T("none"))},
		{in.T("tool calls"), cmp.Or(p.ToolProtocol, "xnl")},
		{in.T("thinking"), cmp.Or(p.ThinkingLevel, in.T("the model's own"))},
		{in.T("permission mode"), string(a.Posture())},
		{in.T("agent"), cmp.Or(a.log.Known().Agent, in.T("none"))},
	}
	for _, n := range a.Notices {
		rows = append(rows, [2]string{in.T("notice"), n})
	}
	cells := 0
	for _, row := range rows {
		cells = max(cells, width.Of(row[0]))
	}
	var b strings.Builder
	for _, row := range rows {
		fmt.Fprintf(&b, "%s  %s\n", width.Pad(row[0], cells), row[1])
	}
	return b.String()
}

// Kept is what was known of the session when it was opened.
func (a *App) Kept() store.Known { return a.log.Known() }

// Confined says that a sandbox keeps commands in the workspace.
func (a *App) Confined() bool { return a.bench.sandbox.Reach().Files }

// LogPath is where what the program notices about itself is written. A session that is not kept has none.
func (a *App) LogPath() string { return a.log.AppLogPath() }

// Routes lists the route registry.
func (a *App) Routes(ctx context.Context) ([]routes.Route, error) { return a.system.Routes(ctx) }
