package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"eidolon/internal/app"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/width"
)

func newMCP(h *host) *cobra.Command {
	cmd := &cobra.Command{
		Use: "mcp", Short: "See the MCP servers that bring tools along, and call their tools",
		Example: "  eidolon mcp list\n  eidolon mcp tools docs\n  eidolon mcp call docs search '{\"query\": \"context\"}'",
		Args:    cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newMCPList(h), newMCPTools(h), newMCPSchema(h), newMCPCall(h), newMCPTrust(h), newMCPUntrust(h))
	return cmd
}

// serverEntry is a server as it is listed for scripts.
type serverEntry struct {
	Name      string `json:"name"`
	Type      string `json:"type,omitempty"` // stdio or http; not known of one that is held back
	State     string `json:"state"`
	Reason    string `json:"reason,omitempty"`
	Tools     int    `json:"tools"`
	Prompts   int    `json:"prompts"`
	Resources int    `json:"resources"`
	Where     string `json:"where"`
}

func newMCPList(h *host) *cobra.Command {
	var s setting
	var asJSON, noConnect bool
	cmd := &cobra.Command{
		Use: "list", Aliases: []string{"servers"}, Short: "List the servers, and what they have",
		Long: `list starts or asks each server of the configuration and of the workspace's .mcp.json, all at the same
time, and says how many tools, prompts and resources it has. A server that fails is a row with its reason, and
costs no other. Those of a workspace that you do not trust are not started (see eidolon trust).`,
		Example: "  eidolon mcp list\n  eidolon mcp list --no-connect --json", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return failed(h.look(s, func(l *app.Look) error {
				list := []serverEntry{}
				for _, seen := range l.Servers(cmd.Context(), !noConnect) {
					list = append(list, serverEntry{
						seen.Name, seen.Type, string(seen.State), seen.Reason, len(seen.Tools), seen.Prompts, seen.Resources, seen.Where,
					})
				}
				return h.printServers(list, asJSON)
			}))
		},
	}
	addListing(cmd, &s, &asJSON)
	cmd.Flags().BoolVar(&noConnect, "no-connect", false, "start and ask nobody")
	return cmd
}

// look does something with the servers, and ends the connections.
func (h *host) look(s setting, do func(l *app.Look) error) (err error) {
	o, err := h.options(s)
	if err != nil {
		return err
	}
	o.Notice = func(line string) { h.notices([]string{line}) }
	l, err := app.OpenLook(o)
	if err != nil {
		return err
	}
	defer func() {
		if closed := l.Close(); err == nil {
			err = closed
		}
	}()
	h.notices(l.Notices)
	return do(l)
}

func (h *host) printServers(list []serverEntry, asJSON bool) error {
	if asJSON {
		return h.printJSON(list)
	}
	if len(list) == 0 {
		fmt.Fprintln(h.stderr, "notice: there is no server; docs/mcp.md says how to set one up")
		return nil
	}
	w := tabwriter.NewWriter(h.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "SERVER\tTYPE\tSTATE\tTOOLS\tPROMPTS\tRESOURCES\tWHERE")
	for _, e := range list {
		counts := [3]string{"-", "-", "-"}
		if e.State == string(app.Answers) {
			counts = [3]string{strconv.Itoa(e.Tools), strconv.Itoa(e.Prompts), strconv.Itoa(e.Resources)}
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", clean.Line(e.Name), cmp.Or(e.Type, "-"), e.State, counts[0], counts[1], counts[2], clean.Line(e.Where))
	}
	err := w.Flush()
	for _, e := range list {
		if e.Reason != "" {
			_, failed := fmt.Fprintf(h.stdout, "%s: %s\n", clean.Line(e.Name), clean.Line(e.Reason))
			err = errors.Join(err, failed)
		}
	}
	return err
}

// summaryWidth is how much of what a tool says of itself stands in a list.
const summaryWidth = 100

func newMCPTools(h *host) *cobra.Command {
	var s setting
	var asJSON bool
	cmd := &cobra.Command{
		Use: "tools [SERVER]", Short: "List the tools of the servers, or of one",
		Long: `tools lists the tools by the names that models and permission rules know them by. A tool that reads only
by the word of its server is asked about once; eidolon mcp trust takes the word.`,
		Example: "  eidolon mcp tools\n  eidolon mcp tools docs --json", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return failed(h.look(s, func(l *app.Look) error {
				var servers []app.Seen
				if len(args) == 1 {
					seen, err := l.Server(cmd.Context(), args[0])
					if err != nil {
						return err
					}
					servers = append(servers, seen)
				} else {
					servers = l.Servers(cmd.Context(), true)
				}
				return h.printServerTools(l, servers, asJSON)
			}))
		},
	}
	addListing(cmd, &s, &asJSON)
	return cmd
}

func (h *host) printServerTools(l *app.Look, servers []app.Seen, asJSON bool) error {
	list := []toolEntry{}
	for _, seen := range servers {
		if seen.Reason != "" {
			h.notices([]string{fmt.Sprintf("the server %s: %s: %s", seen.Name, seen.State, seen.Reason)})
		}
		for _, tool := range seen.Tools {
			list = append(list, remoteEntry(l, tool.Spec()))
		}
	}
	if asJSON {
		return h.printJSON(list)
	}
	w := tabwriter.NewWriter(h.stdout, 0, 0, 2, ' ', 0)
	for _, e := range list {
		fmt.Fprintf(w, "%s\treads only: %s\t%s\n", e.Name, e.ReadOnly, width.Clip(clean.Line(e.Summary), summaryWidth))
	}
	return w.Flush()
}

func newMCPSchema(h *host) *cobra.Command {
	var s setting
	var asJSON bool
	cmd := &cobra.Command{
		Use: "schema SERVER TOOL", Short: "Show one tool of a server with its inputs",
		Long: `schema shows what a server says of a tool, and the JSON Schema of its input. TOOL is the server's name for
it, or the one that models know it by.`,
		Example: "  eidolon mcp schema docs search\n  eidolon mcp schema docs mcp__docs__search --json", Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return failed(h.look(s, func(l *app.Look) error {
				seen, err := l.Server(cmd.Context(), args[0])
				if err != nil {
					return err
				}
				tool, err := seen.Tool(args[1])
				if err != nil {
					return err
				}
				e := remoteEntry(l, tool.Spec())
				if !asJSON {
					e.Summary = clean.Text(e.Summary)
				}
				return h.printTool(e, asJSON)
			}))
		},
	}
	addListing(cmd, &s, &asJSON)
	return cmd
}
