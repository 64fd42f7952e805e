package main

import (
	"errors"

	"github.com/spf13/cobra"

	"eidolon/internal/threads"
)

func newThreadsRename(h *host) *cobra.Command {
	var f threadsFlags
	cmd := &cobra.Command{
		Use: "rename ID TITLE", Short: "Give a session a title", Example: "  eidolon threads rename 1b4e28ba \"the parser rewrite\"",
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			return h.onThreads(f, func(o threads.Options) error {
				err := threads.Rename(o, args[0], args[1])
				if errors.Is(err, threads.ErrTitle) {
					return &codeError{exitUsage, err}
				}
				return err
			})
		},
	}
	f.add(cmd, "", "")
	return cmd
}

func newThreadsDelete(h *host) *cobra.Command {
	var f threadsFlags
	var purge bool
	cmd := &cobra.Command{
		Use: "delete ID...", Short: "Move sessions to the trash",
		Long: `delete moves sessions to the directory "trash" beside "projects"; moving one back brings it back.
With --purge they are removed for good. A session that is in use is not deleted.`,
		Example: "  eidolon threads delete 1b4e28ba 9c858901", Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return h.onThreads(f, func(o threads.Options) error { return threads.Delete(o, args, purge) })
		},
	}
	f.add(cmd, "", "")
	cmd.Flags().BoolVar(&purge, "purge", false, "remove them for good")
	return cmd
}

func newThreadsPrune(h *host) *cobra.Command {
	var f threadsFlags
	var p threads.PruneOptions
	var older string
	cmd := &cobra.Command{
		Use: "prune --older-than TIME", Short: "Delete the sessions in which nothing happened for a time",
		Long: `prune moves the sessions whose last event is older than a time to the trash. The time is a number
with w (weeks), d (days), h (hours) or m (minutes). Sessions in use stay.`,
		Example: "  eidolon threads prune --older-than 30d --dry-run", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if older == "" {
				return usage("say which sessions go, such as with --older-than 30d")
			}
			var err error
			if p.OlderThan, err = parseAge(older); err != nil {
				return err
			}
			return h.onThreads(f, func(o threads.Options) error { return threads.Prune(o, p) })
		},
	}
	f.add(cmd, "the sessions of every project", "")
	fl := cmd.Flags()
	fl.StringVar(&older, "older-than", "", "how long ago the last event was, such as 30d")
	fl.BoolVar(&p.DryRun, "dry-run", false, "only list them")
	fl.BoolVar(&p.Purge, "purge", false, "remove them for good")
	return cmd
}
