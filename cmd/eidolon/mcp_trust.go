package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"eidolon/internal/app"
	"eidolon/internal/leaf/clean"
)

func newMCPTrust(h *host) *cobra.Command {
	var s setting
	cmd := &cobra.Command{
		Use: "trust NAME...", Short: "Take the word of servers that tools of theirs only read",
		Long: `trust writes down, for this workspace, that you believe a server when it says of a tool that it only reads:
the tool then runs like any that reads, in every mode and where nobody can be asked. NAME is a server, for all
its tools, or a tool as eidolon mcp tools lists it. It makes no reader of a tool that does not say so itself.

It says nothing of whether a workspace's servers may start; that is eidolon trust.`,
		Example: "  eidolon mcp trust docs\n  eidolon mcp trust mcp__github__list_issues mcp__github__get_issue", Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, names []string) error {
			return failed(h.look(s, func(l *app.Look) error {
				for _, name := range names {
					canonical, err := l.Believe(name)
					if err != nil {
						return err
					}
					fmt.Fprintf(h.stdout, "%s is believed in this workspace; `eidolon mcp untrust %[1]s` takes it back\n", clean.Line(canonical))
				}
				return nil
			}))
		},
	}
	cmd.Flags().StringVar(&s.root, "root", ".", "the workspace")
	return cmd
}

func newMCPUntrust(h *host) *cobra.Command {
	var s setting
	cmd := &cobra.Command{
		Use: "untrust NAME...", Short: "Take back what trust wrote down",
		Long: `untrust takes back, for this workspace, what eidolon mcp trust or an answer in the chat wrote down about a
tool, or about a server and all its tools.`,
		Example: "  eidolon mcp untrust docs\n  eidolon mcp untrust mcp__github__get_issue", Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, names []string) error {
			return failed(h.look(s, func(l *app.Look) error {
				for _, name := range names {
					dropped, still, err := l.Disbelieve(name)
					if err != nil {
						return err
					}
					switch {
					case len(dropped) > 0:
						fmt.Fprintf(h.stdout, "%s does not hold any more\n", clean.Line(strings.Join(dropped, ", ")))
					case len(still) == 0:
						fmt.Fprintf(h.stdout, "nothing was written down about %s\n", clean.Line(name))
					}
					for _, r := range still {
						h.notices([]string{fmt.Sprintf("%s still holds: it stands in %s", r.Text, r.Origin)})
					}
				}
				return nil
			}))
		},
	}
	cmd.Flags().StringVar(&s.root, "root", ".", "the workspace")
	return cmd
}
