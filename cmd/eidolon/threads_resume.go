package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"eidolon/actors/renderer"
	"eidolon/internal/app"
	"eidolon/internal/chat"
	"eidolon/internal/policy"
	"eidolon/internal/threads"
	"eidolon/tui/plain"
)

func newThreadsResume(h *host) *cobra.Command {
	var s setting
	cmd := &cobra.Command{
		Use: "resume [ID]", Short: "Go on with a session, prompt by prompt",
		Long: `resume shows the end of a session and takes prompts, one a line, until the end of the input: the
whole conversation, the task list and the permission mode are as they were. Without an ID it goes on
with the latest session of the workspace. A turn that was cut is closed as interrupted, and no call
of it runs again.

From a file or a pipe every line is a prompt, and the exit code is that of the last turn.`,
		Example: "  eidolon threads resume\n  eidolon threads resume 1b4e28ba --permission-mode plan", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s.noSystem = cmd.Flags().Changed("system-prompt")
			return failed(h.resume(cmd, s, first(args)))
		},
	}
	cmd.Flags().BoolVar(&s.plain, "plain", false, "line by line, without a screen")
	addSetting(cmd, &s)
	addDebug(cmd, &s)
	return cmd
}

// resume goes on with a session, or the latest one when id is "".
func (h *host) resume(cmd *cobra.Command, s setting, id string) error {
	o, so, err := h.begin(cmd.Context(), s)
	if err != nil {
		return err
	}
	view, err := h.threads(threadsFlags{root: s.root})
	if err != nil {
		return err
	}
	if h.onScreen(s) {
		found, err := threads.Locate(cmd.Context(), view, id)
		if err != nil {
			return err
		}
		so.Session = found.ID
		return h.screen(cmd, o, so)
	}
	view.Out = h.stderr // what was said before is not the answer
	if o.Session, err = threads.Tail(cmd.Context(), view, id); err != nil {
		return err
	}
	return h.talk(cmd, o)
}

// talkName is the name under which a conversation in lines attaches to its session.
const talkName = "plain"

// talk has a conversation in lines.
func (h *host) talk(cmd *cobra.Command, o app.Options) error {
	if o.Person = isTerminal(h.stdin); o.Person && o.Config.Permissions.Mode == "" && !o.ModeGiven {
		o.Mode = policy.Ask
	}
	o.BuiltIn = chat.BuiltIns() // no repository decides what they do
	return h.run(cmd, o, talkName, func(s stage) (renderer.Sink, func(context.Context) int) {
		lines := &lineCommands{app: s.app, o: o, answers: o.Profile.Name, piped: !isTerminal(h.stdin)}
		t := plain.New(plain.Options{
			Session: s.app, Name: talkName, From: s.app.Next, In: h.stdin, Terminal: isTerminal(h.stdin), Out: h.stdout, Err: h.stderr,
			Labelled: isTerminal(h.stdout), Signals: s.signals, Lost: s.lost, Notices: s.notices, Lang: o.Lang, Window: int64(o.Profile.Window()),
			Now: time.Now, Closing: closing, Prompt: lines.turn, Command: lines.run,
		})
		return t, t.Run
	})
}

func newThreadsFork(h *host) *cobra.Command {
	var f threadsFlags
	o := threads.ForkOptions{At: -1}
	cmd := &cobra.Command{
		Use: "fork [ID]", Short: "Begin a new session with the events of another",
		Long: `fork makes a new session that begins like another one, up to an event (--at), a turn (--turn), or all
of it, and prints its id. The other session stays as it is; without an ID it is the latest of the
workspace. Files of the workspace stay as they are: rewind changes those.`,
		Example: "  eidolon threads fork 1b4e28ba --turn 2\n  eidolon threads resume $(eidolon threads fork)", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			given := cmd.Flags().Changed
			switch {
			case given("at") && given("turn"):
				return usage("give either --at or --turn")
			case given("at") && o.At < 0:
				return usage("--at takes the number of an event, from 0")
			case given("turn") && o.Turn < 1:
				return usage("--turn takes the number of a turn, from 1")
			}
			o.ID, o.JSON = first(args), f.json
			return h.onThreads(f, func(t threads.Options) error { return threads.Fork(cmd.Context(), t, o) })
		},
	}
	f.add(cmd, "", "print what 'threads list --json' says of the new session")
	cmd.Flags().Int64Var(&o.At, "at", -1, "the last event to take over, by its seq")
	cmd.Flags().IntVar(&o.Turn, "turn", 0, "the last turn to take over")
	return cmd
}
