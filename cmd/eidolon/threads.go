package main

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"eidolon/internal/threads"
)

// threadsFlags are the flags that the commands on sessions share.
type threadsFlags struct {
	root string
	all  bool
	json bool
}

func newThreads(h *host) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "threads",
		Aliases: []string{"sessions"},
		Short:   "List, show and tend the sessions on disk",
		Long: `threads works on the sessions that were kept: the conversations of the chat and of exec.
Where an ID is asked for, the beginning of one is enough, four characters or more, as long as it
fits one session only. Without one, the latest session of the workspace is meant.`,
		Example: `  eidolon threads list
  eidolon threads show 1b4e28ba
  eidolon threads resume
  eidolon exec --session 1b4e28ba -p "and now the tests"`,
		Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newThreadsList(h), newThreadsShow(h), newThreadsResume(h), newThreadsFork(h), newThreadsRename(h), newThreadsDelete(h), newThreadsPrune(h),
		newThreadsTodos(h), newThreadsUsage(h), newThreadsCheck(h),
	)
	return cmd
}

// add adds the flags that a command names.
func (f *threadsFlags) add(cmd *cobra.Command, all, json string) {
	fl := cmd.Flags()
	fl.StringVar(&f.root, "root", ".", "the workspace whose sessions are meant")
	if all != "" {
		fl.BoolVar(&f.all, "all", false, all)
	}
	if json != "" {
		fl.BoolVar(&f.json, "json", false, json)
	}
}

// threads gives the options for the commands on sessions.
func (h *host) threads(f threadsFlags) (threads.Options, error) {
	src, err := h.sources(setting{root: f.root})
	if err != nil {
		return threads.Options{}, err
	}
	return threads.Options{Base: src.BaseDir, Root: src.Workspace, All: f.all, Out: h.stdout, Err: h.stderr, Now: time.Now}, nil
}

// onThreads runs a command on sessions.
func (h *host) onThreads(f threadsFlags, run func(threads.Options) error) error {
	o, err := h.threads(f)
	if err == nil {
		err = run(o)
	}
	return failed(err)
}

// first gives the first argument, or "".
func first(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

func newThreadsList(h *host) *cobra.Command {
	var f threadsFlags
	var limit int
	cmd := &cobra.Command{
		Use: "list", Short: "List the sessions, the latest first",
		Example: "  eidolon threads list\n  eidolon threads list --all --limit 0 --json", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if limit < 0 {
				return usage("--limit takes 0 or a positive number")
			}
			return h.onThreads(f, func(o threads.Options) error { return threads.List(o, limit, f.json) })
		},
	}
	f.add(cmd, "the sessions of every project", "print JSON")
	cmd.Flags().IntVar(&limit, "limit", 50, "list at most so many; 0 lists all")
	return cmd
}

func newThreadsShow(h *host) *cobra.Command {
	var f threadsFlags
	var format string
	cmd := &cobra.Command{
		Use: "show [ID]", Short: "Show what was said and done in a session",
		Long: `show prints the transcript of a session: what the user and the model said, each call with its
outcome, and notices. What was taken back is left out. --json prints the events instead, line by
line, as they are on disk. The formats md and html give a document that stands alone.`,
		Example: "  eidolon threads show\n  eidolon threads show 1b4e28ba --format html > session.html",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.json {
				format = string(threads.JSON)
			}
			if !slices.Contains(threads.Formats(), format) {
				return usage("--format takes %s, not %q", strings.Join(threads.Formats(), ", "), format)
			}
			return h.onThreads(f, func(o threads.Options) error {
				return threads.Show(cmd.Context(), o, first(args), threads.Format(format))
			})
		},
	}
	f.add(cmd, "", "print the events (the same as --format json)")
	cmd.Flags().StringVar(&format, "format", "text", strings.Join(threads.Formats(), ", "))
	return cmd
}

func newThreadsTodos(h *host) *cobra.Command {
	var f threadsFlags
	cmd := &cobra.Command{
		Use: "todos [ID]", Short: "Show the task list of a session", Example: "  eidolon threads todos --json",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return h.onThreads(f, func(o threads.Options) error { return threads.Todos(cmd.Context(), o, first(args), f.json) })
		},
	}
	f.add(cmd, "", "print JSON")
	return cmd
}

// parseAge reads a length of time such as 30d, 2w or 12h.
func parseAge(s string) (time.Duration, error) {
	for unit, length := range map[string]time.Duration{"d": 24 * time.Hour, "w": 7 * 24 * time.Hour} {
		if number, ok := strings.CutSuffix(s, unit); ok {
			n, err := strconv.Atoi(number)
			if err != nil || n <= 0 || n > 36500 {
				return 0, usage("--older-than takes a time such as 30d, 2w or 12h, not %q", s)
			}
			return time.Duration(n) * length, nil
		}
	}
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		return 0, usage("--older-than takes a time such as 30d, 2w or 12h, not %q", s)
	}
	return d, nil
}
