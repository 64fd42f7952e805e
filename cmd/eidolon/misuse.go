package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"eidolon/internal/leaf/nearest"
)

// misuse says what was wrong with how a command was called. The command library counts arguments where a
// person wants to hear which one is too many, and knows no command that was probably meant.
func misuse(cmd *cobra.Command, err error) string {
	args := cmd.Flags().Args()
	if cmd.ValidateArgs(args) == nil {
		return err.Error() // a flag, of which the library says enough
	}
	if cmd.HasSubCommands() {
		return unknownCommand(cmd, args[0])
	}
	for n, extra := range slices.Backward(args) {
		if cmd.ValidateArgs(args[:n]) == nil {
			return fmt.Sprintf("%q is an argument too many: the form is %s", extra, cmd.UseLine())
		}
	}
	return "an argument is missing: the form is " + cmd.UseLine()
}

// unknownCommand says that a command has no command of a name, and which one was probably meant.
func unknownCommand(cmd *cobra.Command, name string) string {
	text := fmt.Sprintf("unknown command %q for %q", name, cmd.CommandPath())
	var known []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			known = append(append(known, c.Name()), c.Aliases...)
		}
	}
	if near := nearest.Name(name, known); near != "" {
		return fmt.Sprintf("%s; did you mean %s?", text, near)
	}
	return text
}

// strict has the two commands that the library itself brings along refuse what they do not know, as all
// others do. By themselves they print a help and are content.
func strict(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.RunE = func(_ *cobra.Command, args []string) error { return help(root, args) }
		case "completion":
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// help prints the help of a command.
func help(root *cobra.Command, path []string) error {
	cmd, rest, err := root.Find(path)
	if err != nil || len(rest) > 0 && cmd.HasSubCommands() {
		return usage("%s", unknownCommand(cmd, rest[0]))
	}
	cmd.InitDefaultHelpFlag()
	return cmd.Help()
}
