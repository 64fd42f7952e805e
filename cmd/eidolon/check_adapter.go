package main

import (
	"github.com/spf13/cobra"

	"eidolon/internal/adapter"
)

func newCheckAdapter(h *host) *cobra.Command {
	return &cobra.Command{
		Use: "check-adapter", Short: "Answer questions about the safety layers, one JSON object a line", Hidden: true,
		Long: "check-adapter reads a JSON object from each line of standard input and writes an answer as a line of\n" +
			"standard output. docs/confinement.md lists the kinds of questions.",
		Example: `  echo '{"id":1,"kind":"command","cmd":"rm -rf /","workspace":"/w","home":"/home/me"}' | eidolon check-adapter`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return failed(adapter.Run(cmd.Context(), h.stdin, h.stdout))
		},
	}
}
