package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"eidolon/internal/app"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/trust"
)

// trustFlags are the flags of trust.
type trustFlags struct {
	yes, list, json bool
}

func newTrust(h *host) *cobra.Command {
	var f trustFlags
	cmd := &cobra.Command{
		Use: "trust [DIR]", Short: "Put in force what a workspace brings along",
		Long: `trust shows what a workspace wants and does not get before you trust it: settings that decide where
data goes, what runs and what is allowed; servers; commands and agents that choose a model or take the
place of your own. On a terminal it asks; without one it needs --yes. The decision is about exactly these files: when
one of them changes, or another one comes, it is held back until you are asked again. Scripts that a hook
or a server runs are not among them.

Exit codes: 0 trusted or nothing to trust, 1 not trusted, 2 wrong use.`,
		Example: "  eidolon trust\n  eidolon trust ~/src/project --yes\n  eidolon trust --list --json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.list && (len(args) > 0 || f.yes):
				return usage("--list lists all decisions: give neither a directory nor --yes with it")
			case f.json && !f.list:
				return usage("--json is for --list")
			case f.list:
				return failed(h.listTrust(f.json))
			}
			return failed(h.trust(cmd.Context(), setting{root: directory(args)}, f.yes))
		},
	}
	cmd.Flags().BoolVar(&f.yes, "yes", false, "trust without being asked")
	cmd.Flags().BoolVar(&f.list, "list", false, "list what was decided about all workspaces")
	cmd.Flags().BoolVar(&f.json, "json", false, "with --list, print JSON")
	return cmd
}

func newUntrust(h *host) *cobra.Command {
	return &cobra.Command{
		Use: "untrust [DIR]", Short: "Forget what was decided about a workspace",
		Long: `untrust forgets that a workspace was trusted, or that it was not to be: what it brings along is held back
from the next start on, and the chat asks again.`,
		Example: "  eidolon untrust\n  eidolon untrust ~/src/project", Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			// A directory that is gone can be forgotten too, so it is not looked for.
			src, err := h.sources(setting{root: "."})
			if err != nil {
				return failed(err)
			}
			dir, err := filepath.Abs(directory(args))
			if err != nil {
				return failed(err)
			}
			found, err := trust.Open(src.BaseDir, time.Now).Forget(dir)
			if err == nil && !found {
				fmt.Fprintf(h.stdout, "Nothing was decided about %s.\n", clean.Line(dir))
			} else if err == nil {
				fmt.Fprintf(h.stdout, "%s is not trusted any more.\n", clean.Line(dir))
			}
			return failed(err)
		},
	}
}

func directory(args []string) string {
	if len(args) == 0 {
		return "."
	}
	return args[0]
}

// trust shows what a workspace wants, and trusts it if the user says so.
func (h *host) trust(ctx context.Context, s setting, yes bool) error {
	l, err := h.untrusted(s)
	if err != nil {
		return err
	}
	survey, err := app.TakeSurvey(ctx, l.o, l.read)
	if err != nil {
		return err
	}
	if len(survey.Files) == 0 {
		fmt.Fprintln(h.stdout, l.o.Lang.F("There is nothing to trust in %s.", clean.Line(l.src.Workspace)))
		return nil
	}
	h.describe(h.stdout, l, survey)
	if l.decision.Decision == trust.Trusted && l.decision.Settles(survey.Files) {
		fmt.Fprintln(h.stdout, "\n"+l.o.Lang.F("You trust it with exactly this since %s.", l.decision.When.Format(time.DateOnly)))
		return nil
	}
	if !yes {
		if !isTerminal(h.stdin) || !isTerminal(h.stdout) {
			return usage("nobody can be asked here: look at what is listed above, then add --yes")
		}
		answer, err := h.question(h.stdout, "\n"+l.o.Lang.T("Trust it with this? [y/N]")+" ", "y", "n")
		if err != nil || answer != "y" {
			fmt.Fprintln(h.stdout, l.o.Lang.T("It is not trusted."))
			return &codeError{exitFailed, err}
		}
	}
	if _, err := trust.Open(l.src.BaseDir, time.Now).Keep(l.src.Workspace, trust.Trusted, survey.Files); err != nil {
		return err
	}
	fmt.Fprintln(h.stdout, "\n"+l.o.Lang.F("%s is trusted with these files. `eidolon untrust` takes that back.", clean.Line(l.src.Workspace)))
	return nil
}

// untrusted loads the configuration as if nobody had trusted the workspace.
func (h *host) untrusted(s setting) (loaded, error) {
	s.wary = true
	return h.load(s)
}

// describe shows what trust would put in force, all of it: the text comes from outside.
func (h *host) describe(to io.Writer, l loaded, s app.Survey) {
	heading := lang.Text("What %s brings along and has no effect before you trust it:")
	switch {
	case l.decision.Decision == trust.Trusted && l.decision.Settles(s.Files):
		heading = "What %s brings along, all of it with your trust:"
	case !s.Waiting():
		heading = "Nothing of %s waits for trust. Its texts are marked as untrusted until then."
	}
	in := l.o.Lang
	fmt.Fprintln(to, in.F(heading, clean.Line(l.src.Workspace)))
	never := false
	if len(s.Settings) > 0 {
		fmt.Fprintln(to, "\n"+in.T("Settings:"))
	}
	for _, held := range s.Settings {
		mark := " "
		if held.Never {
			mark, never = "*", true
		}
		fmt.Fprintf(to, " %s%s = %s\n    %s: %s\n", mark, clean.Line(held.Key), clean.Line(held.Value), clean.Line(held.Where), clean.Line(held.Why))
	}
	if never {
		fmt.Fprintln(to, "  "+in.T("(* is held back even then)"))
	}
	if len(s.Texts) > 0 {
		fmt.Fprintln(to, "\n"+in.T("Commands and agents:"))
	}
	for _, t := range s.Texts {
		fmt.Fprintf(to, "  %s\n    %s\n", in.F("%s wants %s", clean.Line(t.Name), clean.Line(strings.Join(t.Wants, ", "))), clean.Line(t.Path))
	}
	fmt.Fprintln(to, "\n"+in.T("Files that this is about, by SHA-256:"))
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, name := range s.Files.Names() {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", clean.Line(name), s.Files[name][:16], in.T(since(l.decision, name, s.Files[name])))
	}
	_ = w.Flush() // a reader that went away has gone from all that follows too
}

// since says what became of a file since the workspace was trusted.
func since(r trust.Record, name, sum string) lang.Text {
	if r.Decision != trust.Trusted || r.Files[name] == sum {
		return ""
	}
	if _, was := r.Files[name]; was {
		return "changed since you trusted it"
	}
	return "new since you trusted it"
}

func (h *host) listTrust(asJSON bool) error {
	src, err := h.sources(setting{root: "."})
	if err != nil {
		return err
	}
	list, err := trust.Open(src.BaseDir, time.Now).List()
	if err != nil {
		return err
	}
	if asJSON {
		return h.printJSON(append([]trust.Record{}, list...))
	}
	w := tabwriter.NewWriter(h.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "WORKSPACE\tDECISION\tSINCE\tFILES")
	for _, r := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\n", clean.Line(r.Path), r.Decision, r.When.Format(time.DateOnly), len(r.Files))
	}
	return w.Flush()
}
