package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"eidolon/internal/app"
	"eidolon/internal/chat"
	"eidolon/internal/leaf/clean"
)

// commandEntry is a slash command as it is listed for scripts.
type commandEntry struct {
	Name         string `json:"name"`
	Source       string `json:"source"` // built-in, user or project
	Mode         string `json:"mode"`   // execute, insert, or either
	Description  string `json:"description"`
	ArgumentHint string `json:"argument_hint,omitempty"`
	Model        string `json:"model,omitempty"`
	Agent        string `json:"agent,omitempty"`
	Path         string `json:"path,omitempty"`
	// Untrusted is a command of a project that the user does not trust with it, and HeldBack what it wants
	// and does not get.
	Untrusted bool     `json:"untrusted,omitempty"`
	HeldBack  []string `json:"held_back,omitempty"`

	label string // source, for people
}

func newCommands(h *host) *cobra.Command {
	cmd := &cobra.Command{
		Use: "commands", Short: "List the slash commands that a prompt can begin with",
		Example: "  eidolon commands list",
		Args:    cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newCommandsList(h))
	return cmd
}

func newCommandsList(h *host) *cobra.Command {
	var s setting
	var asJSON bool
	cmd := &cobra.Command{
		Use: "list", Short: "List the slash commands",
		Long: `list shows the slash commands of the workspace: the program's own, and those in Markdown files of the
user and of the project. Those of a project that you do not trust (see eidolon trust) are marked: they are
text and choose no model and no agent. Files that cannot be used are named on standard error.`,
		Example: "  eidolon commands list\n  eidolon commands list --json", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := h.options(s)
			if err != nil {
				return failed(err)
			}
			o.BuiltIn = chat.BuiltIns()
			set, err := app.Commands(cmd.Context(), o)
			if err != nil {
				return failed(err)
			}
			h.notices(set.Notices)
			list := make([]commandEntry, 0, len(set.Commands))
			for _, c := range set.Commands {
				list = append(list, commandEntry{
					c.Name, string(c.Source), string(c.Mode), c.Description, c.ArgumentHint, c.Model, c.Agent, c.Path,
					c.Untrusted, c.Held, c.Source.Label(c.Untrusted),
				})
			}
			return failed(h.printCommands(list, asJSON))
		},
	}
	addListing(cmd, &s, &asJSON)
	return cmd
}

// addListing adds the flags that listings of a workspace's texts share.
func addListing(cmd *cobra.Command, s *setting, asJSON *bool) {
	cmd.Flags().BoolVar(asJSON, "json", false, "print JSON")
	cmd.Flags().StringVar(&s.root, "root", ".", "the workspace")
}

// notices prints lines about names from outside.
func (h *host) notices(lines []string) {
	for _, line := range lines {
		fmt.Fprintf(h.stderr, "notice: %s\n", clean.Line(line))
	}
}

func (h *host) printCommands(list []commandEntry, asJSON bool) error {
	if asJSON {
		return h.printJSON(list)
	}
	w := tabwriter.NewWriter(h.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "COMMAND\tSOURCE\tMODE\tDESCRIPTION\tPATH")
	for _, c := range list {
		name := "/" + c.Name
		if c.ArgumentHint != "" {
			name += " " + c.ArgumentHint
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", clean.Line(name), c.label, c.Mode, clean.Line(c.Description), clean.Line(c.Path))
	}
	return w.Flush()
}
