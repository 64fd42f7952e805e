package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"eidolon/internal/config"
	"eidolon/internal/front/exec"
	"eidolon/internal/threads"
)

func newRewind(h *host) *cobra.Command {
	var f threadsFlags
	var only string
	var list, yes bool
	r := threads.RewindOptions{}
	cmd := &cobra.Command{
		Use: "rewind [ID]", Short: "Take a session, and the files, back to before a turn",
		Long: `rewind takes back the last turn of a session, or all from --turn on: the conversation, and the files
of the workspace as they were before the first call that could change some. It shows the change of
the files, and asks. Whoever changed a file since then, you included, that change goes too, so look.

Nothing is lost: the log keeps everything, the files are kept as they are now, and --undo takes the
rewind back. Without an ID the latest session of the workspace is meant.`,
		Example: `  eidolon rewind
  eidolon rewind --list
  eidolon rewind 1b4e28ba --turn 3 --only files
  eidolon rewind --undo`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			given := cmd.Flags().Changed
			switch {
			case only != "" && only != "files" && only != "conversation":
				return usage("--only takes files or conversation, not %q", only)
			case given("turn") && r.Turn < 1:
				return usage("--turn takes the number of a turn, from 1; --list shows them")
			case r.Undo && given("turn"):
				return usage("--undo takes back what the last rewind did: give it without --turn")
			case list && (yes || r.Undo || r.DryRun || only != "" || given("turn")):
				return usage("--list lists the turns and changes nothing: give it alone")
			case f.json && !list && !yes && !r.DryRun:
				return usage("--json asks nobody: --yes does it, --dry-run only shows it")
			}
			if list {
				return h.onThreads(f, func(o threads.Options) error { return threads.Turns(cmd.Context(), o, first(args), f.json) })
			}
			if !yes && !r.DryRun && !isTerminal(h.stdin) {
				return usage("nobody can be asked here: --yes does it without asking, --dry-run only shows it")
			}
			r.ID, r.JSON, r.Confirm = first(args), f.json, h.ask
			r.Files, r.Conversation = only != "conversation", only != "files"
			if yes {
				r.Confirm = func(string) (bool, error) { return true, nil }
			}
			if err := h.checkpointLimits(&r, f.root); err != nil {
				return failed(err)
			}
			// The files are left in a state that can be gone on from.
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
			defer stop()
			err := h.onThreads(f, func(o threads.Options) error { return threads.Rewind(ctx, o, r) })
			if ctx.Err() != nil && err != nil {
				return &codeError{exec.ExitInterrupted, err}
			}
			return err
		},
	}
	f.add(cmd, "", "print JSON")
	fl := cmd.Flags()
	fl.IntVar(&r.Turn, "turn", 0, "back to before this turn, instead of the last one")
	fl.StringVar(&only, "only", "", "files or conversation, and leave the other as it is")
	fl.BoolVar(&r.Undo, "undo", false, "take the last rewind back")
	fl.BoolVar(&list, "list", false, "list the turns")
	fl.BoolVar(&r.DryRun, "dry-run", false, "only show what would change")
	fl.BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

// checkpointLimits takes the limits of checkpoints from the configuration.
func (h *host) checkpointLimits(r *threads.RewindOptions, root string) error {
	src, err := h.sources(setting{root: root})
	if err != nil {
		return err
	}
	cfg, _, err := config.Load(src)
	if err != nil {
		return fmt.Errorf("the configuration cannot be used:\n%w", err)
	}
	r.MaxFile, r.MaxTotal = int64(cfg.Limits.CheckpointFile), int64(cfg.Limits.CheckpointTotal)
	return nil
}

// ask waits for the answer of the person at the terminal.
func (h *host) ask(question string) (bool, error) {
	fmt.Fprintf(h.stderr, "%s [y/N] ", question)
	line, err := bufio.NewReader(h.stdin).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false, fmt.Errorf("read the answer: %w", err)
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return true, nil
	}
	fmt.Fprintln(h.stderr, "Nothing was changed.")
	return false, nil
}
