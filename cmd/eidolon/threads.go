package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"eidolon/internal/threads"
)

// threadsFlags are the flags that the commands on sessions share.
type threadsFlags struct {
	root    string
	all     bool
	project bool // of the workspace only, which is so anyway
	json    bool
}

func newThreads(h *host) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "threads",
		Aliases: []string{"sessions"},
		Short:   "List, search, show and tend the sessions on disk",
		Long: `threads works on the sessions that were kept: the conversations of the chat and of exec.
Where an ID is asked for, the beginning of one is enough, four characters or more, as long as it
fits one session only. Without one, the latest session of the workspace is meant.`,
		Example: `  eidolon threads list
  eidolon threads search flaky test
  eidolon threads show 1b4e28ba
  eidolon threads resume
  eidolon exec --session 1b4e28ba -p "and now the tests"`,
		Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newThreadsList(h), newThreadsSearch(h), newThreadsShow(h), newThreadsResume(h), newThreadsFork(h), newThreadsRename(h),
		newThreadsDelete(h), newThreadsPrune(h),
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

// addScope adds the other names of the flag all, for commands that look at many sessions.
func (f *threadsFlags) addScope(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.BoolVar(&f.project, "project", false, "those of the workspace only, as without --all")
	fl.BoolVar(&f.all, "everywhere", false, "the same as --all")
	_ = fl.MarkHidden("everywhere") // it exists: it was added above
}

// threads gives the options for the commands on sessions.
func (h *host) threads(f threadsFlags) (threads.Options, error) {
	if f.project && f.all {
		return threads.Options{}, usage("--project is one workspace and --all is every one: give either")
	}
	src, err := h.sources(setting{root: f.root})
	if err != nil {
		return threads.Options{}, err
	}
	return threads.Options{Base: src.BaseDir, Root: src.Workspace, All: f.all, Out: h.stdout, Err: h.stderr, Now: time.Now}, nil
}

// onThreads runs a command on sessions.
func (h *host) onThreads(f threadsFlags, run func(threads.Options) error) error {
	o, err := h.threads(f)
	if err != nil {
		return failed(err)
	}
	out := &remembering{Writer: o.Out}
	o.Out = out
	if err = run(o); err == nil && out.err != nil {
		err = fmt.Errorf("the result cannot be written: %w", out.err)
	}
	return failed(err)
}

// remembering is a stream that keeps the first failure: what is not shown must not end as a success.
type remembering struct {
	io.Writer
	err error
}

func (r *remembering) Write(p []byte) (int, error) {
	n, err := r.Writer.Write(p)
	if r.err == nil {
		r.err = err
	}
	return n, err
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
	var days dateFlags
	var l threads.ListOptions
	cmd := &cobra.Command{
		Use: "list", Short: "List the sessions, the latest first",
		Long: `list shows the sessions of the workspace, the one with the youngest event first. With days, which are
those of UTC, it shows the sessions with something between them: a session counts for every day from
its first event to its last.`,
		Example: "  eidolon threads list\n  eidolon threads list --date-start 7d\n  eidolon threads list --all --limit 0 --json", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if l.Limit < 0 {
				return usage("--limit takes 0 or a positive number")
			}
			var err error
			if l.Span, err = days.span(time.Now()); err != nil {
				return err
			}
			l.JSON = f.json
			return h.onThreads(f, func(o threads.Options) error { return threads.List(o, l) })
		},
	}
	f.add(cmd, "the sessions of every project", "print JSON")
	f.addScope(cmd)
	days.add(cmd)
	cmd.Flags().BoolVar(&l.Tasks, "subagents", false, "list the sessions of subagents too")
	cmd.Flags().IntVar(&l.Limit, "limit", 50, "list at most so many; 0 lists all")
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
				if cmd.Flags().Changed("format") && format != string(threads.JSON) {
					return usage("--json and --format %s contradict each other", format)
				}
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

// parseAge reads the length of time of --older-than.
func parseAge(s string) (time.Duration, error) {
	d, ok := readAge(s)
	if !ok {
		return 0, usage("--older-than takes a time such as 30d, 2w or 12h, not %q", s)
	}
	return d, nil
}

// readAge reads a length of time such as 30d, 2w or 12h.
func readAge(s string) (time.Duration, bool) {
	for unit, length := range map[string]time.Duration{"d": 24 * time.Hour, "w": 7 * 24 * time.Hour} {
		if number, ok := strings.CutSuffix(s, unit); ok {
			n, err := strconv.Atoi(number)
			return time.Duration(n) * length, err == nil && n > 0 && n <= 36500
		}
	}
	d, err := time.ParseDuration(s)
	return d, err == nil && d > 0
}
