package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"eidolon/actors/renderer"
	"eidolon/actors/stubmodel"
	"eidolon/actors/tool"
	"eidolon/internal/app"
	"eidolon/internal/chat"
	"eidolon/internal/config"
	"eidolon/internal/front/exec"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/policy"
	"eidolon/internal/threads"
)

func newExec(h *host) *cobra.Command {
	var f execFlags
	cmd := &cobra.Command{
		Use:     "exec",
		Aliases: []string{"run"},
		Short:   "Run one prompt and print the answer",
		Long: `exec sends one prompt to the model and runs its tool calls in the workspace until it is done.
The answer goes to standard output, everything else to standard error. Without -p the prompt is
read from standard input.

Exit codes: 0 done, 1 failed, 2 wrong use, 130 interrupted, 141 nobody reads the output, 143 terminated.`,
		Example: `  eidolon exec -p "add a test for parse.go"
  git diff | eidolon exec -p "review this change" --stdin
  eidolon exec -p "list the failing tests" --json
  eidolon exec --continue -p "and now the tests"`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("the prompt is one argument: write quotes around it, or give it with -p")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			f.given = cmd.Flags().Changed
			err := failed(h.exec(cmd, &f, args))
			if f.json || f.format == formatJSON || f.format == formatResponses {
				h.tellFailure(err, f.standard())
			}
			return err
		},
	}
	f.add(cmd)
	return cmd
}

// addSetting adds the flags that most commands share.
func addSetting(cmd *cobra.Command, s *setting) {
	fl := cmd.Flags()
	fl.StringVar(&s.root, "root", ".", "the workspace: the directory that the agent works in")
	fl.StringVar(&s.model, "model", "", "a model profile, or a model's name")
	fl.StringVar(&s.provider, "provider", "", "the profile or vendor that the model is of")
	fl.StringVar(&s.system, "system-prompt", "", "text instead of the built-in system prompt")
	fl.StringVar(&s.protocol, "tool-protocol", "", "how the model calls tools: xnl, native or auto")
	fl.StringVar(&s.mode, "permission-mode", "", "headless, ask, auto, yolo or plan")
	fl.BoolVar(&s.noNetwork, "no-network", false, "keep commands off the network")
}

// addDebug adds the flag of commands that ask a model.
func addDebug(cmd *cobra.Command, s *setting) {
	cmd.Flags().BoolVar(&s.debug, "debug", false, "write what goes over the wire into the session's directory, without keys")
}

// check refuses values that cannot be.
func (s *setting) check() error {
	if !slices.Contains([]string{"", "xnl", "native", "auto"}, s.protocol) {
		return usage("--tool-protocol takes xnl, native or auto, not %q", s.protocol)
	}
	if s.mode != "" {
		if _, err := policy.ParseMode(s.mode); err != nil {
			return usage("--permission-mode: %v", err)
		}
	}
	return nil
}

func (h *host) exec(cmd *cobra.Command, f *execFlags, args []string) error {
	if err := f.check(); err != nil {
		return err
	}
	in, brought, err := h.input(f, args)
	if err != nil {
		return err
	}
	o, err := h.options(f.setting)
	if err != nil {
		return err
	}
	o.Append, o.WebSearch, o.CacheKey = f.addition, f.webSearch, f.cacheKey
	o.BuiltIn = chat.BuiltIns()
	if brought == nil {
		if err := app.CheckInput(cmd.Context(), o, in); err != nil {
			return &codeError{exitUsage, err}
		}
	}
	if err := f.script(&o); err != nil {
		return err
	}
	if o.Script == nil {
		if err := choose(cmd.Context(), &o); err != nil {
			return err
		}
	}
	if f.latest {
		if f.session, err = threads.Latest(cmd.Context(), threads.Options{Base: o.Base, Root: o.Root}); err != nil {
			return err
		}
	}
	o.Session, o.NoSave, o.MaxRounds, o.Timeout = f.session, f.noSave, f.maxTurns, f.timeout
	if brought != nil { // the next run brings its own conversation, so nothing of this one is kept
		o.Caller, o.NoSave = brought, true
	}
	closeLog, err := f.openLog(&o, h.stderr)
	if err != nil {
		return err
	}
	defer closeLog()
	return h.play(cmd, o, in, f)
}

// tellFailure prints what went wrong before the run began, for a program that reads events. What the run
// itself ended with has been told.
func (h *host) tellFailure(err error, standard bool) {
	coded, ok := errors.AsType[*codeError](err)
	if !ok || coded.err == nil {
		return
	}
	kind := "setup"
	if coded.code == exitUsage {
		kind = "usage"
	}
	about := exec.About{Now: time.Now}
	if standard {
		about.Aside = io.Discard
	}
	exec.NewJSON(h.stdout, about).Fail(kind, coded.err.Error())
}

// mockProfile is the name of the built-in model.
const mockProfile = "mock"

// script sets up the built-in model of --mock.
func (f *execFlags) script(o *app.Options) error {
	if !f.mock {
		return nil
	}
	script, err := stubmodel.Mock(f.mockMode)
	if err != nil {
		return usage("--mock-mode: %v", err)
	}
	o.Script = script
	o.Profile = config.Profile{Name: mockProfile, Model: "mock", ToolProtocol: o.Profile.ToolProtocol}
	o.Tools = []tool.Handler{stubmodel.MockTool{}}
	return nil
}

// prompt puts the prompt together from the flag, the argument and standard input. What is piped in beside
// a prompt is data that goes with it.
func (h *host) prompt(f *execFlags, args []string) (in app.Input, err error) {
	in.NoShell = true
	in.Text = f.prompt
	if len(args) == 1 {
		if in.Text != "" {
			return in, usage("give the prompt either with -p or as an argument")
		}
		in.Text = args[0]
	}
	if in.Text == "" && f.given("prompt") {
		return in, usage("the prompt is empty: give one with -p \"...\"")
	}
	alone := in.Text == "" || in.Text == "-"
	if alone && !f.stdin && isTerminal(h.stdin) {
		return in, usage("there is no prompt: give one with -p \"...\", or pipe it in")
	}
	if alone || f.stdin {
		piped, err := readInput(h.stdin)
		if err != nil {
			return in, fmt.Errorf("read the prompt from standard input: %w", err)
		}
		if alone {
			in.Text = string(piped)
		} else if len(piped) > 0 {
			in.Attached = "\n\n<stdin>\n" + string(piped) + "\n</stdin>"
		}
	}
	if strings.TrimSpace(in.Text) == "" {
		return in, usage("the prompt is empty: give one with -p \"...\"")
	}
	return in, nil
}

// play runs one prompt and ends with the run's exit code.
func (h *host) play(cmd *cobra.Command, o app.Options, in app.Input, f *execFlags) error {
	return h.run(cmd, o, exec.Name, func(s stage) (renderer.Sink, func(context.Context) int) {
		sink := h.sink(s.app, o, f)
		if f.verbose {
			sink = exec.NewCosts(sink, h.stderr)
		}
		say := h.say(s.app, o.Lang, o.Profile.Name, in)
		if o.Caller != nil {
			say = nil // its words go to the model as they are
		}
		return sink, func(ctx context.Context) int {
			return exec.Run(ctx, exec.Options{
				Session: s.app, Sink: sink, Prompt: in.Text, Say: say, From: s.app.Next,
				Signals: s.signals, Lost: s.lost, Notices: s.notices, Stderr: h.stderr, Closing: closing,
			})
		}
	})
}

// closing is the time that a session has to end.
const closing = 5 * time.Second

// stage is what a front-end works with.
type stage struct {
	app     *app.App
	signals <-chan os.Signal
	lost    <-chan string // the runtime cannot go on
	notices <-chan string // a part of it failed and goes on
}

// run opens a session, lets a front-end work with it, and ends with the front-end's exit code. The
// front-end gives its sink, which the session knows by that name, and its work.
func (h *host) run(
	cmd *cobra.Command, o app.Options, name string, front func(stage) (renderer.Sink, func(context.Context) int),
) error {
	// A reader that goes away must not kill the program before the session is closed. The signal is
	// taken and not ignored: commands would inherit that, and end differently in a pipe.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	lost, notices := make(chan string, 1), make(chan string, 16)
	o.Failed, o.Notice = app.Offer(lost), app.Offer(notices)
	var sink renderer.Sink
	o.Sinks = func(asked string) (renderer.Sink, bool) { return sink, asked == name }
	a, err := app.Open(cmd.Context(), o)
	if err != nil {
		return err
	}
	for _, n := range a.Notices {
		fmt.Fprintf(h.stderr, "notice: %s\n", n)
	}
	sink, work := front(stage{a, signals, lost, notices})
	if code := work(cmd.Context()); code != exec.ExitDone {
		return &codeError{code: code}
	}
	return nil
}

// say gives the function that sends an input like the given one with another text.
func (h *host) say(a *app.App, words lang.Table, profile string, in app.Input) func(ctx context.Context, text string) (int, error) {
	return func(ctx context.Context, text string) (int, error) {
		in := in
		in.Text = text
		sent, err := a.Send(ctx, in)
		if err != nil {
			return 0, err
		}
		h.notices(sent.Notices)
		for _, line := range sent.Shown {
			fmt.Fprintln(h.stderr, clean.Line(line))
		}
		switch {
		case sent.BuiltIn != "":
			return 0, fmt.Errorf("the command /%s is one of the chat; start it with `eidolon`", sent.BuiltIn)
		case sent.Turns == 0:
			h.notices([]string{words.T("nothing was asked; the agent is in force from the next prompt on")})
		case sent.Model != "" && sent.Model != profile:
			h.notices([]string{words.F("the command would like the model %s; --model chooses one here", sent.Model)})
		}
		return sent.Turns, nil
	}
}

// sink makes what renders a session.
func (h *host) sink(a *app.App, o app.Options, f *execFlags) exec.Sink {
	if f.format != formatText {
		about := exec.About{
			Path: a.Facts.Dir, Session: a.Facts.ID, Model: o.Profile.Model, Now: time.Now, ModelIDs: o.Profile.Name == mockProfile,
			Caller: o.Caller != nil,
		}
		if f.standard() {
			about.Aside = h.stderr
		}
		return exec.NewJSON(h.stdout, about)
	}
	text := exec.NewText(h.stdout, h.stderr, isTerminal(h.stdout))
	text.Window, text.Lang = o.Profile.Window(), o.Lang
	return text
}
