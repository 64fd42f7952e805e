package app

import (
	"context"

	"eidolon/actors/tool"
	"eidolon/fsapi"
)

// Tools declares the tools that a session would have.
func Tools(o Options) ([]tool.Spec, error) {
	bench, err := openWorkbench(o, onLooking(o))
	if err != nil {
		return nil, err
	}
	return bench.specs, bench.close()
}

// Guard is the judge of shell commands in the workspace.
func Guard(o Options) fsapi.Judge { return newGuard(o, o.Root) }

// Shell runs one command in the workspace, judged and confined as one of the model's would be.
func Shell(ctx context.Context, o Options, command string) (fsapi.Exit, error) {
	bench, err := openWorkbench(o, onLooking(o))
	if err != nil {
		return fsapi.Exit{}, err
	}
	defer func() { _ = bench.close() }() // nothing is written through it
	c := fsapi.Command{Text: command, Timeout: o.Config.Tools.BashTimeout}
	return bench.runner.Run(ctx, c, bench.judge.Judge(c), func(fsapi.Output) {})
}
