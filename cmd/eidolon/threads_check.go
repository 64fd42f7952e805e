package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"eidolon/internal/config"
	"eidolon/internal/threads"
)

func newThreadsUsage(h *host) *cobra.Command {
	var f threadsFlags
	var u threads.UsageOptions
	cmd := &cobra.Command{
		Use: "usage [ID]", Short: "Sum up the tokens that were used, and what they cost",
		Long: `usage sums up the requests of a session, or without an ID of all sessions of the workspace. The
cost follows from the price of the model in its profile, per million tokens and in its currency.
Days are those of UTC. Of the input, CACHED was read from the service's cache and WRITTEN was written
into it, where the service tells.`,
		Example: "  eidolon threads usage --by day\n  eidolon threads usage --all --by project --json", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if u.By != "" && !slices.Contains([]string{threads.ByModel, threads.ByDay, threads.ByProject, threads.BySession}, u.By) {
				return usage("--by takes model, day, project or session, not %q", u.By)
			}
			if len(args) > 0 && f.all {
				return usage("give either an ID or --all")
			}
			u.ID, u.JSON, u.Price = first(args), f.json, h.prices(f.root)
			return h.onThreads(f, func(o threads.Options) error { return threads.Usage(cmd.Context(), o, u) })
		},
	}
	f.add(cmd, "the sessions of every project", "print JSON")
	cmd.Flags().StringVar(&u.By, "by", "", "a sum for each model, day, project or session")
	return cmd
}

// prices gives what the configuration knows of prices, by model. What was used can be said without
// them, so a configuration that cannot be used is no error here.
func (h *host) prices(root string) map[string]threads.Price {
	src, err := h.sources(setting{root: root})
	if err != nil {
		return nil
	}
	cfg, _, err := config.Load(src)
	if err != nil {
		fmt.Fprintln(h.stderr, "notice: the configuration cannot be used, so a cost that was not noted at the time is not known; `eidolon config check` says why")
		return nil
	}
	prices := map[string]threads.Price{}
	for _, p := range cfg.Models.Profiles {
		if _, ok := prices[p.Model]; !ok && p.Price != (config.Price{}) {
			prices[p.Model] = threads.Price(p.Price)
		}
	}
	return prices
}

func newThreadsCheck(h *host) *cobra.Command {
	var f threadsFlags
	var c threads.CheckOptions
	cmd := &cobra.Command{
		Use: "check [ID]", Short: "Verify that a session is in order",
		Long: `check reads all of a session and reports what is not in order; it changes nothing. With --repair a
torn end is set aside in a file of its own, and the files beside the log are completed. Lines in
the middle that cannot be read are never touched.

Exit codes: 0 in order, 1 there are problems, 2 wrong use.`,
		Example: "  eidolon threads check --all\n  eidolon threads check 1b4e28ba --repair", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && f.all {
				return usage("give either an ID or --all")
			}
			c.ID, c.JSON = first(args), f.json
			return h.onThreads(f, func(o threads.Options) error {
				ok, err := threads.Check(cmd.Context(), o, c)
				if err == nil && !ok {
					return &codeError{code: exitFailed}
				}
				return err
			})
		},
	}
	f.add(cmd, "every session of every project", "print JSON")
	cmd.Flags().BoolVar(&c.Repair, "repair", false, "mend what can be mended")
	return cmd
}
