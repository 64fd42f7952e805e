package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"eidolon/actors/renderer"
	"eidolon/internal/app"
	"eidolon/internal/front/exec"
	"eidolon/internal/leaf/clean"
)

// exitTerminated is the code that shells give a program which was asked to end.
const exitTerminated = 143

// replayFlags are the flags of replay as they are given.
type replayFlags struct {
	root  string
	speed float64
	json  bool
}

func newReplay(h *host) *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use: "replay [ID]", Short: "Play a kept session again and check that the same comes out",
		Long: `replay feeds what the model said and what the tools gave in a kept session through the program
again, shows it as exec does, and compares every event with the one that was recorded. No command is
run, no file is written and no request is sent.

ID is that of a session or the beginning of it, or the path of a directory with an events.jsonl.
Without one, the latest session of the workspace is played.

Exit codes: 0 the same came, 1 something else came or it failed, 2 wrong use, 130 interrupted.`,
		Example: "  eidolon replay\n  eidolon replay 1b4e28ba --speed 4\n  eidolon replay testdata/replay/native --json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(f.speed >= 0) { // not a number is no speed either
				return usage("--speed takes 0 or a positive number")
			}
			return failed(h.replay(cmd.Context(), f, first(args)))
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.root, "root", ".", "the workspace whose sessions are meant")
	fl.Float64Var(&f.speed, "speed", 0, "times as fast as it was; waits are cut to 2 seconds before; 0 does not wait")
	fl.BoolVar(&f.json, "json", false, "print events as JSON lines, as exec --json does")
	return cmd
}

func (h *host) replay(ctx context.Context, f replayFlags, name string) error {
	o, err := h.options(setting{root: f.root})
	if err != nil {
		return err
	}
	o.Now = time.Now
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // a reader that goes away is an error to tell
	terminated, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	ctx, stop = signal.NotifyContext(terminated, os.Interrupt)
	defer stop()
	rec, err := app.OpenRecording(ctx, o, name)
	if err != nil {
		return err
	}
	report, err := rec.Replay(ctx, o, app.ReplayOptions{Speed: f.speed, Sink: h.replaySink(rec, f.json), Notice: func(line string) {
		fmt.Fprintf(h.stderr, "notice: %s\n", clean.Line(line))
	}})
	switch {
	case errors.Is(err, syscall.EPIPE):
		return &codeError{code: exec.ExitBrokenPipe}
	case terminated.Err() != nil:
		return &codeError{code: exitTerminated}
	case ctx.Err() != nil:
		return &codeError{code: exec.ExitInterrupted}
	case err != nil:
		return err
	}
	for _, d := range report.Differences {
		fmt.Fprintln(h.stderr, clean.Text(d.String()))
	}
	if n := len(report.Differences); n > 0 {
		return fmt.Errorf("the replay differs from what was recorded: differences: %d; turns: %d, events: %d", n, report.Turns, report.Events)
	}
	fmt.Fprintf(h.stderr, "The same came again: turns: %d, events: %d\n", report.Turns, report.Events)
	return nil
}

// replaySink shows each turn as a run of exec.
func (h *host) replaySink(rec *app.Recording, asJSON bool) func(int, string) renderer.Sink {
	return func(_ int, prompt string) renderer.Sink {
		if asJSON {
			return exec.NewJSON(h.stdout, exec.About{Path: rec.Dir, Session: rec.ID, Model: rec.Model, Now: time.Now})
		}
		fmt.Fprintf(h.stderr, "> %s\n", clean.Line(prompt))
		return exec.NewText(h.stdout, h.stderr, isTerminal(h.stdout))
	}
}
