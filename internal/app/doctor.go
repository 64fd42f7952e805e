package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"eidolon/actors/mcphost"
	"eidolon/actors/routes"
	"eidolon/actors/stubmodel"
	"eidolon/internal/config"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/login"
	"eidolon/tui/keys"
)

// Finding is one line of a doctor's report.
type Finding struct {
	State  string `json:"state"` // ok, missing, off or broken
	What   string `json:"what"`
	Detail string `json:"detail"`
}

// Report is what a doctor finds.
type Report struct {
	Findings []Finding      `json:"findings"`
	Routes   []routes.Route `json:"routes"`
}

// Examine looks at what a session would work with and starts the runtime for a moment.
func Examine(ctx context.Context, o Options) (Report, error) {
	r := Report{Findings: []Finding{
		{"ok", "base directory", o.Base},
		{"ok", "workspace", o.Root},
		findModel(o),
		findTrust(ctx, o),
		findShell(ctx, o),
	}}
	r.Findings = append(r.Findings, findSearch(o))
	r.Findings = append(r.Findings, findLogins(o)...)
	r.Findings = append(r.Findings, examineSandbox(ctx, o)...)
	r.Findings = append(r.Findings, findKeys(o)...)
	o.NoSave, o.Script = true, &stubmodel.Script{}
	if o.Profile.Name == "" {
		o.Profile.Name = "none"
	}
	a, err := Open(ctx, o)
	if err != nil {
		return r, err
	}
	r.Findings = append(r.Findings, a.findServers(ctx)...)
	r.Routes, err = a.system.Routes(ctx)
	return r, errors.Join(err, a.Close(ctx))
}

// findServers tells of each server whether it answers, once that is known.
func (a *App) findServers(ctx context.Context) []Finding {
	if err := a.awaitServers(ctx); err != nil {
		return []Finding{{"missing", "servers", err.Error()}}
	}
	var all []Finding
	for _, s := range a.Servers() {
		f := Finding{"missing", "server " + s.Name, s.Reason}
		if s.Phase == mcphost.Ready {
			f.State, f.Detail = "ok", fmt.Sprintf("%d tools, %d prompts, %d resources", s.Tools, s.Prompts, s.Resources)
		}
		all = append(all, f)
	}
	for _, s := range a.options.Config.MCP.Servers {
		if !s.Enabled {
			all = append(all, Finding{"off", "server " + s.Name, "enabled is false at " + s.Where})
		}
	}
	return all
}

func findModel(o Options) Finding {
	p := o.Profile
	switch {
	case p.Name == "":
		return Finding{"missing", "model", config.ErrNoModel.Error()}
	case p.MissingKey != "":
		return Finding{"missing", "model", fmt.Sprintf("profile %s: set %s", p.Name, p.MissingKey)}
	}
	return Finding{"ok", "model", fmt.Sprintf("profile %s: %s at %s", p.Name, p.Model, p.BaseURL)}
}

// findSearch tells what web_search asks.
func findSearch(o Options) Finding {
	switch s := o.Config.Web.Search; {
	case s.Backend == "":
		return Finding{"off", "web search", HowToSearch}
	case s.APIKeyEnv != "" && !s.Key.IsSet():
		return Finding{"missing", "web search", s.Backend + " at " + s.BaseURL + ": set " + s.APIKeyEnv}
	default:
		return Finding{"ok", "web search", s.Backend + " at " + s.BaseURL}
	}
}

// findLogins tells of the logins that there are, and of one that is missing.
func findLogins(o Options) []Finding {
	list, err := Logins(o, nil).List()
	if err != nil {
		return []Finding{{"missing", "logins", clean.Line(err.Error())}}
	}
	var all []Finding
	for _, s := range list {
		f := Finding{"ok", "login " + clean.Line(s.Name), s.State + ", kept in the " + s.Kept}
		switch {
		case s.State == login.None && o.Profile.Login != s.Name:
			continue
		case s.State == login.None:
			f.State, f.Detail = "missing", "run `eidolon login "+clean.Line(s.Name)+"`"
		case s.State == login.Expired, s.State == login.Unknown:
			f.State = "off"
		}
		if !s.Expires.IsZero() {
			f.Detail += ", the present token until " + s.Expires.Format(time.RFC3339)
		}
		all = append(all, f)
	}
	return all
}

// findKeys tells what is wrong with the keys of the configuration, or that nothing is.
func findKeys(o Options) []Finding {
	_, problems := keys.New(o.Config.TUI.Keys)
	if len(problems) == 0 {
		return []Finding{{"ok", "keys of the chat", "F1 in the chat lists them"}}
	}
	var all []Finding
	for _, p := range problems {
		all = append(all, Finding{"off", "keys of the chat", p.Key + " " + p.Text})
	}
	return all
}

func findShell(ctx context.Context, o Options) Finding {
	exit, err := Shell(ctx, o, "echo ${BASH_VERSION:-sh}")
	if err != nil || exit.Code != 0 {
		return Finding{"missing", "shell", fmt.Sprintf("no command can be run: %v", err)}
	}
	return Finding{"ok", "shell", strings.TrimSpace(exit.Stdout.Text)}
}
