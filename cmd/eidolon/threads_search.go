package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"eidolon/internal/threads"
)

func newThreadsSearch(h *host) *cobra.Command {
	var f threadsFlags
	var days dateFlags
	var s threads.SearchOptions
	cmd := &cobra.Command{
		Use: "search [QUERY...]", Short: "Find the sessions in which something was said",
		Long: `search looks through what you and the model said, the tool calls with what came back, and the
titles. The best sessions come first, each with up to three places where the words were found.

All words of the query must occur in one place; when they do nowhere, places with any of them are
shown. "Words in quotes" must stand in a row, word* finds what begins so, and -word leaves out the
places with that word (put the query in quotes, behind -- when it begins with a dash). Case and accents do
not matter. Without a query the sessions of the given days are listed.

Days are those of UTC. A session counts for every day from its first event to its last.

Exit codes: 0 also when nothing was found, 1 it failed, 2 wrong use.`,
		Example: `  eidolon threads search flaky test
  eidolon threads search '"connection refused" -docker'
  eidolon threads search --all --date-start 7d 'pars* config'
  eidolon threads search --date yesterday
  eidolon threads search --json --limit 5 -- -docker compose`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if s.Limit < 0 {
				return usage("--limit takes 0 or a positive number")
			}
			var err error
			if s.Span, err = days.span(time.Now()); err != nil {
				return err
			}
			s.Query, s.JSON = strings.Join(args, " "), f.json
			s.Bold, s.Bar = h.colours(h.stdout), drawable(h.stderr)
			return h.onThreads(f, func(o threads.Options) error {
				err := threads.Search(cmd.Context(), o, s)
				if query, ok := errors.AsType[*threads.QueryError](err); ok {
					return &codeError{exitUsage, query}
				}
				return err
			})
		},
	}
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		if strings.HasPrefix(err.Error(), "invalid argument") { // a flag of ours, with a wrong value
			return flagError(err)
		}
		return fmt.Errorf("%w\nFor places without a word, put the query in quotes: 'word -other'", flagError(err))
	})
	f.add(cmd, "search the sessions of every project", "print JSON")
	f.addScope(cmd)
	days.add(cmd)
	cmd.Flags().IntVar(&s.Limit, "limit", 20, "show at most so many sessions; 0 shows all")
	return cmd
}

// drawable says whether a stream is a terminal on which something can be drawn over.
func drawable(stream any) bool { return isTerminal(stream) && os.Getenv("TERM") != "dumb" }

// colours says whether a stream is a terminal whose user wants text to look different.
func (h *host) colours(stream any) bool { return drawable(stream) && os.Getenv("NO_COLOR") == "" }
