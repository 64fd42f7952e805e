package main

import (
	"errors"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// version is set by the linker, from `git describe`.
var version = ""

func newRoot(h *host) *cobra.Command {
	var s setting
	var session string
	var latest, versionAsked bool
	root := &cobra.Command{
		Use:   "eidolon",
		Short: "A coding agent for the terminal",
		Long: `Without a command eidolon opens the chat.

eidolon talks to a language model, reads and edits a workspace and runs commands in it.
Tool calls start while the model is still talking, and everything is kept on disk as it happens.`,
		Example: `  eidolon                                 chat in the current directory
  eidolon demo                            see it work, without a key and without a network
  eidolon exec -p "fix the failing test"  one prompt in the current directory
  eidolon --continue                      go on with the latest session there`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if versionAsked {
				printVersion(cmd)
				return nil
			}
			given := cmd.Flags().Changed
			s.noSystem = given("system-prompt")
			switch {
			case given("session") && latest:
				return usage("give either --session or --continue")
			case given("session") && session == "":
				return usage("--session was given without a value: is a variable unset?")
			case given("session") || latest:
				return failed(h.resume(cmd, s, session))
			}
			return failed(h.chat(cmd, s))
		},
	}
	root.Flags().StringVar(&session, "session", "", "go on with this session, prompt by prompt (its id, or the beginning of it)")
	root.Flags().BoolVar(&latest, "continue", false, "go on with the latest session of the workspace")
	root.Flags().BoolVar(&s.plain, "plain", false, "line by line, without a screen: for dumb terminals, pipes and screen readers")
	// A flag of our own: with cobra's the program would hold its templates, and with those every method of
	// every type, which is a seventh of its size.
	root.Flags().BoolVarP(&versionAsked, "version", "v", false, "print the version")
	addSetting(root, &s)
	addDebug(root, &s)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	root.CompletionOptions.HiddenDefaultCmd = false
	root.AddCommand(
		newExec(h), newDemo(h), newConfig(h), newSetup(h), newTools(h), newPrompt(h), newGuard(h), newDoctor(h), newXNL(h), newVersion(),
		newModels(h), newThreads(h), newRewind(h), newReplay(h), newCommands(h), newAgents(h), newPermissions(h), newTrust(h), newUntrust(h),
		newCheckAdapter(h), newSandboxTry(h), newStreamJSON(h), newExperimentalJSON(h), newLogin(h), newLogout(h), newMCP(h),
	)
	strict(root)
	return root
}

// flagError leaves out where in the program it was noticed that a flag cannot be, and says what of ours does
// what a flag of another program is known for.
func flagError(err error) error {
	text, _, _ := strings.Cut(err.Error(), ": strconv.")
	text, _, _ = strings.Cut(text, ": time:")
	if strings.HasSuffix(text, "--output-format") || strings.HasSuffix(text, "--input-format") {
		text += ": it takes stream-json, for programs that speak the language of Claude's agent SDK; `eidolon exec --json` prints eidolon's own events"
	}
	return errors.New(text)
}

// versionText is what the linker was told, else what the build knows.
func versionText() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return strings.Trim(info.Main.Version, "()")
	}
	return "devel"
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Example: "  eidolon version", Args: cobra.NoArgs,
		Run: func(cmd *cobra.Command, _ []string) { printVersion(cmd) },
	}
}

func printVersion(cmd *cobra.Command) { cmd.Println("eidolon " + versionText()) }
