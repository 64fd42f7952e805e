package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"eidolon/fsapi"
	"eidolon/internal/app"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/policy"
)

func newPermissions(h *host) *cobra.Command {
	cmd := &cobra.Command{
		Use: "permissions", Short: "See what the model may do, and try it out",
		Example: "  eidolon permissions list\n  eidolon permissions test bash 'git push'",
		Args:    cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newPermissionsList(h), newPermissionsTest(h))
	return cmd
}

// ruleEntry is a permission rule as it is listed.
type ruleEntry struct {
	Effect string `json:"effect"` // deny, ask, allow, or granted for what was allowed in an answer
	Rule   string `json:"rule"`
	Origin string `json:"origin"`
}

// permissionsEntry is what is in force, for scripts.
type permissionsEntry struct {
	Mode       string      `json:"mode"`
	ModeOrigin string      `json:"mode_origin"`
	Rules      []ruleEntry `json:"rules"`
}

func newPermissionsList(h *host) *cobra.Command {
	var s setting
	var asJSON bool
	cmd := &cobra.Command{
		Use: "list", Short: "List the permission rules in force and where they stand",
		Long: `list shows the permission mode and the rules that calls of the model are judged by: those of the
configuration, with file and line, and those that were allowed in answers. Deny comes before ask, ask before allow.`,
		Example: "  eidolon permissions list\n  eidolon permissions list --json", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			o, err := h.options(s)
			if err != nil {
				return failed(err)
			}
			p, err := app.OpenPermissions(o)
			if err != nil {
				return failed(err)
			}
			defer func() { _ = p.Close() }() // nothing is written through it
			h.notices(p.Notices)
			return failed(h.printPermissions(listed(o, p), asJSON))
		},
	}
	addListing(cmd, &s, &asJSON)
	return cmd
}

func listed(o app.Options, p *app.Permissions) permissionsEntry {
	e := permissionsEntry{Mode: o.Config.Permissions.Mode, Rules: []ruleEntry{}}
	for _, s := range o.Config.Settings() {
		if s.Key == "permissions.mode" {
			e.ModeOrigin = s.Origin
		}
	}
	if e.Mode == "" {
		e.Mode, e.ModeOrigin = string(policy.Ask), "default: ask in the chat, headless in exec"
	}
	for _, list := range []struct {
		effect string
		rules  []policy.Rule
	}{{"deny", p.Rules.Deny}, {"ask", p.Rules.Ask}, {"allow", p.Rules.Allow}, {"granted", p.Granted}} {
		for _, r := range list.rules {
			e.Rules = append(e.Rules, ruleEntry{list.effect, r.Text, r.Origin})
		}
	}
	return e
}

func (h *host) printPermissions(e permissionsEntry, asJSON bool) error {
	if asJSON {
		return h.printJSON(e)
	}
	w := tabwriter.NewWriter(h.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "mode\t%s\t%s\n", e.Mode, clean.Line(e.ModeOrigin))
	for _, r := range e.Rules {
		fmt.Fprintf(w, "%s\t%s\t%s\n", r.Effect, clean.Line(r.Rule), clean.Line(r.Origin))
	}
	return w.Flush()
}

// judgedEntry is what a session would say to a call, for scripts.
type judgedEntry struct {
	Verdict  fsapi.Decision  `json:"verdict"`
	Rule     string          `json:"rule"` // "" when no rule is about it
	Reason   string          `json:"reason"`
	By       string          `json:"by,omitempty"` // guard, policy or user
	Tool     string          `json:"tool"`
	Input    json.RawMessage `json:"input,omitempty"`
	ReadOnly bool            `json:"read_only"`
	Mode     policy.Mode     `json:"mode"`
	// What an answer could allow beside the call, as rules.
	Session string `json:"session,omitempty"`
	Project string `json:"project,omitempty"`
	Wide    string `json:"wide,omitempty"`
}

func newPermissionsTest(h *host) *cobra.Command {
	var s setting
	var mode string
	var asJSON bool
	cmd := &cobra.Command{
		Use: "test [flags] TOOL [ARGS]", Short: "Say what would become of a call, without running it",
		Long: `test prints what a session would say to a call (allow, ask or deny), by which rule and why. TOOL is a name
of a tool; ARGS is its input as a JSON object, or what the call is about: a command, a path. The tool, the
guard and the policy are those of a session. Exit code 0, 3 or 4.

Without --mode the configured mode counts, else ask. In mode headless nobody can be asked.`,
		Example: `  eidolon permissions test Bash 'git push origin main'
  eidolon permissions test --mode headless edit docs/index.md
  eidolon permissions test move_file '{"from": "a.txt", "to": "b.txt"}'
  eidolon permissions test mcp__github__create_issue`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("there is no call to test: name a tool and what the call is about, as in eidolon permissions test Bash 'git push origin main'")
			}
			o, err := h.options(s)
			if err != nil {
				return failed(err)
			}
			m := policy.Ask
			if mode == "" {
				mode = o.Config.Permissions.Mode
			}
			if mode != "" {
				if m, err = policy.ParseMode(mode); err != nil {
					return usage("--mode: %v", err)
				}
			}
			p, err := app.OpenPermissions(o)
			if err != nil {
				return failed(err)
			}
			defer func() { _ = p.Close() }() // nothing is written through it
			h.notices(p.Notices)
			j, err := p.Judge(o, m, args[0], strings.Join(args[1:], " "))
			if err != nil {
				return &codeError{exitUsage, err}
			}
			return failed(h.printJudged(judged(j, m), asJSON))
		},
	}
	cmd.Flags().SetInterspersed(false) // what follows the tool is the call's
	cmd.Flags().StringVar(&s.root, "root", ".", "the workspace")
	cmd.Flags().StringVar(&mode, "mode", "", "headless, ask, auto, yolo or plan")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func judged(j app.Judged, mode policy.Mode) judgedEntry {
	e := judgedEntry{
		Verdict: fsapi.Deny, Rule: j.Ruling.Rule, Reason: j.Ruling.Reason, By: j.Ruling.By,
		Tool: j.Tool, Input: j.Input, ReadOnly: j.Class.ReadOnly, Mode: mode,
	}
	switch r := j.Ruling; {
	case j.Refused != nil:
		e.Rule, e.Reason = string(j.Refused.Code), j.Refused.Text
	case r.Allow:
		e.Verdict = fsapi.Allow
		switch {
		case e.Rule != "":
		case j.Class.ReadOnly && j.Class.Reaches == "":
			e.Reason = "It only reads."
		default:
			e.Reason = "The mode " + string(mode) + " allows it."
		}
	case r.Ask:
		e.Verdict, e.Session, e.Project, e.Wide = fsapi.Ask, r.Grant, r.Grant, r.Wide
		if r.Kept != "" {
			e.Project = r.Kept
		}
	}
	return e
}

func (h *host) printJudged(e judgedEntry, asJSON bool) error {
	var err error
	if asJSON {
		err = h.printJSON(e)
	} else {
		fmt.Fprintf(h.stdout, "%s\nrule: %s\nreason: %s\n", e.Verdict, clean.Line(cmp.Or(e.Rule, "none")), clean.Line(e.Reason))
		for _, more := range [][2]string{{"for the session", e.Session}, {"for the project", e.Project}, {"or wider", e.Wide}} {
			if more[1] != "" {
				fmt.Fprintf(h.stdout, "%s: %s\n", more[0], clean.Line(more[1]))
			}
		}
	}
	return errors.Join(err, exitOf(e.Verdict))
}
