package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"eidolon/internal/app"
)

func newPrompt(h *host) *cobra.Command {
	cmd := &cobra.Command{
		Use: "prompt", Short: "See what the model is told",
		Example: "  eidolon prompt show",
		Args:    cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newPromptShow(h))
	return cmd
}

// promptPart is one part of the prompt as it is printed for scripts.
type promptPart struct {
	Name   string `json:"name"`
	Bytes  int    `json:"bytes"`
	Tokens int    `json:"estimated_tokens"`
	Text   string `json:"text"`
}

func newPromptShow(h *host) *cobra.Command {
	var s setting
	var asJSON, sizes bool
	cmd := &cobra.Command{
		Use: "show", Short: "Print the system prompt in parts, with token counts",
		Long:    "show prints the system prompt of a new session in this workspace. Token counts are estimates of four bytes to a token.",
		Example: "  eidolon prompt show --sizes",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s.noSystem = cmd.Flags().Changed("system-prompt")
			o, err := h.options(s)
			if err != nil {
				return failed(err)
			}
			p, err := app.Prompt(cmd.Context(), o)
			if err != nil {
				return failed(err)
			}
			for _, w := range p.Warnings {
				fmt.Fprintf(h.stderr, "notice: %s\n", w)
			}
			var parts []promptPart
			for _, part := range p.Parts {
				parts = append(parts, promptPart{part.Name, len(part.Text), part.Tokens(), part.Text})
			}
			return failed(h.printPrompt(parts, asJSON, sizes))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&sizes, "sizes", false, "print the sizes only")
	addSetting(cmd, &s)
	return cmd
}

func (h *host) printPrompt(parts []promptPart, asJSON, sizes bool) error {
	if asJSON {
		return h.printJSON(parts)
	}
	var bytes, tokens int
	for _, p := range parts {
		bytes += p.Bytes
		tokens += p.Tokens
		if sizes {
			fmt.Fprintf(h.stdout, "%-24s %6d bytes  about %5d tokens\n", p.Name, p.Bytes, p.Tokens)
			continue
		}
		fmt.Fprintf(h.stdout, "──── %s (%d bytes, about %d tokens)\n%s\n\n", p.Name, p.Bytes, p.Tokens, p.Text)
	}
	fmt.Fprintf(h.stdout, "%-24s %6d bytes  about %5d tokens\n", "all", bytes, tokens)
	return nil
}
