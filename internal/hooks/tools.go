package hooks

import (
	"context"
	"slices"
	"strings"
	"time"

	"eidolon/actors/tool"
)

// Wrap gives tools with the hooks before and after their calls. What no hook can be for is given back
// as it is.
func (h *Hooks) Wrap(handlers []tool.Handler) []tool.Handler {
	if h == nil || len(h.of[PreToolUse])+len(h.of[PostToolUse]) == 0 {
		return handlers
	}
	out := slices.Clone(handlers)
	for i, inner := range handlers {
		out[i] = hooked{inner, h}
	}
	return out
}

// hooked is a tool with hooks.
type hooked struct {
	tool.Handler
	hooks *Hooks
}

var (
	_ tool.Handler   = hooked{}
	_ tool.Previewer = hooked{}
)

// Spec implements tool.Handler. The time of a call holds that of its hooks too.
func (w hooked) Spec() tool.Spec {
	spec := w.Handler.Spec()
	if spec.Timeout < 0 {
		return spec
	}
	if spec.Timeout == 0 {
		spec.Timeout = w.hooks.o.CallTimeout
	}
	if spec.Timeout == 0 {
		return spec
	}
	var before, after time.Duration
	for _, own := range w.hooks.of[PreToolUse] {
		before = max(before, own.command.Timeout)
	}
	for _, own := range w.hooks.of[PostToolUse] {
		after += own.command.Timeout
	}
	spec.Timeout += before + after
	return spec
}

// Classify implements tool.Handler. A call that a hook looks at has effects that nobody knows, so it
// does not start before the model has committed to it.
func (w hooked) Classify(c tool.Call) (tool.Class, error) {
	class, err := w.Handler.Classify(c)
	if len(w.matching(PreToolUse, class))+len(w.matching(PostToolUse, class)) > 0 {
		class.Speculative = false
	}
	return class, err
}

// Preview implements tool.Previewer.
func (w hooked) Preview(ctx context.Context, c tool.Call) (diff string, fails *tool.Result) {
	if p, ok := w.Handler.(tool.Previewer); ok {
		return p.Preview(ctx, c)
	}
	return "", nil
}

// Run implements tool.Handler.
func (w hooked) Run(ctx context.Context, c tool.Call, class tool.Class, emit func(tool.Progress)) tool.Result {
	in := input{Event: PreToolUse, Tool: w.Handler.Spec().FullName(), Input: c.Input, Call: c.Key}
	var before answer
	if hooks := w.matching(PreToolUse, class); len(hooks) > 0 {
		before = w.hooks.ask(ctx, hooks, in)
		if ctx.Err() != nil {
			return tool.Fail(tool.Interrupted, "The call was cancelled before it ran.")
		}
		w.hooks.tell(before)
		if before.block {
			return tool.Fail(tool.HookBlocked, "A hook of the user refused the call: "+before.reason)
		}
	}
	r := w.Handler.Run(ctx, c, class, emit)
	r = withWords(r, PreToolUse, before.context)
	if hooks := w.matching(PostToolUse, class); len(hooks) > 0 && r.OK && ctx.Err() == nil {
		in.Event, in.Response = PostToolUse, &response{Text: r.Text, Data: r.Data}
		after := w.hooks.ask(ctx, hooks, in)
		w.hooks.tell(after)
		if after.block {
			r = withWords(r, PostToolUse, []string{after.reason})
		}
		r = withWords(r, PostToolUse, after.context)
	}
	return r
}

// matching gives the hooks of an event that are for a call.
func (w hooked) matching(event Event, class tool.Class) []hook {
	spec := w.Handler.Spec()
	names := append(spec.Names(), families(spec, class)...)
	var all []hook
	for _, own := range w.hooks.of[event] {
		about := func(rule func(tool.Spec, tool.Class) bool) bool { return rule(spec, class) }
		if own.tools.Match(names...) || slices.ContainsFunc(own.rules, about) {
			all = append(all, own)
		}
	}
	return all
}

// families are those that permission rules know.
func families(spec tool.Spec, class tool.Class) []string {
	var all []string
	if class.Verdict != nil {
		all = append(all, "Bash")
	}
	if class.Edits {
		all = append(all, "Edit")
	}
	if spec.ReadOnly && !spec.Hinted && spec.Subject == "path" {
		all = append(all, "Read")
	}
	return all
}

// withWords adds what hooks say to what the model reads of a result.
func withWords(r tool.Result, event Event, words []string) tool.Result {
	if len(words) == 0 {
		return r
	}
	r.Text = strings.TrimSuffix(r.Text, "\n") + "\n\n[" + string(event) + " hook of the user]\n" + strings.Join(words, "\n")
	return r
}
