package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"eidolon/internal/app"
)

func newDoctor(h *host) *cobra.Command {
	var s setting
	var asJSON bool
	cmd := &cobra.Command{
		Use: "doctor", Short: "Check the installation",
		Long: `doctor looks at what eidolon works with: the directories, the shell, the model, and, by starting
the runtime for a moment, the actors that answer to each route. It proves the sandbox by trying from
within what it should refuse.`,
		Example: "  eidolon doctor --json", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := h.options(s)
			if err != nil {
				return failed(err)
			}
			report, err := app.Examine(cmd.Context(), o)
			if err != nil {
				return failed(err)
			}
			if asJSON {
				return failed(h.printJSON(report))
			}
			w := tabwriter.NewWriter(h.stdout, 0, 0, 2, ' ', 0)
			for _, f := range report.Findings {
				fmt.Fprintf(w, "%s\t%s\t%s\n", f.State, f.What, f.Detail)
			}
			for _, r := range report.Routes {
				fmt.Fprintf(w, "route\t%s\t%s\n", r.Name, r.Who)
			}
			return failed(w.Flush())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	addSetting(cmd, &s)
	return cmd
}

// newSandboxTry is what doctor starts as a command in the sandbox.
func newSandboxTry(h *host) *cobra.Command {
	return &cobra.Command{
		Use: "sandbox-try LIST", Hidden: true, Args: cobra.ExactArgs(1),
		Short:   "Try what a list of attempts says, for doctor",
		Example: `  eidolon sandbox-try '[{"what":"write","target":"/tmp/file"}]'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			tried, err := app.TryAll(cmd.Context(), []byte(args[0]))
			if err != nil {
				return usage("%v", err)
			}
			return failed(h.printJSON(tried))
		},
	}
}
