package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"eidolon/actors/tool"
	"eidolon/internal/app"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/policy"
)

// remoteEntry is a tool of a server as it is listed for scripts.
func remoteEntry(l *app.Look, spec tool.Spec) toolEntry {
	e := entry(spec, true)
	if spec.ReadOnly && spec.Hinted {
		e.ReadOnly = "by its server's word"
		if l.Believed(spec) {
			e.ReadOnly = "yes"
		}
	}
	return e
}

func newMCPCall(h *host) *cobra.Command {
	var s setting
	var asJSON bool
	cmd := &cobra.Command{
		Use: "call SERVER TOOL [JSON|-]", Short: "Call a tool of a server",
		Long: `call runs one tool and prints its result. The input is a JSON object, - for one on standard input, or
nothing. The call is judged as one of the model is: by the permission rules and the mode, which is ask on a
terminal and headless elsewhere, unless the configuration or --permission-mode says otherwise; hooks run too.

Exit codes: 0 done, 1 the tool or the server failed, 2 wrong use, 4 not allowed.`,
		Example: `  eidolon mcp call docs search '{"query": "context"}'
  echo '{"query": "context"}' | eidolon mcp call docs search -
  eidolon mcp call files write_file '{"path": "a.txt", "text": "hi"}' --permission-mode auto`,
		Args: cobra.RangeArgs(2, 3),
		RunE: func(cmd *cobra.Command, args []string) error {
			input, err := h.callInput(args[2:])
			if err != nil {
				return err
			}
			return failed(h.look(s, func(l *app.Look) error {
				seen, err := l.Server(cmd.Context(), args[0])
				if err != nil {
					return err
				}
				handler, err := seen.Tool(args[1])
				if err != nil {
					return err
				}
				call, err := h.callOf(l, handler, input)
				if err != nil {
					return err
				}
				result, err := l.Run(cmd.Context(), call)
				if err != nil {
					return misused(err, args)
				}
				return h.printResult(result, asJSON)
			}))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON: {\"ok\": ..., ...}")
	cmd.Flags().StringVar(&s.root, "root", ".", "the workspace")
	cmd.Flags().StringVar(&s.mode, "permission-mode", "", "headless, ask, auto, yolo or plan")
	return cmd
}

// callInput reads the input of a call: an argument, standard input for "-", or none.
func (h *host) callInput(args []string) (json.RawMessage, error) {
	text := "{}"
	switch {
	case len(args) == 1 && args[0] == "-":
		data, err := readInput(h.stdin)
		if err != nil {
			return nil, failed(fmt.Errorf("read the input: %w", err))
		}
		text = string(data)
	case len(args) == 1:
		text = args[0]
	}
	if text = strings.TrimSpace(text); !strings.HasPrefix(text, "{") || !json.Valid([]byte(text)) {
		return nil, usage(`the input is no JSON object; write one such as '{"text": "hi"}', or - to read it from standard input`)
	}
	return json.RawMessage(text), nil
}

// callOf is a call in the mode that holds here. On a terminal there is somebody to ask.
func (h *host) callOf(l *app.Look, handler tool.Handler, input json.RawMessage) (app.Call, error) {
	c := app.Call{Tool: handler, Input: input, Mode: policy.Headless, Emit: func(p tool.Progress) {
		fmt.Fprint(h.stderr, clean.Text(p.Text))
	}}
	if to := h.terminal(); to != nil && isTerminal(h.stdin) {
		c.Mode = policy.Ask
		c.Ask = func(input json.RawMessage, why string) (bool, error) {
			fmt.Fprintf(to, "%s %s\n%s\n", clean.Line(handler.Spec().FullName()), clean.Line(string(input)), clean.Line(why))
			answer, err := h.question(to, "Run it? [y/N] ", "y", "n")
			return answer == "y", err
		}
	}
	if mode := l.Mode(); mode != "" {
		var err error
		if c.Mode, err = policy.ParseMode(mode); err != nil {
			return c, &codeError{exitUsage, err}
		}
	}
	return c, nil
}

// misused gives the exit code of a call that did not run.
func misused(err error, args []string) error {
	if input, ok := errors.AsType[*tool.InputError](err); ok {
		return usage("%v; `eidolon mcp schema %s %s` shows the inputs", strings.TrimSuffix(input.Error(), "."), args[0], args[1])
	}
	if _, ok := errors.AsType[*app.RefusedError](err); ok {
		return &codeError{exitDeny, err}
	}
	return err
}

// printResult prints what a tool said. A failure that it told of is the exit code.
func (h *host) printResult(r tool.Result, asJSON bool) error {
	var err error
	switch {
	case asJSON:
		err = h.printJSON(r.Envelope())
	default:
		_, err = fmt.Fprintln(h.stdout, clean.Text(strings.TrimSuffix(r.Text, "\n")))
	}
	if err == nil && !r.OK {
		return &codeError{code: exitFailed}
	}
	return err
}
