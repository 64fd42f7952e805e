package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/leaf/clean"
)

func newConfig(h *host) *cobra.Command {
	cmd := &cobra.Command{
		Use: "config", Short: "See, check and begin the configuration",
		Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newConfigPath(h), newConfigInit(h), newConfigShow(h), newConfigCheck(h))
	return cmd
}

func newConfigPath(h *host) *cobra.Command {
	return &cobra.Command{
		Use: "path", Short: "Print where the user's configuration file is", Example: "  $EDITOR \"$(eidolon config path)\"", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			src, err := h.sources(setting{root: "."})
			if err != nil {
				return failed(err)
			}
			fmt.Fprintln(h.stdout, config.UserFile(src.BaseDir))
			return nil
		},
	}
}

func newConfigInit(h *host) *cobra.Command {
	return &cobra.Command{
		Use: "init", Short: "Write a commented configuration file to fill in",
		Long:    "init writes the user's configuration file with every key and its default. It never touches a file that is there.",
		Example: "  eidolon config init", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			src, err := h.sources(setting{root: "."})
			if err != nil {
				return failed(err)
			}
			path, err := config.InitFile(src.BaseDir)
			if err != nil {
				return failed(err)
			}
			fmt.Fprintln(h.stdout, path)
			return nil
		},
	}
}

func newConfigShow(h *host) *cobra.Command {
	var s setting
	var asJSON bool
	cmd := &cobra.Command{
		Use: "show", Short: "Print every value in force and where it comes from", Example: "  eidolon config show --json", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			o, err := h.options(s)
			if err != nil {
				return failed(err)
			}
			settings := o.Config.Settings()
			if asJSON {
				return failed(h.printJSON(settings))
			}
			w := tabwriter.NewWriter(h.stdout, 0, 0, 2, ' ', 0)
			for _, e := range settings {
				fmt.Fprintf(w, "%s\t%s\t%s\n", e.Key, e.Value, e.Origin)
			}
			return failed(w.Flush())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	addSetting(cmd, &s)
	return cmd
}

func newConfigCheck(h *host) *cobra.Command {
	var s setting
	cmd := &cobra.Command{
		Use: "check", Short: "Say what is wrong with the configuration", Example: "  eidolon config check", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			src, err := h.sources(s)
			if err != nil {
				return failed(err)
			}
			problems, notices := config.Check(src)
			for _, n := range notices {
				fmt.Fprintf(h.stdout, "notice: %s\n", n)
			}
			for _, p := range problems {
				fmt.Fprintln(h.stdout, p)
			}
			if len(problems) > 0 {
				return &codeError{code: exitFailed}
			}
			return h.checkPromises(s)
		},
	}
	cmd.Flags().StringVar(&s.root, "root", ".", "the workspace")
	return cmd
}

// checkPromises says what no session could keep to in a configuration that can be read.
func (h *host) checkPromises(s setting) error {
	l, err := h.load(s)
	if err != nil {
		return failed(err)
	}
	notices, err := app.Check(l.o)
	for _, line := range notices {
		fmt.Fprintf(h.stdout, "notice: %s\n", clean.Line(line))
	}
	if err != nil {
		fmt.Fprintln(h.stdout, clean.Text(err.Error()))
		return &codeError{code: exitFailed}
	}
	fmt.Fprintln(h.stdout, "The configuration is in order.")
	return nil
}
