package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"eidolon/internal/app"
	"eidolon/internal/chat"
	"eidolon/internal/config"
	"eidolon/internal/front/demo"
	"eidolon/internal/policy"
)

func newDemo(h *host) *cobra.Command {
	var dir string
	var s setting
	cmd := &cobra.Command{
		Use: "demo", Short: "Watch it work, without a key and without a network",
		Long: `demo unpacks a small project with a failing test into a new directory and lets a scripted model
fix it, with the real tools, the real guard and the real session log: in the chat, or as text where
there is no terminal. Nothing else is touched.`,
		Example: "  eidolon demo", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return failed(h.demo(cmd, s, dir)) },
	}
	cmd.Flags().BoolVar(&s.plain, "plain", false, "as text, without a screen")
	cmd.Flags().StringVar(&dir, "dir", "", "unpack here instead of in a temporary directory; it must not exist")
	return cmd
}

func (h *host) demo(cmd *cobra.Command, s setting, dir string) error {
	sample, err := demo.Unpack(dir)
	if err != nil {
		return err
	}
	script, err := demo.Script()
	if err != nil {
		return err
	}
	o, err := h.options(setting{root: sample})
	if err != nil {
		return err
	}
	o.Script, o.Mode = script, policy.Headless
	o.Profile = config.Profile{Name: "demo", Model: "scripted", ContextWindow: 128_000}
	if h.onScreen(s) {
		o.Mode, o.ModeGiven = policy.Auto, true
		err := h.screen(cmd, o, chat.ScreenOptions{First: demo.Prompt})
		fmt.Fprintf(h.stderr, "The sample project is in %s\n", sample)
		return err
	}
	fmt.Fprintf(h.stderr, "The sample project is in %s\n\n> %s\n\n", sample, demo.Prompt)
	if err := h.play(cmd, o, app.Input{Text: demo.Prompt}, &execFlags{format: formatText}); err != nil {
		return err
	}
	exit, err := app.Shell(cmd.Context(), o, demo.Check)
	if err != nil {
		return err
	}
	if exit.Code != 0 {
		return fmt.Errorf("the sample project's tests still fail:\n%s", exit.Stdout.Text)
	}
	fmt.Fprintf(h.stderr, "\nThe sample project's own tests pass. Look at what was changed: %s\n", sample)
	return nil
}
