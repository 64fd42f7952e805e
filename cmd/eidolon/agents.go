package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"eidolon/internal/app"
	"eidolon/internal/leaf/clean"
)

// agentEntry is an agent as it is listed for scripts.
type agentEntry struct {
	Name        string   `json:"name"`
	Source      string   `json:"source"` // user or project
	Description string   `json:"description"`
	Model       string   `json:"model,omitempty"`
	Tools       []string `json:"tools,omitempty"` // absent for all
	Path        string   `json:"path"`
	// Untrusted is an agent of a project that the user does not trust with it, and HeldBack what it wants
	// and does not get.
	Untrusted bool     `json:"untrusted,omitempty"`
	HeldBack  []string `json:"held_back,omitempty"`

	label string // source, for people
}

func newAgents(h *host) *cobra.Command {
	cmd := &cobra.Command{
		Use: "agents", Short: "List the agents that a prompt can name",
		Example: "  eidolon agents list",
		Args:    cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newAgentsList(h))
	return cmd
}

func newAgentsList(h *host) *cobra.Command {
	var s setting
	var asJSON bool
	cmd := &cobra.Command{
		Use: "list", Short: "List the agents",
		Long: `list shows the agents in Markdown files of the user and of the project. Files that cannot be used are
named on standard error. Agents of a project that you do not trust (see eidolon trust) are marked: they are
prompts and choose no model.`,
		Example: "  eidolon agents list\n  eidolon agents list --json", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := h.options(s)
			if err != nil {
				return failed(err)
			}
			set, err := app.Agents(cmd.Context(), o)
			if err != nil {
				return failed(err)
			}
			h.notices(set.Notices)
			list := make([]agentEntry, 0, len(set.Agents))
			for _, a := range set.Agents {
				list = append(list, agentEntry{
					a.Name, string(a.Source), a.Description, a.Model, a.Tools, a.Path, a.Untrusted, a.Held, a.Source.Label(a.Untrusted),
				})
			}
			return failed(h.printAgents(list, asJSON))
		},
	}
	addListing(cmd, &s, &asJSON)
	return cmd
}

func (h *host) printAgents(list []agentEntry, asJSON bool) error {
	if asJSON {
		return h.printJSON(list)
	}
	if len(list) == 0 {
		h.notices([]string{"there is no agent yet; .eidolon/agents/NAME.md would be @agent:NAME"})
		return nil
	}
	w := tabwriter.NewWriter(h.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "AGENT\tSOURCE\tMODEL\tTOOLS\tDESCRIPTION\tPATH")
	for _, a := range list {
		tools := "all"
		if len(a.Tools) > 0 {
			tools = strings.Join(a.Tools, ",")
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", clean.Line(a.Name), a.label, clean.Line(a.Model), clean.Line(tools),
			clean.Line(a.Description), clean.Line(a.Path))
	}
	return w.Flush()
}
