package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/nearest"
	"eidolon/internal/leaf/width"
)

func newConfig(h *host) *cobra.Command {
	cmd := &cobra.Command{
		Use: "config", Short: "See, check and begin the configuration",
		Example: "  eidolon config init\n  eidolon config show models\n  eidolon config check",
		Args:    cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
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
	var asJSON, given bool
	cmd := &cobra.Command{
		Use: "show [KEY...]", Short: "Print every value in force and where it comes from",
		Long:    "show prints every value in force and where it comes from. With the beginnings of keys it prints only those.",
		Example: "  eidolon config show --given\n  eidolon config show models.active limits\n  eidolon config show --json",
		RunE: func(_ *cobra.Command, keys []string) error {
			o, err := h.options(s)
			if err != nil {
				return failed(err)
			}
			settings := o.Config.Settings()
			if err := checkKeys(keys, settings); err != nil {
				return err
			}
			settings = slices.DeleteFunc(settings, func(e config.Setting) bool {
				asked := len(keys) == 0 || slices.ContainsFunc(keys, func(k string) bool { return strings.HasPrefix(e.Key, k) })
				return !asked || given && e.Origin == "default"
			})
			if asJSON {
				return failed(h.printJSON(settings))
			}
			_, err = fmt.Fprint(h.stdout, settingTable(settings))
			return failed(err)
		},
	}
	cmd.Flags().BoolVar(&given, "given", false, "leave out what has its default")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	addSetting(cmd, &s)
	return cmd
}

// checkKeys refuses beginnings of keys with which none begins.
func checkKeys(keys []string, settings []config.Setting) error {
	for _, k := range keys {
		if slices.ContainsFunc(settings, func(e config.Setting) bool { return strings.HasPrefix(e.Key, k) }) {
			continue
		}
		var known []string
		for _, e := range settings {
			known = append(known, firstParts(e.Key, 1+strings.Count(k, ".")), e.Key)
		}
		if near := nearest.Name(k, known); near != "" {
			return usage("no key begins with %q; did you mean %s?", k, near)
		}
		return usage("no key begins with %q; `eidolon config show` lists them all", k)
	}
	return nil
}

// firstParts gives as many parts of a key from its beginning.
func firstParts(key string, n int) string {
	parts := strings.Split(key, ".")
	return strings.Join(parts[:min(n, len(parts))], ".")
}

// settingTable lays values out in columns. A long one moves what stands behind it in its own line only.
func settingTable(settings []config.Setting) string {
	const widest = 32
	var keys, values int
	for _, e := range settings {
		keys, values = max(keys, width.Of(e.Key)), max(values, min(width.Of(e.Value), widest))
	}
	var b strings.Builder
	for _, e := range settings {
		fmt.Fprintf(&b, "%s  %s  %s\n", padded(e.Key, keys), padded(e.Value, values), e.Origin)
	}
	return b.String()
}

func padded(text string, columns int) string {
	return text + strings.Repeat(" ", max(columns-width.Of(text), 0))
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
