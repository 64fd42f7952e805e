package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"eidolon/actors/tool"
	"eidolon/internal/app"
	"eidolon/internal/leaf/nearest"
)

// toolEntry is a tool as it is listed for scripts.
type toolEntry struct {
	Name     string          `json:"name"`
	Aliases  []string        `json:"aliases,omitempty"`
	Summary  string          `json:"summary"`
	ReadOnly string          `json:"read_only"` // yes, no or per call
	Main     string          `json:"main,omitempty"`
	Offered  bool            `json:"offered"` // to the model, without the configuration naming it
	Schema   json.RawMessage `json:"schema"`
}

func newTools(h *host) *cobra.Command {
	cmd := &cobra.Command{
		Use: "tools", Short: "List the tools the model can call",
		Example: "  eidolon tools list\n  eidolon tools show bash",
		Args:    cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newToolsList(h), newToolsShow(h))
	return cmd
}

func entry(s tool.Spec, offered bool) toolEntry {
	e := toolEntry{
		Name: s.FullName(), Aliases: s.Aliases, Summary: s.Summary, ReadOnly: "no", Main: s.Main, Offered: offered, Schema: s.Schema(),
	}
	switch {
	case s.PerCall:
		e.ReadOnly = "per call"
	case s.ReadOnly:
		e.ReadOnly = "yes"
	}
	return e
}

// toolEntries lists the tools that the configuration lets a session use, those first that the model is
// offered, and says what is missing for those that need a setting.
func (h *host) toolEntries(s setting) (list []toolEntry, missing string, err error) {
	o, err := h.options(s)
	if err != nil {
		return nil, "", err
	}
	offered, spare, err := app.Tools(o)
	if err != nil {
		return nil, "", err
	}
	for _, spec := range offered {
		list = append(list, entry(spec, true))
	}
	for _, spec := range spare {
		list = append(list, entry(spec, false))
	}
	if o.Config.Web.Search.Backend == "" {
		missing = app.HowToSearch
	}
	return list, missing, nil
}

func newToolsList(h *host) *cobra.Command {
	var s setting
	var asJSON bool
	cmd := &cobra.Command{
		Use: "list", Short: "List the tools", Example: "  eidolon tools list --json", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			list, missing, err := h.toolEntries(s)
			if err != nil {
				return failed(err)
			}
			if asJSON {
				return failed(h.printJSON(list))
			}
			w := tabwriter.NewWriter(h.stdout, 0, 0, 2, ' ', 0)
			for _, e := range list {
				fmt.Fprintf(w, "%s\treads only: %s\t%s%s\n", e.Name, e.ReadOnly, e.spare(), e.Summary)
			}
			if err := w.Flush(); err != nil {
				return failed(err)
			}
			if missing != "" {
				fmt.Fprintf(h.stderr, "notice: %s\n", missing)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().StringVar(&s.root, "root", ".", "the workspace")
	return cmd
}

func newToolsShow(h *host) *cobra.Command {
	var s setting
	var asJSON bool
	cmd := &cobra.Command{
		Use: "show NAME", Short: "Show one tool with its inputs", Example: "  eidolon tools show bash", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			list, missing, err := h.toolEntries(s)
			if err != nil {
				return failed(err)
			}
			var names []string
			for _, e := range list {
				short := e.Name[strings.LastIndexByte(e.Name, '.')+1:]
				if args[0] == e.Name || args[0] == short || slices.Contains(e.Aliases, args[0]) {
					return failed(h.printTool(e, asJSON))
				}
				names = append(names, short)
			}
			if missing != "" && strings.TrimPrefix(args[0], tool.BuiltIn+".") == "web_search" {
				return usage("%s", missing)
			}
			if near := nearest.Name(args[0], names); near != "" {
				return usage("there is no tool %q; did you mean %s?", args[0], near)
			}
			return usage("there is no tool %q; `eidolon tools list` lists them all", args[0])
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().StringVar(&s.root, "root", ".", "the workspace")
	return cmd
}

// spare says of a tool that the model is not offered.
func (e toolEntry) spare() string {
	if e.Offered {
		return ""
	}
	return "(not offered) "
}

func (h *host) printTool(e toolEntry, asJSON bool) error {
	if asJSON {
		return h.printJSON(e)
	}
	pretty, err := json.MarshalIndent(e.Schema, "", "  ")
	if err != nil {
		return err
	}
	fmt.Fprintf(h.stdout, "%s: %s%s\nreads only: %s\n", e.Name, e.spare(), e.Summary, e.ReadOnly)
	if e.Main != "" {
		fmt.Fprintf(h.stdout, "text body: %s\n", e.Main)
	}
	fmt.Fprintf(h.stdout, "inputs:\n%s\n", pretty)
	return nil
}
