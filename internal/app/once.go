package app

import (
	"context"
	"slices"

	"eidolon/actors/tool"
	"eidolon/fsapi"
)

// Tools declares the tools that a session would have, and the spare ones, which it would have if the
// configuration named them.
func Tools(o Options) (offered, spare []tool.Spec, err error) {
	bench, err := openWorkbench(o, onLooking(o))
	if err != nil {
		return nil, nil, err
	}
	offered, spare = bench.offered(o.Profile), bench.spare
	if bench.help != nil && native(o.Profile) {
		spare = append(slices.Clip(spare), *bench.help)
	}
	return offered, spare, bench.close()
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
