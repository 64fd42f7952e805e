package config

import (
	"strings"

	"eidolon/internal/leaf/toolmatch"
	"eidolon/internal/leaf/yamldoc"
)

// checkHooks demands a command of each hook in a file, and a matcher that can be read where the event is
// about tools.
func (l *loader) checkHooks(hooks *yamldoc.Node) {
	if hooks == nil || hooks.Kind != yamldoc.Map {
		return // reported by the schema
	}
	for _, event := range hooks.Fields {
		for _, hook := range event.Value.Items {
			if hook.Kind == yamldoc.Map {
				l.checkHook("hooks."+event.Key, hook)
			}
		}
	}
}

// placeHooks tells each hook where it stands.
func (l *loader) placeHooks(h *Hooks) {
	for event, hooks := range map[string][]Hook{
		"preToolUse": h.PreToolUse, "postToolUse": h.PostToolUse, "userPromptSubmit": h.UserPromptSubmit, "stop": h.Stop,
	} {
		if list := l.tree.Get("hooks", event); list != nil && len(list.Items) == len(hooks) {
			for i := range hooks {
				hooks[i].Where = list.Items[i].Where()
			}
		}
	}
}

func (l *loader) checkHook(event string, hook *yamldoc.Node) {
	if command := hook.Get("command"); !hasText(command) || strings.TrimSpace(command.Text) == "" {
		l.problem(hook.Problem("a hook of %s needs a command", event))
	}
	matcher := hook.Get("matcher")
	if !hasText(matcher) || matcher.Kind != yamldoc.Scalar {
		return
	}
	if !strings.HasSuffix(event, "ToolUse") {
		l.problem(matcher.Problem("a hook of %s is about no tool: leave the matcher out", event))
		return
	}
	if _, err := toolmatch.Parse(matcher.Text); err != nil {
		l.problem(matcher.Problem("the matcher %q %v", matcher.Text, err))
	}
}
