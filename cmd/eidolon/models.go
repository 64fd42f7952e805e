package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/leaf/clean"
)

func newModels(h *host) *cobra.Command {
	cmd := &cobra.Command{
		Use: "models", Short: "List the models that can be asked, and what is known about them",
		Example: "  eidolon models list\n  eidolon models update",
		Args:    cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newModelsList(h), newModelsUpdate(h))
	return cmd
}

func newModelsList(h *host) *cobra.Command {
	var s setting
	var asJSON bool
	cmd := &cobra.Command{
		Use: "list [PATTERN...]", Short: "List your profiles, and the known models of their services",
		Long: `list prints your profiles first, the active one with a star, and then what is known about other models of
the services that you have. What stands under NAME can be given to --model. A pattern is the name of a
model, in which * stands for any characters; "vendor/PATTERN" is for one service.

Prices are US dollars a million tokens, in and out. What is known comes from a table in the program
(` + app.ModelsDate + `), and from models.yaml, which ` + "`eidolon models update`" + ` writes.`,
		Example: "  eidolon models list\n  eidolon models list 'claude-*' --json",
		RunE: func(_ *cobra.Command, patterns []string) error {
			o, err := h.options(s)
			if err != nil {
				return failed(err)
			}
			rows := app.Models(o, patterns)
			if asJSON {
				if rows == nil {
					rows = []app.ModelRow{}
				}
				return failed(h.printJSON(rows))
			}
			if len(rows) == 0 {
				fmt.Fprintln(h.stderr, emptyList(patterns))
				return nil
			}
			fmt.Fprint(h.stdout, modelTable(rows, h.columns()))
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	addModelSetting(cmd, &s)
	return cmd
}

// addModelSetting adds the flags that say which configuration counts.
func addModelSetting(cmd *cobra.Command, s *setting) {
	cmd.Flags().StringVar(&s.root, "root", ".", "the workspace, whose configuration counts too")
	cmd.Flags().StringVar(&s.model, "model", "", "a model profile, or a model's name")
}

func emptyList(patterns []string) string {
	if len(patterns) > 0 {
		return "No model is called so. `eidolon models update` asks your services which they have."
	}
	return "There is no profile and no key: `eidolon setup` asks what you have."
}

func newModelsUpdate(h *host) *cobra.Command {
	var s setting
	var q app.ModelsQuery
	var asJSON bool
	cmd := &cobra.Command{
		Use: "update [PATTERN...]", Short: "Ask your services which models they have",
		Long: `update asks each service that you have a key for which models it offers, and keeps the answer in models.yaml
in your eidolon directory. Windows and prices that a service does not tell are looked up in a public
catalogue, to which nothing is sent; --from none leaves it out. A row of the file that you wrote stays as
it is. A pattern is as for ` + "`eidolon models list`" + `: other models stay as they are in the file.`,
		Example: "  eidolon models update\n  eidolon models update --vendor anthropic 'claude-*'",
		RunE: func(cmd *cobra.Command, patterns []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			q.Patterns, q.Required = patterns, cmd.Flags().Changed("from")
			if q.Catalogue == "none" {
				q.Catalogue = ""
			}
			return h.updateModels(ctx, s, q, asJSON)
		},
	}
	cmd.Flags().StringVar(&q.Service, "vendor", "", "ask this service only: a known vendor, a provider of yours or a profile")
	cmd.Flags().StringVar(&q.Catalogue, "from", app.CatalogueURL, "the catalogue for what services do not tell, or none")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	addModelSetting(cmd, &s)
	return cmd
}

func (h *host) updateModels(ctx context.Context, s setting, q app.ModelsQuery, asJSON bool) error {
	o, err := h.options(s)
	if err != nil {
		return failed(err)
	}
	o.Now = time.Now
	q.Tell = func(line string) { fmt.Fprintln(h.stderr, clean.Line(line)) }
	u, err := app.UpdateModels(ctx, o, q)
	switch {
	case ctx.Err() != nil:
		return &codeError{code: exitInterrupted}
	case err != nil:
		if _, ok := errors.AsType[*config.UnknownModelError](err); ok { // of --vendor
			return &codeError{exitUsage, err}
		}
		return failed(err)
	case asJSON:
		err = h.printJSON(u)
	default:
		for _, c := range u.Changes {
			fmt.Fprintln(h.stdout, changeLine(c))
		}
		if u.File != "" {
			fmt.Fprintln(h.stdout, u.File)
		}
	}
	if err == nil && len(u.Failed) > 0 {
		err = fmt.Errorf("not updated:\n%s", strings.Join(u.Failed, "\n"))
	}
	return failed(err)
}

// changeLine says on one line what an update did to one service.
func changeLine(c app.ModelsChange) string {
	line := []string{fmt.Sprintf("%s: %d models", c.Vendor, c.Models)}
	for _, part := range []struct {
		what string
		ids  []string
	}{{"new", c.New}, {"changed", c.Changed}, {"gone", c.Gone}} {
		if len(part.ids) > 0 {
			line = append(line, fmt.Sprintf("%d %s (%s)", len(part.ids), part.what, few(part.ids)))
		}
	}
	return strings.Join(line, ", ")
}

// few names the first of many.
func few(names []string) string {
	const shown = 5
	if len(names) > shown {
		return strings.Join(names[:shown], ", ") + ", ..."
	}
	return strings.Join(names, ", ")
}
