package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"eidolon/internal/app"
	"eidolon/internal/chat"
	"eidolon/internal/threads"
)

// Commands under which the program speaks the language of another program's SDK. Nobody types them: they
// stand for flags of exec, which have meanings of their own there.
const (
	claudeCommand = "stream-json"
	codexCommand  = "experimental-json"
)

// dialect tells by its arguments whether the program was started by an SDK that takes it for another one,
// and then gives the arguments of the command that speaks its language.
func dialect(args []string) []string {
	rest := args
	switch {
	case len(args) == 0:
		return args
	case args[0] == "exec" || args[0] == "run":
		rest = args[1:]
	case !strings.HasPrefix(args[0], "-"):
		return args
	}
	if i := slices.Index(rest, "--experimental-json"); i >= 0 {
		return slices.Concat([]string{codexCommand}, rest[:i], rest[i+1:])
	}
	for i, arg := range rest {
		if arg == "--output-format=stream-json" || arg == "--output-format" && i+1 < len(rest) && rest[i+1] == "stream-json" {
			return slices.Concat([]string{claudeCommand}, rest)
		}
	}
	return args
}

// foreign is a flag of another program that this one has no use for.
type foreign struct {
	name  string
	takes bool   // a value
	why   string // what it means that the flag has no effect; "" when there is nothing to say
}

// addForeign defines flags of another program.
func addForeign(cmd *cobra.Command, flags []foreign) {
	fl := cmd.Flags()
	for _, f := range flags {
		if f.takes {
			fl.StringArray(f.name, nil, f.why)
		} else {
			fl.Bool(f.name, false, f.why)
		}
	}
}

// passOver tells which of the flags that were given have no effect.
func (h *host) passOver(cmd *cobra.Command, flags []foreign) {
	for _, f := range flags {
		if f.why != "" && cmd.Flags().Changed(f.name) {
			h.notices([]string{fmt.Sprintf("--%s has no effect: %s", f.name, f.why)})
		}
	}
}

// refuse is the error for the first flag that was given of those that must not be passed over.
func refuse(cmd *cobra.Command, flags []foreign) error {
	for _, f := range flags {
		if cmd.Flags().Changed(f.name) {
			return usage("--%s cannot be used with eidolon: %s", f.name, f.why)
		}
	}
	return nil
}

// sdkOptions is what a session is opened with for an SDK. Change is called when the configuration is known.
func (h *host) sdkOptions(ctx context.Context, f *execFlags, fork bool, change func(*app.Options) error) (app.Options, error) {
	o, err := h.options(f.setting)
	if err != nil {
		return o, err
	}
	o.Append, o.WebSearch = f.addition, f.webSearch
	o.BuiltIn = chat.BuiltIns()
	if err := f.script(&o); err != nil {
		return o, err
	}
	if o.Script == nil {
		if err := choose(ctx, &o); err != nil {
			return o, err
		}
	}
	if err := change(&o); err != nil {
		return o, err
	}
	view := threads.Options{Base: o.Base, Root: o.Root, Out: h.stderr, Err: h.stderr}
	if f.latest {
		if f.session, err = threads.Latest(ctx, view); err != nil {
			return o, err
		}
	}
	if fork && f.session != "" {
		if f.session, err = threads.Begin(ctx, view, threads.ForkOptions{ID: f.session, At: -1}); err != nil {
			return o, err
		}
	}
	o.Session, o.NoSave, o.MaxRounds, o.Timeout = f.session, f.noSave, f.maxTurns, f.timeout
	return o, nil
}

// asJSON is what the model is told when its answer is to be a JSON value.
func asJSON(schema []byte) string {
	return "Your final answer has to be one JSON value that fits this JSON Schema, with no word and no code fence around it:\n" + string(schema)
}
