package main

import (
	"github.com/spf13/cobra"

	"eidolon/actors/session"
	"eidolon/internal/app"
	"eidolon/internal/caller"
)

// callerFlags are what another program brings along that has the model answer once and runs the calls
// itself.
type callerFlags struct {
	tools  []string
	choice string
	items  string // file with the conversation

	auto    bool
	outputs []string
}

func (f *callerFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVar(&f.tools, "tool", nil, "a tool of yours, as "+caller.ToolForms+" with the JSON Schema of its input; the model answers once, and its calls are yours to run")
	fl.StringVar(&f.choice, "tool-choice", "auto", "what the model does with your tools: auto, required or function:NAME")
	fl.StringVar(&f.items, "input-json", "", "file with the conversation as a JSON array of Responses items, instead of a prompt; - reads it from standard input")
	fl.BoolVar(&f.auto, "auto-tools", false, "answer the calls of your tools with --tool-output and go on, for trying things out")
	fl.StringArrayVar(&f.outputs, "tool-output", nil, "what --auto-tools answers, as NAME=TEXT, with $args for the arguments of the call (default: ok)")
}

// given says whether another program has the model answer.
func (f *callerFlags) given() bool { return len(f.tools) > 0 || f.items != "" }

// input reads the prompt, and what another program brings along, or nil.
func (h *host) input(f *execFlags, args []string) (in app.Input, brought *session.Caller, err error) {
	if f.caller.items == "" {
		if in, err = h.prompt(f, args); err != nil || !f.caller.given() {
			return in, nil, err
		}
	}
	brought, err = caller.New(caller.Options{
		Tools: f.caller.tools, Choice: f.caller.choice, Items: f.caller.items, Prompt: in.Text + in.Attached, Key: f.cacheKey, Auto: f.caller.auto, Outputs: f.caller.outputs,
		Read: func(file string) ([]byte, error) { return h.readFile([]string{file}) },
	})
	if err != nil {
		return in, nil, &codeError{exitUsage, err}
	}
	return in, brought, nil
}
