package app

import (
	"context"

	"eidolon/actors/session"
	"eidolon/actors/tool"
	"eidolon/internal/config"
	"eidolon/internal/hooks"
	"eidolon/internal/policy"
)

// openHooks makes the hooks of the session. Which of them the guard denies is a notice.
func (a *App) openHooks(o Options, bench *workbench) error {
	configured := o.Config.Hooks
	var names []string
	for _, spec := range bench.all {
		names = append(names, spec.Names()...)
	}
	own, notices, err := hooks.New(hooks.Options{
		Hooks: map[hooks.Event][]hooks.Hook{
			hooks.PreToolUse: hooksOf(configured.PreToolUse), hooks.PostToolUse: hooksOf(configured.PostToolUse),
			hooks.UserPromptSubmit: hooksOf(configured.UserPromptSubmit), hooks.Stop: hooksOf(configured.Stop),
		},
		Runner: bench.runner, Judge: bench.judge, Rule: a.matchRule, Tools: names,
		Session: a.Facts.ID, Transcript: a.log.EventsPath(), Root: bench.files.Root(), CallTimeout: o.Config.Limits.ToolTimeout,
		Mode: func() string { return string(a.Posture()) }, Notice: o.Notice,
		Halt: func() { a.Tell(session.Cancel{}) },
	})
	a.hooks = own
	a.Notices = append(a.Notices, notices...)
	return err
}

// matchRule reads a permission rule that says which calls a hook is for.
func (a *App) matchRule(text string) (about func(spec tool.Spec, class tool.Class) bool, err error) {
	rule, err := policy.Parse(text)
	if err != nil {
		return nil, err
	}
	p := a.policy(a.options.Mode) // matching is the same in every mode
	return func(spec tool.Spec, class tool.Class) bool { return p.Matches(rule, spec, class) }, nil
}

func hooksOf(configured []config.Hook) []hooks.Hook {
	all := make([]hooks.Hook, len(configured))
	for i, h := range configured {
		all[i] = hooks.Hook(h)
	}
	return all
}

// stop gives what the session asks before a turn ends, or nil when nobody wants to be asked.
func (a *App) stop() func(ctx context.Context, info session.StopInfo) (string, error) {
	if !a.hooks.Stops() {
		return nil
	}
	return func(ctx context.Context, info session.StopInfo) (string, error) {
		return a.hooks.Stop(ctx, info.Times > 0)
	}
}
