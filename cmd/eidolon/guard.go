package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"eidolon/fsapi"
	"eidolon/internal/app"
	"eidolon/internal/policy"
)

func newGuard(h *host) *cobra.Command {
	cmd := &cobra.Command{
		Use: "guard", Short: "Ask what the guard says of a command",
		Example: "  eidolon guard check -- git push --force",
		Args:    cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newGuardCheck(h))
	return cmd
}

// Exit codes of guard check and permissions test.
const (
	exitAsk  = 3
	exitDeny = 4
)

func newGuardCheck(h *host) *cobra.Command {
	var s setting
	var asJSON bool
	cmd := &cobra.Command{
		Use: "check -- COMMAND", Short: "Judge a shell command without running it",
		Long:    "check prints the verdict (allow, ask, deny), the rule and the reason. Exit code 0, 3 or 4.",
		Example: `  eidolon guard check -- 'rm -rf build && make'`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("there is no command to judge: name it, as in eidolon guard check -- 'rm -rf build && make'")
			}
			mode := policy.Ask
			if s.mode != "" {
				var err error
				if mode, err = policy.ParseMode(s.mode); err != nil {
					return usage("--mode: %v", err)
				}
				s.mode = ""
			}
			o, err := h.options(s)
			if err != nil {
				return failed(err)
			}
			v := app.Guard(o).Judge(fsapi.Command{Text: strings.Join(args, " ")})
			if v.Decision == fsapi.Ask && mode == policy.Yolo {
				v.Decision = fsapi.Allow
			}
			return failed(h.printVerdict(v, asJSON))
		},
	}
	cmd.Flags().SetInterspersed(false) // what follows the first word is the command's
	cmd.Flags().StringVar(&s.root, "root", ".", "the workspace")
	cmd.Flags().StringVar(&s.mode, "mode", "", "ask, auto or yolo: in yolo what would be asked is allowed")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (h *host) printVerdict(v fsapi.Verdict, asJSON bool) error {
	if asJSON {
		if err := h.printJSON(v); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(h.stdout, "%s\n", v.Decision)
		if v.Rule != "" {
			fmt.Fprintf(h.stdout, "rule: %s\nreason: %s\n", v.Rule, v.Reason)
		}
		fmt.Fprintf(h.stdout, "reads only: %t\n", v.ReadOnly)
	}
	return exitOf(v.Decision)
}

// exitOf gives the exit code of a decision, as an error unless it allows.
func exitOf(d fsapi.Decision) error {
	switch d {
	case fsapi.Allow:
		return nil
	case fsapi.Ask:
		return &codeError{code: exitAsk}
	case fsapi.Deny:
	}
	return &codeError{code: exitDeny}
}
