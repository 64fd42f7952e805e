package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"eidolon/internal/app"
	"eidolon/internal/chat"
	"eidolon/internal/config"
	"eidolon/internal/leaf/exit"
	"eidolon/internal/policy"
)

// onScreen says whether the chat has a whole terminal for itself.
func (h *host) onScreen(s setting) bool {
	return !s.plain && os.Getenv("TERM") != "dumb" && isTerminal(h.stdin) && isTerminal(h.stdout)
}

// chat begins a new session, on the screen or line by line.
func (h *host) chat(cmd *cobra.Command, s setting) error {
	o, so, err := h.begin(cmd.Context(), s)
	if err != nil {
		return err
	}
	if h.onScreen(s) {
		return h.screen(cmd, o, so)
	}
	return h.talk(cmd, o)
}

// begin reads what a conversation is set up with. The screen opens without a model too and shows what is to
// be done, and it shows the notices, which it would cover on standard error. In lines there has to be a model.
func (h *host) begin(ctx context.Context, s setting) (o app.Options, so chat.ScreenOptions, err error) {
	if err := s.check(); err != nil {
		return o, so, err
	}
	l, err := h.load(s)
	if err == nil {
		l, err = h.settle(ctx, s, l)
	}
	if err != nil {
		return o, so, err
	}
	o = l.o
	if !h.onScreen(s) {
		for _, n := range l.notices {
			fmt.Fprintf(h.stderr, "notice: %s\n", n)
		}
		err = choose(ctx, &o)
		return o, so, err
	}
	so.Problem = choose(ctx, &o)
	var unknown *config.UnknownModelError
	if errors.As(so.Problem, &unknown) && unknown.Instead != "" {
		so.Notices, so.Problem = append(so.Notices, so.Problem.Error()), nil
	}
	so.Notices = append(so.Notices, l.notices...)
	return o, so, nil
}

// screen has a chat on the whole terminal, and says afterwards how to go on with it.
func (h *host) screen(cmd *cobra.Command, o app.Options, so chat.ScreenOptions) error {
	if o.Config.Permissions.Mode == "" && !o.ModeGiven {
		o.Mode = policy.Ask
	}
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	so.Signals = signals
	result, err := chat.Screen(cmd.Context(), o, so)
	if result.Session != "" {
		fmt.Fprintln(h.stderr, o.Lang.F("`eidolon --session %s` goes on with this session.", result.Session[:8]))
	}
	if err == nil && result.Signal != nil && result.Signal != os.Interrupt {
		return &codeError{code: exit.Signalled(result.Signal)}
	}
	return err
}
