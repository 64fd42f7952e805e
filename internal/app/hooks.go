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
	own, notices, err := newHooks(o, bench, a.policy(o.Mode), hooks.Options{
		Session: a.Facts.ID, Transcript: a.log.EventsPath(),
		Mode: func() string { return string(a.Posture()) }, Notice: o.Notice,
		Halt: func() { a.Tell(session.Cancel{}) },
	})
	a.hooks = own
	a.Notices = append(a.Notices, notices...)
	return err
}

// newHooks makes the hooks of the configuration. The options say for whom.
func newHooks(o Options, bench *workbench, p policy.Policy, of hooks.Options) (own *hooks.Hooks, notices []string, err error) {
	configured := o.Config.Hooks
	for _, spec := range bench.all {
		of.Tools = append(of.Tools, spec.Names()...)
	}
	of.Hooks = map[hooks.Event][]hooks.Hook{
		hooks.PreToolUse: hooksOf(configured.PreToolUse), hooks.PostToolUse: hooksOf(configured.PostToolUse),
		hooks.UserPromptSubmit: hooksOf(configured.UserPromptSubmit), hooks.Stop: hooksOf(configured.Stop),
	}
	of.Rule = func(text string) (func(spec tool.Spec, class tool.Class) bool, error) { return matchRule(p, text) }
	of.Runner, of.Judge, of.Root, of.CallTimeout = bench.runner, bench.judge, bench.files.Root(), o.Config.Limits.ToolTimeout
	return hooks.New(of)
}

// matchRule reads a permission rule that says which calls a hook is for. Matching is the same in every mode.
func matchRule(p policy.Policy, text string) (about func(spec tool.Spec, class tool.Class) bool, err error) {
	rule, err := policy.Parse(text)
	if err != nil {
		return nil, err
	}
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
