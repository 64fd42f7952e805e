package main

import (
	"errors"
	"fmt"
	"strings"
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
the runtime for a moment, the MCP servers and the actors that answer to each route. It proves the sandbox by trying from
within what it should refuse.`,
		Example: "  eidolon doctor --json", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := h.options(s)
			if broken, ok := errors.AsType[*configError](err); ok { // which is what people start a doctor for
				report := app.Report{Findings: []app.Finding{{State: "broken", What: "configuration", Detail: broken.Unwrap().Error()}}}
				return errors.Join(failed(h.report(report, asJSON)), &codeError{code: exitFailed})
			}
			if err != nil {
				return failed(err)
			}
			report, err := app.Examine(cmd.Context(), o)
			if err != nil {
				return failed(err)
			}
			return failed(h.report(report, asJSON))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	addSetting(cmd, &s)
	return cmd
}

// report prints what doctor found.
func (h *host) report(report app.Report, asJSON bool) error {
	if asJSON {
		return h.printJSON(report)
	}
	w := tabwriter.NewWriter(h.stdout, 0, 0, 2, ' ', 0)
	for _, f := range report.Findings {
		fmt.Fprintf(w, "%s\t%s\t%s\n", f.State, f.What, strings.ReplaceAll(f.Detail, "\n", "\n\t\t"))
	}
	tools := map[string]bool{} // several routes may lead to one
	for _, r := range report.Routes {
		if strings.HasPrefix(r.Name, "tool/") {
			tools[r.Who] = true
			continue
		}
		fmt.Fprintf(w, "route\t%s\t%s\n", r.Name, r.Who)
	}
	if len(tools) > 0 {
		fmt.Fprintf(w, "route\ttool/*\t%d tools under all their names; --json lists them\n", len(tools))
	}
	return w.Flush()
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
